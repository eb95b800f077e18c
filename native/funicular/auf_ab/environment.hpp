// Auf & Ab as an environment (see batch.hpp): moves by their numbers, and what a seat sees.
//
// The twin of games/auf_ab/actions.py and observation.py, which say what the numbers and the flags
// are.
#pragma once

#include <memory>
#include <vector>

#include "funicular/auf_ab/rules.hpp"
#include "funicular/batch.hpp"

namespace funicular::auf_ab {

// The numbers of all melds. A choice among the cards that share a number is itself a number, its
// last digit standing for the lowest card; a double counted twice comes after the same cards with
// the double counted once.
class MeldNumbers {
 public:
  MeldNumbers() {
    for (int low = 0; low < kStrengths; ++low) number(Direction::rising, low);
    for (int high = 0; high < kStrengths; ++high) number(Direction::falling, 9 - high);
    moves_.push_back(kPass);
  }

  Action size() const { return static_cast<Action>(moves_.size()); }
  Move move(Action action) const { return moves_[static_cast<std::size_t>(action)]; }
  Action of_pass() const { return size() - 1; }

  // Of a meld of cards that share the number of this strength.
  Action of(Direction direction, int strength, Move meld) const {
    const Bits cards = meld.cards();
    const bool twice = meld.size() > count(cards);
    return first_[index(direction)][strength][choice(direction, strength, cards)] + twice;
  }

 private:
  static std::size_t choice(Direction direction, int strength, Bits cards) {
    if (direction == Direction::rising) return cards >> place(strength, strength);
    std::size_t choice = 0;
    each(cards, [&](int card) { choice |= std::size_t{1} << kDeck.strength[0][card]; });
    return choice;
  }

  // A single card is the same meld either way and has its number from the rising ones.
  void number(Direction direction, int strength) {
    each_choice(sharing(direction, strength), [&](Bits cards, int held) {
      Action& first = first_[index(direction)][strength][choice(direction, strength, cards)];
      if (direction == Direction::falling && held == 1) {
        const int low = auf_ab::strength(Direction::rising, cards);
        first = first_[index(Direction::rising)][low][choice(Direction::rising, low, cards)];
        return;
      }
      first = size();
      moves_.push_back(Move::lay(cards, held));
      if (has_double(cards)) moves_.push_back(Move::lay(cards, held + 1));
    });
  }

  std::array<std::array<std::array<Action, 1 << kMostSharing>, kStrengths>, 2> first_{};
  std::vector<Move> moves_;
};

class Environment {
 public:
  struct Table {
    State state;
    Hands laid{};   // the cards each seat has laid
    Bits meld = 0;  // the cards of the meld to beat
    int opener = 0;
    int opening = 0;  // the number of the lowest double dealt
  };
  struct Scratch {};
  // Four seats: 425 flags.
  static constexpr int kMostWords = 7;

  explicit Environment(int seats) : seats_(seats), numbers_(std::make_shared<MeldNumbers>()) {}

  int seats() const { return seats_; }
  int actions() const { return numbers_->size(); }
  int flags() const {
    return (2 + seats_) * kCards + kLargestSize + seats_ * (5 + hand_size(seats_)) + kStrengths + 2;
  }

  void deal(Table& table, Random& random) const {
    table = {auf_ab::deal(seats_, random), {}, 0, 0, 0};
    const State& state = table.state;
    table.opener = state.table.to_act;
    table.opening = strength(Direction::rising, lowest_bit(state.hand() & kDeck.doubles));
  }

  bool over(const Table& table) const { return table.state.over(); }
  bool is_void(const Table&) const { return false; }
  int points(const Table& table, int seat) const {
    return seat == table.state.winner() ? table.state.points() : 0;
  }
  int to_act(const Table& table) const { return table.state.table.to_act; }

  void legal(const Table& table, Scratch&, std::vector<Action>& legal) const {
    const auf_ab::Table& on = table.state.table;
    const Direction direction = on.direction;
    each_legal(on, table.state.hand(), [&](Move move) {
      legal.push_back(move.is_pass()
                          ? numbers_->of_pass()
                          : numbers_->of(direction, strength(direction, move.cards()), move));
    });
  }

  void play(Table& table, Action action) const {
    const Move move = numbers_->move(action);
    State& state = table.state;
    if (!move.is_pass()) {
      table.laid[state.table.to_act] |= move.cards();
      table.meld = move.cards();
    }
    state.play(move);
    if (state.table.leads()) table.meld = 0;
  }

  void observe(const Table& table, BitWriter& flags) const {
    const auf_ab::Table& on = table.state.table;
    const int viewer = on.to_act;
    const auto relative = [&](int seat) {
      return seat < viewer ? seat + seats_ - viewer : seat - viewer;
    };
    const auto each_seat = [&](auto&& visit) {
      for (int n = 0; n < seats_; ++n)
        visit(viewer + n < seats_ ? viewer + n : viewer + n - seats_);
    };
    flags.put(table.state.hands[viewer], kCards);
    each_seat([&](int seat) { flags.put(table.laid[seat], kCards); });
    flags.put(table.meld, kCards);
    flags.one(on.leads() ? -1 : on.size - 1, kLargestSize);
    flags.one(on.leads() ? -1 : relative(on.last), seats_);
    flags.put(seen_from(on.passed, viewer, seats_), seats_);
    each_seat([&](int seat) { flags.one(count(table.state.hands[seat]), hand_size(seats_) + 1); });
    flags.one(relative(table.opener), seats_);
    flags.one(on.opening ? -1 : table.opening, kStrengths);
    flags.put(1, seats_);
    flags.put(on.direction == Direction::falling, 1);
    flags.put(on.turning, 1);
  }

 private:
  int seats_;
  std::shared_ptr<const MeldNumbers> numbers_;
};

static_assert(BatchGame<Environment>);

}  // namespace funicular::auf_ab
