// The module `_auf_ab`: numbers in, numbers out. funicular/native/auf_ab.py turns them into views,
// states and moves.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/auf_ab_checks.hpp"
#include "funicular/auf_ab.hpp"

namespace nb = nanobind;

namespace {

using namespace funicular;
using namespace funicular::auf_ab;

using bindings::budget_from;
using bindings::count_from;
using bindings::kMostDeals;
using bindings::kMostWorlds;
using bindings::repeat;
using bindings::seed_from;

Codes codes_of(const Moves& moves) {
  Codes codes;
  for (int place = 0; place < moves.count; ++place) codes.push_back(moves.list[place].code);
  return codes;
}

Codes legal(const StateNumbers& numbers) {
  const State state = checked_state(numbers);
  Moves moves;
  if (!state.over()) legal_moves(state.table, state.hand(), moves);
  return codes_of(moves);
}

// Moves made and points scored by each seat in so many random deals.
std::tuple<std::int64_t, std::array<std::int64_t, kMostSeats>> playouts(int seats,
                                                                        const nb::int_& deals,
                                                                        const nb::int_& seed) {
  check_seats(seats);
  Random random(seed_from(seed));
  std::int64_t moves = 0;
  std::array<std::int64_t, kMostSeats> points{};
  repeat(count_from(deals, kMostDeals), [&](std::int64_t) {
    State state = deal(seats, random);
    moves += play_blindly(state, random);
    points[state.winner()] += state.points();
  });
  return {moves, points};
}

using Step = std::tuple<int, Codes, std::uint64_t>;
using Trace = std::tuple<Hands, std::vector<Step>, std::array<int, kMostSeats>>;

// The first of the deals that `playouts` plays with this seed, move by move.
Trace trace(int seats, const nb::int_& seed) {
  check_seats(seats);
  Random random(seed_from(seed));
  const nb::gil_scoped_release release;
  State state = deal(seats, random);
  const Hands hands = state.hands;
  std::vector<Step> steps;
  Moves moves;
  while (!state.over()) {
    legal_moves(state.table, state.hand(), moves);
    const Move move = any_legal(state.table, state.hand(), random);
    steps.emplace_back(state.table.to_act, codes_of(moves), move.code);
    state.play(move);
  }
  std::array<int, kMostSeats> points{};
  points[state.winner()] = state.points();
  return {hands, std::move(steps), points};
}

std::vector<Hands> worlds(const ViewNumbers& numbers, const nb::int_& wanted,
                          const nb::int_& seed) {
  const Worlds allowed(checked_view(numbers));
  Random random(seed_from(seed));
  std::vector<Hands> drawn;
  repeat(count_from(wanted, kMostWorlds),
         [&](std::int64_t) { drawn.push_back(allowed.draw(random).hands); });
  return drawn;
}

// Each legal move with its value and the worlds it was tried in; the place of the best; the
// playouts.
using JudgedMoves = std::vector<std::tuple<std::uint64_t, double, std::size_t>>;
using Judgement = std::tuple<JudgedMoves, std::size_t, std::int64_t>;

Judgement numbers_of(const Assessment& assessment) {
  JudgedMoves moves;
  for (const auto& [move, value, tried] : assessment.moves)
    moves.emplace_back(move.code, value, tried);
  return {std::move(moves), assessment.best, assessment.playouts};
}

// The view of a seat whose turn it is.
View view_to_act(const ViewNumbers& numbers) {
  const View view = checked_view(numbers);
  require(view.seat != kNoSeat && view.seat == view.table.to_act, "turn");
  return view;
}

Judgement assess_view(const ViewNumbers& numbers, const nb::int_& seed, const nb::object& playouts,
                      const nb::object& seconds) {
  const View view = view_to_act(numbers);
  const std::vector<Move> history = checked_history(view, std::get<Codes>(numbers));
  const std::uint64_t number = seed_from(seed);
  const Budget budget = budget_from(playouts, seconds);
  const nb::gil_scoped_release release;
  return numbers_of(assess(view, history, number, budget));
}

Judgement assess_state(const StateNumbers& numbers) {
  const State state = checked_state(numbers);
  require(!state.over(), "turn");
  const nb::gil_scoped_release release;
  return numbers_of(assess_knowing(state));
}

std::uint64_t casual_move(const ViewNumbers& numbers) {
  const View view = view_to_act(numbers);
  return casual(view.table, view.hand, view.seen, view.left).code;
}

}  // namespace

NB_MODULE(_auf_ab, module) {
  module.def("legal", &legal, nb::arg("state"));
  module.def("playouts", &playouts, nb::arg("seats"), nb::arg("deals"), nb::arg("seed"));
  module.def("trace", &trace, nb::arg("seats"), nb::arg("seed"));
  module.def("worlds", &worlds, nb::arg("view"), nb::arg("count"), nb::arg("seed"));
  module.def("assess", &assess_view, nb::arg("view"), nb::arg("seed"), nb::arg("playouts").none(),
             nb::arg("seconds").none());
  module.def("assess_knowing", &assess_state, nb::arg("state"));
  module.def("casual", &casual_move, nb::arg("view"));
}
