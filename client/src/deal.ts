// Names for the unions of the protocol that have none in the schema.
import type { AscenseurDeal, AufAbDeal, Do, DnpupDeal } from "./protocol";

export type AnyDeal = AscenseurDeal | AufAbDeal | DnpupDeal;
export type Told = AnyDeal["told"][number];
export type Command = Do["command"];
export type Move = string;

/** Why something was not done: a code for programs and a sentence for people. */
export interface Refusal {
  code: string;
  text: string;
}
