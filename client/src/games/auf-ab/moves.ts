// The moves of Auf & Ab that lay cards: `0-0 0-1 x3`.
import type { Option } from "../../board/melds";

export function layings(legal: string[]): Option[] {
    return legal
        .filter((move) => move !== "pass")
        .map((move) => {
            const words = move.split(" ");
            return { move, cards: words.slice(0, -1), size: Number(words.at(-1)!.slice(1)) };
        });
}
