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
inline constexpr int kSteps = 6;

class Evidence {
 public:
  Evidence(const Rules& rules, const Chances& chances, const View& view,
           const std::vector<Seen>& history)
      : rules_(rules), chances_(chances), view_(view) {
    // What everybody knew when a move was made is the same in every world.
    std::array<Bits, kMostSeats> nothing{};
    State then = begin(rules, nothing, view.state.dealer, view.state.upcard);
    then.cards = then.tricks_left = view.state.cards;
    std::array<Bits, kMostSeats> shown{};
    for (const auto& [seat, move] : history) {
      const auto s = static_cast<std::size_t>(seat);
      if (seat != view.seat && move != kSealed) steps_.push_back({then, seat, move, shown[s]});
      make_move(then, seat, move == kSealed ? 0 : move);
      if (move >= kPlay) shown[s] |= bit(move - kPlay);
    }
  }

  // The next world of the walk; an independent one where nobody has done anything yet.
  State likely_world(const Worlds& worlds, Random& random) {
    if (steps_.empty()) return unsealed(worlds.draw(random));
    if (!walking_) begin_walk(worlds, random);
    for (int step = 0; step < kSteps; ++step) try_swap(random);
    return unsealed(world_);
  }

 private:
  static constexpr int kStock = -1;
  using Likelihoods = std::array<double, kMostSeats>;

  // A choice that somebody made: what was known then, and which cards he had played already.
  struct Step {
    State then;
    int seat;
    Move move;
    Bits shown;
  };

  void begin_walk(const Worlds& worlds, Random& random) {
    walking_ = true;
    double best = -1;
    for (int tries = 0; tries < kFirstTries; ++tries) {
      const State world = worlds.draw(random);
      Likelihoods likelihoods;
      double all = 1;
      for (int seat = 0; seat < rules_.seats; ++seat)
        all *= likelihoods[static_cast<std::size_t>(seat)] = likelihood_of(world, seat);
      if (all <= best) continue;
      best = all;
      world_ = world;
      likelihoods_ = likelihoods;
    }
  }

  // Lets two hidden cards change places, one of them in a hand, if that explains enough.
  void try_swap(Random& random) {
    const Bits hidden = view_.hidden(rules_.deck);
    Bits held = 0;
    for (int seat = 0; seat < rules_.seats; ++seat)
      if (seat != view_.seat) held |= world_.hands[static_cast<std::size_t>(seat)];
    if (!held) return;
    const int first = lowest(any_of(held, random)), second = lowest(any_of(hidden, random));
    const int giver = holder_of(first), taker = holder_of(second);
    if (giver == taker || !may_hold(giver, second) || !may_hold(taker, first)) return;
    State other = world_;
    Likelihoods likelihoods = likelihoods_;
    double enough = random.unit();
    for (const int seat : {giver, taker})
      if (seat != kStock) enough *= likelihoods_[static_cast<std::size_t>(seat)];
    for (const int seat : {giver, taker}) {
      if (seat == kStock) continue;
      const auto s = static_cast<std::size_t>(seat);
      other.hands[s] ^= bit(first) | bit(second);
      likelihoods[s] = likelihood_of(other, seat, enough);
      if (likelihoods[s] <= enough) return;
      enough /= likelihoods[s];
    }
    world_ = other;
    likelihoods_ = likelihoods;
  }

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

  // The likelihood of all that one seat did, with the cards it has in this world; no more is told
  // of one that is not above `enough` than that.
  double likelihood_of(const State& world, int seat, double enough = -1) const {
    const auto s = static_cast<std::size_t>(seat);
    const Bits dealt = world.hands[s] | view_.shown[s];
    double likelihood = 1;
    for (const Step& step : steps_) {
      if (step.seat != seat) continue;
      State then = step.then;
      then.hands[s] = dealt & ~step.shown;
      likelihood *= odds(then, seat, step.move);
      if (likelihood <= enough) break;
    }
    return likelihood;
  }

  double odds(const State& then, int seat, Move move) const {
    if (move < kPlay) {
      const int expected = judged_bid(rules_, chances_, then, seat, then.hooked(rules_));
      double odds = 1;
      for (int off = expected < move ? move - expected : expected - move; off > 0; --off)
        odds *= kOddBid;
      return odds;
    }
    return judged_card(rules_, chances_, then) == move - kPlay ? 1 : kOddCard;
  }

  // With sealed bids as judgement would have made them.
  State unsealed(State world) const {
    for (int seat = 0; view_.sealed >> seat; ++seat)
      if (view_.sealed >> seat & 1)
        world.bids[static_cast<std::size_t>(seat)] =
            static_cast<std::int8_t>(judged_bid(rules_, chances_, world, seat, kNoBid));
    return world;
  }

  const Rules& rules_;
  const Chances& chances_;
  View view_;
  std::vector<Step> steps_;
  bool walking_ = false;
  State world_;
  Likelihoods likelihoods_{};
};

}  // namespace funicular::ascenseur
