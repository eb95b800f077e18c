// What the others' moves tell of their hands.
//
// A player who passed, or led three fives, hardly had better: a world in which his move would have
// been a poor one is less likely than one in which it was the best. How likely a move was, given
// the hand a world gives its player, is judged by the worth of all his moves then. No world is
// excluded, since everybody may play as he likes.
//
// Worlds that fit the evidence are too rare to be met by drawing uniformly. So they are reached
// step by step: two hidden cards change places, and the swap stands if the evidence is likelier
// after it, or else by chance (Metropolis). Worlds then come as often as they are likely, and need
// no weights. At first the evidence is trusted little and then more and more, lest the walk be
// caught early on.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "funicular/auf_ab/brisk.hpp"
#include "funicular/auf_ab/rules.hpp"
#include "funicular/auf_ab/view.hpp"

namespace funicular::auf_ab {

// How the others' moves are read: how far a move may lie behind the best before it is unlikely, in
// leads; and the share of moves that are made for no reason.
struct Reading {
  double temper = 0.04, whim = 0.02;
};

class Evidence {
 public:
  // The moves since the deal. Where they do not lead to this view, they tell nothing.
  Evidence(const View& view, const std::vector<Move>& history, const Reading& reading = {})
      : reading_(reading) {
    Table table;
    table.seats = view.table.seats;
    table.to_act = view.opener;
    Counts left{};
    for (int seat = 0; seat < table.seats; ++seat) left[seat] = hand_size(table.seats);
    Bits seen = 0;
    Hands laid{};
    for (const Move move : history) {
      const int seat = table.to_act;
      if (seat != view.seat)
        decisions_[seat].push_back({table, laid[seat], seen, left, move});
      if (move.is_pass()) {
        table.pass();
        continue;
      }
      laid[seat] |= move.cards();
      seen |= move.cards();
      left[seat] -= count(move.cards());
      table.lay(move);
    }
    for (int seat = 0; seat < table.seats; ++seat)
      if (seen == view.seen)
        for (auto& decision : decisions_[seat]) decision.since = laid[seat] & ~decision.since;
      else
        decisions_[seat].clear();
  }

  // How many of a seat's moves there are to judge.
  int decisions(int seat) const { return static_cast<int>(decisions_[seat].size()); }

  // The logarithm of the chance that a seat which holds these cards now made one of its moves.
  // Where it is less than `least`, any such number will do.
  double log_chance(int seat, int number, Bits hand, double least = kLeast) const {
    const auto& decision = decisions_[seat][static_cast<std::size_t>(number)];
    return log_chance(decision, hand | decision.since, least);
  }

  // The same for all of them.
  double log_chance(int seat, Bits hand) const {
    double sum = 0;
    for (int number = 0; number < decisions(seat); ++number) sum += log_chance(seat, number, hand);
    return sum;
  }

  bool empty() const {
    for (const auto& decisions : decisions_)
      if (!decisions.empty()) return false;
    return true;
  }

 private:
  static constexpr double kLeast = -1e9;

  // A move somebody made, what he saw, and the cards he has laid since: they were in his hand.
  struct Decision {
    Table table;
    Bits since, seen;
    Counts left;
    Move move;
  };

  double log_chance(const Decision& decision, Bits hand, double least) const {
    Moves moves;
    legal_moves(decision.table, hand, moves);
    if (moves.count == 1) return 0;
    const double whim = reading_.whim / moves.count, reason = 1 - reading_.whim;
    int made = 0;
    for (int place = 0; place < moves.count; ++place) {
      // Nobody who can go out stays.
      if (moves.list[place].cards() == hand) return std::log(whim);
      if (moves.list[place] == decision.move) made = place;
    }
    const BriskPlans plans(decision.table, hand, kEveryCard & ~hand & ~decision.seen,
                           decision.left);
    const double over = std::exp(least) - whim;
    const double enough = over > 0 ? reason / over : kEndless;
    const double rivals = plans.rivals(moves, made, static_cast<float>(reading_.temper),
                                       static_cast<float>(enough));
    return std::log(reason / (1 + rivals) + whim);
  }

  static constexpr double kEndless = 1e30;
  Reading reading_;
  std::array<std::vector<Decision>, kMostSeats> decisions_;
};

// A walk through the worlds of a view, in which each is met as often as the evidence makes it
// likely.
class Walk {
 public:
  Walk(const View& view, const Evidence& evidence, const State& start)
      : evidence_(evidence), state_(start), seat_(view.seat) {
    each(movable(view), [&](int card) { cards_[hidden_++] = bit(card); });
    for (int seat = 0; seat < state_.table.seats; ++seat) {
      if (seat == seat_) continue;
      logs_[seat] = evidence.log_chance(seat, state_.hands[seat]);
      for (int number = 0; number < evidence.decisions(seat); ++number)
        order_[seat].push_back(number);
    }
  }

  const State& state() const { return state_; }

  // `trust` in the evidence, from 0 to 1: with less of it one gets about more freely.
  void step(Random& random, double trust) {
    const Bits mine = cards_[random.below(hidden_)], yours = cards_[random.below(hidden_)];
    // What the swap may cost.
    const double most = std::log(1 - random.unit()) / trust;
    const int me = holder(mine), you = holder(yours);
    if (me == you) return;
    Swap here, there;
    if (!swapped(me, mine, yours, most, here)) return;
    if (!swapped(you, yours, mine, most - here.gain, there)) return;
    settle(me, here);
    settle(you, there);
  }

 private:
  struct Swap {
    Bits hand = 0;
    double log = 0, gain = 0;
  };

  // The hidden cards but for those that are known to lie aside.
  static Bits movable(const View& view) {
    Bits opening = view.opening;
    if (!opening) opening = lowest_bit(view.hand & kDeck.doubles);
    return view.hidden() & ~lower_doubles(opening);
  }

  int holder(Bits card) const {
    for (int seat = 0; seat < state_.table.seats; ++seat)
      if (state_.hands[seat] & card) return seat;
    return kNoSeat;
  }

  // False once it is clear that the seat's moves are unlikelier by more than `most`, a negative
  // number. Cards that lie aside tell nothing.
  bool swapped(int seat, Bits without, Bits with, double most, Swap& swap) {
    if (seat == kNoSeat) return most <= 0;
    swap.hand = (state_.hands[seat] & ~without) | with;
    const double least = logs_[seat] + most;
    auto& order = order_[seat];
    for (std::size_t place = 0; place < order.size(); ++place) {
      swap.log += evidence_.log_chance(seat, order[place], swap.hand, least - swap.log);
      if (swap.log >= least) continue;
      // What refuses one swap refuses others: it is asked earlier from now on.
      if (place > 0) std::swap(order[place], order[place / 2]);
      return false;
    }
    swap.gain = swap.log - logs_[seat];
    return true;
  }

  void settle(int seat, const Swap& swap) {
    if (seat == kNoSeat) return;
    state_.hands[seat] = swap.hand;
    logs_[seat] = swap.log;
  }

  const Evidence& evidence_;
  State state_;
  int seat_;
  std::array<Bits, kCards> cards_{};
  std::uint32_t hidden_ = 0;
  std::array<double, kMostSeats> logs_{};
  // The moves of each seat, those first that refuse most swaps.
  std::array<std::vector<int>, kMostSeats> order_;
};

}  // namespace funicular::auf_ab
