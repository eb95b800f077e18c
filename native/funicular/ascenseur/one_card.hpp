// One-card rounds of Ascenseur solved exactly: the twin of bots/ascenseur/one_card_solver.py, which
// explains it.
//
// Seats are counted from the first bidder, who also leads. Chances are counted, not estimated.
#pragma once

#include <array>
#include <cstdint>

#include "funicular/ascenseur/rules.hpp"
#include "funicular/ascenseur/view.hpp"

namespace funicular::ascenseur {

// In how many ways the others can hold their cards, and in how many of them mine wins.
struct OneCardChances {
  std::int64_t ways = 0, wins = 0;
};

class OneCardRound {
 public:
  OneCardRound(const Rules& rules, const State& state)
      : rules_(rules),
        cards_(rules.deck & ~(state.upcard < 0 ? Bits{0} : bit(state.upcard))),
        trumps_(state.upcard < 0 ? Bits{0} : suit_bits(state.trump)) {}

  // What the viewer, whose turn it is to bid, can tell about its card.
  OneCardChances chances(const View& view) const {
    const State& state = view.state;
    std::array<int, kMostSeats> bids{};
    int heard = 0;
    const int own = (view.seat - state.leader + state.seats) % state.seats;
    // Sealed bids are not heard. Those heard were made in turn, by the seats before.
    if (!rules_.simultaneous)
      for (; heard < own; ++heard)
        bids[static_cast<std::size_t>(heard)] =
            state.bids[static_cast<std::size_t>((state.leader + heard) % state.seats)];
    Meanings meant{};
    for (int place = 0; place < heard; ++place)
      meant[static_cast<std::size_t>(place)] = meaning(meant, bids, place);
    return chances_of(own, meant, heard, lowest(state.hands[static_cast<std::size_t>(view.seat)]));
  }

 private:
  using Meanings = std::array<Bits, kMostSeats>;
  using Sets = std::array<Bits, kMostSeats>;

  // The cards with which the bid at this place is made, after those before it; perhaps none.
  Bits meaning(const Meanings& before, const std::array<int, kMostSeats>& bids, int place) const {
    Bits meant = 0;
    each(cards_, [&](int card) {
      if (best_bid(before, bids, place, card) == bids[static_cast<std::size_t>(place)])
        meant |= bit(card);
    });
    return meant;
  }

  int best_bid(const Meanings& before, const std::array<int, kMostSeats>& bids, int place,
               int card) const {
    int hooked = kNoBid;
    if (rules_.hook && place == rules_.seats - 1) {
      int sum = 0;
      for (int earlier = 0; earlier < place; ++earlier)
        sum += bids[static_cast<std::size_t>(earlier)];
      if (sum <= 1) hooked = 1 - sum;
    }
    const OneCardChances chances = chances_of(place, before, place, card);
    if (hooked != kNoBid) return 1 - hooked;
    return worth(chances, 1) > worth(chances, 0) ? 1 : 0;
  }

  // Over all ways together.
  std::int64_t worth(const OneCardChances& chances, int bid) const {
    return rules_.score(bid, 0) * (chances.ways - chances.wins) +
           rules_.score(bid, 1) * chances.wins;
  }

  OneCardChances chances_of(int seat, const Meanings& meant, int heard, int card) const {
    const Bits others = cards_ & ~bit(card);
    Sets held{}, losing{};
    int sets = rules_.simultaneous ? 0 : heard;
    for (int place = 0; place < sets; ++place) {
      const auto p = static_cast<std::size_t>(place);
      held[p] = others & (meant[p] ? meant[p] : cards_);
    }
    // The bids are sealed, or some were not made by this rule: the leader may hold anything.
    if (seat > 0 && !(sets > 0 && ways(held, sets) > 0)) {
      held[0] = others;
      sets = 1;
    }
    const Bits below = others & ~beating(card);
    for (int place = 0; place < sets; ++place) {
      const auto p = static_cast<std::size_t>(place);
      losing[p] = held[p] & below;
    }
    // A seat that does not lead wins without a trump only if its suit is led.
    if (seat > 0 && !(bit(card) & trumps_)) losing[0] &= suit_bits(suit_of(card));
    const int free = rules_.seats - 1 - sets;
    return {deals(held, sets, others, free), deals(losing, sets, below, free)};
  }

  // How many ways seats hold a card of these sets each, and `free` others any of the rest.
  static std::int64_t deals(const Sets& sets, int number, Bits cards, int free) {
    std::int64_t many = ways(sets, number);
    int left = count(cards) - number;
    if (left < 0) left = 0;
    for (int seat = 0; seat < free; ++seat) many *= left - seat > 0 ? left - seat : 0;
    return many;
  }

  // In how many ways each of the first sets can give a card, all of them different.
  static std::int64_t ways(const Sets& sets, int number) {
    if (number <= 0) return 1;
    const int rest = number - 1;
    const Bits last = sets[static_cast<std::size_t>(rest)];
    if (!last) return 0;
    std::int64_t many = count(last) * ways(sets, rest);
    for (int place = 0; place < rest; ++place) {
      const Bits both = last & sets[static_cast<std::size_t>(place)];
      if (!both) continue;
      Sets fewer = sets;
      fewer[static_cast<std::size_t>(place)] = both;
      many -= ways(fewer, rest);
    }
    return many;
  }

  // The cards that beat this one when its suit is led, or when it is a trump.
  Bits beating(int card) const { return bit(card) & trumps_ ? above(card) : above(card) | trumps_; }

  const Rules& rules_;
  Bits cards_, trumps_;
};

}  // namespace funicular::ascenseur
