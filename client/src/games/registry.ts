// The games of this client. A new game is a folder here and a line in this list; nothing outside
// this folder names a game.
import type { AnyDeal } from "../deal";
import type { AscenseurFilm, AufAbFilm, DnpupFilm } from "../protocol";
import { ascenseur } from "./ascenseur";
import { aufAb } from "./auf-ab";
import { dnpup } from "./dnpup";
import type { GameClient } from "./game";

export const GAMES: readonly GameClient[] = [aufAb, dnpup, ascenseur];

/** A deal of any game, to be watched again. */
export type AnyFilm = AscenseurFilm | AufAbFilm | DnpupFilm;

/** The game of this name, as tables and records have it; undefined where this client has none. */
export function gameOf(name: string): GameClient | undefined {
    return GAMES.find(({ names }) => names.includes(name));
}

/** The game that deals of this kind belong to. */
export function gameOfDeal({ kind }: { kind: AnyDeal["kind"] }): GameClient {
    return GAMES.find((game) => game.kind === kind)!;
}

/** The game whose rules page has the rule of this number, such as `A11`; "" where none has. */
export function rulesPageOf(rule: string): string {
    return GAMES.find(({ ruleLetter }) => rule.startsWith(ruleLetter))?.names[0] ?? "";
}
