// What was asked of the server and not answered yet. Each request has an id and is sent again under
// it, after a reconnect or when the server wants it later: the server does each of them once.
import { nonce } from "../api";
import type { FromClient, FromServer, Refused } from "../protocol";

/** A request that came too fast is sent again by itself if that may be within this many seconds. */
const soon = 5;

type Request = Extract<FromClient, { id: string }>;

interface Waiting {
    message: Request;
    answer: (answer: FromServer) => void;
}

export class Requests {
    #waiting = new Map<string, Waiting>();
    /** Sends at once where there is a line, else not at all. */
    #send: (message: FromClient) => void;

    constructor(send: (message: FromClient) => void) {
        this.#send = send;
    }

    /** Settled once the server has answered, however long it takes. */
    ask(message: (id: string) => Request): Promise<FromServer> {
        const id = nonce();
        return new Promise((answer) => {
            const waiting = { message: message(id), answer };
            this.#waiting.set(id, waiting);
            this.#send(waiting.message);
        });
    }

    /** There is a line again: send whatever has no answer. */
    resend(): void {
        for (const { message } of this.#waiting.values()) this.#send(message);
    }

    settle(id: string, answer: FromServer): void {
        this.#waiting.get(id)?.answer(answer);
        this.#waiting.delete(id);
    }

    /** A request was refused; one that may be done later is sent again then. */
    refused(id: string, refusal: Refused): void {
        const request = this.#waiting.get(id);
        // Not done for certain, or perhaps: asked again under the same id it is done once.
        const wanted = refusal.code === "unsure" ? 1 : refusal.code === "too-fast" ? refusal.wait : null;
        if (!request || (wanted ?? Infinity) > soon) {
            this.settle(id, refusal);
            return;
        }
        const wait = 1000 * (wanted ?? 1) * (1 + Math.random() / 2);
        setTimeout(() => {
            // After a reconnect it has been sent already, and would be done once all the same.
            if (this.#waiting.has(id)) this.#send(request.message);
        }, wait);
    }
}
