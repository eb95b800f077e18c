// What a contract is worth by the chances of the cards that are left to make it.
//
// Either side of the bid the points are a straight line in the tricks taken. So a contract is worth
// what the line of one side makes of the tricks expected, and what the exact number and the other
// side differ from that line; of the odds only those from that side count, which are few where few
// tricks are wanted. Where most tricks are wanted it is the tricks missed that are counted.
#pragma once

#include <utility>

#include "funicular/ascenseur/policy_tables.hpp"

namespace funicular::ascenseur {

inline constexpr double kRounding = 1e-9;

// A card that may be played: its chance to take this trick, and to count later if it is kept.
template <int kLeads>
struct Option {
  int card;
  double takes;
  ByLead<kLeads> counts;
};

// The cards of a hand: of equals one alone is an option, the others stay whatever is played.
template <int kLeads>
struct Hand {
  Option<kLeads> options[kMostCards];
  ByLead<kLeads> kept[kMostCards];
  Option<kLeads>* options_end = options;
  ByLead<kLeads>* kept_end = kept;
};

// With kLeads = 1 the chances are the same without the lead and with it.
template <int kLeads>
class Contract {
 public:
  // After this trick `rest` cards are left.
  Contract(const Rules& rules, int bid, int won, int rest) {
    const int a_trick = rules.missed_scores_tricks ? rules.trick_points : 0;
    const int wanted = bid - won;
    missing_ = 2 * wanted > rest + 1;
    // Beyond the numbers that count, points fall or rise by the penalty a trick.
    const int side = missing_ ? rules.penalty : -rules.penalty;
    slope_ = missing_ ? -(a_trick + side) : a_trick + side;
    const int none = missing_ ? rest * (a_trick + side) : 0;
    for (int lead = 0; lead < 2; ++lead) {
      const int more = wanted - lead;
      made_[lead] = missing_ ? rest - more : more;
      line_[lead] = none + a_trick * (won + lead) - side * more;
    }
    bonus_ = rules.bonus + (rules.missed_scores_tricks ? 0 : rules.trick_points * bid);
    twice_penalty_ = 2 * rules.penalty;
  }

  // The chance that a card is counted by its chance to take a trick.
  double counted(double takes) const { return missing_ ? 1 - takes : takes; }

  // The option after which the contract is worth most, if the others are kept. There is one.
  int best(const Hand<kLeads>& hand) const {
    switch (most()) {
      case 0:
        return best<1>(hand);
      case 1:
        return best<2>(hand);
      case 2:
        return best<3>(hand);
      case 3:
        return best<4>(hand);
      case 4:
        return best<5>(hand);
      default:
        return most() < 0 ? best<0>(hand) : best<kMostCards / 2 + 2>(hand);
    }
  }

 private:
  // A number for each number of cards counted, 0, 1, 2, …
  template <int kTerms>
  struct Row {
    ByLead<kLeads> at[kTerms + 1];
  };

  // The greatest number counted that can make the contract, and the lead by which it does.
  int most() const { return made_[most_by()]; }
  int most_by() const { return missing_ ? kWithLead : kWithoutLead; }

  template <int kTerms>
  int best(const Hand<kLeads>& hand) const {
    // What the options from each on add to the line, by the number counted before them.
    Row<kTerms> adds[kMostCards + 1];
    Row<kTerms>* after = adds + (hand.options_end - hand.options);
    put_differences(*after);
    ByLead<kLeads> all = hand.options->counts;
    for (const Option<kLeads>* option = hand.options_end - 1; option != hand.options; --option) {
      put_before(after[-1], *after, option->counts);
      --after;
      all += option->counts;
    }
    Row<kTerms> odds{};
    for (int lead = 0; lead < kLeads; ++lead) odds.at[0].of[lead] = 1;
    for (const ByLead<kLeads>* kept = hand.kept; kept != hand.kept_end; ++kept) {
      add(odds, *kept);
      all += *kept;
    }
    int chosen = hand.options->card;
    double most_worth = worth(*hand.options, all, odds, *after);
    for (const Option<kLeads>* option = hand.options + 1; option != hand.options_end; ++option) {
      add(odds, option[-1].counts);
      const double worth = this->worth(*option, all, odds, *++after);
      // What differs only by rounding is the same, and then the lower card will do.
      if (worth > most_worth + kRounding ||
          (worth > most_worth - kRounding && lower(option->card, chosen)))
        chosen = option->card, most_worth = worth;
    }
    return chosen;
  }

  // What the contract is worth if this card is played, with the odds of all before it and what
  // those after it add.
  template <int kTerms>
  double worth(const Option<kLeads>& played, const ByLead<kLeads>& all, const Row<kTerms>& odds,
               const Row<kTerms>& after) const {
    double sums[2] = {0, 0};
    for (int n = 0; n < kTerms; ++n)
      for (int lead = 0; lead < kLeads; ++lead)
        sums[lead] += odds.at[n].of[lead] * after.at[n].of[lead];
    if constexpr (kLeads == 1) {
      // By the other lead one less makes the contract.
      for (int n = 0; n + 1 < kTerms; ++n) sums[1] += odds.at[n].of[0] * after.at[n + 1].of[0];
      if (missing_) std::swap(sums[0], sums[1]);
    }
    for (int lead = 0; lead < 2; ++lead) {
      const int column = lead < kLeads ? lead : 0;
      sums[lead] += line_[lead] + slope_ * (all.of[column] - played.counts.of[column]);
    }
    return sums[kWithoutLead] + played.takes * (sums[kWithLead] - sums[kWithoutLead]);
  }

  static bool lower(int card, int other) {
    return rank_of(card) < rank_of(other) || (rank_of(card) == rank_of(other) && card < other);
  }

  // How much the points differ from the line.
  template <int kTerms>
  void put_differences(Row<kTerms>& row) const {
    row = {};
    if constexpr (kTerms > 0)
      for (int lead = 0; lead < kLeads; ++lead) {
        const int made = made_[kLeads == 1 ? most_by() : lead];
        for (int n = 0; n < made; ++n) row.at[n].of[lead] = -twice_penalty_ * (made - n);
        if (made >= 0) row.at[made].of[lead] = bonus_;
      }
  }

  template <int kTerms>
  static void add(Row<kTerms>& odds, const ByLead<kLeads>& counts) {
    if constexpr (kTerms > 0) {
      for (int n = kTerms - 1; n > 0; --n)
        for (int lead = 0; lead < kLeads; ++lead)
          odds.at[n].of[lead] = odds.at[n].of[lead] * (1 - counts.of[lead]) +
                                odds.at[n - 1].of[lead] * counts.of[lead];
      for (int lead = 0; lead < kLeads; ++lead) odds.at[0].of[lead] *= 1 - counts.of[lead];
    }
  }

  template <int kTerms>
  static void put_before(Row<kTerms>& row, const Row<kTerms>& after, const ByLead<kLeads>& counts) {
    if constexpr (kTerms > 0) {
      for (int n = 0; n + 1 < kTerms; ++n)
        for (int lead = 0; lead < kLeads; ++lead)
          row.at[n].of[lead] = after.at[n].of[lead] * (1 - counts.of[lead]) +
                               after.at[n + 1].of[lead] * counts.of[lead];
      for (int lead = 0; lead < kLeads; ++lead)
        row.at[kTerms - 1].of[lead] = after.at[kTerms - 1].of[lead] * (1 - counts.of[lead]);
    }
  }

  bool missing_;    // tricks missed are counted, not tricks taken
  int made_[2];     // the number counted that makes the contract, without the lead and with it
  double line_[2];  // what the line says if none is counted
  double slope_;
  double bonus_, twice_penalty_;
};

}  // namespace funicular::ascenseur
