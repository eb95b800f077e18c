// One visit at a table: the line to it, what is asked over it, and what is kept for the next visit.
import { nonce, seatToken } from "../api";
import { Connection } from "../connection/connection.svelte";
import type { Command, Refusal } from "../deal";
import { claimSeat } from "../people/claim";
import { ownFace } from "../people/own_face.svelte";
import { storage } from "../storage";
import type { TableShown } from "../protocol";
import { toast } from "../shell/toasts.svelte";

export class Sitting {
    readonly id: string;
    readonly invite: string | null;
    line: Connection = $state.raw()!;
    /** Whether the kept secret of a seat no longer opened the table. */
    lost = $state(false);
    /** The turn in which one made one's last move oneself. */
    moved = -1;
    #came = false;

    constructor(id: string, invite: string | null) {
        this.id = id;
        this.invite = invite ?? storage.table(id)?.invite ?? null;
        this.line = this.#open();
        addEventListener("storage", this.#follow);
    }

    close(): void {
        removeEventListener("storage", this.#follow);
        this.line.close();
    }

    /** Remember the table, once one was let in. */
    entered(table: TableShown): void {
        if (this.#came) return;
        this.#came = true;
        const before = storage.table(this.id);
        const token = before?.token ?? null;
        const challenge = table.challenge ?? undefined;
        storage.saveTable({ ...before, id: this.id, game: table.game, token, invite: this.invite, challenge });
        if (table.you !== null) {
            if (this.line.token) this.#hold(this.line.token);
        } else if (!table.host) {
            // Let in by the invitation alone: what was tried opens no seat any more.
            const { tokens } = this.line;
            this.lost = token !== null && tokens.includes(token);
            storage.markDead(this.id, tokens);
        }
    }

    /** After tokens that were not taken: come in by the invitation, as somebody new. */
    comeAnew(): void {
        const { tokens } = this.line;
        if (tokens.length === 0 || !this.invite) return;
        this.line.close();
        storage.markDead(this.id, tokens);
        this.lost = true;
        this.line = this.#open();
    }

    /** Do it; a refusal is shown, and handed back. */
    do = async (command: Command): Promise<Refusal | null> => {
        const { token, refusal } = await this.line.do(command);
        if (refusal) toast(refusal.text, "refusal");
        if (token) this.#hold(token);
        return refusal;
    };

    sit(name: string, seat: number | null): Promise<Refusal | null> {
        storage.saveName(name);
        return this.#with((token) => ({ do: "sit", name, nonce: nonce(), seat, token, face: ownFace.chosen }));
    }

    /** Another token for one's seat: whoever else has the old one is out. */
    rekey(): Promise<Refusal | null> {
        return this.#with((token) => ({ do: "rekey", token }));
    }

    /** Ask for a seat with a secret of one's own, kept first: a lost answer cannot cost the seat. */
    async #with(command: (token: string) => Command): Promise<Refusal | null> {
        const token = seatToken();
        const before = storage.table(this.id) ?? { id: this.id, game: "", token: null, invite: this.invite };
        storage.saveTable({ ...before, asked: token });
        const refusal = await this.do(command(token));
        if (refusal) storage.markDead(this.id, [token]);
        else this.stay();
        return refusal;
    }

    /** What happened to one's seat is read: one watches now, or has another. */
    stay(): void {
        this.lost = false;
        this.line.removed = null;
    }

    async stand(): Promise<Refusal | null> {
        const { token } = this.line;
        const refusal = await this.do({ do: "stand" });
        // Whoever opened the table remains its host, and needs the token for it.
        if (!refusal && token && !this.line.table?.host) storage.markDead(this.id, [token]);
        return refusal;
    }

    /** Begin the match: the nonce is drawn now, when the server's commitment has been seen. */
    start(): Promise<Refusal | null> {
        return this.do({ do: "start", nonce: nonce() });
    }

    /** Ready for the next deal; after the match for another, which needs a nonce of its own. */
    ready(anew: boolean): Promise<Refusal | null> {
        return this.do({ do: "ready", nonce: anew ? nonce() : null });
    }

    /** Make a move, or lay the hand open, and see it made. The board shows the refusal beside the hand. */
    play = async (move: string, turn = this.line.deal?.turn ?? 0): Promise<Refusal | null> => {
        const { line } = this;
        const { seq, refusal } = await line.do(move === "claim" ? { do: "claim", turn } : { do: "move", move, turn });
        if (refusal) return refusal;
        this.moved = turn;
        // Until then the board would offer what has just been done.
        await line.shown(seq);
        return null;
    };

    why = (move: string): Promise<string | null> => this.line.why(move);

    /** The seat is no longer one's own; or another tab of this browser has got a new token for it. */
    removed(): void {
        if (this.line.removedToken) storage.markDead(this.id, [this.line.removedToken]);
        this.#follow();
    }

    /** Come with what another tab has kept meanwhile: it may reach this one after the server's word. */
    #follow = (): void => {
        if (!this.line.removed || storage.tokens(this.id).length === 0) return;
        this.line.close();
        this.line = this.#open();
        this.#came = false;
    };

    #open(): Connection {
        return new Connection(this.id, { tokens: storage.tokens(this.id), invite: this.invite });
    }

    #hold(token: string): void {
        void claimSeat(this.id, token);
        const before = storage.table(this.id);
        storage.saveTable({
            ...before,
            id: this.id,
            game: before?.game ?? "",
            token,
            asked: null,
            invite: this.invite,
        });
    }
}
