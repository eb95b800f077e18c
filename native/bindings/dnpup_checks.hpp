// What a deal of dnpup that comes from outside must be before the kernel may play on it: every card
// in one place only, as many in each hand as can be, and a turn for a seat that still plays.
#pragma once

#include <algorithm>
#include <memory>
#include <tuple>
#include <vector>

#include "bindings/require.hpp"
#include "funicular/dnpup.hpp"

namespace funicular::dnpup {

using bindings::require;
using bindings::within;

using bindings::Codes;

using Orders = std::vector<int>;
using Hands = std::vector<Orders>;

inline constexpr int kFewestSeats = 2;
inline constexpr int kMostTurns = 10'000;

inline void check_rules(int seats, int turn_cap) {
  require(within(seats, kFewestSeats, kMostSeats) && within(turn_cap, 1, kMostTurns), "rules");
}

// A position as it is told: for each seat the cards it took up in the open, the cards only the
// viewer can place there, and how many it holds altogether. With the cards dealt, as far as the
// viewer knows them, and the moves since, the others' choices tell of their hands; `history` may be
// empty.
struct Position {
  int seats, turn_cap, starter, turn, turns;
  std::vector<int> out;
  Hands melds, known, secret;
  std::vector<int> counts;
  Orders discarded;
  int seat;
  Hands dealt;
  Codes history;
};
// The fields of Position, in their order.
using PositionNumbers = std::tuple<int, int, int, int, int, std::vector<int>, Hands, Hands, Hands,
                                   std::vector<int>, Orders, int, Hands, Codes>;

inline void check_numbers(const Position& given) {
  check_rules(given.seats, given.turn_cap);
  State table;
  table.seats = given.seats;
  const auto seats = static_cast<std::size_t>(given.seats);
  const auto is_seat = [&](int seat) { return within(seat, 0, given.seats - 1); };
  require(given.known.size() == seats && given.secret.size() == seats &&
              given.counts.size() == seats &&
              given.melds.size() == static_cast<std::size_t>(table.zones()),
          "position");
  require(is_seat(given.starter) && (given.seat == kNobody || is_seat(given.seat)) &&
              within(given.turn, kNobody, table.zones() - 1) &&
              within(given.turns, 0, given.turn_cap),
          "position");
  require(given.out.size() <= static_cast<std::size_t>(table.rewards()), "position");
  for (std::size_t place = 0; place < given.out.size(); ++place)
    require(is_seat(given.out[place]) && (place == 0 || given.out[0] != given.out[1]), "position");
  const bool ended = given.out.size() == static_cast<std::size_t>(table.rewards()) ||
                     given.turns == given.turn_cap;
  require((given.turn == kNobody) == ended, "position");
}

// A seat that is out has no card, any other has one; and as many that were never shown as were
// dealt, at most.
inline void check_hands(const Position& given, const View& view) {
  const State& table = view.table;
  for (int holder = 0; holder < given.seats; ++holder) {
    const int all = given.counts[holder];
    const int unshown = all - static_cast<int>(given.known[holder].size());
    require(table.is_out(holder) ? all == 0 : within(all, 1, kCards), "position");
    require(within(unshown, 0, hand_size(given.seats)) && view.hidden[holder] >= 0, "position");
  }
  require(view.seat == kNobody || view.hidden[view.seat] == 0, "position");
  require(table.over() || !table.is_out(table.mover()), "position");
}

// D20: there is at most one meld of each size.
inline void check_melds(const State& table) {
  Bits sizes = 0;
  for (int zone = 0; zone < table.zones(); ++zone) {
    const Bits size = bit(count(table.melds[zone].cards));
    require(size == 1 || !(sizes & size), "position");
    sizes |= size;
  }
}

// The hidden cards are as many as the hands have room for, and the star is with the starter.
inline void check_pool(const View& view) {
  require(is_sound(view) && (!(view.pool & kStar) || view.hidden[view.table.starter] > 0),
          "position");
}

inline View checked_view(const Position& given) {
  check_numbers(given);
  View view;
  State& table = view.table;
  table.seats = given.seats;
  table.turn_cap = given.turn_cap;
  table.starter = given.starter;
  table.turn = given.turn;
  table.turns = given.turns;
  for (const int gone : given.out) table.out[table.outs++] = gone;
  view.seat = given.seat;
  Placing placing(given.seats);
  for (int zone = 0; zone < table.zones(); ++zone) {
    for (const int order : given.melds[zone]) placing.lay(table.melds[zone], order);
    table.shown |= table.melds[zone].cards;
  }
  for (const int order : given.discarded) placing.place(order);
  for (int holder = 0; holder < given.seats; ++holder) {
    Hand& hand = table.hands[holder];
    for (const int order : given.known[holder]) placing.hold(hand, order);
    table.shown |= hand.cards();
    for (const int order : given.secret[holder]) placing.hold(hand, order);
    view.hidden[holder] = given.counts[holder] - hand.size();
  }
  view.pool = placing.left();
  require(placing.sound(), "position");
  check_hands(given, view);
  check_melds(table);
  check_pool(view);
  return view;
}

// A deal that the viewer cannot tell from the real one, at its beginning: the cards that each seat
// is known to have been dealt, and any others.
inline State checked_deal(const View& view, const Hands& dealt) {
  View first;
  first.table.seats = view.table.seats;
  first.table.turn_cap = view.table.turn_cap;
  first.table.starter = view.table.starter;
  first.seat = view.seat;
  Placing placing(first.table.seats);
  require(dealt.size() == static_cast<std::size_t>(first.table.seats), "position");
  for (int seat = 0; seat < first.table.seats; ++seat) {
    for (const int order : dealt[seat]) placing.hold(first.table.hands[seat], order);
    first.hidden[seat] = hand_size(first.table.seats) - first.table.hands[seat].size();
  }
  first.pool = placing.left();
  require(placing.sound(), "position");
  check_pool(first);
  require(first.seat == kNobody || first.hidden[first.seat] == 0, "position");
  Random random(0);
  State state = world(first, random);
  give_the_start(state);
  require(state.starter == view.table.starter, "position");
  return state;
}

// The moves of a history, each by the cards that are there in this deal.
inline std::vector<Move> checked_moves(State state, const Codes& history) {
  Moves legal;
  std::vector<Move> moves;
  for (const std::uint64_t code : history) {
    require(!state.over(), "position");
    legal_moves(state, legal);
    const auto* move = std::find_if(legal.begin(), legal.end(),
                                    [&](const Move& each) { return each.code() == code; });
    require(move != legal.end(), "position");
    moves.push_back(*move);
    play(state, *move);
  }
  return moves;
}

// The cards of a hand as they lie, by number.
inline Orders orders_of(const Hand& hand) {
  Orders cards;
  each(hand.cards(),
       [&](int place) { cards.push_back(order_of(place, (hand.high >> place & 1) != 0)); });
  std::sort(cards.begin(), cards.end());
  return cards;
}

// Whether two views show the same, whichever of two like cards lies where.
inline bool same(const View& one, const View& other) {
  const State &here = one.table, &there = other.table;
  if (here.turn != there.turn || here.turns != there.turns || here.out != there.out) return false;
  for (int zone = 0; zone < here.zones(); ++zone) {
    const Meld &a = here.melds[zone], &b = there.melds[zone];
    if (first_of_like(a.cards) != first_of_like(b.cards) || (a.cards && a.value != b.value))
      return false;
  }
  for (int seat = 0; seat < here.seats; ++seat)
    if (one.hidden[seat] != other.hidden[seat] ||
        orders_of(here.hands[seat]) != orders_of(there.hands[seat]))
      return false;
  return true;
}

inline bool is_own_turn(const View& view) {
  return !view.table.over() && view.table.mover() == view.seat;
}

inline Likelihood checked_likelihood(const PositionNumbers& numbers) {
  const auto given = std::apply([](const auto&... parts) { return Position{parts...}; }, numbers);
  const View view = checked_view(given);
  if (given.history.empty()) return Likelihood(view);
  const State deal = checked_deal(view, given.dealt);
  Likelihood likelihood(deal, checked_moves(deal, given.history), given.seat);
  require(same(view, likelihood.view()), "position");
  return likelihood;
}

// Of the seat whose turn it is.
inline Likelihood likelihood_to_act(const PositionNumbers& numbers) {
  Likelihood seen = checked_likelihood(numbers);
  require(is_own_turn(seen.view()), "turn");
  return seen;
}

// What Python and the browser ask of a view alike.
struct ViewBorder {
  using Move = dnpup::Move;
  using Search = dnpup::Search;
  using Evaluation = dnpup::Evaluation;
  using ViewNumbers = PositionNumbers;

  static std::unique_ptr<Search> search(const ViewNumbers& numbers) {
    return std::make_unique<Search>(likelihood_to_act(numbers));
  }

  static std::unique_ptr<Evaluation> evaluation(const ViewNumbers& numbers,
                                                const OthersModel& others = {}) {
    return std::make_unique<Evaluation>(likelihood_to_act(numbers), others);
  }

  static bindings::Code code_of(const Move& move) { return move.code(); }
};

}  // namespace funicular::dnpup
