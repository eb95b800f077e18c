// One visit at a table: the line to it, what is asked over it, and what is kept for the next visit.
import { nonce } from "../api";
import { Connection } from "../connection.svelte";
import type { Command, Refusal } from "../deal";
import { kept } from "../keep";
import type { TableShown } from "../protocol";
import { toast } from "../shell/toasts.svelte";

export class Sitting {
  readonly id: string;
  readonly invite: string | null;
  line: Connection = $state.raw()!;
  /** Whether the kept secret of a seat no longer opened the table. */
  lost = $state(false);
  #came = false;

  constructor(id: string, invite: string | null) {
    const before = kept.table(id);
    this.id = id;
    this.invite = invite ?? before?.invite ?? null;
    this.line = new Connection(id, { token: before?.token ?? null, invite: this.invite });
  }

  close(): void {
    this.line.close();
  }

  /** Remember the table, once one was let in. */
  entered(table: TableShown): void {
    const token = kept.table(this.id)?.token ?? null;
    kept.keepTable({ id: this.id, game: table.game, token, invite: this.invite });
    // Let in by the invitation alone: the kept secret opens no seat any more.
    if (!this.#came && token !== null && table.you === null) {
      this.lost = true;
      this.#forget();
    }
    this.#came = true;
  }

  /** After a token that was not taken: come in by the invitation, as somebody new. */
  comeAnew(): void {
    this.line.close();
    this.#forget();
    this.lost = true;
    this.line = new Connection(this.id, { token: null, invite: this.invite });
  }

  /** Do it; a refusal is shown, and handed back. */
  do = async (command: Command): Promise<Refusal | null> => {
    const { token, refusal } = await this.line.do(command);
    if (refusal) toast(refusal.text, "refusal");
    if (token) this.#hold(token);
    return refusal;
  };

  sit(name: string, seat: number | null): Promise<Refusal | null> {
    kept.keepName(name);
    return this.do({ do: "sit", name, nonce: nonce(), seat });
  }

  async stand(): Promise<Refusal | null> {
    const refusal = await this.do({ do: "stand" });
    if (!refusal) this.#forget();
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

  /** Make a move. The board shows the refusal beside the hand. */
  play = async (move: string): Promise<Refusal | null> => {
    const turn = this.line.deal?.turn ?? 0;
    return (await this.line.do({ do: "move", move, turn })).refusal;
  };

  why = (move: string): Promise<string | null> => this.line.why(move);

  /** The seat is no longer one's own. */
  removed(): void {
    this.#forget();
  }

  #hold(token: string): void {
    const before = kept.table(this.id);
    kept.keepTable({ id: this.id, game: before?.game ?? "", token, invite: this.invite });
  }

  #forget(): void {
    const before = kept.table(this.id);
    if (before) kept.keepTable({ ...before, token: null });
  }
}
