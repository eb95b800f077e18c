// What a deal of Ascenseur that comes from outside must be before the kernel may play on it: hands
// that the deck can deal, and moves that the rules allow, one after the other.
#pragma once

#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/require.hpp"
#include "funicular/ascenseur.hpp"

namespace funicular::ascenseur {

using bindings::require;
using bindings::within;

using History = std::vector<std::pair<int, Move>>;
using Hands = std::vector<Bits>;

// Seats, the deck, simultaneous bidding, the hook, bonus, points a trick, penalty, whether a missed
// contract scores its tricks.
using RulesNumbers = std::tuple<int, Bits, bool, bool, int, int, int, bool>;
// How the cards lie as far as everybody knows: how many each seat was dealt, the dealer, the upcard
// (-1: none), and every move since.
using TableNumbers = std::tuple<int, int, int, History>;
// The rules, the seat, the cards dealt to it, the table.
using ViewNumbers = std::tuple<RulesNumbers, int, Bits, TableNumbers>;
// The rules, the cards dealt to each seat, the table.
using StateNumbers = std::tuple<RulesNumbers, Hands, TableNumbers>;

struct Table {
  int cards, dealer, upcard;
  std::vector<Seen> history;

  explicit Table(const TableNumbers& numbers)
      : cards(std::get<0>(numbers)), dealer(std::get<1>(numbers)), upcard(std::get<2>(numbers)) {
    for (const auto& [seat, move] : std::get<History>(numbers)) history.push_back({seat, move});
  }
};

inline constexpr int kFewestSeats = 3;
inline constexpr int kMostPoints = 1000;

inline Rules checked_rules(const RulesNumbers& numbers) {
  const auto& [seats, deck, simultaneous, hook, bonus, trick_points, penalty, missed] = numbers;
  const Rules rules{seats, deck, simultaneous, hook, bonus, trick_points, penalty, missed};
  const auto small = [](int points) { return within(points, -kMostPoints, kMostPoints); };
  require(within(rules.seats, kFewestSeats, kMostSeats) && !(rules.deck & ~kEveryCard) &&
              count(rules.deck) >= rules.seats && !(rules.hook && rules.simultaneous) &&
              small(rules.bonus) && small(rules.trick_points) && small(rules.penalty),
          "rules");
  return rules;
}

inline void check_hand_size(const Rules& rules, int cards, bool turned) {
  require(within(cards, 1, kMostCards) && cards * rules.seats + turned <= count(rules.deck),
          "hand-size");
}

inline void check_seat(const Rules& rules, int seat) {
  require(within(seat, 0, rules.seats - 1), "position");
}

// Follows a deal from its beginning and refuses the first move that cannot have been made. Hands
// that are not known are taken to be empty.
class Follower {
 public:
  Follower(const Rules& rules, const std::array<Bits, kMostSeats>& dealt, unsigned known,
           const Table& table)
      : rules_(rules), known_(known) {
    check_seat(rules, table.dealer);
    require(within(table.upcard, -1, kRanks * kSuits - 1), "position");
    check_hand_size(rules, table.cards, table.upcard >= 0);
    taken_ = table.upcard < 0 ? Bits{0} : bit(table.upcard);
    require(!(taken_ & ~rules.deck), "position");
    for (int seat = 0; seat < rules.seats; ++seat) {
      if (!knows(seat)) continue;
      const Bits hand = dealt[static_cast<std::size_t>(seat)];
      require(!(hand & ~rules.deck) && !(hand & taken_) && count(hand) == table.cards, "position");
      taken_ |= hand;
    }
    state_ = begin(rules, dealt, table.dealer, table.upcard);
    state_.cards = state_.tricks_left = static_cast<std::int8_t>(table.cards);
    for (const auto& [seat, move] : table.history) follow(seat, move);
    // Once all bids are in they lie open.
    require(state_.bidding() || !sealed_, "position");
  }

  const State& state() const { return state_; }

  // Whether it is for this seat to move now.
  bool to_move(int seat) const {
    if (state_.over()) return false;
    return state_.bidding() && rules_.simultaneous ? !has_bid(seat) : state_.turn == seat;
  }

 private:
  bool knows(int seat) const { return known_ >> seat & 1; }
  bool has_bid(int seat) const {
    return state_.bids[static_cast<std::size_t>(seat)] != kNoBid || sealed_ >> seat & 1;
  }

  void follow(int seat, Move move) {
    check_seat(rules_, seat);
    require(to_move(seat) && (move < kPlay) == state_.bidding(), "position");
    if (move < kPlay)
      bid(seat, move);
    else
      play(seat, move - kPlay);
  }

  void bid(int seat, Move move) {
    if (move == kSealed) {
      require(rules_.simultaneous && !knows(seat), "position");
      sealed_ |= 1u << seat;
      ++state_.bids_made;
      return;
    }
    require(within(move, 0, state_.cards) && move != state_.hooked(rules_), "position");
    state_.make_bid(seat, move);
  }

  void play(int seat, int card) {
    require(card < kRanks * kSuits && bit(card) & rules_.deck & ~state_.played, "position");
    if (knows(seat))
      require(bit(card) & state_.playable(), "position");
    else
      require(!(bit(card) & taken_) &&
                  !(state_.voids[static_cast<std::size_t>(seat)] >> suit_of(card) & 1),
              "position");
    state_.play(card);
  }

  const Rules& rules_;
  unsigned known_;
  Bits taken_ = 0;  // the upcard and the hands known, as dealt
  unsigned sealed_ = 0;
  State state_;
};

// Whether the hidden cards can lie somewhere: for any suits together, all hands that may hold them,
// and the stock, must have the room (Hall's condition). Else a world would be looked for for ever.
inline bool allows_a_world(const Rules& rules, const View& view) {
  const Bits hidden = view.hidden(rules.deck);
  int held = 0;
  for (int seat = 0; seat < rules.seats; ++seat)
    if (seat != view.seat) held += view.room(seat);
  const int stock = count(hidden) - held;
  if (stock < 0) return false;
  for (int suits = 1; suits < 1 << kSuits; ++suits) {
    Bits cards = 0;
    for (int suit = 0; suit < kSuits; ++suit)
      if (suits >> suit & 1) cards |= hidden & suit_bits(suit);
    int room = stock;
    for (int seat = 0; seat < rules.seats; ++seat)
      if (seat != view.seat && suits & ~view.state.voids[static_cast<std::size_t>(seat)])
        room += view.room(seat);
    if (count(cards) > room) return false;
  }
  return true;
}

enum class Turn { any, own };

// A whole deal with all its cards.
inline std::pair<Rules, State> checked_state(const StateNumbers& numbers) {
  const auto& [given, dealt, table] = numbers;
  const Rules rules = checked_rules(given);
  require(dealt.size() == static_cast<std::size_t>(rules.seats), "position");
  std::array<Bits, kMostSeats> hands{};
  for (std::size_t seat = 0; seat < dealt.size(); ++seat) hands[seat] = dealt[seat];
  return {rules, Follower(rules, hands, (1u << rules.seats) - 1, Table(table)).state()};
}

// What one seat knows, and how it came about.
struct Seat {
  Rules rules;
  View view;
  std::vector<Seen> history;
};

// With Turn::own it must be the seat's turn to move.
inline Seat checked_seat(const ViewNumbers& numbers, Turn turn) {
  const auto& [given, seat, dealt, told] = numbers;
  const Rules rules = checked_rules(given);
  const Table table(told);
  check_seat(rules, seat);
  std::array<Bits, kMostSeats> hands{};
  hands[static_cast<std::size_t>(seat)] = dealt;
  const Follower follower(rules, hands, 1u << seat, table);
  if (turn == Turn::own) require(follower.to_move(seat), "turn");
  const View view =
      view_of(rules, seat, dealt, table.cards, table.dealer, table.upcard, table.history);
  require(allows_a_world(rules, view), "position");
  return {rules, view, table.history};
}

// What Python and the browser ask of a view alike: those of the seat whose turn it is.
struct ViewBorder {
  using Move = ascenseur::Move;
  using Search = ascenseur::Search;
  using Evaluation = ascenseur::Evaluation;
  using ViewNumbers = ascenseur::ViewNumbers;

  static std::unique_ptr<Search> search(const ViewNumbers& numbers) {
    const Seat seat = checked_seat(numbers, Turn::own);
    return std::make_unique<Search>(seat.rules, seat.view, seat.history);
  }

  static std::unique_ptr<Evaluation> evaluation(const ViewNumbers& numbers,
                                                const OthersModel& others = {}) {
    const Seat seat = checked_seat(numbers, Turn::own);
    return std::make_unique<Evaluation>(seat.rules, seat.view, seat.history, others);
  }

  static bindings::Code code_of(Move move) { return static_cast<bindings::Code>(move); }
};

}  // namespace funicular::ascenseur
