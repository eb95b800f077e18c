// The rules page of a game: the server's HTML, made ready for reading. Numbers of rules become
// links, and cards become places for their pictures.
import { ask } from "../api";
import type { CardKind } from "../games/game";
import { lang } from "../words.svelte";
import { cardsIn } from "./pictures";

export interface RulesText {
    title: string;
    html: string;
    contents: { id: string; title: string }[];
}

export async function rulesOf(game: string, kind: CardKind | null): Promise<RulesText> {
    const path = `/api/rules/${encodeURIComponent(game)}?lang=${lang()}`;
    const { title, html } = await ask<{ title: string; html: string }>(path);
    const page = new DOMParser().parseFromString(html, "text/html").body;
    const headings = [...page.querySelectorAll("h2")];
    headings.forEach((heading, i) => (heading.id = `part-${i + 1}`));
    // The last part tells how moves are written: there the text itself is the point.
    const last = headings.at(-1);
    for (const code of page.querySelectorAll("code")) {
        const notation = last && last.compareDocumentPosition(code) & Node.DOCUMENT_POSITION_FOLLOWING;
        const cards = notation ? null : cardsIn(kind, code.textContent);
        if (cards) code.replaceWith(awaited(cards, code.textContent));
    }
    const known = new Set([...page.querySelectorAll(".rule")].map((rule) => rule.id));
    for (const rule of page.querySelectorAll(".rule > strong:first-child")) {
        rule.replaceWith(link(rule.parentElement!.id, "rule-number", rule.textContent));
    }
    linkMentions(page, known);
    for (const table of page.querySelectorAll("table")) {
        const scroll = document.createElement("div");
        scroll.className = "scroll";
        scroll.tabIndex = 0;
        table.replaceWith(scroll);
        scroll.append(table);
    }
    return {
        title,
        html: page.innerHTML,
        contents: headings.map(({ id, textContent }) => ({ id, title: textContent })),
    };
}

/** The place of cards as pictures, as large as they will be; their names are read until they are there. */
function awaited(cards: string[], text: string): HTMLElement {
    const place = document.createElement("span");
    place.className = "awaited";
    place.dataset.cards = cards.join(" ");
    const named = document.createElement("span");
    named.className = "unseen";
    named.textContent = text;
    place.append(named, ...cards.map(() => document.createElement("i")));
    return place;
}

function link(rule: string, style: string, text: string): HTMLAnchorElement {
    const made = document.createElement("a");
    made.href = `#${rule}`;
    made.className = style;
    made.textContent = text;
    return made;
}

/** Where a rule speaks of another by its number, lead there. */
function linkMentions(page: HTMLElement, known: Set<string>): void {
    const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
        if (text.parentElement?.closest("a, code, h2, .awaited")) continue;
        const parts = text.data.split(/\b([A-Z]\d{1,2})\b/);
        if (parts.length < 2) continue;
        text.replaceWith(...parts.map((part) => (known.has(part) ? link(part, "mention", part) : part)));
    }
}
