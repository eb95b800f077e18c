// Seeds that Python counts too: core/seeds.py.
const WORD = (1n << 64n) - 1n;
const STEP = 0x9e3779b97f4a7c15n;

function mixed(word: bigint): bigint {
  word &= WORD;
  word = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
  word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & WORD;
  return word ^ (word >> 31n);
}

export function decisionSeed(seed: bigint, deal: number, ply: number): bigint {
  let word = seed & WORD;
  for (const part of [deal, ply]) word = mixed(word + STEP) + BigInt(part);
  return mixed(word + STEP);
}

export function splitMix64(seed: bigint): () => bigint {
  let word = seed & WORD;
  return () => mixed((word = (word + STEP) & WORD));
}
