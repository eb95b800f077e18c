// What a decision cost, judged from the view of the seat that made it: for reviews, in Python and
// in the browser. Without kernels Python judges by itself, to the same rule
// (`review/match_review.py`).
//
// First all moves race for the best one; then that and the move made are tried once more in fresh
// worlds, the same for both. Measuring again matters: the winner of a race is partly lucky, and the
// lead by which it won says too much.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "funicular/evaluation.hpp"
#include "funicular/random.hpp"

namespace funicular {

// A seed of its own for each decision of a match, from the seed of the whole: `core/seeds.py`.
constexpr std::uint64_t decision_seed(std::uint64_t seed, std::uint64_t deal, std::uint64_t ply) {
  for (const std::uint64_t part : {deal, ply}) seed = splitmix64(seed) + part;
  return splitmix64(seed);
}

struct Judgement {
  // The place of the best known move among the legal ones; that of the move made if it is that.
  std::size_t best = 0;
  // How much more it brings, as measured again, and the standard error of that.
  double difference = 0, error = 0;
  // What the move made and the best one are worth, and the chances of each.
  double value = 0, best_value = 0, goal = 0, best_goal = 0, won = 0, best_won = 0;

  Judgement(std::size_t place, const EvaluatedMove& own, const EvaluatedMove& other)
      : best(place),
        value(own.value),
        best_value(other.value),
        goal(own.goal),
        best_goal(other.goal),
        won(own.won),
        best_won(other.won) {}
};

// `again()` makes another evaluation of the same view; `options` say how much is tried, and of
// what.
template <typename Evaluation, typename Again>
Judgement judge(Evaluation& evaluation, Again&& again, std::size_t made, std::uint64_t seed,
                EvaluationOptions options) {
  options.race = true;
  const EvaluationResult raced = evaluation.run(splitmix64(seed), options);
  const EvaluatedMove& leader = raced.moves[raced.best];
  if (leader.place == made) return {made, leader, leader};
  options.race = false;
  options.only = {std::min(made, leader.place), std::max(made, leader.place)};
  seed += kSplitMixStep;
  const EvaluationResult both = again()->run(splitmix64(seed), options);
  const EvaluatedMove& own = both.moves[made > leader.place];
  const EvaluatedMove& other = both.moves[made < leader.place];
  const double difference = other.value - own.value;
  // In the fresh worlds the move made may have done better.
  Judgement found =
      difference > 0 ? Judgement(leader.place, own, other) : Judgement(made, own, own);
  found.difference = difference;
  found.error = std::max(own.behind_error, other.behind_error);
  return found;
}

}  // namespace funicular
