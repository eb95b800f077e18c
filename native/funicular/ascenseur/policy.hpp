// The casual policy: the twin of bots/ascenseur/policies.py and odds.py.
//
// Each card gets a chance of taking a trick from what its holder has seen; the chances of the hand
// give the odds of each number of tricks, and the bid or card is chosen after which the contract is
// worth most. The choices agree with those in Python but where two are worth the same.
//
// Nearly all the time of a search is spent here, and most of that on branches that cannot be
// foreseen. So cards are taken from sets by what is to be done with them, one plain loop after the
// other, and the number of seats and of terms is known when a loop is compiled.
#pragma once

#include <algorithm>

#include "funicular/ascenseur/contract.hpp"
#include "funicular/ascenseur/policy_tables.hpp"
#include "funicular/ascenseur/rules.hpp"

namespace funicular::ascenseur {

// What the seat to move keeps in mind. With kBids nobody plays yet, and some bids are not known.
template <int kOthers, bool kBids>
class Outlook {
 public:
  Outlook(const Rules& rules, const PolicyTables& tables, const State& state, int seat)
      : rules_(rules), tables_(tables), state_(state), seat_(static_cast<std::size_t>(seat)) {
    hand_ = state.hands[seat_];
    unseen_ = state.unseen_by(seat, rules.deck);
    one_ = tables.one_of(count(hand_), count(unseen_));
    for (int suit = 0; suit < kSuits; ++suit)
      follows_[suit] = one_[count(unseen_ & suit_bits(suit))];
    trumps_ = state.trump == kNoTrump ? 0 : hand_ & suit_bits(state.trump);
    int other = seat;
    for (int place = 0; place < kOthers; ++place) {
      other = state.next(other);
      look_at(place, static_cast<std::size_t>(other));
    }
    if (trumps_) threaten_ruffs(ruffs_, state.trump == 0 ? 1 : 0, kOthers);
  }

  int best_bid(int hooked) const {
    const int lead = seat_ == static_cast<std::size_t>(state_.leader) ? kWithLead : kWithoutLead;
    double odds[kMostCards + 1] = {1};
    double expected = 0;
    int added = 0;
    const auto add = [&](double chance) {
      odds[++added] = 0;
      for (int tricks = added; tricks > 0; --tricks)
        odds[tricks] = odds[tricks] * (1 - chance) + odds[tricks - 1] * chance;
      odds[0] *= 1 - chance;
      expected += chance;
    };
    const double comes_up = tables_.comes_up(count(hand_)).of[lead];
    each_card(hand_, [&](int card) {
      const double holds = holds_higher(card);
      const double later = stands_later(card, holds, stands(card, holds));
      add(trumps_ >> card & 1 ? later : later * comes_up);
    });
    return best_of(odds, expected, hooked);
  }

  // The best of cards that may be played; equal ones are named by the lowest.
  int best_card(Bits options) const {
    const int rest = count(hand_) - 1;
    return rest >= kAlikeFrom ? best_of<1>(options, rest) : best_of<2>(options, rest);
  }

 private:
  // How the others threaten a card: one that has yet to play spares it with the chance `spares` -
  // `risk` * the chance that it holds a higher one.
  struct Threats {
    double spares[kOthers], risk[kOthers];

    double spared(double holds) const {
      double all = 1;
      for (int place = 0; place < kOthers; ++place) all *= spares[place] - risk[place] * holds;
      return all;
    }
  };

  void look_at(int place, std::size_t other) {
    const int bid = state_.bids[other];
    const bool unknown = kBids && (bid == kNoBid || rules_.simultaneous);
    const double eager = unknown ? kUndecided : tables_.eager(state_.won[other] < bid);
    may_hold_[place] = tables_.may_hold(state_.voids[other]);
    for (int suit = 0; suit < kSuits; ++suit) risk_[place][suit] = eager * may_hold_[place][suit];
    const double ruffs =
        state_.trump == kNoTrump ? 0 : risk_[place][state_.trump] * follows_[state_.trump];
    for (int suit = 0; suit < kSuits; ++suit)
      spares_[place][suit] = 1 - (1 - follows_[suit] * may_hold_[place][suit]) * ruffs;
    if (state_.trump != kNoTrump) spares_[place][state_.trump] = 1;
  }

  // By those who play next: against trumps when another suit is led, and against cards of that
  // suit.
  void threaten_ruffs(Threats& threats, int led, int to_come) const {
    for (int place = 0; place < kOthers; ++place) {
      threats.spares[place] = 1;
      threats.risk[place] =
          place < to_come ? risk_[place][state_.trump] * (1 - follows_[led] * may_hold_[place][led])
                          : 0;
    }
  }
  void threaten_followers(Threats& threats, int led, int to_come) const {
    for (int place = 0; place < kOthers; ++place) {
      threats.spares[place] = place < to_come ? spares_[place][led] : 1;
      threats.risk[place] = place < to_come ? risk_[place][led] : 0;
    }
  }

  // The chance that a seat holds a higher card of the suit, if it may hold any.
  double holds_higher(int card) const { return one_[count(unseen_ & tables_.above(card))]; }

  // The chance that a card stands when its suit is led.
  double stands(int card, double holds) const {
    const int suit = suit_of(card);
    double all = 1;
    for (int place = 0; place < kOthers; ++place)
      all *= spares_[place][suit] - risk_[place][suit] * holds;
    return all;
  }

  // The same; a trump need not be led: it can ruff, when the hand is short elsewhere.
  double stands_later(int card, double holds, double stands) const {
    return trumps_ >> card & 1 ? std::max(stands, kRuff * ruffs_.spared(holds)) : stands;
  }

  // Trumps come last, so that whether a card is one can be foreseen.
  template <typename Visit>
  void each_card(Bits cards, Visit&& visit) const {
    each(cards & ~trumps_, visit);
    each(cards & trumps_, visit);
  }

  template <int kLeads>
  int best_of(Bits options, int rest) const {
    const Contract<kLeads> contract(rules_, state_.bids[seat_], state_.won[seat_], rest);
    const ByLead<2> comes_up = tables_.comes_up(rest);
    const auto counts = [&](int card, double holds, double stands) {
      const double later = stands_later(card, holds, stands);
      ByLead<kLeads> counts;
      for (int lead = 0; lead < kLeads; ++lead)
        counts.of[lead] = contract.counted(trumps_ >> card & 1 ? later : later * comes_up.of[lead]);
      return counts;
    };
    Hand<kLeads> hand;
    each_card(hand_ & ~options, [&](int card) {
      const double holds = holds_higher(card);
      *hand.kept_end++ = counts(card, holds, stands(card, holds));
    });
    if (state_.in_trick == 0) {
      each_card(options, [&](int card) {
        const double holds = holds_higher(card), takes = stands(card, holds);
        *hand.options_end++ = {card, takes, counts(card, holds, takes)};
      });
    } else {
      Threats now;
      const Bits winners = look_at_trick(options, now);
      each_card(options, [&](int card) {
        const double holds = holds_higher(card);
        const double takes = now.spared(holds) * static_cast<double>(winners >> card & 1);
        *hand.options_end++ = {card, takes, counts(card, holds, stands(card, holds))};
      });
    }
    return contract.best(hand);
  }

  // The options that take the trick as it stands, and how those still to play in it threaten them.
  Bits look_at_trick(Bits options, Threats& now) const {
    const bool trumped = suit_of(state_.top) == state_.trump;
    const Bits winners = options & (tables_.above(state_.top) | (trumped ? Bits{0} : trumps_));
    const int to_come = kOthers - state_.in_trick;
    if (options & suit_bits(state_.led))
      threaten_followers(now, state_.led, to_come);
    else if (winners)
      threaten_ruffs(now, state_.led, to_come);
    else
      now = {};
    return winners;
  }

  // The bid that is worth most with these odds of 0, 1, 2, … tricks.
  int best_of(const double* odds, double expected, int hooked) const {
    const double a_trick = rules_.missed_scores_tricks ? 0 : rules_.trick_points;
    int best = -1;
    double best_worth = 0, off = expected, at_most = 0;
    for (int bid = 0; bid <= state_.cards; ++bid) {
      const double worth = odds[bid] * (rules_.bonus + a_trick * bid) - rules_.penalty * off;
      if (bid != hooked && (best < 0 || worth > best_worth)) best = bid, best_worth = worth;
      at_most += odds[bid];
      off += 2 * at_most - 1;
    }
    return best;
  }

  const Rules& rules_;
  const PolicyTables& tables_;
  const State& state_;
  std::size_t seat_;
  Bits hand_, unseen_, trumps_;
  const double* one_;
  double follows_[kSuits];  // the chance to hold a card of a suit, for who may hold any
  // The others in the order in which they play: which suits they may hold, and how they threaten
  // cards of a suit that is led, and own trumps when they ruff.
  const double* may_hold_[kOthers];
  double spares_[kOthers][kSuits], risk_[kOthers][kSuits];
  Threats ruffs_;
};

// Calls `look` with the outlook of a seat.
template <bool kBids, typename Look>
int with_outlook(const Rules& rules, const PolicyTables& tables, const State& state, int seat,
                 Look&& look) {
  switch (state.seats) {
    case 2:
      return look(Outlook<1, kBids>(rules, tables, state, seat));
    case 3:
      return look(Outlook<2, kBids>(rules, tables, state, seat));
    case 4:
      return look(Outlook<3, kBids>(rules, tables, state, seat));
    case 5:
      return look(Outlook<4, kBids>(rules, tables, state, seat));
    default:
      return look(Outlook<5, kBids>(rules, tables, state, seat));
  }
}

inline int policy_bid(const Rules& rules, const PolicyTables& tables, const State& state, int seat,
                      int hooked) {
  return with_outlook<true>(rules, tables, state, seat,
                            [&](const auto& outlook) { return outlook.best_bid(hooked); });
}

inline int policy_card(const Rules& rules, const PolicyTables& tables, const State& state) {
  const auto seat = static_cast<std::size_t>(state.turn);
  const Bits hand = state.hands[seat], playable = state.playable();
  if ((playable & (playable - 1)) == 0) return lowest(playable);
  const Bits trumps = state.trump == kNoTrump ? 0 : hand & suit_bits(state.trump);
  if (trumps && state.in_trick == 0 && state.bids[seat] - state.won[seat] >= count(hand))
    return highest(trumps);
  const Bits apart =
      state.unseen_by(state.turn, rules.deck) | (state.in_trick > 0 ? bit(state.top) : Bits{0});
  const Bits options = playable & unequal(hand, apart);
  if ((options & (options - 1)) == 0) return lowest(options);
  return with_outlook<false>(rules, tables, state, state.turn,
                             [&](const auto& outlook) { return outlook.best_card(options); });
}

inline Move policy_move(const Rules& rules, const PolicyTables& tables, const State& state,
                        int seat) {
  return state.bidding() ? policy_bid(rules, tables, state, seat, state.hooked(rules))
                         : kPlay + policy_card(rules, tables, state);
}

}  // namespace funicular::ascenseur
