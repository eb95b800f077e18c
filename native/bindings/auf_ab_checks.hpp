// What a table, a view or a state of Auf & Ab that comes from outside must be before the kernel may
// play on it. Positions may be laid out by hand, so they need not follow from any deal, but cards
// lie in one place only, and the seat to act can.
#pragma once

#include <array>
#include <memory>
#include <tuple>
#include <vector>

#include "bindings/require.hpp"
#include "funicular/auf_ab.hpp"

namespace funicular::auf_ab {

using bindings::require;
using bindings::within;

using bindings::Codes;

// Seats, to act (-1: nobody), falling, the meld to beat (0: none), who laid it, who has passed (a
// bit a seat), turning, opening.
using TableNumbers = std::tuple<int, int, bool, std::uint64_t, int, unsigned, bool, bool>;
// The table, the seat (-1: a spectator), its hand, the cards seen, the cards left, the opener, the
// opening double (0: not known), the moves since the deal.
using ViewNumbers =
    std::tuple<TableNumbers, int, std::uint64_t, std::uint64_t, Counts, int, std::uint64_t, Codes>;
// The table, the hands, the cards seen.
using StateNumbers = std::tuple<TableNumbers, Hands, std::uint64_t>;

inline constexpr int kFewestSeats = 3;

inline void check_seats(std::int64_t seats) {
  require(within(seats, kFewestSeats, kMostSeats), "rules");
}

// Whether these are cards of one number with a size that they can count for.
constexpr bool is_meld(Direction direction, Move move) {
  const Bits cards = move.cards();
  if (!cards || move.code != Move::lay(cards, move.size()).code) return false;
  const int held = count(cards);
  return !(cards & ~sharing(direction, strength(direction, cards))) &&
         (move.size() == held || (move.size() == held + 1 && has_double(cards)));
}

inline Table checked_table(const TableNumbers& numbers, Bits seen) {
  const auto& [seats, to_act, falling, beat, last, passed, turning, opening] = numbers;
  check_seats(seats);
  Table table;
  table.seats = seats;
  table.to_act = to_act;
  table.direction = falling ? Direction::falling : Direction::rising;
  require(within(to_act, kNoSeat, seats - 1) && within(last, kNoSeat, seats - 1), "position");
  // A seat has not passed, or the turn would go round for ever.
  require(!(passed >> seats) && passed + 1 < 1u << seats, "position");
  require(to_act == kNoSeat || !(passed >> to_act & 1u), "position");
  if (const Move meld{beat}; !meld.is_pass()) {
    require(is_meld(table.direction, meld) && !(meld.cards() & ~seen), "position");
    require(last != kNoSeat && !(passed >> last & 1u) && !opening, "position");
    table.size = meld.size();
    table.strength = strength(table.direction, meld.cards());
  } else {
    // The first trick rises (the opening melds are those of the low numbers).
    require(to_act != kNoSeat && !passed && !turning && !(opening && falling), "position");
  }
  table.last = last;
  table.passed = passed;
  table.turning = turning;
  table.opening = opening;
  return table;
}

// Hands as numbers of cards: while a deal is under way nobody has none, and nobody has more than
// were dealt.
inline void check_counts(const Table& table, const Counts& left) {
  const bool over = table.to_act == kNoSeat;
  for (int seat = 0; seat < kMostSeats; ++seat) {
    const bool plays = seat < table.seats;
    const bool out = over && seat == table.last;
    require(within(left[seat], plays && !out ? 1 : 0, plays && !out ? hand_size(table.seats) : 0),
            "position");
  }
}

// Whether the hidden cards can be dealt to the other hands.
inline bool allows_a_world(const View& view) {
  int wanted = 0;
  for (int seat = 0; seat < view.table.seats; ++seat)
    if (seat != view.seat) wanted += view.left[seat];
  Bits opening = view.opening;
  if (view.table.opening && view.seat == view.opener) {
    opening = lowest_bit(view.hand & kDeck.doubles);
    if (!opening) return false;
  }
  // The opener has some double that nobody sees, and all below it lie aside.
  if (!opening && !(view.hidden() & lowest_bit(kDeck.doubles))) return false;
  const Bits aside = opening ? lower_doubles(opening) : 0;
  return !(aside & (view.hand | view.seen)) && wanted <= count(view.hidden() & ~aside);
}

inline View checked_view(const ViewNumbers& numbers) {
  const auto& [table, seat, hand, seen, left, opener, opening, history] = numbers;
  require(!((hand | seen) & ~kEveryCard) && !(hand & seen), "position");
  const View view{checked_table(table, seen), seat, hand, seen, left, opener, opening};
  check_counts(view.table, left);
  require(within(seat, kNoSeat, view.table.seats - 1) && within(opener, 0, view.table.seats - 1),
          "position");
  require(count(hand) == (seat == kNoSeat ? 0 : left[seat]), "position");
  // The opening double is known once it has been led, and then it lies there.
  require((opening == 0) == view.table.opening, "position");
  require(!opening || (count(opening) == 1 && opening & seen & kDeck.doubles), "position");
  require(!view.table.opening || view.table.to_act == opener, "position");
  require(allows_a_world(view), "position");
  return view;
}

inline State checked_state(const StateNumbers& numbers) {
  const auto& [table, hands, seen] = numbers;
  require(!(seen & ~kEveryCard), "position");
  const State state{checked_table(table, seen), hands, seen};
  Bits taken = seen;
  for (const Bits hand : hands) {
    require(!(hand & ~kEveryCard) && !(hand & taken), "position");
    taken |= hand;
  }
  Counts left{};
  for (int seat = 0; seat < kMostSeats; ++seat) left[seat] = count(hands[seat]);
  check_counts(state.table, left);
  require(!state.table.opening || state.hand() & kDeck.doubles, "position");
  return state;
}

// The view of a seat whose turn it is.
inline View view_to_act(const ViewNumbers& numbers) {
  const View view = checked_view(numbers);
  require(view.seat != kNoSeat && view.seat == view.table.to_act, "turn");
  return view;
}

// The moves since the deal, where they lead to this view. A position that was laid out by hand has
// none, or some that do not lead there: these tell nothing.
inline std::vector<Move> checked_history(const View& view, const Codes& codes) {
  Table table = table_as_dealt(view);
  Counts left = counts_as_dealt(view);
  Bits seen = 0;
  std::vector<Move> moves;
  for (const std::uint64_t code : codes) {
    const Move move{code};
    if (table.to_act == kNoSeat) return {};
    if (move.is_pass()) {
      if (table.leads()) return {};
      table.pass();
    } else {
      const int seat = table.to_act;
      if (!is_meld(table.direction, move) || move.cards() & (seen | view.hand)) return {};
      if (table.opening && !(has_double(move.cards()) && move.cards() & view.opening)) return {};
      if (!table.leads() &&
          (move.size() != table.size || strength(table.direction, move.cards()) <= table.strength))
        return {};
      left[seat] -= count(move.cards());
      if (left[seat] < 0) return {};
      seen |= move.cards();
      table.lay(move);
      if (left[seat] == 0) table.to_act = kNoSeat;
    }
    moves.push_back(move);
  }
  const Table& now = view.table;
  const bool leads_here = seen == view.seen && left == view.left && table.to_act == now.to_act &&
                          table.direction == now.direction && table.size == now.size &&
                          (table.leads() || table.strength == now.strength) &&
                          table.passed == now.passed && table.turning == now.turning;
  return leads_here ? moves : std::vector<Move>{};
}

// What Python and the browser ask of a view alike: those of the seat whose turn it is. The search
// needs what was learned, which each keeps in its own way.
struct ViewBorder {
  using Move = auf_ab::Move;
  using Evaluation = auf_ab::Evaluation;
  using ViewNumbers = auf_ab::ViewNumbers;

  static std::unique_ptr<Evaluation> evaluation(const ViewNumbers& numbers,
                                                const OthersModel& others = {}) {
    const View view = view_to_act(numbers);
    return std::make_unique<Evaluation>(view, checked_history(view, std::get<Codes>(numbers)),
                                        others);
  }

  static bindings::Code code_of(Move move) { return move.code; }
};

}  // namespace funicular::auf_ab
