// Worlds as often as the others' choices make them likely: a walk through what the view allows.
//
// A step turns a hidden card over, or swaps two between hands (metropolis.hpp). Sharp choices leave
// valleys between good worlds that one card at a time does not cross. So a scout walks along that
// trusts the choices less, and the two change places as often as leaves each with the worlds it is
// to visit (parallel tempering).
//
// How likely a hand makes its holder's choices depends on no other hand, and the walk comes back to
// the same hands all the time: what was worked out is remembered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "funicular/dnpup/likelihood.hpp"
#include "funicular/dnpup/worlds.hpp"
#include "funicular/metropolis.hpp"
#include "funicular/portable_math.hpp"

namespace funicular::dnpup {

class WalkModel {
 public:
  using State = dnpup::State;
  using Hand = dnpup::Hand;
  using Scale = LogScale;
  static constexpr int kSeats = kMostSeats;
  static constexpr bool kSeatBySeat = false;

  // Where `others` is given and mixed, they are taken for mixtures of players, and the options for
  // nothing.
  WalkModel(const Likelihood& likelihood, const LikelihoodOptions& options,
            const OthersModel* others = nullptr)
      : likelihood_(likelihood),
        options_(options),
        mixture_(others && others->mixed() ? others : nullptr),
        memory_(std::size_t{1} << kMemoryBits) {}

  const View& view() const { return likelihood_.view(); }

  bool propose(State& world, HandChanges<Hand>& changes, Random& random) const {
    const Bits pool = likelihood_.view().pool;
    const Bits card = any_of(pool, random), other_card = any_of(pool, random);
    const int seat = holder(world, card), other = holder(world, other_card);
    // The star stays with the starter.
    const bool swaps = seat != other && !((card | other_card) & kStar) && random.below(4) != 0;
    changes.add(seat, world.hands[seat]);
    if (swaps) {
      changes.add(other, world.hands[other]);
      const Bits coins = random.next();
      give(world, card, seat, other, coins);
      give(world, other_card, other, seat, coins);
    } else {
      world.hands[seat].low ^= card;
      world.hands[seat].high ^= card;
    }
    return true;
  }

  static double allowed_fall(Random& random, double trust) {
    return portable_log(random.unit()) / trust;
  }

  double likelihood(const State& world, int seat, double least) {
    const Hand hidden = world.hands[seat].among(likelihood_.view().pool);
    Remembered& known = memory_[place_of(hidden, seat)];
    const bool met =
        known.seat == seat && known.hidden.low == hidden.low && known.hidden.high == hidden.high;
    if (met && (known.whole || known.log < least)) return known.log;
    known = {hidden, 0, seat, true};
    if (mixture_) return by_mixture(known, world, least);
    for (const Choice& choice : likelihood_.choices()) {
      if (choice.seat != seat) continue;
      known.whole = known.log >= least;
      if (!known.whole) break;
      known.log += likelihood_.log_chance(choice, world, options_, scratch_);
    }
    return known.log;
  }

 private:
  struct Remembered;

  double by_mixture(Remembered& known, const State& world, double least) {
    TypeProducts products(mixture_->shares(known.seat));
    for (const Choice& choice : likelihood_.choices()) {
      if (choice.seat != known.seat) continue;
      known.whole = known.log >= least;
      if (!known.whole) break;
      products.observe(likelihood_.chances(choice, world, scratch_));
      known.log = products.log();
    }
    return known.log;
  }

  // What was worked out about one hand: how likely it makes its holder's choices, or a bound.
  struct Remembered {
    Hand hidden;
    double log = 0;
    int seat = kNobody;
    bool whole = false;
  };

  static std::size_t place_of(const Hand& hidden, int seat) {
    const std::uint64_t mixed = hidden.low * 0x9e3779b97f4a7c15u ^
                                hidden.high * 0xbf58476d1ce4e5b9u ^ static_cast<unsigned>(seat);
    return (mixed * 0x94d049bb133111ebu) >> (64 - kMemoryBits);
  }

  static int holder(const State& world, Bits card) {
    int seat = 0;
    while (!(world.hands[seat].cards() & card)) ++seat;
    return seat;
  }

  static void give(State& world, Bits card, int from, int to, Bits coins) {
    world.hands[from] = world.hands[from].without(card);
    (card & coins ? world.hands[to].low : world.hands[to].high) |= card;
  }

  // As many hands as a second is enough for; a new one takes an old one's place.
  static constexpr int kMemoryBits = 15;

  const Likelihood& likelihood_;
  LikelihoodOptions options_;
  const OthersModel* mixture_;
  std::vector<Remembered> memory_;
  Moves scratch_;
};

class Walk {
 public:
  // Several walks may share a model, and so what it remembers.
  Walk(WalkModel& model, Random& random)
      : model_(&model),
        walker_(model, world(model.view(), random), model.view().table.seats),
        scout_(model, world(model.view(), random), model.view().table.seats) {}

  const State& state() const { return walker_.world(); }

  // A few changes, after which the two may change places.
  void step(Random& random) {
    if (!model_->view().pool) return;
    for (int change = 0; change < kChanges; ++change) {
      walker_.step(*model_, random);
      scout_.step(*model_, random, kScoutsTrust);
    }
    const double gain = scout_.log_likelihood() - walker_.log_likelihood();
    if (portable_log(random.unit()) < (1 - kScoutsTrust) * gain) std::swap(walker_, scout_);
  }

 private:
  static constexpr double kScoutsTrust = 0.3;
  static constexpr int kChanges = 4;

  WalkModel* model_;
  MetropolisWalk<WalkModel> walker_, scout_;
};

}  // namespace funicular::dnpup
