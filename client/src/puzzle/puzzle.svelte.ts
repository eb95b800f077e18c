// Solving a puzzle: the position, the moves tried, and the verdict once one has chosen.
import { ask, refusalOf } from "../api";
import type { Refusal } from "../deal";
import type { PuzzleListed, PuzzleShown, PuzzleTry, PuzzleVerdict } from "../protocol";
import { lang } from "../words.svelte";
import { noteSolved } from "./progress.svelte";

/** The id under which today's puzzle is asked for. */
export const todays = "today";

export class Solving {
    shown = $state.raw<PuzzleShown | null>(null);
    problem = $state.raw<Refusal | null>(null);
    /** The move tried last, and what is said of it. */
    tried = $state("");
    verdict = $state.raw<PuzzleVerdict | null>(null);
    /** Whether one has asked for the answer. */
    given = $state(false);
    /** The day whose puzzle this is; "" for any other. */
    #day = "";

    constructor(readonly id: string) {
        $effect(() => {
            const asked = lang();
            let current = true;
            this.#load(asked).then(
                (shown) => current && (this.shown = shown),
                (error: unknown) => current && (this.problem = refusalOf(error)),
            );
            return () => (current = false);
        });
    }

    /** Whether the answer may be seen: found, or asked for. */
    get open(): boolean {
        return this.verdict !== null && (this.verdict.right || this.given);
    }

    /** Choose a move. One that is not allowed is explained at the board. */
    play = async (move: string): Promise<Refusal | null> => {
        try {
            this.verdict = await this.#answer(move);
        } catch (error) {
            return refusalOf(error);
        }
        this.tried = move;
        if (this.verdict.right && !this.given && this.shown) noteSolved(this.shown.id, this.#day);
        return null;
    };

    /** Why this move is not allowed; null if it is. */
    why = async (move: string): Promise<string | null> => {
        try {
            await this.#answer(move);
            return null;
        } catch (error) {
            return refusalOf(error).text;
        }
    };

    again(): void {
        this.verdict = null;
        this.tried = "";
    }

    show(): void {
        this.given = true;
    }

    /** The address of the next one that is not solved yet: of the same game and grade first. */
    async next(solved: ReadonlySet<string>): Promise<string> {
        const { id, game, grade } = this.shown!;
        const all = await ask<PuzzleListed[]>(`/api/puzzles?game=${encodeURIComponent(game)}`);
        const at = all.findIndex((each) => each.id === id);
        const onwards = [...all.slice(at + 1), ...all.slice(0, at)];
        const open = onwards.filter((each) => !solved.has(each.id));
        const found = open.find((each) => each.grade === grade) ?? open[0] ?? onwards[0];
        return found ? `/puzzle/${found.id}` : "/puzzle";
    }

    async #load(lang: string): Promise<PuzzleShown> {
        let { id } = this;
        if (id === todays) {
            const today = await ask<PuzzleListed>(`/api/puzzles/${todays}`);
            this.#day = today.day ?? "";
            id = today.id;
        }
        return ask<PuzzleShown>(`/api/puzzles/${encodeURIComponent(id)}?lang=${lang}`);
    }

    #answer(move: string): Promise<PuzzleVerdict> {
        return ask<PuzzleVerdict>(`/api/puzzles/${encodeURIComponent(this.shown!.id)}/answer?lang=${lang()}`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ move } satisfies PuzzleTry),
        });
    }
}
