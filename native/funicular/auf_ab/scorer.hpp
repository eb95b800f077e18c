// A judgement of moves that can be learnt: a layer of units over what a seat sees after a move.
//
// Each thing that may be so has a row, a number for every unit: a holding of the hand, an unseen
// one, a card, the meld on the table, how many cards the others hold. A unit adds up the rows of
// what is so, and what casual judgement says of the move by rows of its own; it counts where it is
// more than 0, half of the units for the move and half against it. Only differences between the
// moves of one position mean anything: they are deals won, as the search counts them.
//
// Everything is seen as if the trick were rising: strengths in its direction, then in the other.
#pragma once

#include <algorithm>
#include <array>

#include "funicular/auf_ab/brisk.hpp"
#include "funicular/auf_ab/rules.hpp"

namespace funicular::auf_ab {

inline constexpr int kUnits = 32;
using Units = std::array<float, kUnits>;

// Holdings are told apart by their weights, from a card's up to this; hands by cards up to that.
inline constexpr int kLightest = 2, kHeaviest = 11, kMostTold = 10;
inline constexpr int kWeightsTold = kHeaviest - kLightest + 1;
inline constexpr int kHoldings = 2 * kStrengths * kWeightsTold;
inline constexpr int kSizesTold = 6;
// Other players: the next, the one across, the one before.
inline constexpr int kOthers = 3;

// Where the rows of each kind begin.
inline constexpr int kHandRows = 0;
inline constexpr int kUnseenRows = kHandRows + kHoldings;
inline constexpr int kCardRows = kUnseenRows + kHoldings;
inline constexpr int kMeldRows = kCardRows + kCards;
inline constexpr int kLastRows = kMeldRows + kSizesTold * kStrengths;
inline constexpr int kPassedRows = kLastRows + kOthers + 1;
inline constexpr int kLeftRows = kPassedRows + kOthers + 1;
inline constexpr int kOwnLeftRows = kLeftRows + kOthers * (kMostTold + 1);
inline constexpr int kChangeRows = kOwnLeftRows + kMostTold + 1;
inline constexpr int kUnseenChangeRows = kChangeRows + 6;
inline constexpr int kLeadsRow = kUnseenChangeRows + 6;
inline constexpr int kTurningRow = kLeadsRow + 1;
inline constexpr int kFourSeatsRow = kTurningRow + 1;
inline constexpr int kOpinionRows = kFourSeatsRow + 1;
inline constexpr int kOpinions = 7;
inline constexpr int kBiasRow = kOpinionRows + kOpinions;
inline constexpr int kUnitRows = kBiasRow + 1;

using UnitRows = std::array<Units, kUnitRows>;
// Weights are written down as whole numbers of this.
inline constexpr float kWeightUnit = 1.0f / 256;
using OpinionNumbers = std::array<float, kOpinions>;

// All of about the same size.
constexpr OpinionNumbers numbers_of(const Opinion& opinion) {
  return {opinion.worth / 4, opinion.saved, opinion.takes, opinion.now / 4,
          opinion.then / 4,  opinion.run,   opinion.danger};
}

// What a seat sees when it is to act.
class Sight {
 public:
  constexpr Sight(const Table& table, Bits hand, Bits unseen, const Counts& left)
      : table_(table),
        hand_(hand),
        unseen_(unseen),
        left_(left),
        held_{Shape(table.direction, hand), Shape(opposite(table.direction), hand)} {}

  // Calls `add` with the row of all that is so whatever the move, as if it left the whole hand.
  template <typename Add>
  constexpr void each_before(Add&& add) const {
    add(kBiasRow);
    const Shape hidden[2] = {Shape(table_.direction, unseen_),
                             Shape(opposite(table_.direction), unseen_)};
    for (int way = 0; way < 2; ++way)
      for (int power = 0; power < kStrengths; ++power) {
        if (const int weight = held_[way].weight(power))
          add(holding(kHandRows, way, power, weight));
        if (const int weight = hidden[way].weight(power))
          add(holding(kUnseenRows, way, power, weight));
      }
    each(hand_, [&](int card) { add(card_row(card)); });
    for (int other = 0; other < table_.seats; ++other)
      if (other != table_.to_act)
        add(kLeftRows + place_of(other) * (kMostTold + 1) + std::min(left_[other], kMostTold));
    add(kUnseenChangeRows + count(unseen_ & kDeck.changes));
    if (table_.seats == kMostSeats) add(kFourSeatsRow);
  }

  // Calls `add` and `drop` with the rows of what is so after a move, and of what is so no more.
  template <typename Add, typename Drop>
  constexpr void each_after(Move move, Add&& add, Drop&& drop) const {
    const Bits laid = move.cards();
    add(kChangeRows + count(hand_ & ~laid & kDeck.changes));
    add(kOwnLeftRows + std::min(count(hand_ & ~laid), kMostTold));
    if (table_.turning != turns(laid)) add(kTurningRow);
    if (move.is_pass() && table_.last == table_.to_act) {
      add(kLeadsRow);
      return;
    }
    for (int other = 0; other < table_.seats; ++other)
      if (table_.has_passed(other)) add(kPassedRows + place_of(other));
    if (move.is_pass()) {
      add(kPassedRows + kOthers);
      add(meld_row(table_.size, table_.strength));
      add(kLastRows + place_of(table_.last));
    } else {
      add(meld_row(move.size(), strength(table_.direction, laid)));
      add(kLastRows + kOthers);
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
      drop(card_row(card));
      rest -= kDeck.weight[card];
      // No two cards that share a number in one direction do so in the other.
      const int across = kDeck.strength[there][card], before = held_[1].weight(across);
      drop(holding(kHandRows, 1, across, before));
      if (before > kDeck.weight[card])
        add(holding(kHandRows, 1, across, before - kDeck.weight[card]));
    });
    drop(holding(kHandRows, 0, power, held));
    if (rest) add(holding(kHandRows, 0, power, rest));
  }

  static constexpr int holding(int rows, int way, int power, int weight) {
    const int told = std::min(weight, kHeaviest) - kLightest;
    return rows + (way * kStrengths + power) * kWeightsTold + told;
  }
  static constexpr int meld_row(int size, int power) {
    return kMeldRows + (std::min(size, kSizesTold) - 1) * kStrengths + power;
  }
  // The card that this one would be if the trick were rising.
  constexpr int card_row(int card) const {
    const int here = index(table_.direction);
    return kCardRows + place(kDeck.strength[here][card], 9 - kDeck.strength[1 - here][card]);
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

constexpr void add_row(Units& units, const Units& row, float times = 1) {
  for (int unit = 0; unit < kUnits; ++unit) units[unit] += times * row[unit];
}

// What the units come to, summed up in a fixed order that processors can do four at a time.
constexpr float score_of(const Units& units) {
  constexpr int kHalf = kUnits / 2, kAtOnce = 4;
  std::array<float, kAtOnce> sums{};
  for (int unit = 0; unit < kHalf; unit += kAtOnce)
    for (int lane = 0; lane < kAtOnce; ++lane) {
      const float good = units[unit + lane], bad = units[kHalf + unit + lane];
      sums[lane] += (good > 0 ? good : 0) - (bad > 0 ? bad : 0);
    }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Scores of some moves of one position.
inline void score(const UnitRows& rows, const Sight& sight, const Opinion* opinions, int moves,
                  float* scores) {
  Units before{};
  sight.each_before([&](int row) { add_row(before, rows[row]); });
  for (int place = 0; place < moves; ++place) {
    Units units = before;
    sight.each_after(
        opinions[place].move, [&](int row) { add_row(units, rows[row]); },
        [&](int row) { add_row(units, rows[row], -1); });
    const OpinionNumbers numbers = numbers_of(opinions[place]);
    for (int number = 0; number < kOpinions; ++number)
      add_row(units, rows[kOpinionRows + number], numbers[number]);
    scores[place] = score_of(units);
  }
}

// Room for as many moves as anybody scores at once.
inline constexpr int kMostProposals = 24;

struct Scored {
  std::array<Opinion, kMostProposals> opinions;
  std::array<float, kMostProposals> scores;
  int count = 0;

  constexpr int best() const {
    int best = 0;
    for (int place = 1; place < count; ++place)
      if (scores[place] > scores[best]) best = place;
    return best;
  }
};

// So many moves by casual judgement, and what the scorer thinks of each.
inline void score_moves(const UnitRows& rows, const Table& table, Bits hand, Bits seen,
                        const Counts& left, const Moves& moves, int most, Scored& scored) {
  const Bits unseen = kEveryCard & ~hand & ~seen;
  scored.count =
      BriskPlans(table, hand, unseen, left).propose(moves, most, scored.opinions.data());
  score(rows, Sight(table, hand, unseen, left), scored.opinions.data(), scored.count,
        scored.scores.data());
}

// Goes out at once, or makes the move with the best score.
inline Move best_scored(const UnitRows& rows, const State& state, int proposals) {
  const Bits hand = state.hand();
  Moves moves;
  legal_moves(state.table, hand, moves);
  if (moves.count == 1) return moves.list[0];
  for (int place = 0; place < moves.count; ++place)
    if (moves.list[place].cards() == hand) return moves.list[place];
  Scored scored;
  score_moves(rows, state.table, hand, state.seen, state.left(), moves, proposals, scored);
  return scored.opinions[scored.best()].move;
}

}  // namespace funicular::auf_ab
