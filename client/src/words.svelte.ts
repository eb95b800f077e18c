// The client's own words, from the catalogue of the server: `say("web.home.about")`. Reading them in
// a component follows the language when it is switched. A language is a folder of the catalogue, so
// that none is named here. Those of pages that not every visit comes to are loaded on the way there.
import { given } from "./given";
import { numberText } from "./numbers";
import { pluralForm, type PluralForms } from "./plurals";
import { storage } from "./storage";
import type { LanguageShown } from "./protocol";

/** A sentence, or its forms by plural category, the same as those of the server's catalogues. */
type Forms = string | PluralForms;
export type Values = Record<string, string | number>;

const usual = "en";

// Each is replaced as a whole: what watched every word of its own would cost at every sentence.
const state = new (class {
    lang = $state.raw(usual);
    words = $state.raw<Record<string, Forms>>({});
    /** The languages there are, by code: each called by its own name. */
    languages = $state.raw<Record<string, string>>({});
})();
/** The later words that are there or on their way: in which language, and when they are there. */
let later: { lang: string; there: Promise<void> } | null = null;
/** The language of which all words are there. */
let complete = "";

/** The language in use, as `<html lang>` and the server's `lang` want it. */
export function lang(): string {
    return state.lang;
}

export function languages(): [code: string, name: string][] {
    return Object.entries(state.languages);
}

/** The sentence of this key before it has its values, in the plural form for this number. */
export function sentence(key: string, n: number): string {
    const forms = state.words[key];
    if (forms === undefined) return missing(key);
    return typeof forms === "string" ? forms : pluralForm(forms, state.lang, n);
}

/** The sentence of this key; `n` among the values chooses its plural form. */
export function say(key: string, values: Values = {}): string {
    return sentence(key, Number(values.n)).replace(/\{(\w+)\}/g, (whole, name: string) => {
        const value = values[name];
        if (value === undefined) return whole;
        return typeof value === "number" ? numberText(value, state.lang) : value;
    });
}

/** A sentence that was not foreseen here comes when the later words do, if it is one of them. */
function missing(key: string): string {
    if (complete === state.lang) return key;
    void laterWords().catch(() => {});
    return "";
}

/** What the server says at this path, if it is not in the page already. */
async function read<T>(path: string): Promise<T> {
    const there = given<T>(path);
    if (there !== undefined) return there;
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return (await answer.json()) as T;
}

function readWords(lang: string, part: "first" | "later"): Promise<Record<string, Forms>> {
    return read(`/api/words/${lang}?part=${part}`);
}

/** Resolves once the words of pages that not every visit comes to are there, in the language in use. */
export function laterWords(): Promise<void> {
    const { lang } = state;
    if (later?.lang === lang) return later.there;
    const there = readWords(lang, "later").then((words) => {
        if (state.lang !== lang) return;
        complete = lang;
        state.words = { ...state.words, ...words };
    });
    later = { lang, there };
    there.catch(() => {
        if (later?.there === there) later = null;
    });
    return there;
}

/** Load the words of a language, with the later ones if they were in use, and use it from now on. */
export async function speak(lang: string): Promise<void> {
    const parts = [readWords(lang, "first"), later ? readWords(lang, "later") : Promise.resolve(null)] as const;
    const [first, more] = await Promise.all(parts);
    state.words = { ...first, ...more };
    later = more ? { lang, there: Promise.resolve() } : null;
    complete = more ? lang : "";
    state.lang = lang;
    document.documentElement.lang = lang;
}

/**
 * Speak the language that the address asks for, else the one chosen before, else the first of the
 * browser's that there is.
 */
export async function speakAtStart(): Promise<void> {
    const there = await read<LanguageShown[]>("/api/languages");
    state.languages = Object.fromEntries(there.map(({ code, name }) => [code, name]));
    const asked = new URLSearchParams(location.search).get("lang");
    const wanted = [asked, storage.lang(), ...navigator.languages.map((tag) => tag.slice(0, 2)), usual];
    await speak(wanted.find((code) => code !== null && code in state.languages) ?? usual);
}

/** Switch the language for good. */
export async function switchTo(lang: string): Promise<void> {
    await speak(lang);
    storage.saveLang(lang);
}
