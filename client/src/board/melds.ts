// Which moves the cards chosen can still become, from the list of legal moves and nothing else.

export interface Option {
    move: string;
    cards: string[];
    // How many cards it counts as; for a game without sizes, how many it has.
    size: number;
}

/** Whether every card of `part` is in `whole`, counting like cards one by one. */
export function within(part: string[], whole: string[]): boolean {
    const rest = [...whole];
    return part.every((card) => {
        const at = rest.indexOf(card);
        if (at >= 0) rest.splice(at, 1);
        return at >= 0;
    });
}

export function exactly(options: Option[], cards: string[]): Option[] {
    return options.filter((option) => option.cards.length === cards.length && within(cards, option.cards));
}

export function reachable(options: Option[], cards: string[]): Option[] {
    return options.filter((option) => within(cards, option.cards));
}

/** The move with the most cards that these can become. */
export function greatest(options: Option[], cards: string[]): Option | undefined {
    return reachable(options, cards).reduce<Option | undefined>(
        (best, option) => (best && best.cards.length >= option.cards.length ? best : option),
        undefined,
    );
}

/**
 * The cards of a hand that "all alike" chooses: those of the greatest move that the chosen ones can
 * become, or before one's turn all of the same value. Null where there are none.
 */
export function allAlike<Held extends { card: string }>(
    hand: Held[],
    chosen: string[],
    turn: { whole: Option | undefined; playing: boolean; valueOf: (card: string) => number },
): Held[] | null {
    const [first] = chosen;
    if (!turn.playing) {
        return first === undefined ? null : hand.filter(({ card }) => turn.valueOf(card) === turn.valueOf(first));
    }
    if (!turn.whole) return null;
    const rest = [...turn.whole.cards];
    return hand.filter(({ card }) => {
        const at = rest.indexOf(card);
        if (at >= 0) rest.splice(at, 1);
        return at >= 0;
    });
}
