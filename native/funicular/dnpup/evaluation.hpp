// How the evaluation (funicular/evaluation.hpp) tries moves in dnpup.
//
// Worlds come from walks, as often as the others' choices make them likely (walk.hpp). All seats
// play by the casual policy (policy.hpp) until the deal is over.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "funicular/dnpup/policy.hpp"
#include "funicular/dnpup/walk.hpp"
#include "funicular/evaluation.hpp"

namespace funicular::dnpup {

// Steps of a walk before its first world, and from one to the next.
inline constexpr int kStepsBefore = 150, kStepsBetween = 6;

// For the viewer, whose turn it is.
class CasualPlayouts {
 public:
  explicit CasualPlayouts(const Likelihood& likelihood, const OthersModel& others = {})
      : likelihood_(likelihood), others_(others), model_(likelihood_, {}, &others_) {
    dnpup::legal_moves(likelihood.view().table, moves_);
  }

  // The walks refer to the model.
  CasualPlayouts(const CasualPlayouts&) = delete;

  const Moves& legal_moves() const { return moves_; }
  int seat() const { return likelihood_.view().seat; }

  std::size_t prepare(std::uint64_t seed, std::size_t worlds, double) {
    random_ = Random(seed);
    number_ = 0;
    walks_.clear();
    if (independent()) return 0;
    const std::size_t many = worlds > 0 ? std::min(worlds, kWalks) : kWalks;
    walks_.reserve(many);
    for (std::size_t walk = 0; walk < many; ++walk) walks_.emplace_back(model_, random_);
    return many;
  }

  void next_world() {
    if (independent()) {
      world_ = world(likelihood_.view(), random_);
    } else {
      Walk& walk = walks_[number_ % walks_.size()];
      const int steps = number_ < walks_.size() ? kStepsBefore : kStepsBetween;
      for (int step = 0; step < steps; ++step) walk.step(random_);
      world_ = walk.state();
    }
    ++number_;
    dice_ = random_.next();
  }

  std::uint64_t world_key() const {
    WorldKey key;
    for (const Hand& hand : world_.hands) key.add(hand.low), key.add(hand.high);
    return key.value();
  }

  // Whoever is out first stays so.
  Proved proved(const Move& move) const {
    State state = world_;
    play(state, move);
    return {state.over() || state.outs > 0, state.over()};
  }

  Outcome outcome(const Move& move, Line& line) {
    State state = world_;
    play(state, move);
    // The same chance for every move.
    Random random(dice_);
    while (!state.over()) {
      const Move next = casual_move(state, scratch_, random);
      line.add(state.mover(), next.code());
      play(state, next);
    }
    Outcome outcome;
    outcome.seats = state.seats;
    outcome.counts = !state.is_void();
    for (int seat = 0; seat < state.seats; ++seat)
      outcome.points[static_cast<std::size_t>(seat)] = state.points(seat);
    outcome.goal = outcome.counts && state.out[0] == likelihood_.view().seat;
    return outcome;
  }

  std::optional<ExactValue> exact(const Move&, Objective) const { return std::nullopt; }

 private:
  // Where no choice tells anything, or nothing is hidden.
  bool independent() const {
    return others_.model == Model::kUniform || likelihood_.choices().empty() ||
           !likelihood_.view().pool;
  }

  Likelihood likelihood_;
  OthersModel others_;
  WalkModel model_;
  Moves moves_, scratch_;
  std::vector<Walk> walks_;
  Random random_{0};
  State world_;
  std::size_t number_ = 0;
  std::uint64_t dice_ = 0;
};

using Evaluation = funicular::Evaluation<CasualPlayouts>;

}  // namespace funicular::dnpup
