// Deals that one seat cannot tell from the real one, all of them equally likely.
//
// The twin of `games/dnpup/worlds.py`: every way in which the physical cards of the pool can lie in
// the others' hands, each either way up, is as likely as any other; only the star, while nobody has
// shown it, is with the starter.
#pragma once

#include "funicular/dnpup/view.hpp"

namespace funicular::dnpup {

constexpr State world(const View& view, Random& random) {
  State state = view.table;
  Bits pool = view.pool;
  const Bits coins = random.next();
  std::array<int, kMostSeats> hidden = view.hidden;
  const auto give = [&](int seat, Bits cards) {
    pool &= ~cards;
    state.hands[seat].low |= cards & coins;
    state.hands[seat].high |= cards & ~coins;
  };
  if (pool & kStar) {
    give(state.starter, kStar);
    --hidden[state.starter];
  }
  for (int seat = 0; seat < state.seats; ++seat)
    if (hidden[seat] > 0) give(seat, some_of(pool, hidden[seat], random));
  return state;
}

}  // namespace funicular::dnpup
