// The hands of a deal, from the shuffled deck: seat by seat, each as a record writes it.

export function handsOf(cards: string[], seats: number, each: number): string[] {
    return Array.from({ length: seats }, (_, seat) => cards.slice(seat * each, (seat + 1) * each).join(" "));
}
