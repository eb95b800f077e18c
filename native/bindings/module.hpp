// What every kernel offers to Python, once for all games: random deals, legal moves, worlds, the
// search, the evaluation, and judging. Numbers go in, packed (reader.hpp), and numbers come out;
// the facades in src/funicular/native turn them into views, states and moves. The GIL is released
// while anything is played.
//
// A game's Border says how its numbers are read and checked, and how its deals are played.
// Functions that only one game has stand beside it in its own file.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/checks.hpp"
#include "bindings/reader.hpp"
#include "funicular/evaluation.hpp"
#include "funicular/judging.hpp"
#include "funicular/random.hpp"
#include "funicular/search.hpp"

namespace funicular::bindings {

// Each legal move with its value and the worlds it was tried in; the place of the best; the
// playouts.
using Judged = std::vector<std::tuple<Code, double, std::size_t>>;
using Assessment = std::tuple<Judged, std::size_t, std::int64_t>;

// A continuation: seats and their moves.
using Followed = std::vector<std::pair<int, Code>>;
// A move with its value and the standard error of that, the worlds it was tried in, the chances of
// its goal and of winning the deal, which of these are proved, quantiles, how far it lies behind
// the best and the standard error of that, and what follows it most often.
using Valued = std::tuple<Code, double, double, std::size_t, std::pair<double, double>,
                          std::pair<bool, bool>, Quantiles, double, double, Followed>;
// The moves, the place of the best among them, the playouts, whether the values are exact, and how
// many worlds those visited are worth.
using Valuation = std::tuple<std::vector<Valued>, std::size_t, std::int64_t, bool, double>;
// The number of a model of the others, and shares for each seat in a row, as whole numbers; none is
// the prior.
using ModelNumbers = std::pair<std::uint64_t, std::vector<std::uint64_t>>;
// The place of the best known move, how far the one made lies behind it and the standard error of
// that, then value and chances of the goal and of winning: of the move made and of the best one.
using Verdict =
    std::tuple<std::size_t, double, double, double, double, double, double, double, double>;
// Of worlds, playouts and seconds one, the others None.
using Limits = std::tuple<nb::object, nb::object, nb::object>;

template <typename Border>
concept KernelBorder = requires(
    typename Border::Deals& deals, const typename Border::DealNumbers& deal,
    const typename Border::PositionNumbers& position, const typename Border::ViewNumbers& view,
    typename Border::State& state, typename Border::Moves& moves, Random& random, int seat) {
  // Random deals by some rules, one after the other.
  requires std::constructible_from<typename Border::Deals, decltype(deal)>;
  { deals.next(random) } -> std::same_as<typename Border::State>;
  { deals.seats() } -> std::same_as<int>;
  { deals.legal_moves(state, moves) };
  { deals.any_move(state, moves, random) } -> std::convertible_to<typename Border::Move>;
  { deals.play_out(state, moves, random) } -> std::convertible_to<std::int64_t>;
  { deals.points(state, seat) } -> std::convertible_to<int>;
  { Border::dealt(state) };
  // Whose turn it is, and its move.
  { Border::to_act(state) } -> std::convertible_to<int>;
  { Border::play(state, moves[0]) };
  { Border::code_of(moves[0]) } -> std::convertible_to<Code>;
  // These check what they are given, and refuse it where it is wrong.
  { Border::legal(position, moves) };
  { Border::worlds(view)(random) };
  { Border::search(view) } -> std::same_as<std::unique_ptr<typename Border::Search>>;
  {
    Border::evaluation(view, OthersModel{})
  } -> std::same_as<std::unique_ptr<typename Border::Evaluation>>;
};

// The numbers of a deal, a position or a view, as Python packs them.
template <typename Numbers>
Numbers numbers_from(const nb::bytes& packed) {
  return read_whole<Numbers>({packed.c_str(), packed.size()});
}

template <KernelBorder Border>
Codes codes_of(const typename Border::Moves& moves) {
  Codes codes;
  for (const auto& move : moves) codes.push_back(Border::code_of(move));
  return codes;
}

// Moves made, and points scored by each seat, in some whole random deals.
template <KernelBorder Border>
std::tuple<std::int64_t, std::vector<std::int64_t>> playouts(const nb::bytes& deal,
                                                             const nb::int_& count,
                                                             const nb::int_& seed) {
  typename Border::Deals deals(numbers_from<typename Border::DealNumbers>(deal));
  Random random(seed_from(seed));
  typename Border::Moves scratch;
  std::int64_t moves = 0;
  std::vector<std::int64_t> points(static_cast<std::size_t>(deals.seats()), 0);
  repeat(count_from(count, kMostDeals), [&](std::int64_t) {
    typename Border::State state = deals.next(random);
    moves += deals.play_out(state, scratch, random);
    for (int seat = 0; seat < deals.seats(); ++seat)
      points[static_cast<std::size_t>(seat)] += deals.points(state, seat);
  });
  return {moves, std::move(points)};
}

// One random deal to be followed: the cards, then seat, legal moves and move, then the points.
template <KernelBorder Border>
auto trace(const nb::bytes& deal, const nb::int_& seed) {
  typename Border::Deals deals(numbers_from<typename Border::DealNumbers>(deal));
  Random random(seed_from(seed));
  const nb::gil_scoped_release released;
  typename Border::State state = deals.next(random);
  auto dealt = Border::dealt(state);
  std::vector<std::tuple<int, Codes, Code>> steps;
  typename Border::Moves moves;
  while (!state.over()) {
    deals.legal_moves(state, moves);
    const auto move = deals.any_move(state, moves, random);
    steps.emplace_back(Border::to_act(state), codes_of<Border>(moves), Border::code_of(move));
    Border::play(state, move);
  }
  std::vector<int> points;
  for (int seat = 0; seat < deals.seats(); ++seat) points.push_back(deals.points(state, seat));
  return std::make_tuple(std::move(dealt), std::move(steps), std::move(points));
}

template <KernelBorder Border>
Codes legal(const nb::bytes& position) {
  typename Border::Moves moves;
  Border::legal(numbers_from<typename Border::PositionNumbers>(position), moves);
  return codes_of<Border>(moves);
}

template <KernelBorder Border>
auto worlds(const nb::bytes& view, const nb::int_& count, const nb::int_& seed) {
  const auto draw = Border::worlds(numbers_from<typename Border::ViewNumbers>(view));
  Random random(seed_from(seed));
  std::vector<decltype(draw(random))> drawn;
  repeat(count_from(count, kMostWorlds), [&](std::int64_t) { drawn.push_back(draw(random)); });
  return drawn;
}

// Runs a search that was made with the GIL held. A search is too large for the stack of a thread.
template <KernelBorder Border, typename Search>
Assessment assessment_by(std::unique_ptr<Search> search, const nb::int_& seed,
                         const nb::object& playouts, const nb::object& seconds) {
  const std::uint64_t number = seed_from(seed);
  const Budget budget = budget_from(playouts, seconds);
  const nb::gil_scoped_release released;
  const SearchResult found = search->run(number, budget);
  Judged judged;
  const auto& moves = search->legal_moves();
  for (int place = 0; place < moves.size(); ++place) {
    const Candidate& candidate = found.candidates[static_cast<std::size_t>(place)];
    judged.emplace_back(Border::code_of(moves[place]), candidate.mean, candidate.worlds);
  }
  return {std::move(judged), found.best, found.playouts};
}

template <KernelBorder Border>
Assessment assess(const nb::bytes& view, const nb::int_& seed, const nb::object& playouts,
                  const nb::object& seconds) {
  return assessment_by<Border>(Border::search(numbers_from<typename Border::ViewNumbers>(view)),
                               seed, playouts, seconds);
}

inline EvaluationOptions evaluation_from(const Limits& limits, const nb::int_& objective, bool race,
                                         const std::vector<std::size_t>& only, std::size_t legal) {
  const auto& [worlds, playouts, seconds] = limits;
  EvaluationOptions options;
  require(worlds.is_none() + playouts.is_none() + seconds.is_none() == 2, "limit");
  if (worlds.is_none()) {
    const Budget budget = budget_from(playouts, seconds);
    options.playouts = budget.playouts;
    options.seconds = budget.seconds;
  } else {
    if (!nb::isinstance<nb::int_>(worlds)) throw nb::type_error("worlds: a whole number or None");
    options.worlds = static_cast<std::size_t>(
        number_from(nb::cast<nb::int_>(worlds), kLeastWorlds,
                    static_cast<std::int64_t>(funicular::kMostWorlds), "evaluation-worlds"));
  }
  options.objective = static_cast<Objective>(number_from(objective, 0, 2, "objective"));
  options.race = race;
  for (std::size_t place = 0; place < only.size(); ++place)
    require(only[place] < legal && (place == 0 || only[place - 1] < only[place]), "candidates");
  options.only = only;
  return options;
}

// Every legal move, or `only` some by their places, with what it is worth.
template <KernelBorder Border>
Valuation evaluate(const nb::bytes& view, const nb::int_& seed, const Limits& limits,
                   const nb::int_& objective, bool race, const std::vector<std::size_t>& only,
                   const ModelNumbers& others) {
  const auto evaluation = Border::evaluation(numbers_from<typename Border::ViewNumbers>(view),
                                             others_model(others.first, others.second));
  const auto& moves = evaluation->legal_moves();
  const EvaluationOptions options =
      evaluation_from(limits, objective, race, only, static_cast<std::size_t>(moves.size()));
  const std::uint64_t number = seed_from(seed);
  const nb::gil_scoped_release released;
  const EvaluationResult found = evaluation->run(number, options);
  std::vector<Valued> valued;
  for (const EvaluatedMove& move : found.moves) {
    Followed line;
    for (const SeatMove& next : move.line) line.emplace_back(next.seat, next.code);
    valued.emplace_back(Border::code_of(moves[static_cast<int>(move.place)]), move.value,
                        move.error, move.worlds, std::pair(move.goal, move.won),
                        std::pair(move.proved.goal, move.proved.won), move.quantiles, move.behind,
                        move.behind_error, std::move(line));
  }
  return {std::move(valued), found.best, found.playouts, found.exact, found.effective};
}

// What a decision cost: the place of the move made, and a seed of its own.
template <KernelBorder Border>
Verdict judge(const nb::bytes& view, std::size_t made, const nb::int_& seed, const Limits& limits,
              const nb::int_& objective) {
  const auto numbers = numbers_from<typename Border::ViewNumbers>(view);
  const auto evaluation = Border::evaluation(numbers);
  const auto legal = static_cast<std::size_t>(evaluation->legal_moves().size());
  require(made < legal, "candidates");
  const EvaluationOptions options = evaluation_from(limits, objective, true, {}, legal);
  const std::uint64_t number = seed_from(seed);
  const auto again = [&] { return Border::evaluation(numbers); };
  const nb::gil_scoped_release released;
  const Judgement found = funicular::judge(*evaluation, again, made, number, options);
  return {found.best, found.difference, found.error, found.value,   found.best_value,
          found.goal, found.best_goal,  found.won,   found.best_won};
}

template <KernelBorder Border>
void define_kernel(nb::module_& module) {
  module.def("playouts", &playouts<Border>, "deal"_a, "count"_a, "seed"_a);
  module.def("trace", &trace<Border>, "deal"_a, "seed"_a);
  module.def("legal", &legal<Border>, "position"_a);
  module.def("worlds", &worlds<Border>, "view"_a, "count"_a, "seed"_a);
  module.def("assess", &assess<Border>, "view"_a, "seed"_a, "playouts"_a.none(),
             "seconds"_a.none());
  module.def("evaluate", &evaluate<Border>, "view"_a, "seed"_a, "limits"_a, "objective"_a, "race"_a,
             "only"_a, "others"_a);
  module.def("judge", &judge<Border>, "view"_a, "made"_a, "seed"_a, "limits"_a, "objective"_a);
}

}  // namespace funicular::bindings
