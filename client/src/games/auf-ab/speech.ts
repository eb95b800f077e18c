// What is said aloud at a table of Auf & Ab.
import { counted } from "../../board/numbers";
import type { AufAbDeal, AufAbTold } from "../../protocol";
import { trickAloud } from "../../speech/trick_aloud";
import { anySpeech, type Moment } from "../../speech/speech";
import { say } from "../../words.svelte";
import { cardKind } from "./cards";
import { counting, domino } from "./face";
import { layings, openingCard } from "./moves";
import { lastTrick } from "./picture";

type Now = Moment<AufAbDeal>;

interface Meld {
    seat: number;
    cards: string[];
    size: number;
    value: number;
}

function melds({ deal }: Now): Meld[] {
    return deal.sight.trick.map(([seat, text]) => {
        const { cards, size } = layings([text])[0]!;
        return { seat, cards, size, value: counting(cards[0]!, deal.sight.direction) };
    });
}

const direction = ({ deal }: Now): string => say(`web.board.auf-ab.${deal.sight.direction}`);
const meld = ({ size, value }: Meld): string => say("web.speech.meld", counted(size, value));

/** What the change cards in this trick will do; "" where they will do nothing. */
function turning(now: Now): string {
    const changes = melds(now).flatMap(({ cards }) => cards.filter((card) => domino(card).change));
    return changes.length % 2 === 1 ? say("web.board.auf-ab.turns") : "";
}

function turn(now: Now, you: number): string {
    const { sight, legal } = now.deal;
    const top = melds(now).at(-1);
    if (!top) {
        const opening = openingCard(now.deal);
        const lead = say(`web.speech.auf-ab.lead-${sight.direction}`);
        // Only the first lead of a deal must have a certain card in it.
        return opening !== null
            ? `${lead} ${say("web.speech.auf-ab.opening", { card: cardKind.spoken(opening) })}`
            : lead;
    }
    if (top.seat === you) return say("web.speech.auf-ab.own", { meld: meld(top) });
    const player = now.names[top.seat] ?? "";
    const asked = say(`web.speech.auf-ab.follow-${sight.direction}`, { ...counted(top.size, top.value), player });
    return layings(legal).length > 0 ? asked : `${asked} ${say("web.speech.auf-ab.nothing")}`;
}

export const speech = anySpeech<AufAbDeal>({
    turn: (now, you) => [turn(now, you), turning(now)].filter(Boolean).join(" "),
    turnInBrief(now) {
        const { sight } = now.deal;
        const top = melds(now).at(-1);
        if (!top) return say("web.speech.auf-ab.lead-brief", { direction: direction(now) });
        return say(`web.speech.auf-ab.${sight.direction}-brief`, counted(top.size, top.value));
    },
    table(now) {
        const lying = melds(now).map((each) =>
            say("web.speech.of", {
                player: now.names[each.seat] ?? "",
                what: `${meld(each)} (${each.cards.map(cardKind.spoken).join("; ")})`,
            }),
        );
        return [
            say(`web.speech.auf-ab.${now.deal.sight.direction}`),
            lying.length > 0 ? say("web.speech.auf-ab.trick", { melds: lying.join("; ") }) : say("web.speech.empty"),
            turning(now),
        ]
            .filter(Boolean)
            .join(" ");
    },
    player: ({ deal }, seat) => (deal.sight.passed.includes(seat) ? [say("web.board.auf-ab.passed")] : []),
    last: (now) => trickAloud(lastTrick(now.told as AufAbTold[]), now, cardKind),
    left: ({ deal }) => deal.sight.left,
});
