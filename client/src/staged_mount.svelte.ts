// Mounts a large page in stages, one in each task of the browser, so that no task is long: between two
// stages a slow phone can paint, scroll and answer a tap. The page provides it, and its parts ask whether
// their turn has come. It happens once: what is mounted after that, such as the board of another deal, is
// there at once. Parts of a page that provides none, as in the gallery, are always there at once.
import { getContext, setContext } from "svelte";

/** Let the browser do what waits: paint, scroll, answer a tap. */
export function yieldToBrowser(): Promise<void> {
    return new Promise((done) => {
        // A message, not a timer: browsers make timers wait, in a page behind others for a whole second.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
            port1.close();
            done();
        };
        port2.postMessage(null);
    });
}

/** How long a browser that paints nothing is waited for, in ms. */
const PATIENCE = 3000;

/** Resolves once what the server has written into the page has been seen, or will not be for now. */
export async function firstPaint(): Promise<void> {
    // A page behind others has no frames.
    if (document.querySelector(".first-sight") && !document.hidden) {
        await new Promise<unknown>((done) => {
            new PerformanceObserver(done).observe({ type: "paint", buffered: true });
            document.addEventListener("visibilitychange", done, { once: true });
            setTimeout(done, PATIENCE);
        });
    }
    await yieldToBrowser();
}

export class StagedMount {
    #reached = $state.raw(0);
    /** The last stage of the board; unknown until it has begun. */
    #last = $state.raw(Infinity);
    readonly #more: number;

    /** `more` are the stages of the page itself that come after the board's. */
    constructor(more: number) {
        this.#more = more;
    }

    /** Whether all of the board is there. */
    get complete(): boolean {
        return this.#reached >= this.#last;
    }

    /** Whether the turn of this stage has come. */
    reached(stage: number): boolean {
        return this.complete || this.#reached >= stage;
    }

    /** How many of the board's last stages have had their turn, for a part that comes piece by piece. */
    ofLast(stages: number): number {
        return Math.min(stages, Math.max(0, this.#reached - this.#last + stages));
    }

    /** Whether the turn of this stage after the board has come, from 1 on. */
    after(stage: number): boolean {
        return this.#reached >= this.#last + stage;
    }

    /** Stage 0 of the board is mounted: go on up to this one. Only the first call counts. */
    begin(last: number): void {
        if (this.#last !== Infinity) return;
        this.#last = last;
        void this.#goOn();
    }

    async #goOn(): Promise<void> {
        while (this.#reached < this.#last + this.#more) {
            await yieldToBrowser();
            this.#reached += 1;
        }
    }
}

const KEY = Symbol("staged mount");

export function provideStagedMount(more = 0): StagedMount {
    return setContext(KEY, new StagedMount(more));
}

/** That of the page; undefined where all is mounted at once. */
export function stagedMount(): StagedMount | undefined {
    return getContext<StagedMount | undefined>(KEY);
}
