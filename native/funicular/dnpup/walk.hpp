// A random walk through the worlds that a view allows, each visited as often as the evidence has it.
//
// Metropolis: turn a hidden card over, or swap two between hands, and keep the change as often as
// the choices that it explains better or worse demand. Without evidence every change is kept and all
// worlds are equally likely, as they are where the walk begins.
//
// Sharp evidence leaves valleys between good worlds that one card at a time does not cross. So a
// scout walks along who makes less of the evidence, and the two change places as often as leaves
// each with the worlds it is to visit (parallel tempering).
//
// How well a hand explains its holder's choices depends on no other hand, and the walk comes back
// to the same hands all the time: what was worked out is remembered.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "funicular/dnpup/evidence.hpp"
#include "funicular/dnpup/worlds.hpp"

namespace funicular::dnpup {

class Walk {
 public:
  Walk(const Evidence& evidence, const Leaning& leaning, Random& random)
      : evidence_(evidence), leaning_(leaning), memory_(std::size_t{1} << kMemoryBits) {
    for (Walker* walker : {&walker_, &scout_}) {
      walker->state = world(evidence.view(), random);
      for (int seat = 0; seat < walker->state.seats; ++seat)
        walker->fits[seat] = fit(walker->state, seat, kAnything);
    }
    scout_.belief = kScoutsBelief;
  }

  const State& state() const { return walker_.state; }

  // A few changes, after which the two may change places.
  void step(Random& random) {
    if (!evidence_.view().pool) return;
    for (int change = 0; change < kChanges; ++change) {
      change_a_hand(walker_, random);
      change_a_hand(scout_, random);
    }
    const double gain = scout_.fit() - walker_.fit();
    if (std::log(random.unit()) < (walker_.belief - scout_.belief) * gain) {
      std::swap(walker_.state, scout_.state);
      std::swap(walker_.fits, scout_.fits);
    }
  }

 private:
  struct Walker {
    State state;
    std::array<double, kMostSeats> fits{};  // how well each seat's choices are explained
    double belief = 1;                      // how much is made of that

    double fit() const {
      double sum = 0;
      for (const double each : fits) sum += each;
      return sum;
    }
  };

  // What was worked out about one hand: how well it explains its holder's choices, or a bound.
  struct Remembered {
    Hand hidden;
    double fit = 0;
    int seat = kNobody;
    bool whole = false;
  };

  void change_a_hand(Walker& walker, Random& random) {
    State& state = walker.state;
    const Bits pool = evidence_.view().pool;
    const Bits card = any_of(pool, random), other_card = any_of(pool, random);
    const int seat = holder(state, card), other = holder(state, other_card);
    // The star stays with the starter.
    const bool swaps = seat != other && !((card | other_card) & kStar) && random.below(4) != 0;
    const Hand before = state.hands[seat], before_other = state.hands[other];
    if (swaps) {
      const Bits coins = random.next();
      give(state, card, seat, other, coins);
      give(state, other_card, other, seat, coins);
    } else {
      state.hands[seat].low ^= card;
      state.hands[seat].high ^= card;
    }
    // The die is cast first: a bad change is known for one before all choices are looked at.
    const double old = walker.fits[seat] + (swaps ? walker.fits[other] : 0.0);
    const double enough = old + std::log(random.unit()) / walker.belief;
    const double now = fit(state, seat, enough);
    const double now_other = swaps && now >= enough ? fit(state, other, enough - now) : 0.0;
    if (now + now_other >= enough) {
      walker.fits[seat] = now;
      if (swaps) walker.fits[other] = now_other;
    } else {
      state.hands[seat] = before;
      if (swaps) state.hands[other] = before_other;
    }
  }

  // How well all choices of a seat are explained; or something below `enough`, as soon as it is
  // clear that it will not come to that.
  double fit(const State& state, int seat, double enough) {
    const Hand hidden = state.hands[seat].among(evidence_.view().pool);
    Remembered& known = memory_[place_of(hidden, seat)];
    const bool met = known.seat == seat && known.hidden.low == hidden.low &&
                     known.hidden.high == hidden.high;
    if (met && (known.whole || known.fit < enough)) return known.fit;
    known = {hidden, 0, seat, true};
    for (const Choice& choice : evidence_.choices()) {
      if (choice.seat != seat) continue;
      known.whole = known.fit >= enough;
      if (!known.whole) break;
      known.fit += evidence_.fit(choice, state, leaning_, scratch_);
    }
    return known.fit;
  }

  static std::size_t place_of(const Hand& hidden, int seat) {
    const std::uint64_t mixed = hidden.low * 0x9e3779b97f4a7c15u ^
                                hidden.high * 0xbf58476d1ce4e5b9u ^ static_cast<unsigned>(seat);
    return (mixed * 0x94d049bb133111ebu) >> (64 - kMemoryBits);
  }

  static int holder(const State& state, Bits card) {
    int seat = 0;
    while (!(state.hands[seat].cards() & card)) ++seat;
    return seat;
  }

  static void give(State& state, Bits card, int from, int to, Bits coins) {
    state.hands[from] = state.hands[from].without(card);
    (card & coins ? state.hands[to].low : state.hands[to].high) |= card;
  }

  static constexpr double kAnything = -std::numeric_limits<double>::infinity();
  static constexpr double kScoutsBelief = 0.3;
  static constexpr int kChanges = 4;
  // As many hands as a second is enough for; a new one takes an old one's place.
  static constexpr int kMemoryBits = 15;

  const Evidence& evidence_;
  Leaning leaning_;
  std::vector<Remembered> memory_;
  Walker walker_, scout_;
  Moves scratch_;
};

}  // namespace funicular::dnpup
