// A casual player's judgement: the twin of bots/ascenseur.py and bots/ascenseur_odds.py.
//
// Each card gets a chance of taking a trick from what its holder has seen; the chances of the hand
// give the odds of each number of tricks, and the bid or card is chosen after which the contract is
// worth most. The choices agree with those in Python but where two are worth the same.
#pragma once

#include <algorithm>
#include <cmath>

#include "funicular/ascenseur/rules.hpp"

namespace funicular::ascenseur {

inline constexpr double kEager = 0.9, kReluctant = 0.65;
inline constexpr double kSuitLed = 0.22;
inline constexpr double kLeadLater = 0.3, kLeadNow = 0.45, kRuff = 0.5;
inline constexpr int kMostCards = 17;
inline constexpr double kRounding = 1e-9;

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
  // What a bid scores with 0, 1, 2, … tricks.
  const double* scores(int bid) const { return scores_[bid]; }

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
    const int lead = seat_ == state_.leader ? kWithLead : kWithoutLead;
    const int left = count(hand_);
    Odds odds;
    each_group([&](int card, int cards) {
      const Later later = takes_later(card, left);
      for (; cards > 0; --cards) odds.add(later);
    });
    int best = -1;
    double best_worth = 0;
    for (int bid = 0; bid <= state_.cards; ++bid) {
      if (bid == hooked) continue;
      double worth = 0;
      for (int tricks = 0; tricks <= left; ++tricks)
        worth += odds.at(tricks, lead) * chances_.scores(bid)[tricks];
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
    // A card's chance of a later trick is the same whichever other card is played now, so the odds
    // of the whole hand are worked out once and each card's share is taken out again.
    Later later[kRanks * kSuits];
    const int rest = held - 1;
    Odds whole;
    each_group([&](int card, int cards) {
      later[card] = takes_later(card, rest);
      for (; cards > 0; --cards) whole.add(later[card]);
    });
    int best = -1;
    double best_worth = 0;
    each_group([&](int card, int) {
      if (!(playable & bit(card))) return;
      const double takes = takes_this_trick(card);
      double worth = 0;
      if (takes > 0) worth += takes * expected(whole, kWithLead, later[card], bid, won + 1);
      if (takes < 1) worth += (1 - takes) * expected(whole, kWithoutLead, later[card], bid, won);
      // What differs only by rounding is the same, and then the lower card will do.
      if (best < 0 || worth > best_worth + kRounding ||
          (worth > best_worth - kRounding && rank_of(card) < rank_of(best)))
        best = card, best_worth = worth;
    });
    return best;
  }

 private:
  static constexpr int kWithoutLead = 0, kWithLead = 1;

  // A card's chance of a later trick, without the lead and with it.
  struct Later {
    double chance[2];
  };

  // The odds of 0, 1, 2, … tricks, without the lead and with it.
  class Odds {
   public:
    Odds() { rows_[0] = {{1, 1}}; }

    int cards() const { return cards_; }
    double at(int tricks, int lead) const { return rows_[tricks].chance[lead]; }

    void add(const Later& later) {
      rows_[++cards_] = {{0, 0}};
      for (int tricks = cards_; tricks > 0; --tricks)
        for (int lead = 0; lead < 2; ++lead)
          rows_[tricks].chance[lead] = rows_[tricks].chance[lead] * (1 - later.chance[lead]) +
                                       rows_[tricks - 1].chance[lead] * later.chance[lead];
      for (int lead = 0; lead < 2; ++lead) rows_[0].chance[lead] *= 1 - later.chance[lead];
    }

   private:
    int cards_ = 0;
    Later rows_[kMostCards + 1];
  };

  // What the contract is worth with these odds, less those of one card.
  double expected(const Odds& whole, int lead, const Later& gone, int bid, int won) const {
    const double chance = gone.chance[lead];
    const double* score = chances_.scores(bid) + won;
    double sum = 0, odds = 0;
    // From whichever end divides by the larger number, which keeps the rounding small.
    if (chance <= 0.5) {
      const double scale = 1 / (1 - chance), share = chance * scale;
      for (int tricks = 0; tricks < whole.cards(); ++tricks) {
        odds = whole.at(tricks, lead) * scale - odds * share;
        sum += odds * score[tricks];
      }
    } else {
      const double scale = 1 / chance, share = (1 - chance) * scale;
      for (int tricks = whole.cards() - 1; tricks >= 0; --tricks) {
        odds = whole.at(tricks + 1, lead) * scale - odds * share;
        sum += odds * score[tricks];
      }
    }
    return sum;
  }

  // Calls `visit` with the lowest card of each group of equals and their number: cards of one suit
  // between which nothing is unseen and nothing takes the trick under way.
  template <typename Visit>
  void each_group(Visit&& visit) const {
    const Bits apart = unseen_ | (state_.in_trick > 0 ? bit(state_.top) : Bits{0});
    for (Bits left = hand_; left;) {
      const int card = lowest(left);
      const Bits higher = apart & above(card);
      // Up to the next card of somebody else's, or to the end of the suit.
      const Bits reach = higher ? lowest_bit(higher) - 1 : suit_bits(suit_of(card)) | (bit(card) - 1);
      const Bits group = left & reach;
      left &= ~group;
      visit(card, count(group));
    }
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

  Later takes_later(int card, int left) const {
    const double stands = stands_against_all(card, suit_of(card));
    if (suit_of(card) == state_.trump) {
      const int other_suit = state_.trump == 0 ? 1 : 0;
      const double ruffs = kRuff * stands_against_all(card, other_suit);
      const double either = ruffs > stands ? ruffs : stands;
      return {{either, either}};
    }
    const double follow = chances_.follow(left);
    Later later;
    for (int lead = 0; lead < 2; ++lead) {
      const double leads = left == 1 ? lead : std::min(1.0, kLeadLater * (left - 1) + kLeadNow * lead);
      later.chance[lead] = stands * (leads + (1 - leads) * follow);
    }
    return later;
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
