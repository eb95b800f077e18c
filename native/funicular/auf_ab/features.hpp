// What the network of Auf & Ab sees of a move: features of the position that it leads to.
//
// Each thing that may be so is a feature: a holding of the hand, an unseen one, a card, the meld on
// the table, how many cards the others hold. What the casual policy says of the move are features
// that are there to some degree. Only differences between the moves of one position mean anything:
// they are deals won, as the search counts them.
//
// Everything is seen as if the trick were rising: strengths in its direction, then in the other.
#pragma once

#include <algorithm>
#include <array>

#include "funicular/auf_ab/fast_policy.hpp"
#include "funicular/auf_ab/rules.hpp"
#include "funicular/network.hpp"

namespace funicular::auf_ab {

// Holdings are told apart by their weights, from a card's up to this; hands by cards up to that.
inline constexpr int kLightest = 2, kHeaviest = 11, kMostTold = 10;
inline constexpr int kWeightsTold = kHeaviest - kLightest + 1;
inline constexpr int kHoldings = 2 * kStrengths * kWeightsTold;
inline constexpr int kSizesTold = 6;
// Other players: the next, the one across, the one before.
inline constexpr int kOthers = 3;

// Where the features of each kind begin.
inline constexpr int kHandFeatures = 0;
inline constexpr int kUnseenFeatures = kHandFeatures + kHoldings;
inline constexpr int kCardFeatures = kUnseenFeatures + kHoldings;
inline constexpr int kMeldFeatures = kCardFeatures + kCards;
inline constexpr int kLastFeatures = kMeldFeatures + kSizesTold * kStrengths;
inline constexpr int kPassedFeatures = kLastFeatures + kOthers + 1;
inline constexpr int kLeftFeatures = kPassedFeatures + kOthers + 1;
inline constexpr int kOwnLeftFeatures = kLeftFeatures + kOthers * (kMostTold + 1);
inline constexpr int kChangeFeatures = kOwnLeftFeatures + kMostTold + 1;
inline constexpr int kUnseenChangeFeatures = kChangeFeatures + 6;
inline constexpr int kLeadsFeature = kUnseenChangeFeatures + 6;
inline constexpr int kTurningFeature = kLeadsFeature + 1;
inline constexpr int kFourSeatsFeature = kTurningFeature + 1;
inline constexpr int kOpinionFeatures = kFourSeatsFeature + 1;
inline constexpr int kOpinions = 7;
inline constexpr int kBiasFeature = kOpinionFeatures + kOpinions;
inline constexpr int kFeatures = kBiasFeature + 1;

using Network = SmallNetwork<kFeatures, 32>;
using Layer = Network::Layer;
using OpinionNumbers = std::array<float, kOpinions>;

// All of about the same size.
constexpr OpinionNumbers numbers_of(const Opinion& opinion) {
  return {opinion.worth / 4, opinion.saved, opinion.takes, opinion.now / 4,
          opinion.then / 4,  opinion.run,   opinion.danger};
}

// Of one seat when it is to act.
class Features {
 public:
  constexpr Features(const Table& table, Bits hand, Bits unseen, const Counts& left)
      : table_(table),
        hand_(hand),
        unseen_(unseen),
        left_(left),
        held_{Shape(table.direction, hand), Shape(opposite(table.direction), hand)} {}

  // Calls `add` with each feature that is there whatever the move, as if it left the whole hand.
  template <typename Add>
  constexpr void each_before(Add&& add) const {
    add(kBiasFeature);
    const Shape hidden[2] = {Shape(table_.direction, unseen_),
                             Shape(opposite(table_.direction), unseen_)};
    for (int way = 0; way < 2; ++way)
      for (int power = 0; power < kStrengths; ++power) {
        if (const int weight = held_[way].weight(power))
          add(holding(kHandFeatures, way, power, weight));
        if (const int weight = hidden[way].weight(power))
          add(holding(kUnseenFeatures, way, power, weight));
      }
    each(hand_, [&](int card) { add(card_feature(card)); });
    for (int other = 0; other < table_.seats; ++other)
      if (other != table_.to_act)
        add(kLeftFeatures + place_of(other) * (kMostTold + 1) + std::min(left_[other], kMostTold));
    add(kUnseenChangeFeatures + count(unseen_ & kDeck.changes));
    if (table_.seats == kMostSeats) add(kFourSeatsFeature);
  }

  // Calls `add` and `drop` with the features that a move brings, and with those it takes away.
  template <typename Add, typename Drop>
  constexpr void each_after(Move move, Add&& add, Drop&& drop) const {
    const Bits laid = move.cards();
    add(kChangeFeatures + count(hand_ & ~laid & kDeck.changes));
    add(kOwnLeftFeatures + std::min(count(hand_ & ~laid), kMostTold));
    if (table_.turning != turns(laid)) add(kTurningFeature);
    if (move.is_pass() && table_.last == table_.to_act) {
      add(kLeadsFeature);
      return;
    }
    for (int other = 0; other < table_.seats; ++other)
      if (table_.has_passed(other)) add(kPassedFeatures + place_of(other));
    if (move.is_pass()) {
      add(kPassedFeatures + kOthers);
      add(meld_feature(table_.size, table_.strength));
      add(kLastFeatures + place_of(table_.last));
    } else {
      add(meld_feature(move.size(), strength(table_.direction, laid)));
      add(kLastFeatures + kOthers);
      take_out(laid, add, drop);
    }
  }

 private:
  template <typename Add, typename Drop>
  constexpr void take_out(Bits laid, Add&& add, Drop&& drop) const {
    const int here = index(table_.direction), there = 1 - here;
    const int power = strength(table_.direction, laid), held = held_[0].weight(power);
    int rest = held;
    each(laid, [&](int card) {
      drop(card_feature(card));
      rest -= kDeck.weight[card];
      // No two cards that share a number in one direction do so in the other.
      const int across = kDeck.strength[there][card], before = held_[1].weight(across);
      drop(holding(kHandFeatures, 1, across, before));
      if (before > kDeck.weight[card])
        add(holding(kHandFeatures, 1, across, before - kDeck.weight[card]));
    });
    drop(holding(kHandFeatures, 0, power, held));
    if (rest) add(holding(kHandFeatures, 0, power, rest));
  }

  static constexpr int holding(int first, int way, int power, int weight) {
    const int told = std::min(weight, kHeaviest) - kLightest;
    return first + (way * kStrengths + power) * kWeightsTold + told;
  }
  static constexpr int meld_feature(int size, int power) {
    return kMeldFeatures + (std::min(size, kSizesTold) - 1) * kStrengths + power;
  }
  // The card that this one would be if the trick were rising.
  constexpr int card_feature(int card) const {
    const int here = index(table_.direction);
    return kCardFeatures + place(kDeck.strength[here][card], 9 - kDeck.strength[1 - here][card]);
  }
  constexpr int place_of(int other) const {
    const int ahead = (other - table_.to_act + table_.seats) % table_.seats;
    return ahead == 1 ? 0 : ahead + 1 == table_.seats ? 2 : 1;
  }

  const Table& table_;
  Bits hand_, unseen_;
  const Counts& left_;
  std::array<Shape, 2> held_;
};

}  // namespace funicular::auf_ab
