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

#include "funicular/auf_ab.hpp"

namespace nb = nanobind;

namespace {

using namespace funicular;
using namespace funicular::auf_ab;

using Codes = std::vector<std::uint64_t>;

// Seats, to act (-1: nobody), falling, the meld to beat (0: none), who laid it, who has passed (a
// bit a seat), turning, opening.
using TableNumbers = std::tuple<int, int, bool, std::uint64_t, int, unsigned, bool, bool>;
// The table, the seat (-1: a spectator), its hand, the cards seen, the cards left, the opener, the
// opening double (0: not known), the moves since the deal.
using ViewNumbers =
    std::tuple<TableNumbers, int, std::uint64_t, std::uint64_t, Counts, int, std::uint64_t, Codes>;
// The table, the hands, the cards seen.
using StateNumbers = std::tuple<TableNumbers, Hands, std::uint64_t>;

Table table_from(const TableNumbers& numbers) {
  const auto& [seats, to_act, falling, beat, last, passed, turning, opening] = numbers;
  Table table;
  table.seats = seats;
  table.to_act = to_act;
  table.direction = falling ? Direction::falling : Direction::rising;
  if (const Move meld{beat}; !meld.is_pass()) {
    table.size = meld.size();
    table.strength = strength(table.direction, meld.cards());
  }
  table.last = last;
  table.passed = passed;
  table.turning = turning;
  table.opening = opening;
  return table;
}

View view_from(const ViewNumbers& numbers) {
  const auto& [table, seat, hand, seen, left, opener, opening, history] = numbers;
  return {table_from(table), seat, hand, seen, left, opener, opening};
}

State state_from(const StateNumbers& numbers) {
  const auto& [table, hands, seen] = numbers;
  return {table_from(table), hands, seen};
}

Codes codes_of(const Moves& moves) {
  Codes codes;
  for (int place = 0; place < moves.count; ++place) codes.push_back(moves.list[place].code);
  return codes;
}

Codes legal(const StateNumbers& numbers) {
  const State state = state_from(numbers);
  Moves moves;
  legal_moves(state.table, state.hand(), moves);
  return codes_of(moves);
}

// Moves made and points scored by each seat in so many random deals.
std::tuple<std::int64_t, std::array<std::int64_t, kMostSeats>> playouts(int seats,
                                                                        std::int64_t deals,
                                                                        std::uint64_t seed) {
  const nb::gil_scoped_release release;
  Random random(seed);
  std::int64_t moves = 0;
  std::array<std::int64_t, kMostSeats> points{};
  for (std::int64_t number = 0; number < deals; ++number) {
    State state = deal(seats, random);
    moves += play_blindly(state, random);
    points[state.winner()] += state.points();
  }
  return {moves, points};
}

using Step = std::tuple<int, Codes, std::uint64_t>;
using Trace = std::tuple<Hands, std::vector<Step>, std::array<int, kMostSeats>>;

// The first of the deals that `playouts` plays with this seed, move by move.
Trace trace(int seats, std::uint64_t seed) {
  const nb::gil_scoped_release release;
  Random random(seed);
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

std::vector<Hands> worlds(const ViewNumbers& numbers, int wanted, std::uint64_t seed) {
  const View view = view_from(numbers);
  const nb::gil_scoped_release release;
  const Worlds allowed(view);
  Random random(seed);
  std::vector<Hands> drawn;
  for (int number = 0; number < wanted; ++number) drawn.push_back(allowed.draw(random).hands);
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

Judgement assess_view(const ViewNumbers& numbers, std::uint64_t seed, std::int64_t playouts,
                      double seconds) {
  const View view = view_from(numbers);
  std::vector<Move> history;
  for (const std::uint64_t code : std::get<Codes>(numbers)) history.push_back({code});
  const nb::gil_scoped_release release;
  return numbers_of(assess(view, history, seed, {playouts, seconds}));
}

Judgement assess_state(const StateNumbers& numbers) {
  const State state = state_from(numbers);
  const nb::gil_scoped_release release;
  return numbers_of(assess_knowing(state));
}

std::uint64_t casual_move(const ViewNumbers& numbers) {
  const View view = view_from(numbers);
  return casual(view.table, view.hand, view.seen, view.left).code;
}

}  // namespace

NB_MODULE(_auf_ab, module) {
  module.def("legal", &legal, nb::arg("state"));
  module.def("playouts", &playouts, nb::arg("seats"), nb::arg("deals"), nb::arg("seed"));
  module.def("trace", &trace, nb::arg("seats"), nb::arg("seed"));
  module.def("worlds", &worlds, nb::arg("view"), nb::arg("count"), nb::arg("seed"));
  module.def("assess", &assess_view, nb::arg("view"), nb::arg("seed"), nb::arg("playouts"),
             nb::arg("seconds"));
  module.def("assess_knowing", &assess_state, nb::arg("state"));
  module.def("casual", &casual_move, nb::arg("view"));
}
