// dnpup as an environment (see batch.hpp): moves by their numbers, and what a seat sees.
//
// The twin of games/dnpup/actions.py and observation.py, which say what the numbers and the flags
// are. Like cards are one card in both: of two of them the first stands for either.
#pragma once

#include <memory>
#include <vector>

#include "funicular/batch.hpp"
#include "funicular/dnpup/rules.hpp"

namespace funicular::dnpup {

// The numbers of all moves of a game for this many players.
class MoveNumbers {
 public:
  explicit MoveNumbers(int seats) {
    const Bits deck = deck_of(seats);
    State table;
    table.seats = seats;
    for (int value = 1; value <= kHighestValue; ++value) {
      Bits cards = deck & (kLow[value] | kHigh[value]);
      digits_of_[value] = cards;
      for (int size = 1; size <= count(cards); ++size)
        each_choice(cards, size, [&](Bits chosen) {
          plays_[value][digits(value, chosen)] = next();
          moves_.push_back({chosen, Kind::kPlay, static_cast<std::int8_t>(value), 0});
        });
    }
    first_add_ = next();
    for (int zone = 0; zone < table.zones(); ++zone)
      for (int value = 1; value <= kHighestValue; ++value)
        each(one_of_each(digits_of_[value]), [&](int place) {
          if (zone == 0) adds_[value][place] = next() - first_add_;
          moves_.push_back({bit(place), Kind::kAdd, static_cast<std::int8_t>(value),
                            static_cast<std::int8_t>(zone)});
          if (zone == 0) adds_a_zone_ = next() - first_add_;
        });
    first_take_ = next();
    for (int zone = 0; zone < table.zones(); ++zone)
      moves_.push_back({0, Kind::kTake, 0, static_cast<std::int8_t>(zone)});
    moves_.push_back({0, Kind::kFlip, 0, 0});
  }

  Action size() const { return next(); }

  Action of(const Move& move) const {
    switch (move.kind) {
      case Kind::kPlay:
        return plays_[move.value][digits(move.value, first_of_like(move.cards))];
      case Kind::kAdd:
        return first_add_ + move.zone * adds_a_zone_ +
               adds_[move.value][lowest(first_of_like(move.cards))];
      case Kind::kTake:
        return first_take_ + move.zone;
      default:
        return size() - 1;
    }
  }

  // As a hand makes it: where it holds only the second of two like cards, with that one.
  Move move(Action action, const Hand& hand) const {
    Move move = moves_[static_cast<std::size_t>(action)];
    const Bits missing = move.cards & ~hand.of_value(move.value);
    move.cards ^= missing ^ missing << 1;
    return move;
  }

 private:
  Action next() const { return static_cast<Action>(moves_.size()); }

  // A choice among the cards of one value as a number, its last digit standing for the first card.
  std::size_t digits(int value, Bits cards) const {
    std::size_t digits = 0;
    each(cards, [&](int place) {
      digits |= std::size_t{1} << count(digits_of_[value] & (bit(place) - 1));
    });
    return digits;
  }

  // The cards that have this value on either side.
  ByValue digits_of_{};
  std::array<std::array<Action, 1 << kLargestMeld>, kHighestValue + 1> plays_{};
  std::array<std::array<Action, kCards>, kHighestValue + 1> adds_{};
  Action first_add_ = 0, adds_a_zone_ = 0, first_take_ = 0;
  std::vector<Move> moves_;
};

class Environment {
 public:
  struct Table {
    State state;
    std::array<Hand, kMostSeats> dealt{};
  };
  using Scratch = Moves;
  // Five seats: 1,011 flags.
  static constexpr int kMostWords = 16;

  Environment(int seats, int turn_cap)
      : seats_(seats), turn_cap_(turn_cap), numbers_(std::make_shared<MoveNumbers>(seats)) {}

  int seats() const { return seats_; }
  int actions() const { return numbers_->size(); }
  int flags() const {
    State table;
    table.seats = seats_;
    return 3 * kCards + table.zones() * (kCards + kHighestValue + 1) +
           seats_ * (2 * kCards + kCounts + 1 + table.rewards()) + kSixteenths;
  }

  void deal(Table& table, Random& random) const {
    table.state = dnpup::deal(seats_, turn_cap_, random);
    table.dealt = table.state.hands;
  }

  bool over(const Table& table) const { return table.state.over(); }
  bool is_void(const Table& table) const { return table.state.is_void(); }
  int points(const Table& table, int seat) const { return table.state.points(seat); }
  int to_act(const Table& table) const { return table.state.mover(); }

  void legal(const Table& table, Scratch& moves, std::vector<Action>& legal) const {
    legal_moves(table.state, moves);
    for (const Move& move : moves) legal.push_back(numbers_->of(move));
  }

  void play(Table& table, Action action) const {
    State& state = table.state;
    dnpup::play(state, numbers_->move(action, state.hands[state.mover()]));
  }

  void observe(const Table& table, BitWriter& flags) const {
    const State& state = table.state;
    const int viewer = state.mover(), zones = state.zones();
    const int first_zone = seats_ == 2 ? 2 * viewer : viewer;
    const auto relative = [](int place, int first, int all) {
      return place < 0 ? -1 : (place + all - first) % all;
    };
    const auto seat_at = [&](int n) { return (viewer + n) % seats_; };
    put(flags, state.hands[viewer]);
    Bits placed = 0;
    for (int n = 0; n < seats_; ++n) {
      const Hand& hand = state.hands[seat_at(n)];
      placed |= hand.cards();
      put(flags, hand.among(state.shown));
    }
    for (int n = 0; n < zones; ++n) {
      const Meld& meld = state.melds[(first_zone + n) % zones];
      placed |= meld.cards;
      flags.put(first_of_like(meld.cards), kCards);
    }
    for (int n = 0; n < zones; ++n) {
      const Meld& meld = state.melds[(first_zone + n) % zones];
      flags.one(meld.cards ? meld.value - 1 : -1, kHighestValue);
    }
    flags.put(first_of_like(state.shown & ~placed), kCards);
    for (int n = 0; n < seats_; ++n) flags.one(state.hands[seat_at(n)].size(), kCounts);
    flags.one(relative(state.turn, first_zone, zones), zones);
    flags.one(relative(state.starter, viewer, seats_), seats_);
    for (int place = 0; place < state.rewards(); ++place)
      flags.one(relative(state.out[place], viewer, seats_), seats_);
    flags.one(kSixteenths * state.turns / turn_cap_, kSixteenths);
  }

 private:
  // A hand has none to all of the cards.
  static constexpr int kCounts = kCards + 1;
  static constexpr int kSixteenths = 16;

  static void put(BitWriter& flags, const Hand& hand) {
    flags.put(first_of_like(hand.low), kCards);
    flags.put(first_of_like(hand.high), kCards);
  }

  int seats_, turn_cap_;
  std::shared_ptr<const MoveNumbers> numbers_;
};

static_assert(BatchGame<Environment>);

}  // namespace funicular::dnpup
