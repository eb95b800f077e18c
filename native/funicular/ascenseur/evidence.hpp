// Worlds that explain what the others have bid and played.
//
// A view proves little; what people chose says more. A world is the likelier, the more of the bids
// and cards in it judgement would have chosen too. This is soft evidence: a bid that differs by one
// or a card that judgement would not have played makes a world less likely, never impossible.
//
// After some tricks few worlds explain much, so they are not drawn one by one: a walk goes from
// world to world by swapping two hidden cards, staying where a swap would explain too little
// (Metropolis). In the long run it is in each world as often as that is likely.
#pragma once

#include <vector>

#include "funicular/ascenseur/judgement.hpp"
#include "funicular/ascenseur/worlds.hpp"

namespace funicular::ascenseur {

// How likely a bid is that differs by one trick from what judgement says, and a card that it would
// not have played, against those that it would.
inline constexpr double kOddBid = 0.05, kOddCard = 0.15;
// The walk begins at the best of so many worlds, and makes so many steps from one to the next.
inline constexpr int kFirstTries = 32;
inline constexpr int kSteps = 12;

class Evidence {
 public:
  Evidence(const Rules& rules, const Chances& chances, const View& view, std::vector<Seen> history)
      : rules_(rules), chances_(chances), view_(view), history_(std::move(history)) {
    for (const Seen& seen : history_) telling_ = telling_ || seen.seat != view.seat;
  }

  // The next world of the walk; an independent one where nobody has done anything yet.
  State likely_world(const Worlds& worlds, Random& random) {
    if (!telling_) return unsealed(worlds.draw(random));
    if (likelihood_ < 0) begin_walk(worlds, random);
    for (int step = 0; step < kSteps; ++step) try_swap(random);
    return unsealed(world_);
  }

 private:
  void begin_walk(const Worlds& worlds, Random& random) {
    for (int tries = 0; tries < kFirstTries; ++tries) {
      const State world = worlds.draw(random);
      const double likelihood = likelihood_of(world, likelihood_);
      if (likelihood > likelihood_) {
        world_ = world;
        likelihood_ = likelihood;
      }
    }
  }

  // Lets two hidden cards change places, one of them in a hand, if that explains enough.
  void try_swap(Random& random) {
    const Bits hidden = view_.hidden(rules_.deck);
    Bits held = 0;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules_.seats); ++seat)
      if (static_cast<int>(seat) != view_.seat) held |= world_.hands[seat];
    if (!held) return;
    const int first = lowest(any_of(held, random)), second = lowest(any_of(hidden, random));
    const int giver = holder_of(first), taker = holder_of(second);
    if (giver == taker || !may_hold(giver, second) || !may_hold(taker, first)) return;
    State other = world_;
    other.hands[static_cast<std::size_t>(giver)] ^= bit(first) | bit(second);
    if (taker != kStock) other.hands[static_cast<std::size_t>(taker)] ^= bit(first) | bit(second);
    const double least = random.unit() * likelihood_;
    const double likelihood = likelihood_of(other, least);
    if (likelihood > least) {
      world_ = other;
      likelihood_ = likelihood;
    }
  }

  static constexpr int kStock = -1;

  int holder_of(int card) const {
    int holder = kStock;
    for (int seat = 0; seat < rules_.seats; ++seat)
      if (world_.hands[static_cast<std::size_t>(seat)] & bit(card)) holder = seat;
    return holder;
  }

  bool may_hold(int holder, int card) const {
    return holder == kStock ||
           !(world_.voids[static_cast<std::size_t>(holder)] >> suit_of(card) & 1);
  }

  // The likelihood of all that the others did; some number below `least` if it is below.
  double likelihood_of(const State& world, double least) const {
    std::array<Bits, kMostSeats> dealt = world.hands;
    for (std::size_t seat = 0; seat < dealt.size(); ++seat) dealt[seat] |= view_.shown[seat];
    State then = begin(rules_, dealt, world.dealer, world.upcard);
    double likelihood = 1;
    for (const auto& [seat, move] : history_) {
      if (move == kSealed) {
        then.make_bid(seat, 0);
        continue;
      }
      if (seat != view_.seat) likelihood *= odds(then, seat, move);
      if (likelihood <= least) return likelihood;
      make_move(then, seat, move);
    }
    return likelihood;
  }

  double odds(const State& then, int seat, Move move) const {
    if (move < kPlay) {
      const int expected = Sight(rules_, chances_, then, seat).best_bid(then.hooked(rules_));
      double odds = 1;
      for (int off = expected < move ? move - expected : expected - move; off > 0; --off)
        odds *= kOddBid;
      return odds;
    }
    const Bits playable = then.playable();
    if (!(playable & (playable - 1))) return 1;
    return Sight(rules_, chances_, then, seat).best_card() == move - kPlay ? 1 : kOddCard;
  }

  // With sealed bids as judgement would have made them.
  State unsealed(State world) const {
    for (int seat = 0; view_.sealed >> seat; ++seat)
      if (view_.sealed >> seat & 1)
        world.bids[static_cast<std::size_t>(seat)] =
            static_cast<std::int8_t>(Sight(rules_, chances_, world, seat).best_bid(kNoBid));
    return world;
  }

  const Rules& rules_;
  const Chances& chances_;
  View view_;
  std::vector<Seen> history_;
  bool telling_ = false;
  State world_;
  double likelihood_ = -1;  // of world_; below 0 before the walk has begun
};

}  // namespace funicular::ascenseur
