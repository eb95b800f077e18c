// A random walk through the worlds that a view allows, each visited as often as the evidence has it.
//
// Metropolis: turn a hidden card over, or swap two between hands, and keep the change as often as
// the choices that it explains better or worse demand. Without evidence every change is kept and all
// worlds are equally likely, as they are where the walk begins.
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "funicular/dnpup/evidence.hpp"
#include "funicular/dnpup/worlds.hpp"

namespace funicular::dnpup {

class Walk {
 public:
  Walk(const Evidence& evidence, const Leaning& leaning, Random& random)
      : evidence_(evidence), leaning_(leaning), state_(world(evidence.view(), random)) {
    for (int seat = 0; seat < state_.seats; ++seat) fit_[seat] = fit(seat, kAnything);
  }

  const State& state() const { return state_; }

  void step(Random& random) {
    const Bits pool = evidence_.view().pool;
    if (!pool) return;
    const Bits card = any_of(pool, random), other_card = any_of(pool, random);
    const int seat = holder(card), other = holder(other_card);
    // The star stays with the starter.
    const bool swaps = seat != other && !((card | other_card) & kStar) && random.below(4) != 0;
    const Hand before = state_.hands[seat], before_other = state_.hands[other];
    if (swaps) {
      const Bits coins = random.next();
      give(card, seat, other, coins);
      give(other_card, other, seat, coins);
    } else {
      state_.hands[seat].low ^= card;
      state_.hands[seat].high ^= card;
    }
    // The die is cast first: a bad change is known for one before all choices are looked at.
    const double old_other = swaps ? fit_[other] : 0.0;
    const double enough = fit_[seat] + old_other + std::log(random.unit());
    const double now = fit(seat, enough);
    const double now_other = swaps && now >= enough ? fit(other, enough - now) : 0.0;
    if (now + now_other >= enough) {
      fit_[seat] = now;
      if (swaps) fit_[other] = now_other;
    } else {
      state_.hands[seat] = before;
      if (swaps) state_.hands[other] = before_other;
    }
  }

 private:
  // How well all choices of a seat are explained; or something below `enough`, as soon as it is
  // clear that it will not come to that.
  double fit(int seat, double enough) {
    double sum = 0;
    for (const Choice& choice : evidence_.choices()) {
      if (choice.seat != seat) continue;
      sum += evidence_.fit(choice, state_, leaning_, scratch_);
      if (sum < enough) break;
    }
    return sum;
  }

  int holder(Bits card) const {
    int seat = 0;
    while (!(state_.hands[seat].cards() & card)) ++seat;
    return seat;
  }

  void give(Bits card, int from, int to, Bits coins) {
    state_.hands[from] = state_.hands[from].without(card);
    (card & coins ? state_.hands[to].low : state_.hands[to].high) |= card;
  }

  static constexpr double kAnything = -std::numeric_limits<double>::infinity();

  const Evidence& evidence_;
  Leaning leaning_;
  State state_;
  std::array<double, kMostSeats> fit_{};
  Moves scratch_;
};

}  // namespace funicular::dnpup
