// The line to a table: a socket that comes back by itself. Commands wait for their answer and are
// sent again, under the same id, after a reconnect; the server does each of them once. What happened
// meanwhile arrives with the welcome, so that nothing is missed and nothing is told twice.
import { nonce } from "./api";
import type { AnyDeal, Command, Refusal, Told } from "./deal";
import type { FromClient, FromServer, Line, Running, TableShown } from "./protocol";
import { lang } from "./words.svelte";

const protocol = 1;
const shortest = 300;
const longest = 5000;
const pingEvery = 20_000;
/** The server answers a ping at once; silence for so long means that the line is dead. */
const silence = 30_000;
/** Close codes after which coming again cannot help. */
const forGood = [4002, 4003, 4004];
/** The server was asked too much; without a word of it, this is how long we leave it alone. */
const tooFast = 4029;
const rest = 10_000;
/** A command that came too fast is sent again by itself if that is soon. */
const soon = 5;

export type LineState = "connecting" | "online" | "offline" | "refused";

interface Waiting {
  message: FromClient;
  answer: (answer: FromServer) => void;
}

/** Somebody who waits until this row of the log is shown. */
interface Looking {
  seq: number;
  shown: () => void;
}

/** What a command came to: done in that row of the log, with a token where a seat was taken; or not. */
export type Outcome =
  | { seq: number; token: string | null; refusal: null }
  | { seq: null; token: null; refusal: Refusal };

export interface Secrets {
  /** What may open one's seat, tried in this order: a new token may or may not have been taken. */
  tokens: string[];
  invite: string | null;
}

/** A clock as it stood at a moment of this page's own time, which nobody can set. */
export interface Reading extends Running {
  /** Of `performance.now()`. */
  at: number;
}

export class Connection {
  state = $state<LineState>("connecting");
  table = $state.raw<TableShown | null>(null);
  deal = $state.raw<AnyDeal | null>(null);
  /** All that was told of this deal. */
  told = $state.raw<Told[]>([]);
  /** From which index on `told` is new; its length after a reconnect, where nothing is repeated. */
  fresh = $state(0);
  said = $state.raw<Line[]>([]);
  /** The clocks of those whose turn it is, at a table that has one. */
  running = $state.raw<Reading[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  /** The sentence with which one was told that one's token is no longer good. */
  removed = $state<string | null>(null);
  /** That token. */
  removedToken: string | null = null;

  #id: string;
  #secrets: Secrets;
  /** Which of the tokens is tried now. */
  #tried = 0;
  #socket: WebSocket | null = null;
  #waiting = new Map<string, Waiting>();
  #seen: number | null = null;
  #looking: Looking[] = [];
  #tries = 0;
  #retry = 0;
  /** Not before this time does the server want us back. */
  #notBefore = 0;
  #beat = 0;
  #heard = 0;
  #closed = false;
  #saidAs = "";

  constructor(id: string, secrets: Secrets) {
    this.#id = id;
    this.#secrets = secrets;
    addEventListener("online", this.#again);
    addEventListener("offline", this.#lost);
    document.addEventListener("visibilitychange", this.#looked);
    this.#open();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    removeEventListener("online", this.#again);
    removeEventListener("offline", this.#lost);
    document.removeEventListener("visibilitychange", this.#looked);
    this.#drop();
  }

  /** The token that lets one in now; null for somebody who watches. */
  get token(): string | null {
    return this.#secrets.tokens[this.#tried] ?? null;
  }

  /** All that may let one in, tried one after the other. */
  get tokens(): string[] {
    return this.#secrets.tokens;
  }

  /** Ask the table to do something; settled once the server has answered, however long it takes. */
  async do(command: Command): Promise<Outcome> {
    const id = nonce();
    const drawn = "token" in command ? (command.token ?? null) : null;
    // Should the answer be lost, the next hello has to try both what was and what may be.
    if (drawn) this.#hold([drawn, ...this.#secrets.tokens], 1);
    const answer = await this.#ask(id, { type: "do", id, command });
    if (answer.type === "done") {
      if (answer.token) this.#hold([answer.token], 0);
      return { seq: answer.seq, token: answer.token ?? null, refusal: null };
    }
    if (drawn) this.#hold(this.#secrets.tokens.filter((token) => token !== drawn), 0);
    const refusal = answer.type === "refused" ? answer : { code: "unknown", text: "" };
    return { seq: null, token: null, refusal };
  }

  /** Settled once this row of the log is shown, if it is one that shows: an answer comes before it. */
  shown(seq: number): Promise<void> {
    return new Promise((shown) => {
      this.#looking.push({ seq, shown });
      this.#saw();
    });
  }

  /** Why a move is not allowed; null if it is. */
  async why(move: string): Promise<string | null> {
    const id = nonce();
    const answer = await this.#ask(id, { type: "why", id, move });
    if (answer.type === "reason") return answer.text;
    return answer.type === "refused" ? answer.text : null;
  }

  /** Say hello again, in the language now in use: every sentence of the server comes in it. */
  restart(): void {
    // Before the first hello there is nothing to say again.
    if (this.#closed || this.#saidAs === "" || this.#saidAs === lang()) return;
    this.#seen = null;
    this.#tried = 0;
    this.#drop();
    this.#open();
  }

  #hold(tokens: string[], tried: number): void {
    this.#secrets = { ...this.#secrets, tokens };
    this.#tried = tried;
  }

  /** Come again with the next token, if there is one. */
  #tryNext(): boolean {
    if (this.#tried + 1 >= this.#secrets.tokens.length) return false;
    this.#tried += 1;
    this.#drop();
    this.#open();
    return true;
  }

  #ask(id: string, message: FromClient): Promise<FromServer> {
    return new Promise((answer) => {
      this.#waiting.set(id, { message, answer });
      if (this.state === "online") this.#send(message);
    });
  }

  #send(message: FromClient): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #open(): void {
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/api/tables/${encodeURIComponent(this.#id)}/socket`;
    const socket = new WebSocket(address);
    this.#socket = socket;
    if (this.state !== "offline") this.state = "connecting";
    socket.onopen = () => {
      this.#saidAs = lang();
      const { invite } = this.#secrets;
      this.#send({ type: "hello", protocol, lang: lang(), token: this.token, invite, seen: this.#seen });
    };
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data as string) as FromServer);
    socket.onclose = (close) => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      clearInterval(this.#beat);
      if (forGood.includes(close.code)) this.state = "refused";
      if (close.code === tooFast && this.#notBefore < Date.now()) this.#notBefore = Date.now() + rest;
      if (this.state !== "refused") this.#later();
    };
  }

  #later(): void {
    if (this.#closed) return;
    this.state = "offline";
    this.#tried = 0;
    const wait = Math.min(longest, shortest * 2 ** this.#tries++);
    // Spread, so that a restarted server is not met by everybody at once.
    const spread = wait * (0.5 + Math.random() / 2);
    const asked = Math.max(0, this.#notBefore - Date.now());
    this.#retry = window.setTimeout(() => this.#open(), asked + spread);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    clearInterval(this.#beat);
    socket?.close();
  }

  #again = (): void => {
    if (this.state !== "offline" || Date.now() < this.#notBefore) return;
    this.#tries = 0;
    this.#drop();
    this.#open();
  };

  #lost = (): void => {
    if (this.state === "refused") return;
    this.#drop();
    this.#later();
  };

  // A phone that was asleep may hold a line that died long ago.
  #looked = (): void => {
    if (document.visibilityState !== "visible") return;
    if (this.state === "offline") this.#again();
    else this.#check();
  };

  #check = (): void => {
    if (this.state !== "online") return;
    if (Date.now() - this.#heard > silence) this.#lost();
    else this.#send({ type: "ping" });
  };

  #hear(message: FromServer): void {
    this.#heard = Date.now();
    switch (message.type) {
      case "welcome":
        // The invitation let us in, but the token opened no seat: perhaps another one does.
        if (message.table.you === null && !message.table.host && this.#tryNext()) break;
        this.#clocks(message.running ?? []);
        this.#welcome(message.seq, message.table, message.deal, message.said);
        break;
      case "update":
        this.#seen = message.seq;
        this.#clocks(message.running ?? []);
        if (message.table) this.table = message.table;
        if (message.deal) this.#follow(message.deal, false);
        this.#listen(message.said ?? []);
        this.#saw();
        break;
      case "done":
      case "reason":
        this.#settle(message.id, message);
        break;
      case "refused":
        if (message.id !== null) this.#refused(message.id, message);
        else if (this.state !== "online") {
          if (message.code === "no-entry" && this.#tryNext()) break;
          this.refusal = message;
          if (message.wait) this.#notBefore = Date.now() + 1000 * message.wait;
          // A busy server may have time later; a wrong key never fits.
          if (message.code !== "busy" && message.code !== "too-fast") this.state = "refused";
        }
        break;
      case "removed":
        this.removedToken = this.token;
        this.removed = message.text;
        this.#hold([], 0);
        break;
      case "pong":
        break;
    }
  }

  #welcome(seq: number, table: TableShown, deal: AnyDeal | null, said: Line[]): void {
    this.state = "online";
    this.refusal = null;
    this.#tries = 0;
    this.#seen = seq;
    this.table = table;
    if (deal) this.#follow(deal, true);
    else this.deal = null;
    this.#listen(said);
    this.#saw();
    clearInterval(this.#beat);
    this.#beat = window.setInterval(this.#check, pingEvery);
    for (const { message } of this.#waiting.values()) this.#send(message);
  }

  #follow(deal: AnyDeal, back: boolean): void {
    const sameDeal = this.deal?.number === deal.number && this.deal.kind === deal.kind;
    const before = sameDeal ? this.told.slice(0, deal.before) : [];
    this.told = [...before, ...(deal.told as Told[])];
    this.fresh = back ? this.told.length : before.length;
    this.deal = deal;
  }

  #saw(): void {
    const seen = this.#seen ?? -1;
    for (const { seq, shown } of this.#looking) if (seq <= seen) shown();
    this.#looking = this.#looking.filter(({ seq }) => seq > seen);
  }

  #clocks(running: Running[]): void {
    const at = performance.now();
    if (running.length > 0 || this.running.length > 0) {
      this.running = running.map((clock) => ({ ...clock, at }));
    }
  }

  #listen(said: Line[]): void {
    const last = this.said.at(-1)?.seq ?? -1;
    const fresh = said.filter((line) => line.seq > last);
    if (fresh.length > 0) this.said = [...this.said, ...fresh].slice(-200);
  }

  #refused(id: string, message: FromServer & { type: "refused" }): void {
    const wish = this.#waiting.get(id);
    // Not done for certain, or perhaps: asked again under the same id it is done once.
    const wanted = message.code === "unsure" ? 1 : message.code === "too-fast" ? message.wait : null;
    if (!wish || (wanted ?? Infinity) > soon) {
      this.#settle(id, message);
      return;
    }
    const wait = 1000 * (wanted ?? 1) * (1 + Math.random() / 2);
    window.setTimeout(() => {
      // After a reconnect it has been sent already, and would be done once all the same.
      if (this.state === "online" && this.#waiting.has(id)) this.#send(wish.message);
    }, wait);
  }

  #settle(id: string, message: FromServer): void {
    this.#waiting.get(id)?.answer(message);
    this.#waiting.delete(id);
  }
}
