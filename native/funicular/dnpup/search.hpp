// The search bot: a walk gathers worlds by what the others' choices say of their hands; then every
// legal move is tried in the same worlds, the rest of the deal played by `casual`'s judgement.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "funicular/dnpup/endings.hpp"
#include "funicular/dnpup/policy.hpp"
#include "funicular/dnpup/walk.hpp"
#include "funicular/race.hpp"

namespace funicular::dnpup {

struct Tuning {
  // What coming second is worth while one can still come first, which is worth 1.
  double second = 0.15;
  // After so many turns a rollout ends without a winner.
  int horizon = 60;
  // How often somebody in a rollout does just anything: nobody is as sure to do what `casual` would
  // as rollouts without it take them to be.
  double slip = 0.02;
  // Steps of the walk for each playout that the budget allows for, within bounds; and the share of
  // the time that they may take.
  double steps_each = 1.5;
  int least_steps = 100, most_steps = 20'000;
  double share_of_walk = 0.4;
  // Worlds kept from the walk: twice so many are thinned out. And the share of the walk that
  // goes by before the first.
  std::size_t enough_kept = 512;
  double burn_in = 0.2;
  // A move is worth a try where the budget allows for so many worlds with it; but so few moves
  // are always tried, and never more than so many.
  int worlds_each = 40;
  int least_tried = 4, most_tried = 20;
  Leaning leaning{};
  // The favourite is the first of the shortlist.
  RaceRules rules{.least_worlds = 16,
                  .margin = 3.0,
                  .indifferent = 0.015,
                  .most_worlds = 1200,
                  .favourite = 0,
                  .benefit = 1.0};
};

// What a seat has won; an equal share of what is left where nobody has.
inline double prize(const State& state, int seat, double second) {
  if (state.is_void()) return 0;
  if (state.out[0] == seat) return 1;
  if (state.out[1] == seat) return second;
  if (state.over()) return 0;
  const double left = (state.outs == 0 ? 1.0 : 0.0) + (state.rewards() == 2 ? second : 0.0);
  return left / (state.seats - state.outs);
}

inline double rollout(State& state, int seat, double second, const Tuning& tuning, Moves& scratch,
                      Random& random) {
  for (int left = tuning.horizon; left > 0 && !state.over() && !state.is_out(seat); --left)
    play(state, casual_move(state, scratch, random, tuning.slip));
  return prize(state, seat, second);
}

// The moves that are worth a try, best first by `casual`'s judgement: their indices.
inline std::vector<int> shortlist(const State& world, const Moves& moves, int most) {
  Outlook outlook(world, world.mover());
  std::vector<std::pair<double, int>> ranked;
  for (int index = 0; index < moves.size(); ++index)
    ranked.emplace_back(-outlook.worth(moves[index]), index);
  std::sort(ranked.begin(), ranked.end());
  std::vector<int> chosen;
  for (const auto& [worth, index] : ranked)
    if (static_cast<int>(chosen.size()) < most) chosen.push_back(index);
  return chosen;
}

// About how many playouts a budget allows for.
inline double playouts_in(const Budget& budget) {
  constexpr double kPlayoutsASecond = 10'000;
  return budget.playouts > 0 ? static_cast<double>(budget.playouts)
                             : budget.seconds * kPlayoutsASecond;
}

// Every other one goes.
inline void thin_out(std::vector<State>& worlds) {
  const std::size_t left = worlds.size() / 2;
  for (std::size_t place = 0; place < left; ++place) worlds[place] = worlds[2 * place + 1];
  worlds.resize(left);
}

inline void shuffle(std::vector<State>& worlds, Random& random) {
  for (std::size_t left = worlds.size(); left > 1; --left)
    std::swap(worlds[left - 1], worlds[random.below(static_cast<std::uint32_t>(left))]);
}

// Worlds from a walk, evenly spaced, in no order: a race drops who does badly in the first few of
// them, so these are not to lie all in one corner. The walk ends once its time is `spent`.
template <typename Spent>
std::vector<State> worlds_from(Walk& walk, int steps, const Tuning& tuning, Random& random,
                               Spent&& spent) {
  std::vector<State> kept;
  int gap = 1;
  for (int step = 1; step <= steps && !spent(); ++step) {
    walk.step(random);
    if (step % gap) continue;
    kept.push_back(walk.state());
    if (kept.size() < 2 * tuning.enough_kept) continue;
    thin_out(kept);
    gap *= 2;
  }
  if (kept.empty()) return {walk.state()};
  const double early = tuning.burn_in * static_cast<double>(kept.size());
  kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(early));
  shuffle(kept, random);
  return kept;
}

// What each legal move of the viewer, whose turn it is, comes to. A move that was not worth a try
// has been tried in no world.
inline RaceResult assess(const Evidence& evidence, const Moves& moves, const Budget& budget,
                         std::uint64_t seed, const Tuning& tuning = {}) {
  const Stopwatch watch;
  const int seat = evidence.view().seat;
  const double second = evidence.view().table.outs == 0 ? tuning.second : 1.0;
  RaceResult result{0, 0, std::vector<Candidate>(static_cast<std::size_t>(moves.size()))};
  if (moves.size() == 1) return result;
  const int forced = forced_win(evidence.view(), moves);
  if (forced >= 0) {
    result.best = static_cast<std::size_t>(forced);
    result.candidates[result.best] = {1.0, 1};
    return result;
  }
  Random random(seed);
  Moves scratch;
  const double playouts = playouts_in(budget);
  const int steps = static_cast<int>(
      std::clamp<double>(tuning.steps_each * playouts, tuning.least_steps, tuning.most_steps));
  Walk walk(evidence, tuning.leaning, random);
  const std::vector<State> worlds = worlds_from(walk, steps, tuning, random, [&] {
    return budget.seconds > 0 && watch.seconds() >= tuning.share_of_walk * budget.seconds;
  });
  const int most_tried = static_cast<int>(
      std::clamp<double>(playouts / tuning.worlds_each, tuning.least_tried, tuning.most_tried));
  const std::vector<int> tried = shortlist(worlds[0], moves, most_tried);
  Budget left = budget;
  if (left.seconds > 0) left.seconds = std::max(left.seconds - watch.seconds(), 1e-9);
  std::size_t next = 0;
  std::uint64_t dice = 0;
  const RaceResult raced = race(
      tried.size(), left, tuning.rules,
      [&] {
        next = next + 1 < worlds.size() ? next + 1 : 0;
        dice = random.next();
        return 1.0;
      },
      [&](std::size_t candidate) {
        State state = worlds[next];
        play(state, moves[tried[candidate]]);
        Random same(dice);
        return rollout(state, seat, second, tuning, scratch, same);
      });
  for (std::size_t place = 0; place < tried.size(); ++place)
    result.candidates[static_cast<std::size_t>(tried[place])] = raced.candidates[place];
  result.best = static_cast<std::size_t>(tried[raced.best]);
  result.playouts = raced.playouts;
  return result;
}

}  // namespace funicular::dnpup
