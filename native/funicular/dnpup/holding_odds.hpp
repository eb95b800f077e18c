// How likely a hand holds enough cards of a value, when each unseen card is in it by the same
// chance: the numbers of `bots/binomial.py`, worked out beforehand.
#pragma once

#include <array>
#include <cstddef>

#include "funicular/dnpup/cards.hpp"

namespace funicular::dnpup {

// The most cards of one value that the policy asks about; the most that one hand was dealt; the
// most that one seat has not seen; the most cards that bear a value.
constexpr int kMostWanted = 5;
constexpr int kMostDealt = 13;
constexpr int kMostUnseen = 32;
constexpr int kMostBearing = 10;

// At [unseen][in hand][bearing][wanted]: the chance that `wanted` or more of the `bearing` cards
// are in the hand the right way up, where it holds that number of the unseen ones.
using OddsOfHand = std::array<std::array<double, kMostWanted + 1>, kMostBearing + 1>;
using HoldingOdds = std::array<std::array<OddsOfHand, kMostDealt + 1>, kMostUnseen + 1>;

constexpr std::array<std::array<double, kMostBearing + 1>, kMostBearing + 1> kChoices = [] {
  std::array<std::array<double, kMostBearing + 1>, kMostBearing + 1> ways{};
  for (std::size_t n = 0; n <= kMostBearing; ++n) {
    ways[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) ways[n][k] = ways[n - 1][k - 1] + ways[n - 1][k];
  }
  return ways;
}();

constexpr HoldingOdds kHoldingOdds = [] {
  HoldingOdds odds{};
  for (int unseen = 0; unseen <= kMostUnseen; ++unseen) {
    for (int held = 0; held <= kMostDealt && held <= unseen; ++held) {
      const double chance = unseen == 0 ? 0.0 : held / (2.0 * unseen);
      std::array<double, kMostBearing + 1> there{1.0}, away{1.0};
      for (std::size_t k = 1; k <= kMostBearing; ++k) {
        there[k] = there[k - 1] * chance;
        away[k] = away[k - 1] * (1 - chance);
      }
      for (int bearing = 0; bearing <= kMostBearing; ++bearing) {
        for (int wanted = 0; wanted <= kMostWanted; ++wanted) {
          if (wanted > held || wanted > bearing) continue;
          double sum = 0;
          for (int k = wanted; k <= bearing; ++k)
            sum += kChoices[bearing][k] * there[k] * away[bearing - k];
          odds[unseen][held][bearing][wanted] = wanted == 0 ? 1.0 : sum;
        }
      }
    }
  }
  return odds;
}();

}  // namespace funicular::dnpup
