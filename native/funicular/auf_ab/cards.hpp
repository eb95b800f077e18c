// The 55 cards of Auf & Ab as bits of one word, in the order of the Python cards: 0-0, 0-1 … 9-9.
//
// Strength is the number that counts as seen from the top: when rising it is the low number, when
// falling 9 less the high one. A higher strength beats a lower one in both directions, so nothing
// after this file needs to ask which way a trick goes.
#pragma once

#include <array>
#include <cstdint>

#include "funicular/bits.hpp"

namespace funicular::auf_ab {

inline constexpr int kCards = 55;
inline constexpr int kStrengths = 10;
inline constexpr Bits kEveryCard = bit(kCards) - 1;

enum class Direction : std::uint8_t { rising, falling };

constexpr int index(Direction direction) { return static_cast<int>(direction); }
constexpr Direction opposite(Direction direction) {
  return direction == Direction::rising ? Direction::falling : Direction::rising;
}

// The place of the card `low-high` among all.
constexpr int place(int low, int high) { return 10 * low - low * (low - 1) / 2 + high - low; }

// So many bits of a Shape for each strength: ten cards weigh 21 at most.
inline constexpr int kShapeBits = 6;

struct Deck {
  // For each direction: the strength of each card, and the cards of each strength.
  std::array<std::array<std::uint8_t, kCards>, 2> strength{};
  std::array<std::array<Bits, kStrengths>, 2> sharing{};
  // 2 for each card, 3 for a double: summed up over cards that share a number, the last digit says
  // whether the double is among them, and the rest how many they are.
  std::array<std::uint8_t, kCards> weight{};
  // That weight at its place in a Shape.
  std::array<std::array<std::uint64_t, kCards>, 2> weight_in_shape{};
  Bits doubles = 0, changes = 0;

  constexpr Deck() {
    for (int low = 0; low < 10; ++low)
      for (int high = low; high < 10; ++high) {
        const int card = place(low, high);
        const int strengths[2] = {low, 9 - high};
        weight[card] = low == high ? 3 : 2;
        for (int way = 0; way < 2; ++way) {
          strength[way][card] = static_cast<std::uint8_t>(strengths[way]);
          sharing[way][strengths[way]] |= bit(card);
          weight_in_shape[way][card] = std::uint64_t{weight[card]} << kShapeBits * strengths[way];
        }
        if (low == high) doubles |= bit(card);
        if (low + high == 9) changes |= bit(card);
      }
  }
};

inline constexpr Deck kDeck{};

constexpr int strength(Direction direction, Bits cards) {
  return kDeck.strength[index(direction)][lowest(cards)];
}
constexpr Bits sharing(Direction direction, int strength) {
  return kDeck.sharing[index(direction)][strength];
}
constexpr bool has_double(Bits cards) { return (cards & kDeck.doubles) != 0; }
// Whether a meld turns the direction: it holds one change card at most.
constexpr bool turns(Bits meld) { return (meld & kDeck.changes) != 0; }

// How many cards of each strength a hand has in one direction: their weights side by side in a
// word, so that taking a card out is one subtraction.
class Shape {
 public:
  constexpr Shape(Direction direction, Bits hand) {
    each(hand, [&](int card) { word_ += kDeck.weight_in_shape[index(direction)][card]; });
  }

  constexpr int weight(int strength) const {
    return static_cast<int>(word_ >> kShapeBits * strength) & ((1 << kShapeBits) - 1);
  }
  constexpr int cards(int strength) const { return weight(strength) / 2; }
  constexpr bool doubled(int strength) const { return weight(strength) % 2; }

  constexpr void take_out(Direction direction, int card) {
    word_ -= kDeck.weight_in_shape[index(direction)][card];
  }

 private:
  std::uint64_t word_ = 0;
};

}  // namespace funicular::auf_ab
