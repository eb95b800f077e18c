// Names for the unions of the protocol that have none in the schema.
import type { Do, StepShown } from "./protocol";

/** A deal of any game. */
export type AnyDeal = StepShown["deal"];
export type Told = AnyDeal["told"][number];
export type Command = Do["command"];

/** Why something was not done: a code for programs and a sentence for people. */
export interface Refusal {
    code: string;
    text: string;
}
