// The cards of Ascenseur as bits, in the order of the Python rules: suits C D H S, ranks 2 to ace.
#pragma once

#include "funicular/bits.hpp"

namespace funicular::ascenseur {

inline constexpr int kRanks = 13;
inline constexpr int kSuits = 4;
inline constexpr int kMostSeats = 6;
inline constexpr int kNoTrump = -1;

constexpr int suit_of(int card) { return card / kRanks; }
constexpr int rank_of(int card) { return card % kRanks; }
constexpr Bits suit_bits(int suit) { return ((Bits{1} << kRanks) - 1) << (suit * kRanks); }
inline constexpr Bits kEveryCard = (Bits{1} << (kRanks * kSuits)) - 1;

// The cards of the same suit and higher rank.
constexpr Bits above(int card) { return suit_bits(suit_of(card)) & ~((bit(card) << 1) - 1); }

// The lowest card of each suit.
inline constexpr Bits kLowest = bit(0) | bit(kRanks) | bit(2 * kRanks) | bit(3 * kRanks);

// Of cards in one hand those that are not equal to a lower one: cards of one suit between which
// none lies that sets them apart.
constexpr Bits unequal(Bits hand, Bits apart) {
  const Bits open = ~(hand | apart | kLowest);
  const Bits next = hand << 1 & ~kLowest;
  // The sum carries a card's next place through all open places to the first that is not.
  const Bits reached = (next | ((next & open) + open)) & ~open & ~kLowest;
  return hand & ~reached;
}

}  // namespace funicular::ascenseur
