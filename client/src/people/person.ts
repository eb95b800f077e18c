// Who this browser is to the server, without an account: a root of 128 bits, drawn once and kept
// here. Everything comes from it (`identity` in docs/profiles.md): the secret that is sent so that
// a review or an attempt at a daily deal is one's own, and the key of a profile, if one makes one.
// The root itself is sent to nobody.
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { nonce } from "../api";
import { storage } from "../storage";

/** The root in hex; drawn at the first use. */
export function root(): string {
    const stored = storage.root();
    if (stored !== null && /^[0-9a-f]{32}$/.test(stored)) return stored;
    const drawn = nonce();
    storage.saveRoot(drawn);
    return drawn;
}

/** So many bytes that follow from a root and what they are for. */
export function derived(from: string, use: string, bytes: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(hkdf(sha256, hexToBytes(from), undefined, utf8ToBytes(`funicular ${use}`), bytes));
}

/** What tells the server whose request it is. To be sent with what is kept for a person. */
export function personHeaders(from = root()): Record<string, string> {
    return { "Funicular-Person": bytesToHex(derived(from, "person", 16)) };
}
