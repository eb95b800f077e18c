// Going through a lesson: the step one is at, and what came of the move tried last.
import { ask, refusalOf } from "../api";
import type { Refusal } from "../deal";
import type { CardKind } from "../games/game";
import type { LessonShown, StepShown, Tried } from "../protocol";
import { cardKindOf, cardsIn } from "../rules/pictures";
import { lang } from "../words.svelte";

export class Lesson {
    steps = $state.raw<StepShown[]>([]);
    /** The cards of the game; null before the steps are there. */
    kind = $state.raw<CardKind | null>(null);
    problem = $state.raw<Refusal | null>(null);
    at = $state(0);
    /** What is said of the right move made last. */
    praise = $state("");

    constructor(readonly game: string) {
        $effect(() => {
            const path = this.#path(`?lang=${lang()}`);
            let current = true;
            Promise.all([ask<LessonShown>(path), cardKindOf(this.game)]).then(
                ([{ steps }, kind]) => current && ((this.kind = kind), (this.steps = steps)),
                (error: unknown) => current && (this.problem = refusalOf(error)),
            );
            return () => (current = false);
        });
    }

    get step(): StepShown | undefined {
        return this.steps[this.at];
    }

    get done(): boolean {
        return this.at === this.steps.length - 1;
    }

    go(to: number): void {
        this.at = Math.max(0, Math.min(to, this.steps.length - 1));
        this.praise = "";
    }

    /** Try a move: a right one leads on, any other is explained. */
    play = async (move: string): Promise<Refusal | null> => {
        const tried = await this.#try(move);
        if (tried.verdict !== "right") return { code: tried.verdict, text: this.plain(tried.text) };
        if (!this.done) this.at += 1;
        this.praise = tried.text;
        return null;
    };

    why = async (move: string): Promise<string | null> => {
        const tried = await this.#try(move);
        return tried.verdict === "illegal" ? tried.text : null;
    };

    /** The sentence where no pictures can be shown: cards by their names. */
    plain(text: string): string {
        const { kind } = this;
        return text
            .replaceAll("**", "")
            .replaceAll(/`([^`]+)`/g, (_, words: string) =>
                (cardsIn(kind, words)?.map((card) => kind!.spoken(card)) ?? [words]).join(", "),
            );
    }

    async #try(move: string): Promise<Tried> {
        try {
            return await ask<Tried>(this.#path(`/tries?lang=${lang()}`), {
                method: "POST",
                headers: { "content-type": "application/json" },
                body: JSON.stringify({ step: this.at, move }),
            });
        } catch (error) {
            return { verdict: "illegal", text: refusalOf(error).text };
        }
    }

    #path(rest: string): string {
        return `/api/lessons/${encodeURIComponent(this.game)}${rest}`;
    }
}
