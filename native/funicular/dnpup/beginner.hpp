// How likely a beginner makes a move: the twin of `beginner_chance` in bots/dnpup/policies.py.
#pragma once

#include <utility>

#include "funicular/dnpup/rules.hpp"

namespace funicular::dnpup {

// Of the legal moves of the seat to act. A beginner plays its largest meld, of those the highest,
// and any of those that are alike in both; or adds its last card; or flips.
inline double beginner_chance(const State& state, const Moves& moves, const Move& made) {
  const auto size_and_value = [](const Move& move) {
    return std::pair(count(move.cards), int{move.value});
  };
  std::pair most(0, 0);
  int equals = 0;
  const Move* add = nullptr;
  for (const Move& move : moves) {
    if (move.kind == Kind::kAdd && !add) add = &move;
    if (move.kind != Kind::kPlay || size_and_value(move) < most) continue;
    equals = size_and_value(move) == most ? equals + 1 : 1;
    most = size_and_value(move);
  }
  if (equals > 0) {
    const bool among = made.kind == Kind::kPlay && size_and_value(made) == most;
    return among ? 1.0 / equals : 0.0;
  }
  if (add && state.hands[state.mover()].size() == 1) return made.code() == add->code();
  return made.kind == Kind::kFlip;
}

}  // namespace funicular::dnpup
