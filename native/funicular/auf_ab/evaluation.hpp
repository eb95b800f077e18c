// How the evaluation (funicular/evaluation.hpp) tries moves in Auf & Ab.
//
// Worlds come from walks, as often as the others' moves make them likely (walk.hpp). All seats play
// by the casual policy (fast_policy.hpp) to the end of the deal.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "funicular/auf_ab/fast_policy.hpp"
#include "funicular/auf_ab/rules.hpp"
#include "funicular/auf_ab/view.hpp"
#include "funicular/auf_ab/walk.hpp"
#include "funicular/evaluation.hpp"

namespace funicular::auf_ab {

// The steps of a walk before its first world; and from one to the next as many as there are for
// this number of playouts.
inline constexpr int kFirstSteps = 800, kPlayoutsBetween = 2;

// For the seat whose view this is and whose turn it is.
class CasualPlayouts {
 public:
  // `history` are the moves since the deal.
  CasualPlayouts(const View& view, const std::vector<Move>& history, const OthersModel& others = {})
      : view_(view), likelihood_(view_, history), others_(others) {
    auf_ab::legal_moves(view.table, view.hand, moves_);
  }

  // The worlds refer to the view.
  CasualPlayouts(const CasualPlayouts&) = delete;

  const Moves& legal_moves() const { return moves_; }
  int seat() const { return view_.seat; }

  std::size_t prepare(std::uint64_t seed, std::size_t worlds, double seconds) {
    WalkOptions options;
    options.walks = static_cast<int>(worlds > 0 ? std::min(worlds, kWalks) : kWalks);
    options.first_steps = kFirstSteps;
    Budget budget;
    budget.seconds = seconds;
    worlds_.emplace(view_, likelihood_, seed, budget, options, &others_);
    return worlds_->independent() ? 0 : static_cast<std::size_t>(worlds_->walks());
  }

  void next_world() { world_ = worlds_->next(kPlayoutsBetween); }

  std::uint64_t world_key() const {
    WorldKey key;
    for (const Bits hand : world_.hands) key.add(hand);
    return key.value();
  }

  // The deal ends with the first who is out.
  Proved proved(Move move) const {
    State state = world_;
    state.play(move);
    return {state.over(), state.over()};
  }

  Outcome outcome(Move move, Line& line) const {
    State state = world_;
    state.play(move);
    while (!state.over()) {
      const Move next = fast_policy(state);
      line.add(state.table.to_act, next.code);
      state.play(next);
    }
    Outcome outcome;
    outcome.seats = state.table.seats;
    outcome.points[static_cast<std::size_t>(state.winner())] = state.points();
    outcome.goal = state.winner() == view_.seat;
    return outcome;
  }

  std::optional<ExactValue> exact(Move, Objective) const { return std::nullopt; }

 private:
  View view_;
  Likelihood likelihood_;
  OthersModel others_;
  Moves moves_;
  std::optional<LikelyWorlds> worlds_;
  State world_;
};

using Evaluation = funicular::Evaluation<CasualPlayouts>;

}  // namespace funicular::auf_ab
