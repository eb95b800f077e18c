// A move on its way to the server, and the sentence that comes back when it may not be made.
import type { Refusal } from "../deal";

interface Ways {
  play(move: string): Promise<Refusal | null>;
  why(move: string): Promise<string | null>;
  hurry(): void;
}

export class Attempt {
  note = $state("");
  busy = $state(false);
  #ways: () => Ways;

  constructor(ways: () => Ways) {
    this.#ways = ways;
  }

  async make(move: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.note = "";
    const { play, hurry } = this.#ways();
    hurry();
    try {
      this.note = (await play(move))?.text ?? "";
    } finally {
      this.busy = false;
    }
  }

  async explain(move: string): Promise<void> {
    this.note = (await this.#ways().why(move)) ?? "";
  }
}
