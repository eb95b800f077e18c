// Whether a contract is made, or missed, whatever the others hold and everybody plays: the twin of
// bots/ascenseur/decided.py.
#pragma once

#include "funicular/ascenseur/rules.hpp"

namespace funicular::ascenseur {

// Of this seat, which has just made a move. Nothing but its own hand and what lies open is looked
// at: it will take at least the tricks that nobody can take from it, and at most all that are left.
inline bool contract_is_decided(const State& state, int seat, Bits deck) {
  if (state.over()) return true;
  const auto own = static_cast<std::size_t>(seat);
  const Bits unseen = state.unseen_by(seat, deck);
  const bool ruffs = state.trump != kNoTrump && (unseen & suit_bits(state.trump)) != 0;
  const auto stands = [&](int card) {
    return !(unseen & above(card)) && (suit_of(card) == state.trump || !ruffs);
  };
  const int bid = state.bids[own], left = count(state.hands[own]);
  int least = state.won[own], most = least + left;
  bool leads = state.in_trick == 0 && state.leader == seat;
  if (state.in_trick > 0 && state.taker == seat) {
    ++most;
    leads = stands(state.top);
    least += leads;
  }
  // Whenever it is played a trump that stands takes the trick; of other suits only what is led.
  int standing = 0, sure = 0;
  each(state.hands[own], [&](int card) {
    standing += stands(card);
    sure += stands(card) && suit_of(card) == state.trump;
  });
  least += leads && standing == left ? left : sure;
  return bid < least || bid > most || least == most;
}

}  // namespace funicular::ascenseur
