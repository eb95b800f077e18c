// A casual player's judgement: the twin of bots/ascenseur.py and bots/ascenseur_odds.py.
//
// Each card gets a chance of taking a trick from what its holder has seen; the chances of the hand
// give the odds of each number of tricks, and the bid or card is chosen after which the contract is
// worth most. Every sum and product comes in the same order as there, so that the choices agree.
#pragma once

#include <algorithm>
#include <cmath>

#include "funicular/ascenseur/rules.hpp"

namespace funicular::ascenseur {

inline constexpr double kEager = 0.9, kReluctant = 0.65;
inline constexpr double kSuitLed = 0.22;
inline constexpr double kLeadLater = 0.3, kLeadNow = 0.45, kRuff = 0.5;
inline constexpr int kMostCards = 17;

// Chances that depend on numbers of cards alone, worked out once a search.
class Chances {
 public:
  Chances(const Rules& rules, int cards) {
    // A seat with so many cards left has seen its own, perhaps the upcard, and what the others
    // played: as many tricks as it has played to itself, or one card more from some of them.
    const int others = rules.seats - 1;
    for (int hand = 0; hand <= cards; ++hand) {
      const int most = count(rules.deck) - cards - (cards - hand) * others;
      for (int unseen = std::max(0, most - others - 1); unseen <= most; ++unseen) {
        const double held = std::min(static_cast<double>(hand) / (unseen > 1 ? unseen : 1), 1.0);
        for (int n = 0; n <= kRanks; ++n) one_[hand][unseen][n] = 1 - std::pow(1 - held, n);
      }
    }
    for (int left = 0; left <= kMostCards; ++left) follow_[left] = 1 - std::pow(1 - kSuitLed, left);
    for (int bid = 0; bid <= cards; ++bid)
      for (int won = 0; won <= cards; ++won) scores_[bid][won] = rules.score(bid, won);
  }

  // The chance that a hand holds one of n given cards, by its size and the number unseen.
  const double* one_of(int hand, int unseen) const { return one_[hand][unseen]; }
  double follow(int left) const { return follow_[left]; }
  double score(int bid, int won) const { return scores_[bid][won]; }

 private:
  double one_[kMostCards + 1][kRanks * kSuits + 1][kRanks + 1];
  double follow_[kMostCards + 1];
  double scores_[kMostCards + 1][kMostCards + 1];
};

// What the seat to move keeps in mind.
class Sight {
 public:
  Sight(const Rules& rules, const Chances& chances, const State& state, int seat)
      : chances_(chances), state_(state), seat_(seat) {
    hand_ = state.hands[static_cast<std::size_t>(seat)];
    unseen_ = state.unseen_by(seat, rules.deck);
    one_ = chances.one_of(count(hand_), count(unseen_));
    for (int s = 0; s < kSuits; ++s) suit_left_[s] = count(unseen_ & suit_bits(s));
    const bool sealed = rules.simultaneous && state.bidding();
    for (std::size_t other = 0; other < static_cast<std::size_t>(state.seats); ++other) {
      const int bid = sealed ? kNoBid : state.bids[other];
      eager_[other] = bid == kNoBid             ? (kEager + kReluctant) / 2
                      : state.won[other] < bid ? kEager
                                               : kReluctant;
    }
  }

  int best_bid(int hooked) const {
    double odds[kMostCards + 1];
    const bool first = seat_ == state_.leader;
    const int left = count(hand_);
    int size = start(odds);
    each(hand_, [&](int card) { size = add(odds, size, takes_a_trick(card, left, first)); });
    int best = -1;
    double best_worth = 0;
    for (int bid = 0; bid <= state_.cards; ++bid) {
      if (bid == hooked) continue;
      const double worth = expected(bid, 0, odds, size);
      if (best < 0 || worth > best_worth) best = bid, best_worth = worth;
    }
    return best;
  }

  int best_card() const {
    const Bits playable = state_.playable();
    if ((playable & (playable - 1)) == 0) return lowest(playable);
    const int bid = state_.bids[static_cast<std::size_t>(seat_)];
    const int won = state_.won[static_cast<std::size_t>(seat_)];
    const int held = count(hand_);
    if (state_.trump != kNoTrump && state_.in_trick == 0 && bid - won >= held) {
      const Bits trumps = hand_ & suit_bits(state_.trump);
      if (trumps) return highest(trumps);
    }
    // A card's chance of a later trick is the same whichever other card is played now.
    double later[2][kRanks * kSuits];
    const int rest = held - 1;
    each(hand_, [&](int card) { takes_later(card, rest, later[0][card], later[1][card]); });
    int best = -1;
    double best_worth = 0;
    each(playable, [&](int card) {
      const double takes = takes_this_trick(card);
      double worth = 0;
      for (int more = 1; more >= 0; --more) {
        const double chance = more ? takes : 1 - takes;
        if (!(chance > 0)) continue;
        double odds[kMostCards + 1];
        int size = start(odds);
        each(hand_ & ~bit(card), [&](int other) { size = add(odds, size, later[more][other]); });
        worth += chance * expected(bid, won + more, odds, size);
      }
      if (best < 0 || worth > best_worth ||
          (worth == best_worth && rank_of(card) < rank_of(best)))
        best = card, best_worth = worth;
    });
    return best;
  }

 private:
  static int start(double* odds) {
    odds[0] = 1;
    return 1;
  }

  static int add(double* odds, int size, double chance) {
    odds[size] = 0;
    for (int tricks = size; tricks > 0; --tricks)
      odds[tricks] = odds[tricks] * (1 - chance) + odds[tricks - 1] * chance;
    odds[0] *= 1 - chance;
    return size + 1;
  }

  double expected(int bid, int won, const double* odds, int size) const {
    double sum = 0;
    for (int more = 0; more < size; ++more) sum += odds[more] * chances_.score(bid, won + more);
    return sum;
  }

  double holds_one(int seat, int cards, int suit) const {
    return state_.voids[static_cast<std::size_t>(seat)] >> suit & 1 ? 0.0 : one_[cards];
  }

  // The chance that one seat, still to play, does not beat the card.
  double spares(int seat, int suit, int higher, int led) const {
    const double follows = holds_one(seat, suit_left_[led], led);
    double beaten = 0;
    if (suit == led) beaten += holds_one(seat, higher, led);
    if (state_.trump != kNoTrump && led != state_.trump) {
      const int over = suit == state_.trump ? higher : suit_left_[state_.trump];
      beaten += (1 - follows) * holds_one(seat, over, state_.trump);
    }
    return 1 - std::min(beaten, 1.0) * eager_[seat];
  }

  // The chance that none of the others beats the card, whoever they are.
  double stands_against_all(int card, int led) const {
    const int higher = count(unseen_ & above(card));
    double stands = 1;
    for (int seat = 0; seat < state_.seats; ++seat)
      if (seat != seat_) stands *= spares(seat, suit_of(card), higher, led);
    return stands;
  }

  // With the lead or without it.
  void takes_later(int card, int left, double& without, double& with) const {
    double stands = stands_against_all(card, suit_of(card));
    if (suit_of(card) == state_.trump) {
      const int other_suit = state_.trump == 0 ? 1 : 0;
      const double ruffs = kRuff * stands_against_all(card, other_suit);
      without = with = ruffs > stands ? ruffs : stands;
      return;
    }
    const double follow = chances_.follow(left);
    for (int lead_now = 0; lead_now < 2; ++lead_now) {
      const double lead =
          left == 1 ? lead_now : std::min(1.0, kLeadLater * (left - 1) + kLeadNow * lead_now);
      (lead_now ? with : without) = stands * (lead + (1 - lead) * follow);
    }
  }

  double takes_a_trick(int card, int left, bool on_lead) const {
    double without, with;
    takes_later(card, left, without, with);
    return on_lead ? with : without;
  }

  double takes_this_trick(int card) const {
    if (state_.in_trick > 0 && !state_.beats_top(card)) return 0;
    const int led = state_.in_trick > 0 ? state_.led : suit_of(card);
    const int higher = count(unseen_ & above(card));
    double stands = 1;
    int seat = seat_;
    for (int later = state_.in_trick + 1; later < state_.seats; ++later) {
      seat = state_.next(seat);
      stands *= spares(seat, suit_of(card), higher, led);
    }
    return stands;
  }

  const Chances& chances_;
  const State& state_;
  int seat_;
  Bits hand_, unseen_;
  const double* one_;
  int suit_left_[kSuits];
  double eager_[kMostSeats];
};

}  // namespace funicular::ascenseur
