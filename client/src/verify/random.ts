// The random numbers of a deal, as docs/deals.md describes them: HMAC-SHA256 of 0, 1, 2, … under a
// key made from the seed, the deal's number and the nonces. Written anew from that page, so that it
// checks the server and does not repeat it.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const BLOCK_BYTES = 8;

export function commitment(seed: string): string {
    return bytesToHex(sha256(hexToBytes(seed)));
}

export class DealNumbers {
    #key: Uint8Array;
    #block = 0;
    #bytes: number[] = [];

    constructor(seed: string, deal: number, nonces: string[]) {
        const text = [`funicular deal ${deal}`, ...nonces].join("\n");
        this.#key = hmac(sha256, hexToBytes(seed), utf8ToBytes(text));
    }

    /** The next so many bits as a number: as few whole bytes as hold them, less the last bits. */
    bits(count: number): bigint {
        const needed = Math.ceil(count / 8);
        while (this.#bytes.length < needed) {
            const block = new Uint8Array(BLOCK_BYTES);
            new DataView(block.buffer).setBigUint64(0, BigInt(this.#block));
            this.#bytes.push(...hmac(sha256, this.#key, block));
            this.#block += 1;
        }
        const taken = this.#bytes.splice(0, needed);
        const number = taken.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
        return number >> BigInt(8 * needed - count);
    }

    /** A number from 0 to n - 1, drawn again until it is below n. */
    below(n: number): number {
        const length = n.toString(2).length;
        for (;;) {
            const number = Number(this.bits(length));
            if (number < n) return number;
        }
    }

    /** Shuffled by Fisher and Yates, from the last card down. */
    shuffled(deck: readonly string[]): string[] {
        const cards = [...deck];
        for (let place = cards.length - 1; place > 0; place -= 1) {
            const other = this.below(place + 1);
            [cards[place], cards[other]] = [cards[other]!, cards[place]!];
        }
        return cards;
    }
}
