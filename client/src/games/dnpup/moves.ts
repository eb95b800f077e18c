// The moves of dnpup, from the list of legal ones: `play 3/4 3/6`, `add 5/2 to 2`, `take 2`.
import type { Option } from "../../board/melds";

export function plays(legal: string[]): Option[] {
    return legal
        .filter((move) => move.startsWith("play "))
        .map((move) => {
            const cards = move.split(" ").slice(1);
            return { move, cards, size: cards.length };
        });
}

export interface Adding {
    move: string;
    card: string;
    zone: string;
}

export function adds(legal: string[]): Adding[] {
    return legal.flatMap((move) => {
        const found = /^add (\S+) to (\S+)$/.exec(move);
        return found ? [{ move, card: found[1]!, zone: found[2]! }] : [];
    });
}

export function takes(legal: string[]): { move: string; zone: string }[] {
    return legal.flatMap((move) => {
        const found = /^take (\S+)$/.exec(move);
        return found ? [{ move, zone: found[1]! }] : [];
    });
}
