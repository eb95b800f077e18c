// The casual policy made fast: it plays most rollouts, and says how likely the others' moves were.
//
// The same as in policy.hpp, to a few digits and faster. What a move changes is added to
// what the hand was worth before, in single precision; and what it saves to wait for the other
// direction is worked out only for moves that it could make the best. It agrees with casual on 996
// decisions of 1000. That matters: a search that mistakes what the others will do finds moves that
// win only by the mistake.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "funicular/auf_ab/meld_odds.hpp"
#include "funicular/auf_ab/policy.hpp"
#include "funicular/auf_ab/rules.hpp"
#include "funicular/portable_math.hpp"

namespace funicular::auf_ab {

// What the casual policy has to say about a move.
struct Opinion {
  Move move;
  // What it is worth in all.
  float worth;
  // What makes it up: what waiting for the other direction saves, the chance to take the trick, the
  // burden of the hand in the direction of the next trick and in the other, the chance of a run,
  // and the danger that another seat goes out.
  float saved = 0, takes = 0, now = 0, then = 0, run = 0, danger = 0;
};

class FastPlans {
 public:
  FastPlans(const Table& table, Bits hand, Bits unseen, const Counts& left)
      : table_(table), hand_(hand), unseen_(unseen), left_(left), here_(index(table.direction)) {
    const int everything = count(unseen);
    int fewest = kCards;
    for (int other = 0; other < table.seats; ++other) {
      if (other == table.to_act) continue;
      fewest = std::min(fewest, left[other]);
      shares_[other] = (2 * kParts * left[other] + everything) / (2 * everything);
    }
    lead_ = static_cast<float>(kLead + kAlarm * std::max(0, kFew - fewest) / (kFew - 1));
    turned_back_ = unseen & kDeck.changes ? static_cast<float>(kTurnedBack) : 0;
    changes_ = count((hand | unseen) & kDeck.changes);
    const Weights hidden = weights_of(unseen);
    weights_ = weights_of(hand);
    for (int way = 0; way < 2; ++way) {
      Ladder ladder;
      climb(hidden[way], ~0u, ladder);
      if (way == here_) {
        if (table.passed)
          climb(hidden[way], ~table.passed, holding_);
        else
          holding_ = ladder;
      }
      weigh_melds(way, ladder);
    }
  }

  using Worths = std::array<float, kMostMoves>;

  // How likely the other moves are for each time that this one is made, where a move is e times as
  // likely as another that is worse by `temperature`. Counts no further than `enough`.
  float rivals(const Moves& moves, int made, float temperature, float enough) const {
    Worths worths;
    for (int place = 0; place < moves.size(); ++place) worths[place] = worth(moves[place]);
    const bool waits = changes_ > 0;
    const Savings savings = waits ? savings_of_hand() : Savings{};
    const auto full = [&](int place) {
      return worths[place] + (waits ? saving(moves[place], savings) : 0);
    };
    const float own = full(made), least = own - kFar * temperature - (waits ? hope(savings) : 0);
    worths[made] = kLowest;
    const auto first = worths.begin(), end = first + moves.size();
    // The best one first: it may be enough.
    const auto best = static_cast<int>(std::max_element(first, end) - first);
    float sum = 0;
    for (int turn = -1; turn < moves.size() && sum < enough; ++turn) {
      const int place = turn < 0 ? best : turn;
      if (worths[place] <= least) continue;
      sum += static_cast<float>(portable_exp((full(place) - own) / temperature));
      worths[place] = kLowest;
    }
    return sum;
  }

  // The best of some moves.
  Move best_of(const Moves& moves) const {
    Worths worths;
    const auto first = worths.begin(), end = first + moves.size();
    for (int place = 0; place < moves.size(); ++place) worths[place] = worth(moves[place]);
    if (!changes_) return moves[static_cast<int>(std::max_element(first, end) - first)];
    const Savings savings = savings_of_hand();
    const auto likely = std::max_element(first, end);
    const float least =
        *likely + saving(moves[static_cast<int>(likely - first)], savings) - hope(savings);
    Move best = moves[0];
    float most = kLowest;
    for (int place = 0; place < moves.size(); ++place) {
      if (worths[place] < least) continue;
      const float worth = worths[place] + saving(moves[place], savings);
      if (worth > most) {
        most = worth;
        best = moves[place];
      }
    }
    return best;
  }

  // So many moves, or all there are, the best of them first; best before it is asked what waiting
  // saves, which is then asked for these only.
  int propose(const Moves& moves, int most, Opinion* opinions) const {
    int found = 0;
    for (int place = 0; place < moves.size(); ++place)
      found = rank({moves[place], worth(moves[place])}, opinions, found, most);
    const Savings savings = changes_ ? savings_of_hand() : Savings{};
    for (int place = 0; place < found; ++place)
      rank(opinion(opinions[place], savings), opinions, place, place + 1);
    return found;
  }

 private:
  using Ladder = std::array<Row, kStrengths>;
  // For each direction and strength, the weights of a hand's cards summed up.
  using Weights = std::array<std::array<std::uint8_t, kStrengths>, 2>;

  // For each strength, what it saves to keep the meld until the direction turns.
  using Gains = std::array<float, kStrengths>;
  // For each direction ahead, what waiting for the other one saves, and by which melds.
  struct Savings {
    std::array<float, 2> saved{};
    std::array<Gains, 2> gains{};
  };

  static constexpr float kLowest = -1e9f;
  // How much more than the whole hand its rest may save by waiting.
  static constexpr float kSlack = 2.0f;
  // A move worse by this many times the temperature is never made.
  static constexpr float kFar = 6;

  // What a move leaves: the burden of the melds in either direction, and all else that counts.
  struct After {
    Bits laid;
    float here, there;
    float takes;
    bool turning;
    int cards, changes;
  };

  static Weights weights_of(Bits cards) {
    Weights weights{};
    for (; cards; cards &= cards - 1) {
      const int card = lowest(cards);
      for (int way = 0; way < 2; ++way)
        weights[way][kDeck.strength[way][card]] += kDeck.weight[card];
    }
    return weights;
  }

  // The chance that none of these seats (a bit each) beats a meld, by strength and size.
  void climb(const std::array<std::uint8_t, kStrengths>& hidden, unsigned seats,
             Ladder& ladder) const {
    Row stands;
    stands.fill(1);
    for (int power = kStrengths - 1; power >= 0; --power) {
      ladder[power] = stands;
      if (!hidden[power]) continue;
      for (int other = 0; other < table_.seats; ++other) {
        if (!shares_[other] || !(seats >> other & 1u)) continue;
        const Row& fails = kFastStands.of(shares_[other], hidden[power]);
        for (int size = 0; size < kRow; ++size) stands[size] *= fails[size];
      }
    }
  }

  void weigh_melds(int way, const Ladder& ladder) {
    float total = 0;
    for (int power = 0; power < kStrengths; ++power) {
      const int weight = weights_[way][power];
      auto& leads = leads_[way][power];
      auto& stands = stands_[way][power];
      leads[0] = 0;
      stands[0] = 1;
      if (!weight) continue;
      const Row& up = ladder[power];
      const float follow = static_cast<float>(kFollower) * static_cast<float>(power) / 9;
      const float lost = 1 - follow, won = static_cast<float>(kWinner) - follow;
      const float alone = lost - up[1] * won;
      const int held = weight / 2, doubled = weight % 2;
      for (int cards = 1; cards <= held; ++cards)
        for (int twice = 0; twice <= doubled; ++twice) {
          const float holds = twice ? larger(up[cards], up[cards + 1]) : up[cards];
          stands[2 * cards + twice] = holds;
          leads[2 * cards + twice] = smaller(lost - holds * won, static_cast<float>(cards) * alone);
        }
      total += leads[weight];
    }
    total_[way] = total;
  }

  static constexpr float smaller(float a, float b) { return a < b ? a : b; }
  static constexpr float larger(float a, float b) { return a > b ? a : b; }

  float leads(int way, int power, int weight) const { return leads_[way][power][weight]; }

  After after_move(Move move) const {
    const int cards = left_[table_.to_act];
    if (move.is_pass())
      return {0,
              total_[here_],
              total_[1 - here_],
              table_.last == table_.to_act ? 1.0f : 0.0f,
              table_.turning,
              cards,
              changes_};
    const Bits laid = move.cards();
    const int power = strength(table_.direction, laid), there = 1 - here_;
    const int held = weights_[here_][power];
    int weight = held, gone = 0;
    float other = total_[there];
    for (Bits left = laid; left; left &= left - 1) {
      const int card = lowest(left);
      ++gone;
      weight -= kDeck.weight[card];
      const int across = kDeck.strength[there][card], before = weights_[there][across];
      other += leads(there, across, before - kDeck.weight[card]) - leads(there, across, before);
    }
    return {laid,
            total_[here_] + leads(here_, power, weight) - leads(here_, power, held),
            other,
            holding_[power][move.size()],
            table_.turning != turns(laid),
            cards - gone,
            changes_ - turns(laid)};
  }

  float outlook(const After& after) const {
    const float now = after.turning ? after.there : after.here;
    const float then = after.turning ? after.here : after.there;
    const float other = static_cast<float>(kOtherWay) * static_cast<float>(after.changes);
    const float cards = static_cast<float>(kCard) * static_cast<float>(after.cards);
    const float burden = (1 - other) * now + other * then + cards;
    const float back = (1 - other) * then + other * now + cards;
    const float following = -(1 - turned_back_) * burden - turned_back_ * back;
    if (after.takes == 0) return following;
    const float leading = lead_ + static_cast<float>(kRun) * run(after) - burden;
    return after.takes * leading + (1 - after.takes) * following;
  }

  // The chance that of all melds ahead only the last fails.
  float run(const After& after) const {
    const int ahead = after.turning ? 1 - here_ : here_;
    auto weights = weights_[ahead];
    for (Bits left = after.laid; left; left &= left - 1)
      weights[kDeck.strength[ahead][lowest(left)]] -= kDeck.weight[lowest(left)];
    float run = 1, weakest = 1;
    for (int power = 0; power < kStrengths; ++power) {
      const float stands = stands_[ahead][power][weights[power]];
      run *= larger(stands, weakest);
      weakest = smaller(stands, weakest);
    }
    return run;
  }

  // What it costs that another seat may go out over this meld.
  float danger(Move move) const {
    float danger = 0;
    for (int other = 0; other < table_.seats; ++other) {
      if (other == table_.to_act || table_.has_passed(other)) continue;
      if (left_[other] > move.size() || left_[other] < move.size() - 1) continue;
      const MeldOdds odds(table_.seats, table_.to_act, unseen_, left_);
      const int power = strength(table_.direction, move.cards());
      danger +=
          static_cast<float>(kLetOut * odds.goes_out(table_.direction, move.size(), power, other));
    }
    return danger;
  }

  // How good the deal looks after this move, but for what waiting for the other direction saves.
  float worth(Move move) const { return outlook(after_move(move)) - danger(move); }

  // Puts an opinion among those found so far, best first, as long as there is room.
  static int rank(Opinion opinion, Opinion* opinions, int found, int most) {
    if (found == most && !(opinion.worth > opinions[found - 1].worth)) return found;
    int place = found < most ? found : found - 1;
    for (; place > 0 && opinion.worth > opinions[place - 1].worth; --place)
      opinions[place] = opinions[place - 1];
    opinions[place] = opinion;
    return found < most ? found + 1 : found;
  }

  Opinion opinion(const Opinion& first, const Savings& savings) const {
    const After after = after_move(first.move);
    const float saved = changes_ ? saving(first.move, savings) : 0;
    return {first.move,
            first.worth + saved,
            saved,
            after.takes,
            after.turning ? after.there : after.here,
            after.turning ? after.here : after.there,
            run(after),
            danger(first.move)};
  }

  Savings savings_of_hand() const {
    Savings savings;
    for (int ahead = 0; ahead < 2; ++ahead) {
      for (int power = 0; power < kStrengths; ++power)
        savings.gains[ahead][power] = gain(hand_, weights_[ahead], power, ahead);
      savings.saved[ahead] = saved_by_turning(hand_, weights_, 0, ahead, savings.gains[ahead]);
    }
    return savings;
  }

  // What waiting may add to a move's worth at most, or nearly so.
  static float hope(const Savings& savings) {
    return static_cast<float>(kTrust) * (larger(savings.saved[0], savings.saved[1]) + kSlack);
  }

  // What waiting for the other direction adds to a move's worth.
  float saving(Move move, const Savings& savings) const {
    const After after = after_move(move);
    if (!after.changes) return 0;
    const int ahead = after.turning ? 1 - here_ : here_;
    const float back = (1 - after.takes) * turned_back_;
    float saved = savings.saved[ahead], saved_back = savings.saved[1 - ahead];
    if (after.laid) {
      Weights weights = weights_;
      for (Bits left = after.laid; left; left &= left - 1)
        for (int way = 0; way < 2; ++way)
          weights[way][kDeck.strength[way][lowest(left)]] -= kDeck.weight[lowest(left)];
      const Bits rest = hand_ & ~after.laid;
      saved = saved_by_turning(rest, weights, after.laid, ahead, savings.gains[ahead]);
      if (back > 0)
        saved_back =
            saved_by_turning(rest, weights, after.laid, 1 - ahead, savings.gains[1 - ahead]);
    }
    return static_cast<float>(kTrust) * ((1 - back) * saved + back * saved_back);
  }

  // What it saves to keep the best melds of the other direction until it turns; `gains` are those
  // before some cards were laid.
  float saved_by_turning(Bits hand, const Weights& held, Bits laid, int ahead, Gains gains) const {
    const int later = 1 - ahead;
    auto weights = held[ahead];
    float saved = 0;
    for (Bits gone = laid;;) {
      // Only melds with cards whose company ahead has changed are worth anything else than before.
      Bits changed = gone;
      for (Bits left = gone; left; left &= left - 1)
        changed |= hand & kDeck.sharing[ahead][kDeck.strength[ahead][lowest(left)]];
      for (; changed; changed &= changed - 1) {
        const int power = kDeck.strength[later][lowest(changed)];
        changed &= ~kDeck.sharing[later][power] | lowest_bit(changed);
        gains[power] = gain(hand, weights, power, ahead);
      }
      int kept = 0;
      for (int power = 1; power < kStrengths; ++power)
        if (gains[power] > gains[kept]) kept = power;
      if (gains[kept] <= 0) return saved;
      saved += gains[kept];
      gone = hand & kDeck.sharing[later][kept];
      hand &= ~gone;
      gains[kept] = 0;
      for (Bits left = gone; left; left &= left - 1)
        weights[kDeck.strength[ahead][lowest(left)]] -= kDeck.weight[lowest(left)];
    }
  }

  // What it saves to keep the meld of this strength until it can be laid in the later direction.
  float gain(Bits hand, const std::array<std::uint8_t, kStrengths>& weights, int power,
             int ahead) const {
    const Bits cards = hand & kDeck.sharing[1 - ahead][power];
    if (!cards) return 0;
    int held = 0;
    for (Bits left = cards; left; left &= left - 1) held += kDeck.weight[lowest(left)];
    return relief(cards, weights, ahead) - leads(1 - ahead, power, held);
  }

  float relief(Bits gone, const std::array<std::uint8_t, kStrengths>& weights, int way) const {
    float relief = 0;
    for (; gone; gone &= gone - 1) {
      const int card = lowest(gone), power = kDeck.strength[way][card];
      relief += leads(way, power, weights[power]) -
                leads(way, power, weights[power] - kDeck.weight[card]);
    }
    return relief;
  }

  const Table& table_;
  Bits hand_, unseen_;
  const Counts& left_;
  // The direction under way; the other one is 1 less it.
  int here_;
  float lead_, turned_back_;
  int changes_;
  std::array<int, kMostSeats> shares_{};
  Weights weights_;
  // For what is laid now, which only those who have not passed may beat.
  Ladder holding_;
  // By direction, strength and weight, as far as the hand goes.
  std::array<std::array<std::array<float, kWeights>, kStrengths>, 2> leads_, stands_;
  std::array<float, 2> total_;
};

// Goes out at once, or makes the move that seems to leave the best plan.
inline Move fast_policy(const Table& table, Bits hand, Bits seen, const Counts& left) {
  Moves moves;
  legal_moves(table, hand, moves);
  if (moves.size() == 1) return moves[0];
  for (int place = 0; place < moves.size(); ++place)
    if (moves[place].cards() == hand) return moves[place];
  return FastPlans(table, hand, kEveryCard & ~hand & ~seen, left).best_of(moves);
}

inline Move fast_policy(const State& state) {
  return fast_policy(state.table, state.hand(), state.seen, state.left());
}

}  // namespace funicular::auf_ab
