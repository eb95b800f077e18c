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
#include <vector>

#include "funicular/auf_ab/brisk.hpp"
#include "funicular/auf_ab/rules.hpp"
#include "funicular/auf_ab/view.hpp"

namespace funicular::auf_ab {

// How far a move may lie behind the best before it is unlikely, in leads; and the share of moves
// that are made for no reason.
inline constexpr double kTemper = 0.12, kWhim = 0.02;

class Evidence {
 public:
  // The moves since the deal. Where they do not lead to this view, they tell nothing.
  Evidence(const View& view, const std::vector<Move>& history) {
    Table table;
    table.seats = view.table.seats;
    table.to_act = view.opener;
    Counts left{};
    for (int seat = 0; seat < table.seats; ++seat) left[seat] = hand_size(table.seats);
    Bits seen = 0;
    Hands laid{};
    for (const Move move : history) {
      const int seat = table.to_act;
      if (seat != view.seat && !table.opening)
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

  // The logarithm of the chance that a seat which holds these cards now moved as it did.
  double log_chance(int seat, Bits hand) const {
    double sum = 0;
    for (const auto& decision : decisions_[seat])
      sum += log_chance(decision, hand | decision.since);
    return sum;
  }

  bool empty() const {
    for (const auto& decisions : decisions_)
      if (!decisions.empty()) return false;
    return true;
  }

 private:
  // A move somebody made, what he saw, and the cards he has laid since: they were in his hand.
  struct Decision {
    Table table;
    Bits since, seen;
    Counts left;
    Move move;
  };

  static double log_chance(const Decision& decision, Bits hand) {
    Moves moves;
    legal_moves(decision.table, hand, moves);
    if (moves.count == 1) return 0;
    const BriskPlans plans(decision.table, hand, kEveryCard & ~hand & ~decision.seen,
                           decision.left);
    BriskPlans::Worths worths;
    plans.weigh(moves, worths);
    int made = 0;
    while (made + 1 < moves.count && moves.list[made] != decision.move) ++made;
    double others = 0;
    for (int place = 0; place < moves.count; ++place)
      others += std::exp((worths[place] - worths[made]) / kTemper);
    return std::log((1 - kWhim) / others + kWhim / moves.count);
  }

  std::array<std::vector<Decision>, kMostSeats> decisions_;
};

// A walk through the worlds of a view, in which each is met as often as the evidence makes it
// likely.
class Walk {
 public:
  Walk(const View& view, const Evidence& evidence, const State& start)
      : evidence_(evidence), state_(start), seat_(view.seat) {
    each(movable(view), [&](int card) { cards_[hidden_++] = bit(card); });
    for (int seat = 0; seat < state_.table.seats; ++seat)
      if (seat != seat_) logs_[seat] = evidence.log_chance(seat, state_.hands[seat]);
  }

  const State& state() const { return state_; }

  // `trust` in the evidence, from 0 to 1: with less of it one gets about more freely.
  void step(Random& random, double trust) {
    const Bits mine = cards_[random.below(hidden_)], yours = cards_[random.below(hidden_)];
    const double chance = random.unit();
    const int me = holder(mine), you = holder(yours);
    if (me == you) return;
    const Swap here = swapped(me, mine, yours), there = swapped(you, yours, mine);
    const double gain = here.gain + there.gain;
    if (gain < 0 && chance >= std::exp(trust * gain)) return;
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

  // Cards that lie aside tell nothing.
  Swap swapped(int seat, Bits without, Bits with) const {
    if (seat == kNoSeat) return {};
    const Bits hand = (state_.hands[seat] & ~without) | with;
    const double log = evidence_.log_chance(seat, hand);
    return {hand, log, log - logs_[seat]};
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
};

}  // namespace funicular::auf_ab
