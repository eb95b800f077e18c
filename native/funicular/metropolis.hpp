// A random walk through the worlds that a view allows, each visited as often as the others' choices
// make it likely (Metropolis).
//
// A step changes one hand or two, and the change is kept if the choices are likelier after it, or
// else by chance. A game says by the concept WalkModel which changes there are and how likely one
// seat's choices are; a seat's likelihood depends on its own hand and on what everybody knows.
//
// The die is cast first: then a bad change is known for one before all choices are looked at.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <limits>

#include "funicular/random.hpp"

namespace funicular {

// Likelihoods as logarithms.
struct LogScale {
  static constexpr double kAnything = -std::numeric_limits<double>::infinity();
  static double joint(double one, double other) { return one + other; }
  static double without(double joint, double one) { return joint - one; }
};

// Likelihoods as they are.
struct LinearScale {
  static constexpr double kAnything = -1;
  static double joint(double one, double other) { return one * other; }
  static double without(double joint, double one) { return joint / one; }
};

// The seats whose hands a step changes, and what they held before.
template <typename Hand>
struct HandChanges {
  int count = 0;
  std::array<int, 2> seats;
  std::array<Hand, 2> before;

  void add(int seat, const Hand& hand) {
    seats[static_cast<std::size_t>(count)] = seat;
    before[static_cast<std::size_t>(count++)] = hand;
  }
};

template <typename Model>
concept WalkModel =
    requires(Model& model, typename Model::State& world, HandChanges<typename Model::Hand>& changes,
             Random& random, int seat, double least, double trust) {
      typename Model::Scale;
      { Model::kSeats } -> std::convertible_to<int>;
      // Whether a change is refused when it makes the choices of its first seat alone too unlikely.
      // Both ways visit worlds equally often, since the reverse change may begin with the other
      // seat; this one looks at fewer choices, and gets about a little slower.
      { Model::kSeatBySeat } -> std::convertible_to<bool>;
      // Changes the world and notes the hands as they were; false where nothing can be changed.
      { model.propose(world, changes, random) } -> std::same_as<bool>;
      // How far the joint likelihood may fall, by chance; with less trust further.
      { model.allowed_fall(random, trust) } -> std::same_as<double>;
      // How likely a seat's choices are in this world; where that is below `least`, any such
      // number.
      { model.likelihood(world, seat, least) } -> std::same_as<double>;
    };

// One place of the walk. The model is handed to each call, so that several walks can share one.
template <WalkModel Model>
class MetropolisWalk {
 public:
  using State = typename Model::State;
  using Scale = typename Model::Scale;

  MetropolisWalk(Model& model, const State& start, int seats) : world_(start) {
    for (int seat = 0; seat < seats; ++seat)
      likelihoods_[static_cast<std::size_t>(seat)] =
          model.likelihood(start, seat, Scale::kAnything);
  }

  const State& world() const { return world_; }

  // Of seats that are not there it is what was never set: 0, nothing on a scale of logarithms.
  double log_likelihood() const {
    static_assert(std::same_as<Scale, LogScale>);
    double sum = 0;
    for (const double each : likelihoods_) sum += each;
    return sum;
  }

  // `trust` in the choices, up to 1: with less of it one gets about more freely.
  void step(Model& model, Random& random, double trust = 1) {
    HandChanges<typename Model::Hand> changes;
    if (!model.propose(world_, changes, random)) return;
    double least = model.allowed_fall(random, trust);
    if (changes.count == 0) return;
    if constexpr (!Model::kSeatBySeat) {
      double joint = before(changes.seats[0]);
      if (changes.count > 1) joint = Scale::joint(joint, before(changes.seats[1]));
      least = Scale::joint(joint, least);
    }
    std::array<double, 2> now;
    for (int each = 0; each < changes.count; ++each) {
      const auto place = static_cast<std::size_t>(each);
      const int seat = changes.seats[place];
      if constexpr (Model::kSeatBySeat) least = Scale::joint(before(seat), least);
      now[place] = model.likelihood(world_, seat, least);
      if (!(now[place] > least)) return undo(changes);
      least = Scale::without(least, now[place]);
    }
    for (int each = 0; each < changes.count; ++each) {
      const auto place = static_cast<std::size_t>(each);
      likelihoods_[static_cast<std::size_t>(changes.seats[place])] = now[place];
    }
  }

 private:
  double before(int seat) const { return likelihoods_[static_cast<std::size_t>(seat)]; }

  void undo(const HandChanges<typename Model::Hand>& changes) {
    for (int each = 0; each < changes.count; ++each) {
      const auto place = static_cast<std::size_t>(each);
      world_.hands[static_cast<std::size_t>(changes.seats[place])] = changes.before[place];
    }
  }

  State world_;
  // How likely the choices of each seat are.
  std::array<double, Model::kSeats> likelihoods_{};
};

}  // namespace funicular
