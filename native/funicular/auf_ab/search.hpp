// Choosing a move in Auf & Ab by playing it out in worlds that fit what was seen.
//
// The candidates race in the same worlds (see race.hpp). The worlds are those the view allows, as
// often as the others' moves make them likely (see evidence.hpp). Each deal is played to its end:
// the others play as casual players judge (see brisk.hpp), oneself as it was learnt to beat them
// (see learnt.hpp), which also says what to think of the candidates beforehand. What counts is to
// win, and a little by how much.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "funicular/auf_ab/brisk.hpp"
#include "funicular/auf_ab/endings.hpp"
#include "funicular/auf_ab/evidence.hpp"
#include "funicular/auf_ab/learnt.hpp"
#include "funicular/auf_ab/rules.hpp"
#include "funicular/auf_ab/view.hpp"
#include "funicular/race.hpp"

namespace funicular::auf_ab {

// What a legal move is thought to be worth; a move that was never tried has 0 worlds.
struct Judged {
  Move move;
  double value = 0;
  std::size_t worlds = 0;
};

struct Assessment {
  std::vector<Judged> moves;
  std::size_t best = 0;
  std::int64_t playouts = 0;
};

// All set by what won most in duplicate deals against casual players.
struct Thoroughness {
  // So many moves, the best by what was learnt, are candidates.
  std::size_t candidates = 12;
  // What was learnt about them counts for so many worlds.
  double forethought = 40;
  // Own later moves are chosen among so many.
  int proposals = 6;
  // What a card in another hand is worth, where a deal won is worth 1.
  double card = 0.03;
  // So many walks take turns: one alone is slow to leave its first worlds. Each takes steps before
  // its first world, and for each playout before its next one. Where the first steps would take
  // more than a share of the budget, there are fewer walks, and fewer steps a playout.
  int walks = 16, first_walk = 1000, walk = 24, least_walk = 4;
  double share_of_first_walk = 0.25;
  Reading reading{};
  // With so few cards in all hands the rest is solved, unless that takes more nodes.
  int few_cards = 8, most_nodes = 500;
  // The first of the candidates is what one would do without a search.
  RaceRules rules{.least_worlds = 24, .margin = 3.5, .indifferent = 0.003, .favourite = 0};
};

// What a deal comes to for a seat from here.
inline double value_of(State& state, int seat, const Thoroughness& how) {
  if (Values values; state.points() <= how.few_cards &&
                     Ending(how.card, how.most_nodes).solve(state, values))
    return values[seat];
  while (!state.over())
    state.play(state.table.to_act == seat ? learnt(state, how.proposals) : brisk(state));
  return values_at_end(state, how.card)[seat];
}

// The most promising moves, best first, and what is thought of each.
struct Shortlist {
  std::vector<Move> moves;
  Forethought before;
};

inline Shortlist shortlist(const Table& table, Bits hand, Bits seen, const Counts& left,
                           const Moves& moves, const Thoroughness& how) {
  Scored scored;
  score_moves(kLearnt, table, hand, seen, left, moves, kMostProposals, scored);
  std::vector<std::size_t> order(static_cast<std::size_t>(scored.count));
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
    return scored.scores[one] > scored.scores[other];
  });
  order.resize(std::min(order.size(), how.candidates));
  Shortlist result;
  result.before.worlds = how.forethought;
  for (const std::size_t place : order) {
    result.moves.push_back(scored.opinions[place].move);
    result.before.values.push_back(scored.scores[place]);
  }
  return result;
}

// `world(playouts)` is another world in which to try the candidates, after so many playouts in the
// last one.
template <typename World>
Assessment assess_in(World&& world, const Table& table, Bits hand, Bits seen, const Counts& left,
                     const Budget& budget, const Thoroughness& how) {
  Moves moves;
  legal_moves(table, hand, moves);
  Assessment result;
  for (int place = 0; place < moves.count; ++place) result.moves.push_back({moves.list[place]});
  for (int place = 0; place < moves.count; ++place)
    if (moves.list[place].cards() == hand) {
      result.best = static_cast<std::size_t>(place);
      return result;
    }
  if (moves.count == 1) return result;
  const Shortlist candidates = shortlist(table, hand, seen, left, moves, how);
  State start;
  int playouts = 0;
  const auto raced = race(
      candidates.moves.size(), budget, how.rules,
      [&] {
        start = world(playouts);
        playouts = 0;
        return 1.0;
      },
      [&](std::size_t candidate) {
        ++playouts;
        State state = start;
        state.play(candidates.moves[candidate]);
        return value_of(state, table.to_act, how);
      },
      candidates.before);
  for (std::size_t place = 0; place < result.moves.size(); ++place)
    for (std::size_t candidate = 0; candidate < candidates.moves.size(); ++candidate) {
      auto& judged = result.moves[place];
      if (judged.move != candidates.moves[candidate]) continue;
      judged.value = raced.candidates[candidate].mean;
      judged.worlds = raced.candidates[candidate].worlds;
      if (candidate == raced.best) result.best = place;
    }
  result.playouts = raced.playouts;
  return result;
}

// Likely worlds: several walks take turns, and each goes on a little before it is asked again.
class LikelyWorlds {
 public:
  LikelyWorlds(const View& view, const Evidence& evidence, std::uint64_t seed,
               const Budget& budget, const Thoroughness& how)
      : view_(view), evidence_(evidence), allowed_(view), random_(seed) {
    // About how many seconds a step takes, and how many steps take as long as a playout.
    constexpr double kStep = 4e-6, kStepsOfPlayout = 8;
    double steps = how.walks * how.first_walk;
    const double share = how.share_of_first_walk;
    if (budget.playouts > 0)
      steps = std::min(steps, share * kStepsOfPlayout * static_cast<double>(budget.playouts));
    if (budget.seconds > 0) steps = std::min(steps, share * budget.seconds / kStep);
    wanted_ = std::max(1, static_cast<int>(steps / how.first_walk));
    first_steps_ = std::max(1, static_cast<int>(steps) / wanted_);
    first_seconds_ = share * budget.seconds / wanted_;
    steps_a_playout_ = std::max(how.least_walk, how.walk * wanted_ / how.walks);
  }

  // The world of the walk whose turn it is, after so many playouts in the last one.
  const State& next(int playouts) {
    if (static_cast<int>(walks_.size()) < wanted_) {
      walks_.emplace_back(view_, evidence_, allowed_.draw(random_));
      turn_ = walks_.size() - 1;
      warm_up(walks_.back());
    } else {
      turn_ = turn_ + 1 < walks_.size() ? turn_ + 1 : 0;
      for (int step = 0; step < steps_a_playout_ * playouts; ++step) walks_[turn_].step(random_, 1);
    }
    return walks_[turn_].state();
  }

 private:
  // The way to the first world, on which the evidence is trusted more and more.
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
  const Evidence& evidence_;
  Worlds allowed_;
  Random random_;
  int wanted_ = 1, first_steps_ = 1, steps_a_playout_ = 1;
  // More than so long the first steps of a walk may not take; 0 is no limit.
  double first_seconds_ = 0;
  std::vector<Walk> walks_;
  std::size_t turn_ = 0;
};

// For the seat whose view this is and whose turn it is; `history` are the moves since the deal.
inline Assessment assess(const View& view, const std::vector<Move>& history, std::uint64_t seed,
                         const Budget& budget, const Thoroughness& how = {}) {
  const Evidence evidence(view, history, how.reading);
  const auto with = [&](auto&& world) {
    return assess_in(world, view.table, view.hand, view.seen, view.left, budget, how);
  };
  if (evidence.empty()) {
    const Worlds worlds(view);
    Random random(seed);
    return with([&](int) { return worlds.draw(random); });
  }
  LikelyWorlds worlds(view, evidence, seed, budget, how);
  return with([&](int playouts) { return worlds.next(playouts); });
}

// For somebody who sees all cards: every world is the true one, so one is enough.
inline Assessment assess_knowing(const State& state, const Thoroughness& how = {}) {
  Thoroughness once = how;
  once.rules.most_worlds = 1;
  once.forethought = 0;
  return assess_in([&](int) { return state; }, state.table, state.hand(), state.seen,
                   state.left(), {}, once);
}

}  // namespace funicular::auf_ab
