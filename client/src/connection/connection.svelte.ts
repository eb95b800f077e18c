// The line to a table: a socket that comes back by itself (transport), requests that wait for their
// answer (requests) and what the server has shown (table state). Here they meet, and here is said who
// one is: the hello, and which of one's tokens lets one in.
import type { Command, Refusal } from "../deal";
import type { FromServer } from "../protocol";
import { lang } from "../words.svelte";
import { Requests } from "./requests";
import { TableState } from "./table_state.svelte";
import { Transport, type LineState } from "./transport.svelte";

const protocol = 1;

/** The result of a command: the row of the log it was done in, with a token where a seat was taken;
 * or why it was not done. */
export type Outcome =
    { seq: number; token: string | null; refusal: null } | { seq: null; token: null; refusal: Refusal };

export interface Secrets {
    /** What may open one's seat, tried in this order: a new token may or may not have been taken. */
    tokens: string[];
    invite: string | null;
}

export class Connection extends TableState {
    refusal = $state.raw<Refusal | null>(null);
    /** The sentence with which one was told that one's token is no longer good. */
    removed = $state<string | null>(null);
    /** That token. */
    removedToken: string | null = null;

    #secrets: Secrets;
    /** Which of the tokens is tried now. */
    #tried = 0;
    #saidAs = "";
    #transport: Transport;
    #requests: Requests;

    constructor(id: string, secrets: Secrets) {
        super();
        this.#secrets = secrets;
        this.#requests = new Requests((message) => {
            if (this.state === "online") this.#transport.send(message);
        });
        this.#transport = new Transport(id, {
            opened: () => this.#hello(),
            heard: (message) => this.#hear(message),
            lost: () => (this.#tried = 0),
        });
        this.#transport.open();
    }

    get state(): LineState {
        return this.#transport.state;
    }

    close(): void {
        this.#transport.close();
    }

    /** The token that lets one in now; null for a client that watches. */
    get token(): string | null {
        return this.#secrets.tokens[this.#tried] ?? null;
    }

    /** All that may let one in, tried one after the other. */
    get tokens(): string[] {
        return this.#secrets.tokens;
    }

    /** Ask the table to do something; settled once the server has answered, however long it takes. */
    async do(command: Command): Promise<Outcome> {
        const drawn = "token" in command ? (command.token ?? null) : null;
        // Should the answer be lost, the next hello has to try both what was and what may be.
        if (drawn) this.#hold([drawn, ...this.#secrets.tokens], 1);
        const answer = await this.#requests.ask((id) => ({ type: "do", id, command }));
        if (answer.type === "done") {
            if (answer.token) this.#hold([answer.token], 0);
            return { seq: answer.seq, token: answer.token ?? null, refusal: null };
        }
        if (drawn)
            this.#hold(
                this.#secrets.tokens.filter((token) => token !== drawn),
                0,
            );
        const refusal = answer.type === "refused" ? answer : { code: "unknown", text: "" };
        return { seq: null, token: null, refusal };
    }

    /** Why a move is not allowed; null if it is. */
    async why(move: string): Promise<string | null> {
        const answer = await this.#requests.ask((id) => ({ type: "why", id, move }));
        if (answer.type === "reason") return answer.text;
        return answer.type === "refused" ? answer.text : null;
    }

    /** Say hello again, in the language now in use: every sentence of the server comes in it. */
    restart(): void {
        // Before the first hello there is nothing to say again.
        if (this.#transport.closed || this.#saidAs === "" || this.#saidAs === lang()) return;
        this.seen = null;
        this.#tried = 0;
        this.#transport.open();
    }

    #hold(tokens: string[], tried: number): void {
        this.#secrets = { ...this.#secrets, tokens };
        this.#tried = tried;
    }

    #hello(): void {
        this.#saidAs = lang();
        const { token, seen } = this;
        const { invite } = this.#secrets;
        this.#transport.send({ type: "hello", protocol, lang: this.#saidAs, token, invite, seen });
    }

    /** Come again with the next token, if there is one. */
    #tryNext(): boolean {
        if (this.#tried + 1 >= this.#secrets.tokens.length) return false;
        this.#tried += 1;
        this.#transport.open();
        return true;
    }

    #hear(message: FromServer): void {
        switch (message.type) {
            case "welcome":
                // The invitation let us in, but the token opened no seat: perhaps another one does.
                if (message.table.you === null && !message.table.host && this.#tryNext()) break;
                this.#transport.welcomed();
                this.refusal = null;
                this.welcome(message);
                this.#requests.resend();
                break;
            case "update":
                this.update(message);
                break;
            case "done":
            case "reason":
                this.#requests.settle(message.id, message);
                break;
            case "refused":
                if (message.id !== null) this.#requests.refused(message.id, message);
                else if (this.state !== "online") {
                    if (message.code === "no-entry" && this.#tryNext()) break;
                    this.refusal = message;
                    if (message.wait) this.#transport.wait(message.wait);
                    // A busy server may have time later; a wrong key never fits.
                    if (message.code !== "busy" && message.code !== "too-fast") this.#transport.refused();
                }
                break;
            case "removed":
                this.removedToken = this.token;
                this.removed = message.text;
                this.#hold([], 0);
                break;
            case "pong":
            case "heartbeat":
                break;
        }
    }
}
