// What one seat knows in a deal of Ascenseur: a state in which the other hands are empty.
//
// A view is read from what was announced and seen: the rules, the deal, the seat's own cards and
// every move since. Sealed bids of others are not in it, only that they were made.
#pragma once

#include <span>

#include "funicular/ascenseur/rules.hpp"

namespace funicular::ascenseur {

struct Seen {
  int seat;
  Move move;
};

// A bid that was made but not shown.
inline constexpr Move kSealed = 63;

struct View {
  State state;  // with the viewer's hand only
  int seat = 0;
  std::uint8_t sealed = 0;               // whose bids are made but not shown, a bit a seat
  std::array<Bits, kMostSeats> shown{};  // the cards each seat has played

  int room(int other) const {
    int left = state.tricks_left;
    // A seat that has played to the trick under way holds a card less.
    const int place = (other - state.leader + state.seats) % state.seats;
    if (place < state.in_trick) --left;
    return left;
  }
  Bits hidden(Bits deck) const { return state.unseen_by(seat, deck); }
};

inline View view_of(const Rules& rules, int seat, Bits dealt, int cards, int dealer, int upcard,
                    std::span<const Seen> history) {
  View view;
  view.seat = seat;
  std::array<Bits, kMostSeats> hands{};
  hands[static_cast<std::size_t>(seat)] = dealt;
  view.state = begin(rules, hands, dealer, upcard);
  view.state.cards = view.state.tricks_left = static_cast<std::int8_t>(cards);
  for (const Seen& seen : history) {
    if (seen.move == kSealed) {
      view.sealed |= static_cast<std::uint8_t>(1 << seen.seat);
      ++view.state.bids_made;
    } else {
      if (seen.move >= kPlay)
        view.shown[static_cast<std::size_t>(seen.seat)] |= bit(seen.move - kPlay);
      make_move(view.state, seen.seat, seen.move);
    }
  }
  return view;
}

}  // namespace funicular::ascenseur
