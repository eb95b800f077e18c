// Endings in which every card is known: whether a seat can go out next whatever the others do.
//
// A search over all moves of all players, to a depth at which it is still quick. Deals can go round
// in circles, so what it does not find may be there; what it finds is certain.
#pragma once

#include "funicular/dnpup/rules.hpp"
#include "funicular/dnpup/view.hpp"

namespace funicular::dnpup {

class EndingSolver {
 public:
  EndingSolver(int seat, int most_positions) : seat_(seat), left_(most_positions) {}

  // Whether this move of the seat forces it, if all hands are known.
  bool forced_by(const State& state, const Move& move, int turns) {
    State after = state;
    play(after, move);
    return forced(after, turns - 1, state.outs);
  }

  bool out_of_breath() const { return left_ <= 0; }

 private:
  bool forced(const State& state, int turns, int outs) {
    if (state.outs > outs) return state.out[outs] == seat_;
    if (state.over() || turns <= 0 || --left_ <= 0) return false;
    const bool own = state.mover() == seat_;
    Moves moves;
    legal_moves(state, moves);
    // The longest plays come last in a value, and are the likeliest to end the deal; the order
    // does not matter to the answer.
    for (int index = moves.size() - 1; index >= 0; --index) {
      State after = state;
      play(after, moves[index]);
      if (forced(after, turns - 1, outs) == own) return own;
    }
    return !own;
  }

  int seat_;
  int left_;
};

// A move by which the viewer goes out now, or is the next to go out whatever the others do: its
// index, or -1.
inline int forced_win(const View& view, const Moves& moves) {
  constexpr int kMostCards = 16;        // in all hands together
  constexpr int kMostPositions = 4000;  // a few milliseconds
  for (int index = 0; index < moves.size(); ++index)
    if (EndingSolver(view.seat, 1).forced_by(view.table, moves[index], 1)) return index;
  int cards = 0;
  for (int seat = 0; seat < view.table.seats; ++seat) cards += view.table.hands[seat].size();
  if (view.pool || cards > kMostCards) return -1;
  EndingSolver ending(view.seat, kMostPositions);
  // As far as one's next turn, then as far as the one after it.
  for (int rounds = 1; rounds <= 2; ++rounds)
    for (int index = 0; index < moves.size() && !ending.out_of_breath(); ++index)
      if (ending.forced_by(view.table, moves[index], 1 + rounds * view.table.zones())) return index;
  return -1;
}

}  // namespace funicular::dnpup
