// Marks the move of a hint on the board: its cards are raised and outlined, or the button or meld that it
// is made with. Nothing else of the board changes, and nothing moves but those cards.

const MARK = "data-hinted";

/** Mark this move, as the protocol writes it, until the returned function is called. */
export function markMove(move: string): () => void {
    const found = partsOf(move);
    for (const part of found) part.setAttribute(MARK, "");
    return () => {
        for (const part of found) part.removeAttribute(MARK);
    };
}

function partsOf(move: string): Element[] {
    const words = move.split(" ");
    if (words[0] === "bid") return one(".bids", Number(words[1]));
    // The small action of these games, always in the same place.
    if (words[0] === "pass" || words[0] === "flip") return one(".actions .row", 0);
    const found: Element[] = [];
    const zone = /^(?:take|add \S+ to) (\S+)$/.exec(move)?.[1];
    if (zone !== undefined) found.push(...document.querySelectorAll(`[data-zone="${CSS.escape(zone)}"]`));
    for (const word of words) {
        const cards = document.querySelectorAll(`.held[data-face="${CSS.escape(word)}"]`);
        // Of like cards as many as the move has.
        const next = [...cards].find((card) => !found.includes(card));
        if (next) found.push(next);
    }
    return found;
}

function one(parent: string, place: number): Element[] {
    const found = document.querySelector(parent)?.querySelectorAll("button")[place];
    return found ? [found] : [];
}
