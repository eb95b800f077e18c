// Worlds as often as the others' bids and cards make them likely: a walk through what the view
// allows.
//
// After some tricks few worlds explain much, so they are not drawn one by one: a step swaps two
// hidden cards (metropolis.hpp).
#pragma once

#include <optional>

#include "funicular/ascenseur/likelihood.hpp"
#include "funicular/ascenseur/worlds.hpp"
#include "funicular/metropolis.hpp"

namespace funicular::ascenseur {

// The walk begins at the best of `kFirstTries` worlds, and makes `kSteps` steps from one to the
// next.
inline constexpr int kFirstTries = 32;
inline constexpr int kSteps = 6;

// Swaps of two hidden cards, at least one of them in a hand.
class WalkModel {
 public:
  using State = ascenseur::State;
  using Hand = Bits;
  using Scale = LinearScale;
  static constexpr int kSeats = kMostSeats;
  static constexpr bool kSeatBySeat = false;

  WalkModel(const Rules& rules, const View& view, const Likelihood& likelihood)
      : view_(view), likelihood_(likelihood), hidden_(view.hidden(rules.deck)) {}

  bool propose(State& world, HandChanges<Bits>& changes, Random& random) const {
    Bits held = 0;
    for (int seat = 0; seat < world.seats; ++seat)
      if (seat != view_.seat) held |= world.hands[static_cast<std::size_t>(seat)];
    if (!held) return false;
    const int first = lowest(any_of(held, random)), second = lowest(any_of(hidden_, random));
    const int giver = holder_of(world, first), taker = holder_of(world, second);
    if (giver == taker || !may_hold(world, giver, second) || !may_hold(world, taker, first))
      return false;
    for (const int seat : {giver, taker}) {
      if (seat == kStock) continue;
      Bits& hand = world.hands[static_cast<std::size_t>(seat)];
      changes.add(seat, hand);
      hand ^= bit(first) | bit(second);
    }
    return true;
  }

  // As a share of the likelihood. There is one walk, which trusts the choices as they are.
  static double allowed_fall(Random& random, double) { return random.unit(); }

  double likelihood(const State& world, int seat, double least) const {
    return likelihood_.of_seat(world, seat, least);
  }

 private:
  static constexpr int kStock = -1;

  static int holder_of(const State& world, int card) {
    int holder = kStock;
    for (int seat = 0; seat < world.seats; ++seat)
      if (world.hands[static_cast<std::size_t>(seat)] & bit(card)) holder = seat;
    return holder;
  }

  static bool may_hold(const State& world, int holder, int card) {
    return holder == kStock ||
           !(world.voids[static_cast<std::size_t>(holder)] >> suit_of(card) & 1);
  }

  const View& view_;
  const Likelihood& likelihood_;
  Bits hidden_;
};

class LikelyWorlds {
 public:
  LikelyWorlds(const Rules& rules, const PolicyTables& tables, const View& view,
               const Worlds& allowed, const Likelihood& likelihood)
      : rules_(rules),
        tables_(tables),
        view_(view),
        allowed_(allowed),
        likelihood_(likelihood),
        model_(rules, view, likelihood) {}

  // The next world of the walk; an independent one where no seat has done anything yet.
  State next(Random& random) {
    if (likelihood_.empty()) return unsealed(allowed_.draw(random));
    if (!walk_) walk_.emplace(model_, first(random), rules_.seats);
    for (int step = 0; step < kSteps; ++step) walk_->step(model_, random);
    return unsealed(walk_->world());
  }

 private:
  State first(Random& random) const {
    State found;
    double best = -1;
    for (int tries = 0; tries < kFirstTries; ++tries) {
      const State world = allowed_.draw(random);
      double all = 1;
      for (int seat = 0; seat < rules_.seats; ++seat)
        all *= likelihood_.of_seat(world, seat, LinearScale::kAnything);
      if (all <= best) continue;
      best = all;
      found = world;
    }
    return found;
  }

  // With sealed bids as the policy would have made them.
  State unsealed(State world) const {
    for (int seat = 0; view_.sealed >> seat; ++seat)
      if (view_.sealed >> seat & 1)
        world.bids[static_cast<std::size_t>(seat)] =
            static_cast<std::int8_t>(policy_bid(rules_, tables_, world, seat, kNoBid));
    return world;
  }

  const Rules& rules_;
  const PolicyTables& tables_;
  const View& view_;
  const Worlds& allowed_;
  const Likelihood& likelihood_;
  WalkModel model_;
  std::optional<MetropolisWalk<WalkModel>> walk_;
};

}  // namespace funicular::ascenseur
