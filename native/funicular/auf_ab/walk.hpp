// Worlds as often as the others' moves make them likely: walks through what the view allows.
//
// Worlds that fit the moves are too rare to be met by drawing uniformly, so they are reached step
// by step: two hidden cards change places (metropolis.hpp). At first the moves are trusted little
// and then more and more, so that the walk is not caught early on. Several walks take turns: one
// alone is slow to leave its first worlds.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "funicular/auf_ab/likelihood.hpp"
#include "funicular/auf_ab/worlds.hpp"
#include "funicular/metropolis.hpp"
#include "funicular/portable_math.hpp"
#include "funicular/successive_elimination.hpp"

namespace funicular::auf_ab {

// Swaps of two hidden cards, either of which may lie aside.
class WalkModel {
 public:
  using State = auf_ab::State;
  using Hand = Bits;
  using Scale = LogScale;
  static constexpr int kSeats = kMostSeats;
  static constexpr bool kSeatBySeat = true;

  // Where `others` is given and mixed, they are taken for mixtures of players.
  WalkModel(const View& view, const Likelihood& likelihood, const OthersModel* others)
      : likelihood_(likelihood), mixture_(others && others->mixed() ? others : nullptr) {
    each(movable(view), [&](int card) { cards_[hidden_++] = bit(card); });
    for (int seat = 0; seat < view.table.seats; ++seat)
      for (int number = 0; number < likelihood.decisions(seat); ++number)
        order_[seat].push_back(number);
  }

  bool propose(State& world, HandChanges<Bits>& changes, Random& random) const {
    const Bits one = cards_[random.below(hidden_)], other = cards_[random.below(hidden_)];
    const int giver = holder(world, one), taker = holder(world, other);
    if (giver == taker) return true;
    for (const int seat : {giver, taker}) {
      if (seat == kNoSeat) continue;
      changes.add(seat, world.hands[seat]);
      world.hands[seat] ^= one | other;
    }
    return true;
  }

  static double allowed_fall(Random& random, double trust) {
    return portable_log(1 - random.unit()) / trust;
  }

  double likelihood(const State& world, int seat, double least) {
    auto& order = order_[seat];
    double log = 0;
    std::optional<TypeProducts> products;
    if (mixture_) products.emplace(mixture_->shares(seat));
    for (std::size_t place = 0; place < order.size(); ++place) {
      if (products) {
        products->observe(likelihood_.chances(seat, order[place], world.hands[seat]));
        log = products->log();
      } else {
        log += likelihood_.log_chance(seat, order[place], world.hands[seat], least - log);
      }
      if (log >= least) continue;
      // What refuses one swap refuses others: it is asked earlier from now on.
      if (place > 0) std::swap(order[place], order[place / 2]);
      return log;
    }
    return log;
  }

 private:
  // The hidden cards but for those that are known to lie aside.
  static Bits movable(const View& view) {
    Bits opening = view.opening;
    if (!opening) opening = lowest_bit(view.hand & kDeck.doubles);
    return view.hidden() & ~lower_doubles(opening);
  }

  static int holder(const State& world, Bits card) {
    for (int seat = 0; seat < world.table.seats; ++seat)
      if (world.hands[seat] & card) return seat;
    return kNoSeat;
  }

  const Likelihood& likelihood_;
  const OthersModel* mixture_;
  std::array<Bits, kCards> cards_{};
  std::uint32_t hidden_ = 0;
  // The moves of each seat, those first that refuse most swaps.
  std::array<std::vector<int>, kMostSeats> order_;
};

class Walk {
 public:
  Walk(const View& view, const Likelihood& likelihood, const State& start,
       const OthersModel* others)
      : model_(view, likelihood, others), walk_(model_, start, start.table.seats) {}

  const State& state() const { return walk_.world(); }
  void step(Random& random, double trust) { walk_.step(model_, random, trust); }

 private:
  WalkModel model_;
  MetropolisWalk<WalkModel> walk_;
};

struct WalkOptions {
  // This many walks take turns. Each takes steps before its first world, and for each playout
  // before its next one. Where the first steps would take more than a share of the budget, there
  // are fewer walks, and fewer steps a playout.
  int walks = 16, first_steps = 1000, steps = 24, least_steps = 4;
  double share_of_first_steps = 0.25;
};

class LikelyWorlds {
 public:
  LikelyWorlds(const View& view, const Likelihood& likelihood, std::uint64_t seed,
               const Budget& budget, const WalkOptions& options,
               const OthersModel* others = nullptr)
      : view_(view), likelihood_(likelihood), others_(others), allowed_(view), random_(seed) {
    // About how many seconds a step takes, and how many steps take as long as a playout.
    constexpr double kStep = 4e-6, kStepsOfPlayout = 8;
    double steps = options.walks * options.first_steps;
    const double share = options.share_of_first_steps;
    if (budget.playouts > 0)
      steps = std::min(steps, share * kStepsOfPlayout * static_cast<double>(budget.playouts));
    if (budget.seconds > 0) steps = std::min(steps, share * budget.seconds / kStep);
    wanted_ = std::max(1, static_cast<int>(steps / options.first_steps));
    first_steps_ = std::max(1, static_cast<int>(steps) / wanted_);
    first_seconds_ = share * budget.seconds / wanted_;
    steps_a_playout_ = std::max(options.least_steps, options.steps * wanted_ / options.walks);
  }

  // How many take turns.
  int walks() const { return wanted_; }
  // Whether worlds do not depend on one another, since no move tells anything.
  bool independent() const {
    return likelihood_.empty() || (others_ && others_->model == Model::kUniform);
  }

  // Another world, after this many playouts in the last one. Where no move tells anything, any
  // world that the view allows.
  State next(int playouts) {
    if (independent()) return allowed_.draw(random_);
    if (static_cast<int>(walks_.size()) < wanted_) {
      walks_.emplace_back(view_, likelihood_, allowed_.draw(random_), others_);
      turn_ = walks_.size() - 1;
      warm_up(walks_.back());
    } else {
      turn_ = turn_ + 1 < walks_.size() ? turn_ + 1 : 0;
      for (int step = 0; step < steps_a_playout_ * playouts; ++step) walks_[turn_].step(random_, 1);
    }
    return walks_[turn_].state();
  }

 private:
  // The way to the first world, on which the moves are trusted more and more.
  void warm_up(Walk& walk) {
    const Stopwatch watch;
    double done = 0;
    for (int step = 1; done < 1; ++step) {
      done = static_cast<double>(step) / first_steps_;
      if (first_seconds_ > 0) done = std::max(done, watch.seconds() / first_seconds_);
      walk.step(random_, 0.2 + 0.8 * std::min(done, 1.0));
    }
  }

  const View& view_;
  const Likelihood& likelihood_;
  const OthersModel* others_;
  Worlds allowed_;
  Random random_;
  int wanted_ = 1, first_steps_ = 1, steps_a_playout_ = 1;
  // The longest that the first steps of a walk may take; 0 is no limit.
  double first_seconds_ = 0;
  std::vector<Walk> walks_;
  std::size_t turn_ = 0;
};

}  // namespace funicular::auf_ab
