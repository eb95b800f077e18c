// The socket to a table: opened again by itself after it was lost, and given up when it is silent.
// What is said over it is no concern of this file.
import type { FromClient, FromServer } from "../protocol";

const shortest = 300;
const longest = 5000;
/** The server wants to hear from us. */
const pingEvery = 20_000;
/** The server is heard every two seconds. One that is not heard for so long is asked whether it is
 * there, and left if it does not answer: a process that hangs keeps its sockets open. */
const askAfter = 3000;
const answerWithin = 2500;
const lookEvery = 500;
/** A new line has this long to be let in, and longer with each try: networks can be slow. */
const welcomeWithin = 12_000;
const longestWelcome = 30_000;
/** A page that was asleep for so long does not ask first. */
const asleep = 10_000;
/** Close codes after which coming again cannot help. */
const forGood = [4002, 4003, 4004];
/** The server was asked too much; unless it says for how long, this is how long we leave it alone. */
const tooFast = 4029;
const rest = 10_000;

export type LineState = "connecting" | "online" | "offline" | "refused";

interface Listener {
    /** A new socket is open: say hello. */
    opened(): void;
    heard(message: FromServer): void;
    /** The line was lost and will be tried again later. */
    lost(): void;
}

export class Transport {
    state = $state<LineState>("connecting");

    #address: string;
    #listener: Listener;
    #socket: WebSocket | null = null;
    #tries = 0;
    #retry = 0;
    /** Not before this time does the server want us back. */
    #notBefore = 0;
    #beat = 0;
    #heard = 0;
    #asked = 0;
    #closed = false;

    constructor(table: string, listener: Listener) {
        const scheme = location.protocol === "https:" ? "wss" : "ws";
        this.#address = `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
        this.#listener = listener;
        addEventListener("online", this.#again);
        addEventListener("offline", this.#lost);
        document.addEventListener("visibilitychange", this.#looked);
    }

    get closed(): boolean {
        return this.#closed;
    }

    close(): void {
        this.#closed = true;
        clearTimeout(this.#retry);
        removeEventListener("online", this.#again);
        removeEventListener("offline", this.#lost);
        document.removeEventListener("visibilitychange", this.#looked);
        this.#drop();
    }

    send(message: FromClient): void {
        this.#socket?.send(JSON.stringify(message));
    }

    /** Open a socket, in place of the one there may be. */
    open(): void {
        this.#drop();
        clearTimeout(this.#retry);
        const socket = new WebSocket(this.#address);
        this.#socket = socket;
        this.#heard = Date.now();
        this.#asked = this.#heard;
        this.#beat = window.setInterval(this.#check, lookEvery);
        if (this.state !== "offline") this.state = "connecting";
        socket.onopen = () => this.#listener.opened();
        socket.onmessage = (message) => {
            this.#heard = Date.now();
            this.#listener.heard(JSON.parse(message.data as string) as FromServer);
        };
        socket.onclose = (close) => {
            if (socket !== this.#socket) return;
            this.#socket = null;
            clearInterval(this.#beat);
            if (forGood.includes(close.code)) this.state = "refused";
            if (close.code === tooFast && this.#notBefore < Date.now()) this.#notBefore = Date.now() + rest;
            if (this.state !== "refused") this.#later();
        };
    }

    /** The server has let us in. */
    welcomed(): void {
        this.state = "online";
        this.#tries = 0;
    }

    /** The server does not want us, now or ever. */
    refused(): void {
        this.state = "refused";
    }

    /** The server does not want us back before that many seconds. */
    wait(seconds: number): void {
        this.#notBefore = Date.now() + 1000 * seconds;
    }

    #later(): void {
        if (this.#closed) return;
        this.state = "offline";
        this.#listener.lost();
        const wait = Math.min(longest, shortest * 2 ** this.#tries++);
        // Spread, so that a restarted server is not met by everybody at once.
        const spread = wait * (0.5 + Math.random() / 2);
        const asked = Math.max(0, this.#notBefore - Date.now());
        this.#retry = window.setTimeout(() => this.open(), asked + spread);
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
        this.open();
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
        else if (Date.now() - this.#heard > asleep) this.#lost();
    };

    #check = (): void => {
        const now = Date.now();
        const quiet = now - this.#heard;
        if (this.state !== "online") {
            if (quiet > Math.min(longestWelcome, welcomeWithin * (1 + this.#tries))) this.#lost();
        } else if (quiet >= askAfter && this.#asked > this.#heard) {
            if (now - this.#asked >= answerWithin) this.#lost();
        } else if (quiet >= askAfter || now - this.#asked > pingEvery) {
            this.#asked = now;
            this.send({ type: "ping" });
        }
    };
}
