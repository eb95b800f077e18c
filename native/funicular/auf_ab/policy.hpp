// The casual policy of Auf & Ab: a hand planned as melds for both directions.
//
// The twin of bots/auf_ab/plans.py and policies.py, which say what the numbers mean: the same
// operations in the same order, so that both choose the same move. It is written for speed: a
// holding is known by its weight (see Deck), and what a move leaves is worked out from what was
// there before.
#pragma once

#include <algorithm>
#include <array>

#include "funicular/auf_ab/constants.hpp"
#include "funicular/auf_ab/meld_odds.hpp"
#include "funicular/auf_ab/rules.hpp"

namespace funicular::auf_ab {

// The plans of one seat at its turn.
class Plans {
 public:
  Plans(const Table& table, Bits hand, Bits unseen, const Counts& left)
      : table_(table),
        odds_(table.seats, table.to_act, unseen, left),
        hand_(hand),
        shapes_{Shape(Direction::rising, hand), Shape(Direction::falling, hand)},
        rivals_(odds_.others() & ~table.passed) {
    int fewest = kCards;
    for (int other = 0; other < table.seats; ++other)
      if (other != table.to_act) fewest = std::min(fewest, left[other]);
    lead_ = kLead + kAlarm * std::max(0, kFew - fewest) / (kFew - 1);
    turned_back_ = unseen & kDeck.changes ? kTurnedBack : 0.0;
    changes_ = count((hand | unseen) & kDeck.changes);
    cards_ = left[table.to_act];
    for (int way = 0; way < 2; ++way) weigh_melds(static_cast<Direction>(way));
    for (int way = 0; way < 2; ++way) gains_[way] = gains(static_cast<Direction>(way));
    if (rivals_ == odds_.others())
      holding_ = ladders_[index(table.direction)];
    else
      odds_.ladders(table.direction, largest_[index(table.direction)], rivals_, holding_);
  }

  // How good the deal looks after this move.
  double worth(Move move) const {
    if (move.is_pass())
      return outlook({hand_, 0, shapes_, cards_, changes_}, table_.last == table_.to_act ? 1 : 0,
                     table_.turning);
    const Bits laid = move.cards();
    const int power = strength(table_.direction, laid);
    Rest rest{hand_ & ~laid, laid, shapes_, cards_, changes_ - turns(laid)};
    each(laid, [&](int card) {
      --rest.cards;
      rest.shapes[0].take_out(Direction::rising, card);
      rest.shapes[1].take_out(Direction::falling, card);
    });
    double worth = outlook(rest, holding_[power][move.size()], table_.turning ^ turns(laid));
    for (int other = 0; other < table_.seats; ++other)
      if (rivals_ >> other & 1u)
        worth -= kLetOut * odds_.goes_out(table_.direction, move.size(), power, other);
    return worth;
  }

 private:
  using Shapes = std::array<Shape, 2>;
  // What a move leaves of the hand, and what it took out.
  struct Rest {
    Bits hand, laid;
    Shapes shapes;
    int cards, changes;
  };
  // What melds cost to be rid of, in leads, and the chance that they keep the lead: by strength and
  // weight.
  using ByWeight = std::array<std::array<double, 2 * kMostSharing + 2>, kStrengths>;
  struct Burden {
    double leads, stands;
  };
  // For each strength, what it saves to keep the meld until the direction turns.
  using Gains = std::array<double, kStrengths>;

  static constexpr double leads(double stands, int power) {
    return 1 - stands * kWinner - (1 - stands) * kFollower * power / 9;
  }

  void weigh_melds(Direction direction) {
    const int way = index(direction);
    int most = 0;
    const Shape shape = shapes_[way];
    for (int power = 0; power < kStrengths; ++power) most = std::max(most, shape.cards(power));
    largest_[way] = most + 1;
    auto& ladders = ladders_[way];
    odds_.ladders(direction, largest_[way], odds_.others(), ladders);
    for (int power = 0; power < kStrengths; ++power) {
      leads_[way][power][0] = 0;
      stands_[way][power][0] = 1;
      const int held = shape.cards(power), doubled = shape.doubled(power);
      const double alone = held > 1 ? leads(ladders[power][1], power) : 0;
      for (int cards = 1; cards <= held; ++cards)
        for (int twice = 0; twice <= doubled; ++twice) {
          double stands = ladders[power][cards];
          if (twice) stands = std::max(stands, ladders[power][cards + 1]);
          double cost = leads(stands, power);
          if (cards > 1) cost = std::min(cost, cards * alone);
          leads_[way][power][2 * cards + twice] = cost;
          stands_[way][power][2 * cards + twice] = stands;
        }
    }
  }

  // What is left if this seat leads the next trick with a chance of `takes`.
  double outlook(const Rest& rest, double takes, bool turning) const {
    const Direction ahead = turning ? opposite(table_.direction) : table_.direction;
    const Direction other = opposite(ahead);
    const Burden now = whole(rest.shapes[index(ahead)], ahead);
    double then = 0;
    for (int power = 0; power < kStrengths; ++power)
      then += leads_[index(other)][power][rest.shapes[index(other)].weight(power)];
    const double burdened = burden(rest, ahead, now.leads, then);
    const double leading = lead_ + kRun * now.stands - burdened;
    if (takes == 1) return leading;
    const double back = burden(rest, other, then, now.leads);
    const double following = -(1 - turned_back_) * burdened - turned_back_ * back;
    return takes * leading + (1 - takes) * following;
  }

  // How many leads it takes to be rid of this hand, with winners set against losers.
  double burden(const Rest& rest, Direction ahead, double now, double then) const {
    const double other = kOtherWay * rest.changes;
    double burden = (1 - other) * now;
    burden += other * then;
    if (rest.changes) burden -= kTrust * saved_by_turning(rest, ahead);
    return burden + kCard * rest.cards;
  }

  // All cards laid in one direction; `stands` is the chance that only the last meld fails.
  Burden whole(Shape shape, Direction direction) const {
    const int way = index(direction);
    double leads = 0, run = 1, weakest = 1;
    for (int power = 0; power < kStrengths; ++power) {
      const int weight = shape.weight(power);
      leads += leads_[way][power][weight];
      const double stands = stands_[way][power][weight];
      run *= std::max(weakest, stands);
      weakest = std::min(weakest, stands);
    }
    return {leads, run};
  }

  Gains gains(Direction ahead) const {
    const Direction later = opposite(ahead);
    Gains gains{};
    for (int power = 0; power < kStrengths; ++power)
      gains[power] = gain(hand_, shapes_, power, ahead, later);
    return gains;
  }

  // What it saves to keep the meld of this strength until it can be laid in the later direction.
  double gain(Bits hand, const Shapes& shapes, int power, Direction ahead, Direction later) const {
    const Bits cards = hand & sharing(later, power);
    if (!cards) return 0;
    return relief(cards, shapes[index(ahead)], ahead) -
           leads_[index(later)][power][shapes[index(later)].weight(power)];
  }

  // How much lighter the hand's melds of this direction are without some cards, no two of which
  // share a number there.
  double relief(Bits gone, Shape shape, Direction direction) const {
    const int way = index(direction);
    double relief = 0;
    const auto lighten = [&](int card) {
      const int power = kDeck.strength[way][card], weight = shape.weight(power);
      relief += leads_[way][power][weight];
      relief -= leads_[way][power][weight - kDeck.weight[card]];
    };
    // From the weakest up: when falling that is the highest number.
    if (direction == Direction::rising)
      for (; gone; gone &= gone - 1) lighten(lowest(gone));
    else
      for (; gone; gone &= ~bit(highest(gone))) lighten(highest(gone));
    return relief;
  }

  // What it saves to keep the best melds of the other direction until it turns.
  double saved_by_turning(const Rest& rest, Direction ahead) const {
    const Direction later = opposite(ahead);
    Bits hand = rest.hand, changed = rest.laid;
    Shapes shapes = rest.shapes;
    Gains gains = gains_[index(ahead)];
    double saved = 0;
    while (true) {
      // Only melds with cards whose company ahead has changed are worth anything else than before.
      Bits company = changed;
      each(changed,
           [&](int card) { company |= sharing(ahead, kDeck.strength[index(ahead)][card]); });
      int kept = -1;
      double best = 0;
      for (int power = 0; power < kStrengths; ++power) {
        if (company & sharing(later, power) & (hand | changed))
          gains[power] = gain(hand, shapes, power, ahead, later);
        if (gains[power] > best) {
          best = gains[power];
          kept = power;
        }
      }
      if (kept < 0) return saved;
      saved += best;
      changed = hand & sharing(later, kept);
      hand &= ~changed;
      gains[kept] = 0;
      each(changed, [&](int card) { shapes[index(ahead)].take_out(ahead, card); });
    }
  }

  Table table_;
  MeldOdds odds_;
  Bits hand_;
  Shapes shapes_;
  // The seats that may still beat what is laid now.
  unsigned rivals_;
  double lead_, turned_back_;
  int changes_, cards_;
  std::array<int, 2> largest_;
  std::array<Ladders, 2> ladders_;
  // The same for what is laid now, which only rivals may beat.
  Ladders holding_;
  std::array<ByWeight, 2> leads_, stands_;
  std::array<Gains, 2> gains_;
};

// Goes out at once, or makes the move that leaves the best plan for the rest of the hand.
inline Move casual(const Table& table, Bits hand, Bits seen, const Counts& left) {
  Moves moves;
  legal_moves(table, hand, moves);
  if (moves.size() == 1) return moves[0];
  for (int place = 0; place < moves.size(); ++place)
    if (moves[place].cards() == hand) return moves[place];
  const Plans plans(table, hand, kEveryCard & ~hand & ~seen, left);
  Move best = moves[0];
  double most = plans.worth(best);
  for (int place = 1; place < moves.size(); ++place) {
    const double worth = plans.worth(moves[place]);
    if (worth > most) {
      best = moves[place];
      most = worth;
    }
  }
  return best;
}

inline Move casual(const State& state) {
  return casual(state.table, state.hand(), state.seen, state.left());
}

}  // namespace funicular::auf_ab
