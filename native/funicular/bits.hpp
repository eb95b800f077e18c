// Sets of cards as bits of one word.
#pragma once

#include <bit>
#include <cstdint>

#include "funicular/random.hpp"

namespace funicular {

using Bits = std::uint64_t;

constexpr int count(Bits bits) { return std::popcount(bits); }
constexpr int lowest(Bits bits) { return std::countr_zero(bits); }
constexpr int highest(Bits bits) { return 63 - std::countl_zero(bits); }
constexpr Bits lowest_bit(Bits bits) { return bits & (~bits + 1); }
constexpr Bits bit(int place) { return Bits{1} << place; }

// The set bit with `rank` set bits below it. `rank` < count(bits).
constexpr Bits nth_bit(Bits bits, int rank) {
  while (rank-- > 0) bits &= bits - 1;
  return lowest_bit(bits);
}

constexpr Bits any_of(Bits bits, Random& random) {
  return nth_bit(bits, static_cast<int>(random.below(static_cast<std::uint32_t>(count(bits)))));
}

// `size` of these cards, every choice as likely as any other. `size` <= count(bits).
constexpr Bits some_of(Bits bits, int size, Random& random) {
  const int held = count(bits);
  if (2 * size > held) return bits & ~some_of(bits, held - size, random);
  Bits chosen = 0;
  for (; size > 0; --size) {
    const Bits one = any_of(bits, random);
    chosen |= one;
    bits &= ~one;
  }
  return chosen;
}

// Calls `visit` with each card's place, lowest first.
template <typename Visit>
constexpr void each(Bits bits, Visit&& visit) {
  for (; bits; bits &= bits - 1) visit(lowest(bits));
}

}  // namespace funicular
