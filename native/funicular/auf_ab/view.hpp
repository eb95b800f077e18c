// What one seat knows of a deal of Auf & Ab: the twin of games/auf_ab/view.py.
//
// A view proves the seat's own cards, every card laid, how many cards each hand still has, and that
// every double lower than the opening one was set aside.
#pragma once

#include "funicular/auf_ab/rules.hpp"

namespace funicular::auf_ab {

struct View {
  Table table;
  // kNoSeat is a spectator.
  int seat = kNoSeat;
  Bits hand = 0;
  Bits seen = 0;
  Counts left{};
  // Who holds the lowest double dealt, and that double; 0 while it has not been led.
  int opener = 0;
  Bits opening = 0;

  constexpr Bits hidden() const { return kEveryCard & ~hand & ~seen; }
};

// The table as it was when the cards had been dealt, and how many each hand had.
constexpr Table table_as_dealt(const View& view) {
  Table table;
  table.seats = view.table.seats;
  table.to_act = view.opener;
  return table;
}

constexpr Counts counts_as_dealt(const View& view) {
  Counts left{};
  for (int seat = 0; seat < view.table.seats; ++seat) left[seat] = hand_size(view.table.seats);
  return left;
}

// All that lie aside where this double was the lowest dealt.
constexpr Bits lower_doubles(Bits opening) { return kDeck.doubles & (opening - 1); }

// What the seat to act sees: for playing both sides of the border in tests and arenas.
constexpr View view_of(const State& state, int seat, int opener, Bits opening) {
  return {state.table,  seat,   seat == kNoSeat ? 0 : state.hands[seat], state.seen,
          state.left(), opener, state.table.opening ? 0 : opening};
}

}  // namespace funicular::auf_ab
