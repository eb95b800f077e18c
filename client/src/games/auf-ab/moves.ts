// The moves of Auf & Ab that lay cards: `0-0 0-1 x3`.
import type { Option } from "../../board/melds";
import type { AufAbDeal } from "../../protocol";

export function layings(legal: string[]): Option[] {
    return legal
        .filter((move) => move !== "pass")
        .map((move) => {
            const words = move.split(" ");
            return { move, cards: words.slice(0, -1), size: Number(words.at(-1)!.slice(1)) };
        });
}

/** The lowest double, which the first lead of the deal must have in it; null at any other moment. */
export function openingCard({ sight, legal }: Pick<AufAbDeal, "sight" | "legal">): string | null {
    // Known to all once it was led.
    if (sight.opening !== null) return null;
    const [first, ...others] = layings(legal);
    const bound = first?.cards.filter((card) => others.every(({ cards }) => cards.includes(card))) ?? [];
    return bound.find((card) => card[0] === card[2]) ?? null;
}
