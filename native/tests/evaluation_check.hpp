// What must hold of every evaluation, whatever the game: for the kernels' own tests.
#pragma once

#include <cstddef>
#include <cstdint>

#include "check.hpp"
#include "funicular/evaluation.hpp"

// Evaluates a position in a few worlds; the arguments are those of the game's Evaluation.
template <typename Evaluation, typename... Arguments>
void check_evaluation(std::uint64_t seed, const Arguments&... arguments) {
  using namespace funicular;
  constexpr std::size_t kFewWorlds = 3;
  EvaluationOptions options;
  options.worlds = kFewWorlds;
  Evaluation once(arguments...), twice(arguments...), racing(arguments...);
  const EvaluationResult found = once.run(seed, options), again = twice.run(seed, options);
  const auto moves = static_cast<std::size_t>(once.legal_moves().size());
  CHECK(found.moves.size() == moves && found.best < moves);
  CHECK(found.playouts == static_cast<std::int64_t>(moves * kFewWorlds));
  CHECK(found.best == again.best);
  CHECK(found.effective >= 1 && found.effective <= kFewWorlds);
  for (std::size_t place = 0; place < moves; ++place) {
    const EvaluatedMove &one = found.moves[place], &other = again.moves[place];
    CHECK(one.place == place && one.worlds == kFewWorlds);
    CHECK(one.value == other.value && one.error == other.error && one.line == other.line);
    CHECK(one.value <= found.moves[found.best].value && one.behind >= 0 && one.error >= 0);
    CHECK(one.goal >= 0 && one.goal <= 1 && one.won >= 0 && one.won <= 1);
    // What is proved is the same in every world.
    CHECK(!one.proved.goal || one.goal == 0 || one.goal == 1);
    CHECK(!one.proved.won || one.proved.goal);
    CHECK(one.line.size() <= Line::kMost);
  }
  options.race = true;
  options.worlds = 0;
  options.playouts = 40;
  options.only = {moves - 1};
  const EvaluationResult raced = racing.run(seed, options);
  CHECK(raced.moves.size() == 1 && raced.moves[0].place == moves - 1 && raced.playouts <= 40);
}
