// Exact play once few cards are left: all hands lie open, and each seat plays for itself.
//
// The whole tree is searched. A seat goes out when it can; otherwise it makes the move that is best
// for itself, the first of equals. The tree is given up when it grows too large.
#pragma once

#include <array>

#include "funicular/auf_ab/rules.hpp"

namespace funicular::auf_ab {

// What a deal is worth to each seat.
using Values = std::array<double, kMostSeats>;

// `card` is what a card in another hand is worth, where a deal won is worth 1.
constexpr Values values_at_end(const State& state, double card) {
  const double cards = card * state.points();
  Values values{};
  for (int seat = 0; seat < state.table.seats; ++seat)
    values[seat] = seat == state.winner() ? 1 + cards : -cards / (state.table.seats - 1);
  return values;
}

class EndingSolver {
 public:
  constexpr EndingSolver(double card, int most_nodes) : card_(card), nodes_left_(most_nodes) {}

  // False where the tree is too large; `values` then means nothing.
  constexpr bool solve(const State& state, Values& values) {
    if (state.over()) {
      values = values_at_end(state, card_);
      return true;
    }
    if (--nodes_left_ < 0) return false;
    const int seat = state.table.to_act;
    const Bits hand = state.hand();
    bool found = false, out = false, whole = true;
    each_legal(state.table, hand, [&](Move move) {
      if (!whole || out) return;
      State after = state;
      after.play(move);
      Values then{};
      whole = solve(after, then);
      if (!whole) return;
      out = move.cards() == hand;
      if (out || !found || then[seat] > values[seat]) values = then;
      found = true;
    });
    return whole;
  }

 private:
  double card_;
  int nodes_left_;
};

}  // namespace funicular::auf_ab
