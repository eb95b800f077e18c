// The key of a profile: Ed25519 by the browser's own WebCrypto, from the root of this browser. It signs
// what is asked for the profile (docs/profiles.md), and never leaves the page.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { reach, Refused } from "../api";
import type { Refusal } from "../deal";
import { derived, personHeaders, root } from "../people/person";
import { say } from "../words.svelte";

/** What stands before the 32 bytes of a private key in PKCS #8. */
const pkcs8 = "302e020100300506032b657004220420";

interface Key {
    root: string;
    private: CryptoKey;
    /** The public key, in base64 for addresses. */
    public: string;
}

let made: Promise<Key> | null = null;
let madeOf = "";

function keyOf(from: string): Promise<Key> {
    if (made && madeOf === from) return made;
    madeOf = from;
    made = makeKey(from);
    made.catch(() => (made = null));
    return made;
}

async function makeKey(from: string): Promise<Key> {
    const bytes = new Uint8Array([...hexToBytes(pkcs8), ...derived(from, "profile", 32)]);
    const found = await crypto.subtle.importKey("pkcs8", bytes, { name: "Ed25519" }, true, ["sign"]);
    const { x } = await crypto.subtle.exportKey("jwk", found);
    if (!x) throw new Error("no public key");
    return { root: from, private: found, public: x };
}

/** Whether this browser can sign: an old one cannot, nor can any on a page without https. */
export async function canSign(): Promise<boolean> {
    try {
        await keyOf(root());
        return true;
    } catch {
        return false;
    }
}

/** The id of the profile that belongs to a root. */
export async function profileOf(from: string): Promise<string> {
    const key = await keyOf(from);
    const bytes = Uint8Array.from(atob(key.public.replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0));
    return bytesToHex(sha256(bytes)).slice(0, 32);
}

/** By how much the server's clock is ahead of ours, in milliseconds, once it has complained. */
let ahead = 0;
let last = 0;

async function signature(from: string, method: string, path: string, body: string): Promise<string> {
    const key = await keyOf(from);
    // No two at the same time: the server takes each only if it is after the last.
    last = Math.max(last + 1, Date.now() + ahead);
    const text = [
        "funicular request 1",
        method,
        location.host.toLowerCase(),
        path,
        bytesToHex(sha256(utf8ToBytes(body))),
        String(last),
    ].join("\n");
    const signed = await crypto.subtle.sign({ name: "Ed25519" }, key.private, new Uint8Array(utf8ToBytes(text)));
    const base64 = btoa(String.fromCharCode(...new Uint8Array(signed)));
    return `${key.public}.${last}.${base64.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

interface Signed {
    /** What is sent as JSON; without it, something is only asked. */
    body?: object;
    headers?: Record<string, string>;
    /** Whose key signs; this browser's own unless another root is tried. */
    from?: string;
    signal?: AbortSignal;
}

/** Ask something in the name of the profile. A refusal comes back as the sentence it is. */
export async function askSigned<T>(
    path: string,
    { body, headers = {}, from = root(), signal }: Signed = {},
): Promise<T> {
    const method = body ? "POST" : "GET";
    const sent = body ? JSON.stringify(body) : "";
    for (let tries = 0; ; tries++) {
        const own = {
            ...headers,
            ...personHeaders(from),
            "Funicular-Signature": await signature(from, method, path, sent),
        };
        const request: RequestInit = { method, headers: own, cache: "no-store" };
        if (body) request.body = sent;
        if (signal) request.signal = signal;
        const answer = await reach(path, request);
        const found: unknown = await answer.json().catch(() => null);
        if (answer.ok) return found as T;
        const { code = "unknown", text = say("web.net.failed") } = (found ?? {}) as Partial<Refusal>;
        const server = Date.parse(answer.headers.get("Date") ?? "");
        if (code !== "clock" || tries > 0 || Number.isNaN(server)) throw new Refused({ code, text });
        // Our clock is wrong: go by the server's.
        ahead = server - Date.now();
    }
}
