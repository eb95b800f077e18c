// The melds that a holding makes: cards of one number, a double among them counting once or twice.
//
// Their order is pinned (see games/auf_ab/moves.py): by their cards, read as a binary number, and
// the same cards by size. Besides walking through them one can count them and go straight to the
// n-th, so that a random move costs no list.
#pragma once

#include <array>
#include <cstdint>

#include "funicular/auf_ab/cards.hpp"

namespace funicular::auf_ab {

// A meld and the size it counts for in one word, or a pass, which has no cards.
struct Move {
  std::uint64_t code;

  static constexpr Move lay(Bits cards, int size) {
    return {cards | static_cast<std::uint64_t>(size) << kSizeAt};
  }
  constexpr Bits cards() const { return code & kEveryCard; }
  constexpr int size() const { return static_cast<int>(code >> kSizeAt); }
  constexpr bool is_pass() const { return code == 0; }
  constexpr bool operator==(const Move&) const = default;

  static constexpr int kSizeAt = 56;
};

inline constexpr Move kPass{0};

// Ten cards may share a number, and the double counts twice.
inline constexpr int kMostSharing = 10;
inline constexpr int kLargestSize = kMostSharing + 1;

// How many cards a number picks from a holding: `count` for small numbers, which are asked for
// most.
constexpr std::array<std::uint8_t, 1 << kMostSharing> count_digits() {
  std::array<std::uint8_t, 1 << kMostSharing> counts{};
  for (std::size_t number = 1; number < counts.size(); ++number)
    counts[number] = static_cast<std::uint8_t>(counts[number / 2] + number % 2);
  return counts;
}
inline constexpr auto kPicked = count_digits();

// Calls `visit` with every choice among these cards, which share a number, and how many they are.
template <typename Visit>
constexpr void each_choice(Bits holding, Visit&& visit) {
  std::size_t number = 1;
  for (Bits cards = lowest_bit(holding); cards; cards = (cards - holding) & holding)
    visit(cards, kPicked[number++]);
}

// Calls `visit` with every meld of these cards, which share a number.
template <typename Visit>
constexpr void each_meld(Bits holding, Visit&& visit) {
  each_choice(holding, [&](Bits cards, int held) {
    visit(Move::lay(cards, held));
    if (has_double(cards)) visit(Move::lay(cards, held + 1));
  });
}

// The same for those of one size.
template <typename Visit>
constexpr void each_meld_of_size(Bits holding, int size, Visit&& visit) {
  each_choice(holding, [&](Bits cards, int held) {
    if (held == size || (held == size - 1 && has_double(cards))) visit(Move::lay(cards, size));
  });
}

constexpr std::array<std::array<std::uint16_t, kMostSharing + 2>, kMostSharing + 2> pascal() {
  std::array<std::array<std::uint16_t, kMostSharing + 2>, kMostSharing + 2> choose{};
  for (std::size_t n = 0; n < choose.size(); ++n) {
    choose[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k)
      choose[n][k] = static_cast<std::uint16_t>(choose[n - 1][k - 1] + choose[n - 1][k]);
  }
  return choose;
}
inline constexpr auto kChoose = pascal();

constexpr int count_melds(Bits holding) {
  const int held = count(holding);
  return has_double(holding) ? (3 << (held - 1)) - 1 : (1 << held) - 1;
}

constexpr int count_melds_of_size(Bits holding, int size) {
  const int held = count(holding);
  const int once = kChoose[held][size];
  return has_double(holding) && size > 1 ? once + kChoose[held - 1][size - 2] : once;
}

// The cards of a holding that a number picks, its last digit standing for the lowest card.
constexpr Bits picked(Bits holding, int number) {
  Bits cards = 0;
  for (; number; number >>= 1, holding &= holding - 1)
    if (number & 1) cards |= lowest_bit(holding);
  return cards;
}

// The meld with `rank` melds of this holding before it. `rank` < count_melds(holding).
constexpr Move nth_meld(Bits holding, int rank) {
  if (!has_double(holding)) {
    const Bits cards = picked(holding, rank + 1);
    return Move::lay(cards, count(cards));
  }
  const bool double_is_lowest = has_double(lowest_bit(holding));
  // Melds without the double have one size, melds with it have two. Where the double is the lowest
  // card they take turns, where it is the highest the latter follow the former.
  const int plain = (1 << (count(holding) - 1)) - 1;
  int number = 0;
  bool twice = false;
  if (double_is_lowest) {
    number = 2 * (rank / 3) + (rank % 3 < 2 ? 1 : 2);
    twice = rank % 3 == 1;
  } else if (rank < plain) {
    number = rank + 1;
  } else {
    number = plain + 1 + (rank - plain) / 2;
    twice = (rank - plain) % 2 == 1;
  }
  const Bits cards = picked(holding, number);
  return Move::lay(cards, count(cards) + twice);
}

constexpr Move nth_meld_of_size(Bits holding, int size, int rank) {
  Move found = kPass;
  each_meld_of_size(holding, size, [&](Move move) {
    if (rank-- == 0) found = move;
  });
  return found;
}

}  // namespace funicular::auf_ab
