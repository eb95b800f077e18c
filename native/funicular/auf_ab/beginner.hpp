// What a beginner does: the twin of `beginner` in bots/auf_ab/policies.py.
#pragma once

#include <tuple>

#include "funicular/auf_ab/rules.hpp"

namespace funicular::auf_ab {

// Of these legal moves. A beginner leads as many cards as it can, weak ones first, and follows with
// the weakest meld that it need not split.
inline Move beginner_move(const Table& table, Bits hand, const Moves& moves) {
  Move best = kPass;
  if (table.leads()) {
    const auto wanted = [&](Move move) {
      return std::tuple(count(move.cards()), -strength(table.direction, move.cards()),
                        -move.size());
    };
    for (const Move move : moves)
      if (best.is_pass() || wanted(move) > wanted(best)) best = move;
    return best;
  }
  for (const Move move : moves)
    if (move.cards() == hand) return move;
  if (table.last == table.to_act) return kPass;
  for (const Move move : moves) {
    if (move.is_pass()) continue;
    const int power = strength(table.direction, move.cards());
    if (count(hand & sharing(table.direction, power)) > count(move.cards())) continue;
    if (best.is_pass() || power < strength(table.direction, best.cards())) best = move;
  }
  return best;
}

}  // namespace funicular::auf_ab
