// The odds behind the casual policy in Auf & Ab: which melds can still be beaten.
//
// The twin of bots/auf_ab/odds.py, to the last bit of every number: the same operations in the same
// order. What Python remembers from call to call is worked out here before the program runs.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "funicular/auf_ab/constants.hpp"
#include "funicular/auf_ab/rules.hpp"

namespace funicular::auf_ab {

inline constexpr int kMostPlain = kMostSharing - 1;
// Weights of holdings (see Deck) are less than this.
inline constexpr int kWeights = 2 * kMostSharing + 2;

class BeatsTable {
 public:
  constexpr BeatsTable() {
    for (int share = 0; share <= kParts; ++share) fill(share);
  }

  // The chances of one holding, by the size of the meld.
  using Sizes = std::array<double, kLargestSize + 1>;
  // By the weight of the unseen cards of one number: two for each, and one for a double.
  constexpr const Sizes& of(int share, int weight) const { return stands_[share][weight]; }

 private:
  // The chance that `wanted` or more of some cards are there, by their number.
  using AtLeast = std::array<std::array<double, kLargestSize + 3>, kMostPlain + 1>;

  // `share` / kParts to a power up to 9. Up to the eighth it fits a double; one rounding follows.
  static constexpr double power(double chance, int exponent) {
    double low = 1, high = 1;
    for (int e = 0; e < exponent; ++e) (e < 8 ? low : high) *= chance;
    return low * high;
  }

  static constexpr AtLeast at_least(double chance) {
    std::array<double, kMostPlain + 1> there{}, absent{};
    for (int e = 0; e <= kMostPlain; ++e) {
      there[e] = power(chance, e);
      absent[e] = power(1 - chance, e);
    }
    AtLeast table{};
    for (int cards = 0; cards <= kMostPlain; ++cards)
      for (int wanted = 0; wanted <= cards; ++wanted)
        for (int held = wanted; held <= cards; ++held)
          table[cards][wanted] += kChoose[cards][held] * there[held] * absent[cards - held];
    return table;
  }

  constexpr void fill(int share) {
    const double chance = static_cast<double>(share) / kParts;
    const AtLeast enough = at_least(chance);
    const auto holds = [&](int plain, int size, bool doubled) {
      if (!doubled) return enough[plain][size];
      const double with_it = enough[plain][size < 2 ? 0 : size - 2], without = enough[plain][size];
      return chance * with_it + (1 - chance) * without;
    };
    for (int size = 1; size <= kLargestSize; ++size)
      for (int doubled = 0; doubled < 2; ++doubled)
        for (int plain = 0; plain <= kMostPlain; ++plain) {
          const double larger = holds(plain, size + 1 + doubled, doubled);
          const double beats = kWhole * (holds(plain, size, doubled) - larger) + kSplit * larger;
          stands_[share][2 * plain + 3 * doubled][size] = 1 - beats;
        }
  }

  std::array<std::array<Sizes, kWeights>, kParts + 1> stands_{};
};

// The chance that a hand with a share of some cards of one number does not lay a meld of a size.
inline constexpr BeatsTable kStands{};

// A number for each size of a meld, or for each number of cards in one; 0 is no meld at all.
inline constexpr int kRow = kLargestSize + 1;
using Row = std::array<float, kRow>;

// kStands in single precision, a row for every weight: for the fast policy.
class FastStands {
 public:
  constexpr FastStands() {
    for (int share = 0; share <= kParts; ++share)
      for (int weight = 0; weight < kWeights; ++weight)
        for (int size = 0; size < kRow; ++size)
          rows_[share][weight][size] =
              weight < 2 || size == 0 ? 1 : static_cast<float>(kStands.of(share, weight)[size]);
  }
  constexpr const Row& of(int share, int weight) const { return rows_[share][weight]; }

 private:
  std::array<std::array<Row, kWeights>, kParts + 1> rows_{};
};

inline constexpr FastStands kFastStands{};

// For each strength and size, the chance that a meld takes the trick.
using Ladders = std::array<BeatsTable::Sizes, kStrengths>;

// What a player keeps in mind: the cards not seen, and how many each other hand holds.
class MeldOdds {
 public:
  constexpr MeldOdds(int seats, int seat, Bits unseen, const Counts& left)
      : seats_(seats),
        seat_(seat),
        unseen_(unseen),
        left_(left),
        shapes_{Shape(Direction::rising, unseen), Shape(Direction::falling, unseen)} {
    const int everything = count(unseen);
    for (int other = 0; other < seats; ++other)
      shares_[other] = other == seat ? 0 : half_even(kParts * left[other], everything);
  }

  constexpr Bits unseen() const { return unseen_; }
  constexpr unsigned others() const { return ((1u << seats_) - 1) & ~(1u << seat_); }

  // The chance that none of these seats (a bit each) beats a meld, for sizes up to `largest`.
  constexpr void ladders(Direction direction, int largest, unsigned seats, Ladders& ladders) const {
    BeatsTable::Sizes stands{};
    stands.fill(1);
    for (int strength = kStrengths - 1; strength >= 0; --strength) {
      for (int size = 1; size <= largest; ++size) ladders[strength][size] = stands[size];
      const int weight = shapes_[index(direction)].weight(strength);
      if (!weight) continue;
      for (int other = 0; other < seats_; ++other) {
        if (!(seats >> other & 1u)) continue;
        const auto& fails = kStands.of(shares_[other], weight);
        for (int size = 1; size <= largest; ++size) stands[size] *= fails[size];
      }
    }
  }

  // The chance that a seat can lay all its cards on a meld of this size and strength.
  constexpr double goes_out(Direction direction, int size, int strength, int other) const {
    const int held = left_[other];
    if (held < size - 1 || held > size) return 0;
    // With a card less than the size, one of them must be a double, counted twice.
    const bool twice = held < size;
    int ways = 0;
    for (int higher = strength + 1; higher < kStrengths; ++higher) {
      const int cards = shapes_[index(direction)].cards(higher);
      const bool doubled = shapes_[index(direction)].doubled(higher);
      if (!twice)
        ways += choose(cards, held);
      else if (doubled)
        ways += choose(cards - 1, held - 1);
    }
    double all = 1;
    for (int card = 0; card < held; ++card) all = all * (count(unseen_) - card) / (card + 1);
    return ways / all;
  }

 private:
  static constexpr int choose(int cards, int wanted) {
    return wanted > cards ? 0 : kChoose[cards][wanted];
  }

  // The nearest whole number; halves go to the even one, as Python rounds.
  static constexpr int half_even(int number, int by) {
    const int down = number / by, twice = 2 * (number % by);
    return twice > by || (twice == by && down % 2) ? down + 1 : down;
  }

  int seats_, seat_;
  Bits unseen_;
  Counts left_;
  std::array<Shape, 2> shapes_;
  std::array<int, kMostSeats> shares_{};
};

}  // namespace funicular::auf_ab
