// What the casual policy looks up, worked out once a search: chances that depend on numbers of
// cards alone, and small tables that save it a branch.
#pragma once

#include <algorithm>

#include "funicular/ascenseur/constants.hpp"
#include "funicular/ascenseur/rules.hpp"

namespace funicular::ascenseur {

inline constexpr double kUndecided = (kReluctant + kEager) / 2;
inline constexpr int kMostCards = 17;
// With this many tricks to come every seat gets to lead, so that the lead makes no difference.
inline constexpr int kAlikeFrom = 5;
static_assert(kLeadLater * (kAlikeFrom - 1) >= 1);

// A number without the lead and with it, or one for both.
inline constexpr int kWithoutLead = 0, kWithLead = 1;
template <int kLeads>
struct ByLead {
  double of[kLeads];

  void operator+=(const ByLead& other) {
    for (int lead = 0; lead < kLeads; ++lead) of[lead] += other.of[lead];
  }
};

class PolicyTables {
 public:
  PolicyTables(const Rules& rules, int cards) {
    // A seat with `hand` cards left has seen its own, perhaps the upcard, and what the others
    // played: as many tricks as it has played to itself, or one card more from some of them.
    const int others = rules.seats - 1;
    for (int hand = 0; hand <= cards; ++hand) {
      const int most = count(rules.deck) - cards - (cards - hand) * others;
      for (int unseen = std::max(0, most - others - 1); unseen <= most; ++unseen) {
        const double held = std::min(static_cast<double>(hand) / (unseen > 1 ? unseen : 1), 1.0);
        double none = 1;
        for (int n = 0; n <= kRanks; ++n, none *= 1 - held) one_[hand][unseen][n] = 1 - none;
      }
    }
    for (int voids = 0; voids < 1 << kSuits; ++voids)
      for (int suit = 0; suit < kSuits; ++suit) may_hold_[voids][suit] = voids >> suit & 1 ? 0 : 1;
    for (int card = 0; card < kRanks * kSuits; ++card) above_[card] = ascenseur::above(card);
    double never = 1;
    for (int left = 0; left <= kMostCards; ++left, never *= 1 - kSuitLed)
      for (int lead = 0; lead < 2; ++lead) {
        const double leads =
            left == 1 ? lead : std::min(1.0, kLeadLater * (left - 1) + kLeadNow * lead);
        comes_up_[left].of[lead] = leads + (1 - leads) * (1 - never);
      }
  }

  // The chance that a hand holds one of n given cards, by its size and the number unseen.
  const double* one_of(int hand, int unseen) const { return one_[hand][unseen]; }
  // The chance that a suit is led, by its holder or by another seat, in the tricks to come.
  const ByLead<2>& comes_up(int left) const { return comes_up_[left]; }
  // How likely a seat takes a trick that it can take, by whether it needs any.
  double eager(bool needs) const { return eager_[needs]; }
  // For each suit: 0 where it is one of these voids, else 1.
  const double* may_hold(std::uint8_t voids) const { return may_hold_[voids]; }
  Bits above(int card) const { return above_[card]; }

 private:
  double one_[kMostCards + 1][kRanks * kSuits + 1][kRanks + 1];
  ByLead<2> comes_up_[kMostCards + 1];
  double eager_[2] = {kReluctant, kEager};
  double may_hold_[1 << kSuits][kSuits];
  Bits above_[kRanks * kSuits];
};

}  // namespace funicular::ascenseur
