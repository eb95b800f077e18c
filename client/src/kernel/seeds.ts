// Seeds as `funicular.core.seeds` counts them: a review made here has the values of one made there.

const WORD = (1n << 64n) - 1n;
const STEP = 0x9e3779b97f4a7c15n;

function mixed(word: bigint): bigint {
    word &= WORD;
    word = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
    word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & WORD;
    return word ^ (word >> 31n);
}

/** A seed of its own for each decision of a match, from the seed of the whole. */
export function decisionSeed(seed: bigint | number, deal: number, ply: number): bigint {
    let word = BigInt(seed);
    for (const part of [deal, ply]) word = mixed(word + STEP) + BigInt(part);
    return mixed(word + STEP);
}

/**
 * The words of splitmix64. With the seed of a decision the first is the seed of the race for the best
 * move, and the second that of measuring it once more beside the move made.
 */
export function* splitmix64(seed: bigint): Generator<bigint, never> {
    let word = seed & WORD;
    for (;;) {
        word = (word + STEP) & WORD;
        yield mixed(word);
    }
}
