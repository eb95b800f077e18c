// What the text of a card of dnpup says, taken apart for drawing and for speech: `3/6`.

export interface TwoWay {
    active: number;
    inactive: number;
    star: boolean;
}

export function twoWay(card: string): TwoWay {
    const [active = 0, inactive = 0] = card.replace("★", "").split("/").map(Number);
    return { active, inactive, star: active + inactive === 6 && active * inactive === 5 };
}

/** The same card lying the other way up. */
export function turned(card: string): string {
    const { active, inactive } = twoWay(card);
    return `${inactive}/${active}`;
}

/** Which card is written first: by the number that counts, then by the other. */
export function inOrder(a: string, b: string): number {
    const [one, other] = [twoWay(a), twoWay(b)];
    return one.active - other.active || one.inactive - other.inactive;
}
