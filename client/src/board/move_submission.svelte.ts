// A move on its way to the server, and the sentence that comes back when it may not be made.
import { answer } from "../announce";
import type { Refusal } from "../deal";
import { say } from "../words.svelte";

interface Ways {
    play: (move: string, turn?: number) => Promise<Refusal | null>;
    why: (move: string) => Promise<string | null>;
    hurry: () => void;
    /** A sentence as it is read out. */
    aloud: (text: string) => string;
}

export class MoveSubmission {
    #note = $state("");
    busy = $state(false);
    #ways: () => Ways;
    #pressed: string | null = null;

    constructor(ways: () => Ways) {
        this.#ways = ways;
    }

    /** The answer to something tried in vain. Said every time, also in the same words. */
    get note(): string {
        return this.#note;
    }

    set note(text: string) {
        this.#note = text;
        answer(this.#ways().aloud(text));
    }

    /** Send a move; one that goes out by itself lets what happened before it be seen to its end, and may
     * have been chosen for a turn that is over. */
    async make(move: string, byItself = false, turn?: number): Promise<void> {
        if (this.busy) return;
        this.busy = true;
        this.#pressed = null;
        this.note = "";
        const { play, hurry } = this.#ways();
        if (!byItself) hurry();
        try {
            this.note = (await play(move, turn))?.text ?? "";
        } finally {
            this.busy = false;
        }
    }

    /** Make a move at the first press, or where the player wants to confirm, at the second; `again` asks
     * for that in any case. */
    press(move: string, confirm: boolean, again?: string): void {
        if ((confirm || again) && this.#pressed !== move) {
            this.#pressed = move;
            this.note = again ?? say("web.board.again");
        } else void this.make(move);
    }

    /** Say why this move may not be made. */
    async explain(move: string): Promise<void> {
        this.note = (await this.#ways().why(move)) ?? "";
    }

    /** Nothing is said and nothing half confirmed any more. */
    forget(): void {
        this.note = "";
        this.#pressed = null;
    }
}
