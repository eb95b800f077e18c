// A deal of Auf & Ab, all cards face up: who may do what, and what it does.
//
// The twin of games/auf_ab/state.py and moves.py, which are the authority. A Table is what
// everybody sees of the trick under way; a State adds the hands. Moves are not checked here:
// callers take them from the legal ones.
#pragma once

#include <array>
#include <cstdint>

#include "funicular/auf_ab/cards.hpp"
#include "funicular/auf_ab/melds.hpp"
#include "funicular/bits.hpp"
#include "funicular/move_list.hpp"
#include "funicular/random.hpp"

namespace funicular::auf_ab {

inline constexpr int kMostSeats = 4;
inline constexpr int kNoSeat = -1;
// More than a leader with 18 cards, ten of one number and eight of another, can choose from: 1918.
inline constexpr int kMostMoves = 1920;

using Hands = std::array<Bits, kMostSeats>;
using Counts = std::array<int, kMostSeats>;

constexpr int hand_size(int seats) { return kCards / seats; }

struct Table {
  int seats = 3;
  int to_act = kNoSeat;
  Direction direction = Direction::rising;
  // The meld to beat: its size, its strength and who laid it. A size of 0: a lead is due.
  int size = 0, strength = 0, last = kNoSeat;
  // Who has passed, a bit a seat.
  unsigned passed = 0;
  // Whether an odd number of change cards lies in the trick.
  bool turning = false;
  // Whether nothing has been laid since the deal.
  bool opening = true;

  constexpr bool leads() const { return size == 0; }
  constexpr bool has_passed(int seat) const { return passed >> seat & 1u; }

  // The next seat that has not passed: this one itself if all others have.
  constexpr int after(int seat) const {
    do {
      seat = seat + 1 == seats ? 0 : seat + 1;
    } while (has_passed(seat));
    return seat;
  }

  constexpr void lay(Move move) {
    size = move.size();
    strength = auf_ab::strength(direction, move.cards());
    last = to_act;
    turning ^= turns(move.cards());
    opening = false;
    to_act = after(to_act);
  }

  constexpr void pass() {
    passed |= 1u << to_act;
    if (passed + 1 < 1u << seats) {
      to_act = after(to_act);
      return;
    }
    // The seat that laid last is the last to pass, and leads.
    if (turning) direction = opposite(direction);
    size = 0;
    passed = 0;
    turning = false;
  }
};

struct State {
  Table table;
  Hands hands{};
  // Every card laid since the deal.
  Bits seen = 0;

  constexpr bool over() const { return table.to_act == kNoSeat; }
  constexpr Bits hand() const { return hands[table.to_act]; }

  constexpr Counts left() const {
    Counts left{};
    for (int seat = 0; seat < table.seats; ++seat) left[seat] = count(hands[seat]);
    return left;
  }

  // What the winner scores: the cards of all others. Only once the deal is over.
  constexpr int points() const {
    int points = 0;
    for (int seat = 0; seat < table.seats; ++seat) points += count(hands[seat]);
    return points;
  }
  constexpr int winner() const { return table.last; }

  constexpr void play(Move move) {
    if (move.is_pass()) {
      table.pass();
      return;
    }
    Bits& hand = hands[table.to_act];
    hand &= ~move.cards();
    seen |= move.cards();
    table.lay(move);
    if (!hand) table.to_act = kNoSeat;
  }
};

// The cards have just been dealt; the holder of the lowest double is to lead.
constexpr State begin(int seats, const Hands& hands) {
  State state;
  state.table.seats = seats;
  state.hands = hands;
  Bits dealt = 0;
  for (int seat = 0; seat < seats; ++seat) dealt |= hands[seat];
  const Bits opening = lowest_bit(dealt & kDeck.doubles);
  for (int seat = 0; seat < seats; ++seat)
    if (hands[seat] & opening) state.table.to_act = seat;
  return state;
}

// Calls `visit` with every strength that may be laid, in the order of the numbers that count.
template <typename Visit>
constexpr void each_strength(const Table& table, Visit&& visit) {
  const int least = table.leads() ? 0 : table.strength + 1;
  if (table.direction == Direction::rising) {
    for (int strength = least; strength < kStrengths; ++strength) visit(strength);
  } else {
    for (int strength = kStrengths - 1; strength >= least; --strength) visit(strength);
  }
}

// Calls `visit` with every legal move of the seat to act, whose hand this is, in the pinned order.
template <typename Visit>
constexpr void each_legal(const Table& table, Bits hand, Visit&& visit) {
  if (table.opening) {
    const Bits opening = lowest_bit(hand & kDeck.doubles);
    const int low = strength(Direction::rising, opening);
    each_meld(hand & sharing(Direction::rising, low), [&](Move move) {
      if (move.cards() & opening) visit(move);
    });
    return;
  }
  each_strength(table, [&](int strength) {
    const Bits holding = hand & sharing(table.direction, strength);
    if (table.leads())
      each_meld(holding, visit);
    else
      each_meld_of_size(holding, table.size, visit);
  });
  if (!table.leads()) visit(kPass);
}

using Moves = MoveList<Move, kMostMoves>;

constexpr void legal_moves(const Table& table, Bits hand, Moves& moves) {
  moves.clear();
  each_legal(table, hand, [&](Move move) { moves.push(move); });
}

// Any legal move, each as likely as any other; without making the list.
constexpr Move any_legal(const Table& table, Bits hand, Random& random) {
  if (table.opening) {
    // With the double once or twice, and any of the others of its number.
    const Bits opening = lowest_bit(hand & kDeck.doubles);
    const int low = strength(Direction::rising, opening);
    const Bits others = hand & sharing(Direction::rising, low) & ~opening;
    const int choices = 2 << count(others);
    const int rank = static_cast<int>(random.below(static_cast<std::uint32_t>(choices)));
    const Bits cards = opening | picked(others, rank / 2);
    return Move::lay(cards, count(cards) + rank % 2);
  }
  std::array<int, kStrengths> numbers{};
  int choices = table.leads() ? 0 : 1;
  each_strength(table, [&](int strength) {
    const Bits holding = hand & sharing(table.direction, strength);
    if (!holding) return;
    numbers[strength] =
        table.leads() ? count_melds(holding) : count_melds_of_size(holding, table.size);
    choices += numbers[strength];
  });
  int rank = static_cast<int>(random.below(static_cast<std::uint32_t>(choices)));
  Move found = kPass;
  bool looking = true;
  each_strength(table, [&](int strength) {
    if (!looking) return;
    if (rank >= numbers[strength]) {
      rank -= numbers[strength];
      return;
    }
    looking = false;
    const Bits holding = hand & sharing(table.direction, strength);
    found = table.leads() ? nth_meld(holding, rank) : nth_meld_of_size(holding, table.size, rank);
  });
  return found;
}

// Deals these cards to the seats as far as each has room, every way as likely as any other.
constexpr void deal_out(Bits cards, int seats, const Counts& room, Hands& hands, Random& random) {
  std::array<std::uint8_t, kCards> deck{};
  std::uint32_t left = 0;
  each(cards, [&](int card) { deck[left++] = static_cast<std::uint8_t>(card); });
  for (int seat = 0; seat < seats; ++seat)
    for (int dealt = 0; dealt < room[seat]; ++dealt) {
      const std::uint32_t drawn = random.below(left);
      hands[seat] |= bit(deck[drawn]);
      deck[drawn] = deck[--left];
    }
}

constexpr State deal(int seats, Random& random) {
  Hands hands{};
  Counts room{};
  room.fill(hand_size(seats));
  deal_out(kEveryCard, seats, room, hands, random);
  return begin(seats, hands);
}

// Plays the deal to its end by any legal moves; returns how many.
constexpr int play_blindly(State& state, Random& random) {
  int moves = 0;
  for (; !state.over(); ++moves) state.play(any_legal(state.table, state.hand(), random));
  return moves;
}

}  // namespace funicular::auf_ab
