// Cards on their way from one place to another. They fly above the page, so that no edge of the table
// cuts them off, each as a copy of the card it is at its end; the card itself waits unseen until the
// copy has come. Where a flight is interrupted, the next one begins where the copy is.
import { CALM_EASE, EASE } from "./timing";
import { turn } from "./turning";

export interface Place {
    left: number;
    top: number;
    width: number;
    height: number;
}

export interface Route {
    from: Place;
    to: Place;
    duration: number;
    delay?: number;
    /** The back of a card, for one that is turned over on the way. */
    back?: Element | null;
    /** Whether it comes the other way up than it went. */
    turning?: boolean;
    /** Whether it is lifted before it leaves. */
    lifted?: boolean;
}

/** The share of its time in which a card is lifted before it leaves. */
const LIFTED = 0.2;

let sky: HTMLElement | null = null;

function above(): HTMLElement {
    if (!sky?.isConnected) {
        sky = document.createElement("div");
        sky.className = "flights";
        sky.ariaHidden = "true";
        sky.inert = true;
        Object.assign(sky.style, {
            position: "fixed",
            inset: "0",
            zIndex: "60",
            pointerEvents: "none",
            overflow: "hidden",
        });
        document.body.append(sky);
    }
    return sky;
}

function across(from: Place, to: Place, by = 0): string {
    const x = from.left + from.width / 2 - (to.left + to.width / 2);
    const y = from.top + from.height / 2 - (to.top + to.height / 2) + by;
    return `translate(${x}px, ${y}px)`;
}

export class Flight {
    readonly #copy = document.createElement("div");
    readonly #hidden: Animation | undefined;
    readonly finished: Promise<unknown>;

    /** Let a copy of `card` fly; `target` is the card that waits for it, if there is one. */
    constructor(card: Element, target: Element | null, route: Route) {
        const { from, to, duration, delay = 0, back, turning = false, lifted = false } = route;
        const face = card.cloneNode(true) as HTMLElement;
        const size = target ? to : from;
        Object.assign(this.#copy.style, {
            position: "absolute",
            left: `${to.left + to.width / 2 - size.width / 2}px`,
            top: `${to.top + to.height / 2 - size.height / 2}px`,
            width: `${size.width}px`,
        });
        this.#copy.style.setProperty("--card-w", `${size.width}px`);
        this.#copy.append(face);
        above().append(this.#copy);
        const timing = { duration, delay, easing: lifted ? "linear" : EASE, fill: "both" as const };
        const start = from.width / size.width;
        const end = to.width / size.width;
        const way: Keyframe[] = [{ transform: `${across(from, to)} scale(${start})` }, { transform: `scale(${end})` }];
        if (lifted) {
            way.splice(1, 0, {
                transform: `${across(from, to, -14)} scale(${start * 1.15})`,
                offset: LIFTED,
                easing: CALM_EASE,
            });
        }
        const flying = this.#copy.animate(way, timing);
        if (back) this.#turnOver(face, back, timing);
        if (turning) {
            turn(face, { duration: duration * (1 - LIFTED), delay: delay + duration * LIFTED, easing: CALM_EASE });
        }
        this.#hidden = target?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: Math.max(0, delay + duration) });
        this.finished = flying.finished.then(
            () => this.end(),
            // Ended before its time.
            () => {},
        );
    }

    #turnOver(face: HTMLElement, back: Element, timing: KeyframeAnimationOptions): void {
        const under = back.cloneNode(true) as HTMLElement;
        Object.assign(under.style, { position: "absolute", inset: "0" });
        this.#copy.append(under);
        for (const [side, from, to] of [
            [face, 180, 360],
            [under, 0, 180],
        ] as const) {
            side.style.backfaceVisibility = "hidden";
            side.animate(
                [
                    { transform: `perspective(600px) rotateY(${from}deg)` },
                    { transform: `perspective(600px) rotateY(${to}deg)` },
                ],
                timing,
            );
        }
    }

    /** Turn it upside down on the way, as it is printed: what it is then, nobody is to see. */
    spin(duration: number): void {
        this.#copy.firstElementChild?.animate(
            [{ rotate: "0deg" }, { rotate: "0deg", offset: LIFTED, easing: CALM_EASE }, { rotate: "180deg" }],
            { duration, fill: "forwards" },
        );
    }

    /** Where the copy is right now. */
    get place(): Place {
        return this.#copy.getBoundingClientRect();
    }

    /** Land at once. */
    end(): void {
        this.#hidden?.cancel();
        this.#copy.remove();
        if (sky && !sky.hasChildNodes()) sky.remove();
    }
}
