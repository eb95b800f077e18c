// The Python module `funicular.native._dnpup`: numbers in, numbers out. The GIL is released while
// anything is played.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "bindings/dnpup_checks.hpp"
#include "funicular/dnpup.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace dnpup = funicular::dnpup;
using funicular::Bits;
using funicular::Random;

namespace {

using dnpup::Orders;
using funicular::bindings::budget_from;
using funicular::bindings::count_from;
using funicular::bindings::kMostDeals;
using funicular::bindings::kMostWorlds;
using funicular::bindings::repeat;
using funicular::bindings::require;
using funicular::bindings::seed_from;

dnpup::Evidence seen(int seats, int turn_cap, int starter, int turn, int turns,
                     const std::vector<int>& out, const std::vector<Orders>& melds,
                     const std::vector<Orders>& known, const std::vector<Orders>& secret,
                     const std::vector<int>& counts, const Orders& discarded, int seat,
                     const std::vector<Orders>& dealt, const std::vector<std::uint64_t>& history) {
  return dnpup::checked_evidence({seats, turn_cap, starter, turn, turns, out, melds, known, secret,
                                  counts, discarded, seat, dealt, history});
}

Orders orders(const dnpup::Hand& hand) {
  Orders cards;
  funicular::each(hand.cards(), [&](int place) {
    cards.push_back(dnpup::order_of(place, (hand.high >> place & 1) != 0));
  });
  return cards;
}

std::vector<std::uint64_t> codes(const dnpup::Moves& moves) {
  std::vector<std::uint64_t> numbers;
  for (const dnpup::Move& move : moves) numbers.push_back(move.code());
  return numbers;
}

std::vector<int> points(const dnpup::State& state) {
  std::vector<int> each;
  for (int seat = 0; seat < state.seats; ++seat) each.push_back(state.points(seat));
  return each;
}

std::tuple<std::int64_t, std::int64_t, std::vector<std::int64_t>> playouts(int seats, int turn_cap,
                                                                           const nb::int_& count,
                                                                           const nb::int_& seed) {
  dnpup::check_rules(seats, turn_cap);
  Random random(seed_from(seed));
  dnpup::Moves moves;
  std::int64_t turns = 0, voids = 0;
  std::vector<std::int64_t> totals(static_cast<std::size_t>(seats), 0);
  repeat(count_from(count, kMostDeals), [&](std::int64_t) {
    dnpup::State state = dnpup::deal(seats, turn_cap, random);
    dnpup::play_out_at_random(state, moves, random);
    turns += state.turns;
    voids += state.is_void();
    for (int seat = 0; seat < seats; ++seat) totals[seat] += state.points(seat);
  });
  return {turns, voids, totals};
}

using Step = std::tuple<int, std::vector<std::uint64_t>, int>;

std::tuple<std::vector<Orders>, std::vector<Step>, std::vector<int>, bool> trace(
    int seats, int turn_cap, const nb::int_& seed) {
  dnpup::check_rules(seats, turn_cap);
  Random random(seed_from(seed));
  const nb::gil_scoped_release released;
  dnpup::Moves moves;
  dnpup::State state = dnpup::deal(seats, turn_cap, random);
  std::vector<Orders> hands;
  for (int seat = 0; seat < seats; ++seat) hands.push_back(orders(state.hands[seat]));
  std::vector<Step> steps;
  while (!state.over()) {
    dnpup::legal_moves(state, moves);
    const int chosen = static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())));
    steps.emplace_back(state.mover(), codes(moves), chosen);
    dnpup::play(state, moves[chosen]);
  }
  return {hands, steps, points(state), state.is_void()};
}

bool is_own_turn(const dnpup::View& view) {
  return !view.table.over() && view.table.mover() == view.seat;
}

// Only the viewer's own: nobody knows what others may do.
std::vector<std::uint64_t> legal(const dnpup::Evidence& seen) {
  dnpup::Moves moves;
  if (is_own_turn(seen.view())) dnpup::legal_moves(seen.view().table, moves);
  return codes(moves);
}

// Only the cards that the view leaves open, seat by seat, as they lie now.
std::vector<std::vector<Orders>> worlds(const dnpup::Evidence& seen, const nb::int_& count,
                                        const nb::int_& seed) {
  const dnpup::View& view = seen.view();
  Random random(seed_from(seed));
  std::vector<std::vector<Orders>> drawn;
  repeat(count_from(count, kMostWorlds), [&](std::int64_t) {
    const dnpup::State state = dnpup::world(view, random);
    std::vector<Orders> hands;
    for (int seat = 0; seat < state.seats; ++seat)
      hands.push_back(orders(state.hands[seat].among(view.pool)));
    drawn.push_back(hands);
  });
  return drawn;
}

// What `casual` thinks of each legal move. It sees no more than the viewer, so any world will do.
std::vector<double> worths(const dnpup::Evidence& seen) {
  require(is_own_turn(seen.view()), "turn");
  const nb::gil_scoped_release released;
  Random random(0);
  const dnpup::State state = dnpup::world(seen.view(), random);
  dnpup::Moves moves;
  dnpup::legal_moves(state, moves);
  dnpup::Outlook outlook(state, state.mover());
  std::vector<double> each;
  for (const dnpup::Move& move : moves) each.push_back(outlook.worth(move));
  return each;
}

using Judged = std::vector<std::tuple<std::uint64_t, double, std::size_t>>;

// Each legal move with its mean value and in how many worlds it was tried; which of them is best;
// the playouts spent.
std::tuple<Judged, std::size_t, std::int64_t> assess(const dnpup::Evidence& seen,
                                                     const nb::int_& seed,
                                                     const nb::object& playouts,
                                                     const nb::object& seconds) {
  require(is_own_turn(seen.view()), "turn");
  const std::uint64_t number = seed_from(seed);
  const funicular::Budget budget = budget_from(playouts, seconds);
  const nb::gil_scoped_release released;
  dnpup::Moves moves;
  dnpup::legal_moves(seen.view().table, moves);
  const funicular::RaceResult result = dnpup::assess(seen, moves, budget, number);
  Judged judged;
  for (int index = 0; index < moves.size(); ++index) {
    const funicular::Candidate& candidate = result.candidates[index];
    judged.emplace_back(moves[index].code(), candidate.mean, candidate.worlds);
  }
  return {judged, result.best, result.playouts};
}

}  // namespace

NB_MODULE(_dnpup, module) {
  nb::class_<dnpup::Evidence>(module, "Seen");
  module.def("seen", &seen, nb::kw_only(), "seats"_a, "turn_cap"_a, "starter"_a, "turn"_a,
             "turns"_a, "out"_a, "melds"_a, "known"_a, "secret"_a, "counts"_a, "discarded"_a,
             "seat"_a, "dealt"_a, "history"_a);
  module.def("playouts", &playouts, "seats"_a, "turn_cap"_a, "count"_a, "seed"_a);
  module.def("trace", &trace, "seats"_a, "turn_cap"_a, "seed"_a);
  module.def("legal", &legal, "seen"_a);
  module.def("worlds", &worlds, "seen"_a, "count"_a, "seed"_a);
  module.def("worths", &worths, "seen"_a);
  module.def("assess", &assess, "seen"_a, "seed"_a, "playouts"_a.none(), "seconds"_a.none());
}
