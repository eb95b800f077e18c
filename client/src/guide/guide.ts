// Guidance in the first match of a game: one sentence at a time, in the line where the board says
// what is wanted, with the thing it speaks of outlined. Each sentence is a step of the game's own
// `guide.ts`; it is gone once the player has done twice what it speaks of.
import type { AnyDeal } from "../deal";
import type { Values } from "../words.svelte";

/** What on the table a sentence may speak of; "nothing" where it is about what another has done. */
export type Outline = "bids" | "hand" | "actions" | "melds" | "contract" | "direction" | "nothing";

/** How things stand for the player whose turn it is. */
export interface Moment<Deal extends AnyDeal = AnyDeal> {
    deal: Deal;
    told: Deal["told"][number][];
    you: number;
    names: string[];
}

export interface GuideStep<Deal extends AnyDeal = AnyDeal> {
    /** The last part of `web.guide.GAME.*`. */
    name: string;
    outline: Outline;
    /** What the sentence needs, or null where it has nothing to say now. */
    when: (now: Moment<Deal>) => Values | null;
    /** Whether this thing of one's own does what the sentence speaks of; any move does where this is missing. */
    did?: (event: Deal["told"][number]["event"]) => boolean;
}

/** How often a step was done, and how often it was shown, by its name. */
export type Learned = Record<string, { done: number; shown: number }>;

export interface Guidance {
    step: string;
    outline: Outline;
    values: Values;
}

const enoughDone = 2;
/** Who never does it has read it by then. */
const enoughShown = 4;

export function isLearned(learned: Learned, step: string): boolean {
    const { done = 0, shown = 0 } = learned[step] ?? {};
    return done >= enoughDone || shown >= enoughShown;
}

/** What to say now: the first step that is not learned yet and has something to say. */
export function guidance<Deal extends AnyDeal>(
    steps: readonly GuideStep<Deal>[],
    now: Moment<Deal>,
    learned: Learned,
): Guidance | null {
    if (!now.deal.to_act.includes(now.you) || now.deal.legal.length === 0) return null;
    for (const { name, outline, when } of steps) {
        const values = isLearned(learned, name) ? null : when(now);
        if (values) return { step: name, outline, values };
    }
    return null;
}

/** What is learned after the player has moved while this step was shown. */
export function learnedAfter<Deal extends AnyDeal>(
    { name, did }: GuideStep<Deal>,
    own: Deal["told"][number]["event"][],
    learned: Learned,
): Learned {
    const { done = 0, shown = 0 } = learned[name] ?? {};
    const now = !did || own.some((event) => did(event)) ? 1 : 0;
    return { ...learned, [name]: { done: done + now, shown: shown + 1 } };
}

/** A game's own steps as the client holds them: they are only ever given deals of their own kind. */
export function anySteps<Deal extends AnyDeal>(steps: readonly GuideStep<Deal>[]): readonly GuideStep[] {
    return steps as unknown as readonly GuideStep[];
}
