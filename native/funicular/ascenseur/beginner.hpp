// How likely a beginner makes a move: the twin of `beginner_chance` in
// bots/ascenseur/policies.py.
#pragma once

#include <cstdlib>

#include "funicular/ascenseur/constants.hpp"
#include "funicular/ascenseur/rules.hpp"

namespace funicular::ascenseur {

// A beginner bids its aces and high trumps, or the nearest that it may bid.
inline int beginner_bid(const Rules& rules, const State& state, int seat) {
  int sure = 0;
  each(state.hands[static_cast<std::size_t>(seat)], [&](int card) {
    sure += rank_of(card) == kAce || (suit_of(card) == state.trump && rank_of(card) >= kJack);
  });
  const int hooked = state.hooked(rules);
  int nearest = kNoBid;
  for (int bid = 0; bid <= state.cards; ++bid)
    if (bid != hooked && (nearest == kNoBid || std::abs(bid - sure) < std::abs(nearest - sure)))
      nearest = bid;
  return nearest;
}

// It plays high trumps and cards while it needs tricks, low ones when it has them; any of those
// that are equally high.
inline double beginner_card_chance(const State& state, int made) {
  const auto seat = static_cast<std::size_t>(state.turn);
  const int sign = state.won[seat] < state.bids[seat] ? 1 : -1;
  const auto wanted = [&](int card) {
    return sign * (rank_of(card) + (suit_of(card) == state.trump ? kRanks : 0));
  };
  int equals = 0;
  bool beaten = false;
  each(state.playable(), [&](int card) {
    beaten = beaten || wanted(card) > wanted(made);
    equals += wanted(card) == wanted(made);
  });
  return beaten ? 0.0 : 1.0 / equals;
}

}  // namespace funicular::ascenseur
