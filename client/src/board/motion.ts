// Lets cards be seen to move. Every card on the table carries `data-card` with its identity and every
// seat `data-seat`; before the table changes it is measured, and afterwards each card travels from
// where it was. A new card comes from the seat in `data-from` or from the dealer, and one that has
// gone travels to the seat that takes it. Whatever comes next takes each card from where it is seen.
import { yieldToBrowser } from "../staged_mount.svelte";
import { Flight, type Place } from "./flight";
import { EASE, TIMES } from "./timing";
import { endTurns, turn } from "./turning";

/** For so many milliseconds flights are begun before the browser may do something else. */
const SLICE = 5;

interface Seen {
    node: HTMLElement;
    /** The drawing in it, and where that is seen. */
    card: Element;
    place: Place;
    /** What decides which way up it lies. */
    way: string;
    /** Which cards it lies over: those of a lower number. */
    layer: number;
}

export type Measured = Map<string, Seen>;

/** Where the cards go that leave the table, and whether they turn upside down on the way. */
export interface Leaving {
    to: number | null;
    turning: boolean;
}

/** What has happened, as far as it decides how cards move. */
export interface Passage extends Leaving {
    /** Whether the hands are dealt, by whom, and how many cards each. */
    dealt: { dealer: number | null; each: number } | null;
    /** Whose hand is seen; null for a client that watches. */
    you: number | null;
    /** Whether the whole table turns before the hand does. */
    tips: boolean;
    /** All times are multiplied by this. */
    tempo: number;
}

/** Where a card is seen, at its own size also while it turns. */
function placeOf(card: Element): Place {
    const { left, top, width, height } = card.getBoundingClientRect();
    if (!(card instanceof HTMLElement)) return { left, top, width, height };
    const { offsetWidth, offsetHeight } = card;
    return {
        left: left + (width - offsetWidth) / 2,
        top: top + (height - offsetHeight) / 2,
        width: offsetWidth,
        height: offsetHeight,
    };
}

function apart(a: Place, b: Place): boolean {
    return Math.abs(a.left - b.left) + Math.abs(a.top - b.top) + Math.abs(a.width - b.width) > 1;
}

export class Motion {
    readonly #board: HTMLElement;
    /** A card that lies face down, to be copied. */
    readonly #back: Element | null;
    #flights = new Map<string, Flight>();
    /** Flights that begin when all places are known: each puts a copy into the page, and a place that is
      asked for after that has the browser lay it all out anew. */
    #waiting: { delay: number; begin: (late: number) => void }[] = [];
    /** The cards of a deal whose flights have not begun, and are not to be seen before. */
    #unseen: Animation[] = [];
    #shifts = new Map<Element, Animation>();

    constructor(board: HTMLElement, back: Element | null) {
        this.#board = board;
        this.#back = back;
    }

    /** Where every card is seen at this moment. */
    measure(): Measured {
        const seen: Measured = new Map();
        for (const node of this.#board.querySelectorAll<HTMLElement>("[data-card]")) {
            const { card: id = "", face = "", way = "" } = node.dataset;
            const card = node.querySelector(".card") ?? node;
            const place = this.#flights.get(id)?.place ?? placeOf(card);
            seen.set(id, { node, card, place, way: `${face} ${way}`, layer: seen.size });
        }
        return seen;
    }

    /** End all that moves: every card is where it belongs. */
    stop(): void {
        for (const flight of this.#flights.values()) flight.end();
        for (const shift of this.#shifts.values()) shift.cancel();
        for (const hidden of this.#unseen) hidden.cancel();
        this.#flights.clear();
        this.#shifts.clear();
        this.#unseen = [];
    }

    /** Play the way from how the board was to how it is. */
    travel(before: Measured, passage: Passage): void {
        this.stop();
        const after = this.measure();
        if (passage.dealt) this.#deal(before, after, passage);
        for (const [id, now] of after) {
            const was = before.get(id);
            if (was && was.node !== now.node) {
                const turning = was.way.split(" ")[0] !== now.way.split(" ")[0] && passage.turning;
                const duration = (turning ? TIMES.home : TIMES.play) * passage.tempo;
                this.#fly(id, now, { from: was.place, to: now.place, duration, turning, lifted: turning });
            } else if (!was && now.node.dataset.from !== undefined) {
                const from = this.#fan(now.node.dataset.from, now.place);
                const duration = TIMES.play * passage.tempo;
                if (from) this.#fly(id, now, { from, to: now.place, duration, back: this.#back });
            }
        }
        for (const [id, gone] of before) if (!after.has(id)) this.#sendAway(id, gone, passage);
        this.#turnHand(before, after, passage);
        const waiting = this.#waiting.splice(0);
        if (passage.dealt) void this.#launchInSlices(waiting, [...after.values()]);
        else for (const { begin } of waiting) begin(0);
    }

    /** Begin the flights of a deal, which are dozens, a few in each task of the browser. */
    async #launchInSlices(waiting: { delay: number; begin: (late: number) => void }[], cards: Seen[]): Promise<void> {
        const unseen = cards.map(({ node }) =>
            node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 60_000, id: "unseen" }),
        );
        this.#unseen = unseen;
        const [start, sorted] = [performance.now(), waiting.toSorted((a, b) => a.delay - b.delay)];
        while (sorted.length > 0) {
            const until = performance.now() + SLICE;
            while (sorted.length > 0 && performance.now() < until) sorted.shift()!.begin(performance.now() - start);
            await yieldToBrowser();
            // Something else has happened meanwhile.
            if (this.#unseen !== unseen) return;
        }
        for (const hidden of unseen) hidden.cancel();
        this.#unseen = [];
    }

    /** Cards that stay in their place turn as a wave, from left to right, and then sort themselves. */
    #turnHand(before: Measured, after: Measured, { tips, tempo }: Passage): void {
        const stayed = [...after].flatMap(([id, now]) => {
            const was = before.get(id);
            return was?.node === now.node ? [{ now, was }] : [];
        });
        const turning = stayed
            .filter(({ now, was }) => now.way !== was.way)
            .sort((a, b) => a.was.place.top - b.was.place.top || a.was.place.left - b.was.place.left);
        const start = turning.length > 0 && tips ? TIMES.tip : 0;
        const step = (TIMES.wave - TIMES.turn) / Math.max(1, turning.length - 1);
        endTurns(turning.map(({ now }) => now.card));
        turning.forEach(({ now }, i) => {
            const timing = { duration: TIMES.turn * tempo, delay: (start + i * step) * tempo };
            turn(now.card, timing);
            // The edge of a card that may be played does not turn with it, and waits.
            const edge = { duration: timing.delay + timing.duration, id: "edge" };
            now.card.parentElement?.animate([{ boxShadow: "none" }, { boxShadow: "none" }], edge);
        });
        const [delay, duration] = turning.length > 0 ? [start + TIMES.wave, TIMES.sort] : [0, TIMES.shift];
        // Where some change places, all keep their layers until they are half way.
        const sorting = stayed.some(({ now, was }) => now.layer !== was.layer);
        for (const { now, was } of stayed) {
            if (sorting || apart(now.place, was.place))
                this.#shift(now, was, { duration: duration * tempo, delay: delay * tempo }, sorting);
        }
    }

    #shift(now: Seen, was: Seen, when: { duration: number; delay: number }, sorting: boolean): void {
        const { node, place } = now;
        const x = was.place.left + was.place.width / 2 - place.left - place.width / 2;
        const y = was.place.top + was.place.height / 2 - place.top - place.height / 2;
        const scale = was.place.width / place.width;
        const timing = { ...when, easing: EASE, fill: "backwards" as const };
        const start = { transform: `translate(${x}px, ${y}px) scale(${scale})` };
        const shift = node.animate([start, { transform: "none" }], { ...timing, id: "shift" });
        // Until it is half way it lies over those that it lay over before. Apart from the motion itself,
        // which the browser then does without the page.
        const [then, later] = [{ zIndex: was.layer }, { zIndex: now.layer }];
        const layers = [then, { ...then, offset: 0.5 }, { ...later, offset: 0.5 }, later];
        const layer = sorting ? node.animate(layers, { ...timing, id: "layer" }) : null;
        this.#shifts.set(node, shift);
        shift.onfinish = () => this.#shifts.delete(node);
        shift.oncancel = () => layer?.cancel();
    }

    /** From the dealer to every hand in turn: one's own cards turn over on the way. */
    #deal(before: Measured, after: Measured, { dealt, you, tempo }: Passage): void {
        if (!dealt) return;
        const own = [...after].filter(([id]) => !before.has(id) && after.get(id)!.node.dataset.from === undefined);
        const from = this.#dealer(dealt.dealer, own[0]?.[1].place);
        if (!from) return;
        const duration = TIMES.dealt * tempo;
        const slack = (TIMES.deal - TIMES.dealt) * tempo;
        own.forEach(([id, now], i) => {
            const delay = slack * (i / Math.max(1, own.length - 1));
            this.#fly(id, now, { from, to: now.place, duration, delay, back: this.#back });
        });
        // Of what the others get, so many cards are seen to go.
        const shown = Math.min(dealt.each, 4);
        for (const seat of this.#seatsBut(you)) {
            const to = this.#fan(seat, from);
            if (!to || !this.#back) continue;
            for (let i = 0; i < shown; i += 1) {
                const delay = slack * (i / Math.max(1, shown - 1));
                const [back, route] = [this.#back, { from, to, duration }];
                this.#launch(
                    `${seat}.${i}`,
                    delay,
                    (late) => new Flight(back, null, { ...route, delay: delay - late }),
                );
            }
        }
    }

    /** A card that has left the table flies to the face that takes it, the fan, or the discard. */
    #sendAway(id: string, gone: Seen, { to, turning, tempo }: Passage): void {
        const place = turning
            ? this.#fan(String(to), gone.place)
            : to === null
              ? this.#within(this.#board.querySelector(".discarded"), gone.place, 0.3)
              : this.#face(String(to), gone.place);
        if (!place) return;
        const duration = (turning ? TIMES.home : TIMES.take) * tempo;
        const route = { from: gone.place, to: place, duration, turning: false, lifted: turning };
        this.#launch(id, 0, () => {
            const flight = new Flight(gone.card, null, route);
            if (turning) flight.spin(duration);
            return flight;
        });
    }

    #fly(id: string, now: Seen, route: ConstructorParameters<typeof Flight>[2]): void {
        const { delay = 0 } = route;
        this.#launch(id, delay, (late) => new Flight(now.card, now.node, { ...route, delay: delay - late }));
    }

    /** `begin` is told how many milliseconds too late it is. */
    #launch(id: string, delay: number, begin: (late: number) => Flight): void {
        const launch = (late: number): void => {
            this.#flights.get(id)?.end();
            const flight = begin(late);
            this.#flights.set(id, flight);
            void flight.finished.then(() => {
                if (this.#flights.get(id) === flight) this.#flights.delete(id);
            });
        };
        this.#waiting.push({ delay, begin: launch });
    }

    #seatsBut(you: number | null): string[] {
        const seats = this.#board.querySelectorAll<HTMLElement>("[data-seat]");
        const names = new Set([...seats].map(({ dataset }) => dataset.seat!));
        names.delete(String(you));
        return [...names];
    }

    #dealer(seat: number | null, near: Place | undefined): Place | null {
        const size = near ?? { left: 0, top: 0, width: 60, height: 90 };
        if (seat !== null) return this.#fan(String(seat), size);
        // Nobody deals: the cards come from the middle.
        const { left, top, width, height } = this.#board.getBoundingClientRect();
        return this.#within({ left, top: top + height * 0.2, width, height: height * 0.2 }, size, 0.6);
    }

    /** Where a seat's cards are: its fan, or their number. */
    #fan(seat: string, like: Place): Place | null {
        return this.#within(this.#find(seat, ".fan, .left"), like, 0.45);
    }

    #face(seat: string, like: Place): Place | null {
        return this.#within(this.#find(seat, ".face"), like, 0.3);
    }

    #find(seat: string, part: string): Element | null {
        const all = [...this.#board.querySelectorAll(`[data-seat="${seat}"]`)];
        for (const one of all) {
            const found = one.querySelector(part);
            if (found) return found;
        }
        // The one inside, where a seat is within a larger place of its own.
        return all.at(-1) ?? null;
    }

    /** A small card in the middle of this. */
    #within(outer: Element | Place | null, like: Place, scale: number): Place | null {
        if (!outer) return null;
        const box = outer instanceof Element ? outer.getBoundingClientRect() : outer;
        const [width, height] = [like.width * scale, like.height * scale];
        return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height };
    }
}
