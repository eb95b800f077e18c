// `funicular.native._ascenseur`: whole loops over Ascenseur for Python. Numbers in, numbers out; the
// facade beside it turns views and moves into them. The GIL is released while anything is played.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>

#include "bindings/ascenseur_checks.hpp"
#include "funicular/ascenseur.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace funicular;
using namespace funicular::ascenseur;

namespace {

using bindings::budget_from;
using bindings::count_from;
using bindings::kMostDeals;
using bindings::kMostWorlds;
using bindings::repeat;
using bindings::seed_from;

using Judged = std::tuple<Move, double, std::size_t>;
using Assessment = std::tuple<std::size_t, std::int64_t, std::vector<Judged>>;

std::vector<int> points_of(const Points& points, int seats) {
  return {points.begin(), points.begin() + seats};
}

int cards_from(const nb::int_& given) {
  return static_cast<int>(bindings::number_from(given, 1, kMostCards, "hand-size"));
}

std::vector<Move> legal_list(const State& state, const Rules& rules) {
  MoveList moves;
  const int size = legal_moves(state, rules, moves);
  return {moves.begin(), moves.begin() + size};
}

// Whole random deals; the points of every seat, added up.
std::vector<std::int64_t> playouts(const Rules& rules, const nb::int_& cards, bool turned,
                                   const nb::int_& number, const nb::int_& seed) {
  const int size = cards_from(cards);
  check_hand_size(rules, size, turned);
  Random random(seed_from(seed));
  Deck deck(rules.deck);
  const int all = deck.size;
  std::array<std::int64_t, kMostSeats> totals{};
  repeat(count_from(number, kMostDeals), [&](std::int64_t n) {
    deck.size = all;
    const int dealer = static_cast<int>(n % rules.seats);
    State state = deal(rules, deck, dealer, size, turned, random);
    play_randomly(state, rules, random);
    const Points points = state.points(rules);
    for (std::size_t seat = 0; seat < totals.size(); ++seat) totals[seat] += points[seat];
  });
  return {totals.begin(), totals.begin() + rules.seats};
}

using Step = std::tuple<int, std::vector<Move>, Move>;

// One random deal, step by step, for whoever wants to follow it.
std::tuple<Hands, int, std::vector<Step>, std::vector<int>> trace(const Rules& rules, int dealer,
                                                                  const nb::int_& cards,
                                                                  bool turned,
                                                                  const nb::int_& seed) {
  check_seat(rules, dealer);
  const int size = cards_from(cards);
  check_hand_size(rules, size, turned);
  Random random(seed_from(seed));
  const nb::gil_scoped_release released;
  State state = deal(rules, dealer, size, turned, random);
  const Hands hands(state.hands.begin(), state.hands.begin() + rules.seats);
  std::vector<Step> steps;
  while (!state.over()) {
    std::vector<Move> legal = legal_list(state, rules);
    const Move move = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
    steps.emplace_back(state.turn, std::move(legal), move);
    make_move(state, state.turn, move);
  }
  return {hands, state.upcard, std::move(steps), points_of(state.points(rules), rules.seats)};
}

std::vector<Move> legal(const Rules& rules, const Hands& dealt, const Table& table) {
  return legal_list(checked_state(rules, dealt, table), rules);
}

// Worlds as (hands now, bids); -1 is a bid not made.
std::vector<std::pair<Hands, std::vector<int>>> worlds(const Rules& rules, int seat, Bits dealt,
                                                       const Table& table, const nb::int_& number,
                                                       const nb::int_& seed) {
  const View view = checked_view(rules, seat, dealt, table, Turn::any);
  Random random(seed_from(seed));
  const Worlds source(rules, view);
  std::vector<std::pair<Hands, std::vector<int>>> drawn;
  repeat(count_from(number, kMostWorlds), [&](std::int64_t) {
    const State world = source.draw(random);
    drawn.emplace_back(Hands(world.hands.begin(), world.hands.begin() + rules.seats),
                       std::vector<int>(world.bids.begin(), world.bids.begin() + rules.seats));
  });
  return drawn;
}

// The same, only counted: for measuring.
Bits worlds_checksum(const Rules& rules, int seat, Bits dealt, const Table& table,
                     const nb::int_& number, const nb::int_& seed) {
  const View view = checked_view(rules, seat, dealt, table, Turn::any);
  Random random(seed_from(seed));
  const Worlds source(rules, view);
  Bits sum = 0;
  repeat(count_from(number, kMostDeals), [&](std::int64_t) {
    for (const Bits hand : source.draw(random).hands) sum = sum * 31 + hand;
  });
  return sum;
}

// What a casual player does.
Move judge(const Rules& rules, int seat, Bits dealt, const Table& table) {
  const View view = checked_view(rules, seat, dealt, table, Turn::own);
  const nb::gil_scoped_release released;
  const auto chances = std::make_unique<Chances>(rules, table.cards);
  const State& state = view.state;
  return state.bidding() ? judged_bid(rules, *chances, state, seat, state.hooked(rules))
                         : kPlay + judged_card(rules, *chances, state);
}

Assessment told(const Search& search, const RaceResult& result) {
  MoveList moves;
  const auto size = static_cast<std::size_t>(search.candidates(moves));
  std::vector<Judged> judged;
  for (std::size_t c = 0; c < size; ++c)
    judged.emplace_back(moves[c], result.candidates[c].mean, result.candidates[c].worlds);
  return {result.best, result.playouts, std::move(judged)};
}

// On the heap: a search is too large for the stack of a thread.
std::unique_ptr<Search> search_for(const Rules& rules, const View& view, const Table& table) {
  return std::make_unique<Search>(rules, view, table.seen());
}

Assessment assess(const Rules& rules, int seat, Bits dealt, const Table& table,
                  const nb::int_& seed, const nb::object& playouts, const nb::object& seconds) {
  const View view = checked_view(rules, seat, dealt, table, Turn::own);
  const std::uint64_t number = seed_from(seed);
  const Budget budget = budget_from(playouts, seconds);
  const nb::gil_scoped_release released;
  const auto search = search_for(rules, view, table);
  return told(*search, search->run(number, budget));
}

Assessment assess_at_random(const Rules& rules, int seat, Bits dealt, const Table& table,
                            const nb::int_& seed, const nb::object& playouts,
                            const nb::object& seconds) {
  const View view = checked_view(rules, seat, dealt, table, Turn::own);
  const std::uint64_t number = seed_from(seed);
  const Budget budget = budget_from(playouts, seconds);
  const nb::gil_scoped_release released;
  const auto search = search_for(rules, view, table);
  return told(*search, search->run_at_random(number, budget));
}

Assessment assess_knowing(const Rules& rules, int seat, const Hands& dealt, const Table& table,
                          const nb::int_& seed, const nb::object& playouts,
                          const nb::object& seconds) {
  const State truth = checked_state(rules, dealt, table);
  check_seat(rules, seat);
  const View view =
      checked_view(rules, seat, dealt[static_cast<std::size_t>(seat)], table, Turn::own);
  const std::uint64_t number = seed_from(seed);
  const Budget budget = budget_from(playouts, seconds);
  const nb::gil_scoped_release released;
  const auto search = search_for(rules, view, table);
  return told(*search, search->run(number, budget, &truth));
}

// The points of every seat if all play best from here, all cards face up.
std::vector<int> solve(const Rules& rules, const Hands& dealt, const Table& table) {
  const State state = checked_state(rules, dealt, table);
  require(!state.bidding(), "bidding");
  const auto solver = std::make_unique<Solver>(rules);
  std::optional<Points> points;
  {
    const nb::gil_scoped_release released;
    points = solver->solve_within(state, kMostSolved);
  }
  require(points.has_value(), "unsolved");
  return points_of(*points, rules.seats);
}

}  // namespace

NB_MODULE(_ascenseur, m) {
  nb::class_<Rules>(m, "Rules")
      .def(
          "__init__",
          [](Rules* rules, int seats, Bits deck, bool simultaneous, bool hook, int bonus,
             int trick_points, int penalty, bool missed_scores_tricks) {
            const Rules given{seats, deck, simultaneous, hook, bonus, trick_points, penalty,
                              missed_scores_tricks};
            check_rules(given);
            new (rules) Rules(given);
          },
          "seats"_a, "deck"_a, "simultaneous"_a, "hook"_a, "bonus"_a, "trick_points"_a,
          "penalty"_a, "missed_scores_tricks"_a);
  nb::class_<Table>(m, "Table")
      .def(
          "__init__",
          [](Table* table, int cards, int dealer, int upcard, History history) {
            new (table) Table{cards, dealer, upcard, std::move(history)};
          },
          "cards"_a, "dealer"_a, "upcard"_a, "history"_a);
  m.attr("PLAY") = kPlay;
  m.attr("SEALED") = kSealed;
  m.def("playouts", &playouts, "rules"_a, "cards"_a, "turned"_a, "number"_a, "seed"_a);
  m.def("trace", &trace, "rules"_a, "dealer"_a, "cards"_a, "turned"_a, "seed"_a);
  m.def("legal", &legal, "rules"_a, "dealt"_a, "table"_a);
  m.def("worlds", &worlds, "rules"_a, "seat"_a, "dealt"_a, "table"_a, "number"_a, "seed"_a);
  m.def("worlds_checksum", &worlds_checksum, "rules"_a, "seat"_a, "dealt"_a, "table"_a, "number"_a,
        "seed"_a);
  m.def("judge", &judge, "rules"_a, "seat"_a, "dealt"_a, "table"_a);
  m.def("assess", &assess, "rules"_a, "seat"_a, "dealt"_a, "table"_a, "seed"_a, "playouts"_a.none(),
        "seconds"_a.none());
  m.def("assess_at_random", &assess_at_random, "rules"_a, "seat"_a, "dealt"_a, "table"_a, "seed"_a,
        "playouts"_a.none(), "seconds"_a.none());
  m.def("assess_knowing", &assess_knowing, "rules"_a, "seat"_a, "dealt"_a, "table"_a, "seed"_a,
        "playouts"_a.none(), "seconds"_a.none());
  m.def("solve", &solve, "rules"_a, "dealt"_a, "table"_a);
}
