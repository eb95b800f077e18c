// The Python module `funicular.native._dnpup`: numbers in, numbers out, the GIL released.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "funicular/dnpup.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace dnpup = funicular::dnpup;
using funicular::Bits;
using funicular::Random;

namespace {

using Orders = std::vector<int>;
using Unlocked = nb::call_guard<nb::gil_scoped_release>;

[[noreturn]] void refuse() { throw nb::value_error("no position of dnpup"); }

// A view as Python tells it: for each seat the cards it took up in the open, the cards only the
// viewer can place there, and how many it holds altogether.
dnpup::View view_from(int seats, int turn_cap, int starter, int turn, int turns,
                      const std::vector<int>& out, const std::vector<Orders>& melds,
                      const std::vector<Orders>& known, const std::vector<Orders>& secret,
                      const std::vector<int>& counts, const Orders& discarded, int seat) {
  dnpup::View view;
  dnpup::State& table = view.table;
  if (seats < 2 || seats > dnpup::kMostSeats) refuse();
  table.seats = seats;
  const auto in = [](int number, int bound) { return number >= 0 && number < bound; };
  const auto all = static_cast<std::size_t>(seats);
  if (known.size() != all || secret.size() != all || counts.size() != all) refuse();
  if (melds.size() != static_cast<std::size_t>(table.zones()) || out.size() > 2) refuse();
  if (!in(starter, seats) || !in(turn + 1, table.zones() + 1) || !in(seat + 1, seats + 1)) refuse();
  table.turn_cap = turn_cap;
  table.starter = starter;
  table.turn = turn;
  table.turns = turns;
  for (const int gone : out) table.out[table.outs++] = gone;
  view.seat = seat;
  dnpup::Placing placing(seats);
  for (int zone = 0; zone < table.zones(); ++zone) {
    for (const int order : melds[zone]) placing.lay(table.melds[zone], order);
    table.shown |= table.melds[zone].cards;
  }
  for (const int order : discarded) placing.place(order);
  for (int holder = 0; holder < seats; ++holder) {
    dnpup::Hand& hand = table.hands[holder];
    for (const int order : known[holder]) placing.hold(hand, order);
    table.shown |= hand.cards();
    for (const int order : secret[holder]) placing.hold(hand, order);
    view.hidden[holder] = counts[holder] - hand.size();
  }
  view.pool = placing.left();
  if (!placing.sound() || !dnpup::is_sound(view)) refuse();
  return view;
}

// A deal that the viewer cannot tell from the real one, at its beginning: the cards that each seat
// is known to have been dealt, and any others.
dnpup::State dealt_from(const dnpup::View& view, const std::vector<Orders>& dealt) {
  dnpup::View first;
  first.table.seats = view.table.seats;
  first.table.turn_cap = view.table.turn_cap;
  first.table.starter = view.table.starter;
  first.seat = view.seat;
  dnpup::Placing placing(first.table.seats);
  if (dealt.size() != static_cast<std::size_t>(first.table.seats)) refuse();
  for (int seat = 0; seat < first.table.seats; ++seat) {
    for (const int order : dealt[seat]) placing.hold(first.table.hands[seat], order);
    first.hidden[seat] = dnpup::hand_size(first.table.seats) - first.table.hands[seat].size();
  }
  first.pool = placing.left();
  if (!placing.sound() || !dnpup::is_sound(first)) refuse();
  Random random(0);
  dnpup::State state = dnpup::world(first, random);
  dnpup::give_the_start(state);
  return state;
}

// The moves of a history, each by the cards that are there in this deal.
std::vector<dnpup::Move> moves_from(dnpup::State state, const std::vector<std::uint64_t>& history) {
  dnpup::Moves legal;
  std::vector<dnpup::Move> moves;
  for (const std::uint64_t code : history) {
    if (state.over()) refuse();
    dnpup::legal_moves(state, legal);
    const auto* move = std::find_if(legal.begin(), legal.end(),
                                    [&](const dnpup::Move& each) { return each.code() == code; });
    if (move == legal.end()) refuse();
    moves.push_back(*move);
    dnpup::play(state, *move);
  }
  return moves;
}

// With the moves since the deal, the others' choices are evidence; `history` may be empty.
dnpup::Evidence seen(int seats, int turn_cap, int starter, int turn, int turns,
                     const std::vector<int>& out, const std::vector<Orders>& melds,
                     const std::vector<Orders>& known, const std::vector<Orders>& secret,
                     const std::vector<int>& counts, const Orders& discarded, int seat,
                     const std::vector<Orders>& dealt, const std::vector<std::uint64_t>& history) {
  const dnpup::View view = view_from(seats, turn_cap, starter, turn, turns, out, melds, known,
                                     secret, counts, discarded, seat);
  if (history.empty()) return dnpup::Evidence(view);
  const dnpup::State deal = dealt_from(view, dealt);
  return dnpup::Evidence(deal, moves_from(deal, history), seat);
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
                                                                           std::int64_t count,
                                                                           std::uint64_t seed) {
  Random random(seed);
  dnpup::Moves moves;
  std::int64_t turns = 0, voids = 0;
  std::vector<std::int64_t> totals(static_cast<std::size_t>(seats), 0);
  for (; count > 0; --count) {
    dnpup::State state = dnpup::deal(seats, turn_cap, random);
    dnpup::play_out_at_random(state, moves, random);
    turns += state.turns;
    voids += state.is_void();
    for (int seat = 0; seat < seats; ++seat) totals[seat] += state.points(seat);
  }
  return {turns, voids, totals};
}

using Step = std::tuple<int, std::vector<std::uint64_t>, int>;

std::tuple<std::vector<Orders>, std::vector<Step>, std::vector<int>, bool> trace(
    int seats, int turn_cap, std::uint64_t seed) {
  Random random(seed);
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

std::vector<std::uint64_t> legal(const dnpup::Evidence& seen) {
  dnpup::Moves moves;
  if (!seen.view().table.over()) dnpup::legal_moves(seen.view().table, moves);
  return codes(moves);
}

// Only the cards that the view leaves open, seat by seat, as they lie now.
std::vector<std::vector<Orders>> worlds(const dnpup::Evidence& seen, int count, std::uint64_t seed) {
  const dnpup::View& view = seen.view();
  Random random(seed);
  std::vector<std::vector<Orders>> drawn;
  for (; count > 0; --count) {
    const dnpup::State state = dnpup::world(view, random);
    std::vector<Orders> hands;
    for (int seat = 0; seat < state.seats; ++seat)
      hands.push_back(orders(state.hands[seat].among(view.pool)));
    drawn.push_back(hands);
  }
  return drawn;
}

// What `casual` thinks of each legal move. It sees no more than the viewer, so any world will do.
std::vector<double> worths(const dnpup::Evidence& seen) {
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
                                                     std::uint64_t seed, std::int64_t playouts,
                                                     double seconds) {
  dnpup::Moves moves;
  dnpup::legal_moves(seen.view().table, moves);
  const funicular::RaceResult result = dnpup::assess(seen, moves, {playouts, seconds}, seed);
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
  module.def("playouts", &playouts, "seats"_a, "turn_cap"_a, "count"_a, "seed"_a, Unlocked());
  module.def("trace", &trace, "seats"_a, "turn_cap"_a, "seed"_a, Unlocked());
  module.def("legal", &legal, "seen"_a, Unlocked());
  module.def("worlds", &worlds, "seen"_a, "count"_a, "seed"_a, Unlocked());
  module.def("worths", &worths, "seen"_a, Unlocked());
  module.def("assess", &assess, "seen"_a, "seed"_a, "playouts"_a, "seconds"_a, Unlocked());
}
