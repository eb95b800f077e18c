// What one seat knows of a deal: the table, the cards it can place, and the pool of all others.
//
// Built from numbers that came from a Python view: every card that lies open, or was taken up in
// the open, or is in the viewer's own hand has a place; whatever is left of the deck is the pool.
#pragma once

#include <array>

#include "funicular/dnpup/rules.hpp"

namespace funicular::dnpup {

struct View {
  State table;         // the hands hold only the cards that the viewer can place
  int seat = kNobody;  // a spectator is nobody
  Bits pool = 0;
  std::array<int, kMostSeats> hidden{};  // how many cards of the pool each seat holds
};

// Gives cards, named by their order, their places; of two like cards the first that is free.
class Placing {
 public:
  explicit constexpr Placing(int seats) : free_(deck_of(seats)) {}

  constexpr Bits left() const { return free_; }
  // Whether every card asked for was there.
  constexpr bool sound() const { return sound_; }

  constexpr Bits place(int order) {
    const Bits card = lowest_bit(cards_of_order(order) & free_);
    sound_ = sound_ && card != 0;
    free_ &= ~card;
    return card;
  }

  constexpr void hold(Hand& hand, int order) {
    (high_up(order) ? hand.high : hand.low) |= place(order);
  }

  constexpr void lay(Meld& meld, int order) {
    const int value = order / 11;
    sound_ = sound_ && (meld.cards == 0 || meld.value == value);
    meld.value = value;
    meld.cards |= place(order);
  }

 private:
  Bits free_;
  bool sound_ = true;
};

// What this seat sees of a deal.
constexpr View view_of(const State& state, int seat) {
  View view{state, seat, 0, {}};
  for (int other = 0; other < state.seats; ++other) {
    if (other == seat) continue;
    const Bits hidden = state.hands[other].cards() & ~state.shown;
    view.table.hands[other] = state.hands[other].without(hidden);
    view.hidden[other] = count(hidden);
    view.pool |= hidden;
  }
  return view;
}

// Whether the numbers of cards agree: a view that came from outside may be nonsense.
constexpr bool is_sound(const View& view) {
  int wanted = 0;
  for (const int cards : view.hidden) {
    if (cards < 0) return false;
    wanted += cards;
  }
  return wanted == count(view.pool);
}

}  // namespace funicular::dnpup
