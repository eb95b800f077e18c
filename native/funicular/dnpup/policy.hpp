// The casual policy, the twin of bots/dnpup/policies.py and plans.py: it plays the rollouts,
// ranks the moves, and says how likely the others' choices were.
//
// A hand is worth the turns it takes to get rid of; each seat's speed is a share of the race. The
// policy looks only at what the seat could know: its own hand, the table, cards that have been
// shown, and how many others each hand holds.
#pragma once

#include <algorithm>

#include "funicular/dnpup/constants.hpp"
#include "funicular/dnpup/holding_odds.hpp"
#include "funicular/dnpup/rules.hpp"
#include "funicular/portable_math.hpp"

namespace funicular::dnpup {

// How fast a hand is that takes this many turns.
inline double speed(double turns) { return portable_exp(-kPace * turns); }

// What a seat makes of the table, for the time of one decision.
class Outlook {
 public:
  Outlook(const State& state, int seat)
      : state_(state), seat_(seat), own_(sizes_of(state.hands[seat])) {
    Bits unseen = 0;
    for (int later = 1; later < state.seats; ++later) {
      const int other = (seat + later) % state.seats;
      const Bits cards = state.hands[other].cards();
      if (!cards) continue;
      unseen |= cards & ~state.shown;
      Rival& rival = rivals_[rival_count_++];
      rival.seat = other;
      if (other < seat) continue;
      ++after_own_;
    }
    unseen_ = count(unseen);
    each(unseen, [&](int place) {
      ++bearing_[kPrinted[place].low];
      ++bearing_[kPrinted[place].high];
    });
    for (int which = 0; which < rival_count_; ++which) {
      const Hand& hand = state.hands[rivals_[which].seat];
      const Hand shown = hand.among(state.shown);
      known(rivals_[which], shown, hand.size() - shown.size());
    }
    for (auto& row : risk_)
      for (double& risk : row) risk = -1;
  }

  // The points to hope for after a legal move. Quickest for plays that come by value and size.
  double worth(const Move& move) {
    return move.kind == Kind::kPlay ? worth_of_play(move) : worth_of_rest(move);
  }

 private:
  // What is public about a rival's hand, and what follows from it.
  struct Known {
    Bits cards;
    int unseen;
    Sizes sizes;
    double speed;
    unsigned rows;  // a bit for each row that has been worked out
    double beats[kSafestSize + 1][kHighestValue + 1];
  };

  // A move can beat a rival's meld, or make it grow and then it may be beaten: few ways to know a
  // hand. Should there be more, the last one is worked out again.
  static constexpr int kMostKnown = 4;
  struct Rival {
    int seat = 0;
    int met = 0;
    Known known[kMostKnown];
  };

  // The rivals' side of the race after a move.
  struct Scene {
    bool looked = false;
    bool last_reward = false;
    bool near_end = false;  // whether a rival may be about to go out
    double sum = 0;
    double speeds[kMostSeats];
    Known* known[kMostSeats];
  };

  double worth_of_play(const Move& move) {
    const int size = count(move.cards);
    if (size != play_size_ || move.value != play_value_) look_past_play(move, size);
    const Nibbles inactive = inactive_of(move);
    Sizes sizes = own_;
    sizes.here.add(move.value, -size);
    sizes.there -= inactive;
    sizes.here += returned_.here;
    sizes.there += returned_.there;
    if (sizes.here.empty()) return kWon;
    const double lasting = dnpup::speed(turns(sizes));
    if (safe_ == 1.0) return standing(*play_scene_, nobody_out_, lasting);
    sizes.here += inactive;
    sizes.there.add(move.value, size);
    const double beaten = dnpup::speed(turns(sizes));
    return standing(*play_scene_, nobody_out_, safe_ * lasting + (1 - safe_) * beaten);
  }

  // Which cards of a value are laid changes nothing for the others; and how fast they are depends
  // only on whose meld is beaten.
  void look_past_play(const Move& move, int size) {
    play_size_ = size;
    play_value_ = move.value;
    int beaten = 0;
    while (beaten < state_.zones() && count(state_.melds[beaten].cards) != size) ++beaten;
    returned_ = {};
    // With two players it may be one's own other meld.
    if (beaten < state_.zones() && state_.owner(beaten) == seat_)
      returned_ = sizes_of(Hand{}.with_turned(state_.melds[beaten]));
    else if (size == state_.hands[seat_].size())
      return;  // out
    play_scene_ = &after_beating_[beaten];
    Scene& scene = *play_scene_;
    nobody_out_ = 1.0;
    if (!scene.looked || scene.near_end) {
      State after = state_;
      play(after, move);
      if (!scene.looked) look(after, scene);
      nobody_out_ = nobody_goes_out(after, scene);
    }
    safe_ = safety(scene, size, move.value);
  }

  double worth_of_rest(const Move& move) {
    State after = state_;
    play(after, move);
    const Hand& hand = after.hands[seat_];
    if (!hand.cards()) return kWon;
    Scene scene;
    look(after, scene);
    return standing(scene, nobody_goes_out(after, scene), dnpup::speed(turns(sizes_of(hand))));
  }

  static Nibbles inactive_of(const Move& move) {
    Nibbles values;
    each(move.cards, [&](int place) {
      const Printed& card = kPrinted[place];
      values.add(card.low == move.value ? card.high : card.low, 1);
    });
    return values;
  }

  void look(const State& after, Scene& scene) {
    scene.looked = true;
    scene.last_reward = after.rewards() - after.outs == 1;
    for (int place = 0; place < rival_count_; ++place) {
      Known& now = known_after(rivals_[place], after);
      scene.known[place] = &now;
      scene.near_end = scene.near_end || is_near_end(now);
      scene.speeds[place] = rival_speed(after, scene, place);
      scene.sum += scene.speeds[place];
    }
  }

  double nobody_goes_out(const State& after, const Scene& scene) const {
    double nobody_out = 1.0;
    if (!scene.near_end) return nobody_out;
    const Nibbles lying = after.lying();
    for (int place = 0; place < rival_count_; ++place)
      nobody_out *= 1 - goes_out(after, lying, rivals_[place].seat, *scene.known[place]);
    return nobody_out;
  }

  Known& known(Rival& rival, const Hand& shown, int unseen) {
    const Bits cards = shown.cards();
    for (int which = 0; which < rival.met; ++which)
      if (rival.known[which].cards == cards) return rival.known[which];
    if (rival.met < kMostKnown) ++rival.met;
    Known& fresh = rival.known[rival.met - 1];
    fresh.cards = cards;
    fresh.unseen = unseen;
    fresh.sizes = sizes_of(shown);
    fresh.speed = -1;
    fresh.rows = 0;
    return fresh;
  }

  Known& known_after(Rival& rival, const State& after) {
    const Hand& hand = after.hands[rival.seat];
    if (hand.cards() == state_.hands[rival.seat].cards()) return rival.known[0];
    return known(rival, hand.among(after.shown), rival.known[0].unseen);
  }

  // The chance that a hand with `known` cards of a value has `size`, by the odds for its unseen
  // cards.
  double holds(const OddsOfHand& odds, int known, int value, int size) const {
    return known >= size ? 1.0 : odds[bearing_[value]][size - known];
  }

  // The chance that a rival beats a meld of this size and value.
  double beats(Known& rival, int size, int value) {
    size = std::min(size, kSafestSize);
    double* row = rival.beats[size];
    if (!(rival.rows >> size & 1)) {
      rival.rows |= 1u << size;
      fill(row, rival.sizes.here, rival.unseen, size, kEager);
      if (state_.seats == 2) {
        double later[kHighestValue + 1];
        fill(later, rival.sizes.there, rival.unseen, size, kEagerAfterFlip);
        for (int v = 1; v <= kHighestValue; ++v) row[v] += (1 - row[v]) * later[v];
      }
    }
    return row[value];
  }

  void fill(double* row, const Nibbles& known, int unseen, int size, double eager) const {
    const OddsOfHand& odds = kHoldingOdds[unseen_][unseen];
    double none_higher = 1.0;
    for (int value = kHighestValue; value >= 1; --value) {
      row[value] = eager * (1 - none_higher);
      none_higher *= 1 - holds(odds, known[value], value, size);
    }
  }

  // The chance that a meld laid now is there on one's next turn. In the order of the seats, so that
  // it gives the same number as in Python, to the last bit.
  double safety(const Scene& scene, int size, int value) {
    double safe = 1.0;
    for (int place = after_own_; place < rival_count_; ++place)
      safe *= 1 - beats(*scene.known[place], size, value);
    for (int place = 0; place < after_own_; ++place)
      safe *= 1 - beats(*scene.known[place], size, value);
    return safe;
  }

  double risk(int size, int value) {
    size = std::min(size, kSafestSize);
    const double risk = risk_[size][value];
    return risk < 0 ? risk_[size][value] = first_risk(size, value) : risk;
  }

  double first_risk(int size, int value) {
    Scene now;
    for (int place = 0; place < rival_count_; ++place) now.known[place] = &rivals_[place].known[0];
    return 1 - safety(now, size, value);
  }

  // How many turns a hand of one's own will take.
  double turns(const Sizes& sizes) {
    // A meld takes a turn at least, so the side with more melds can often be left out.
    const int melds = sizes.here.filled(), flipped = 1 + sizes.there.filled();
    if (melds <= flipped) {
      const double here = cost(sizes.here);
      return here <= flipped ? here : std::min(here, 1 + cost(sizes.there));
    }
    const double there = 1 + cost(sizes.there);
    return there <= melds ? there : std::min(cost(sizes.here), there);
  }

  double cost(const Nibbles& sizes) {
    double turns = 0, worst = 0;
    for (Bits marks = sizes.marks(); marks; marks &= marks - 1) {
      const int value = lowest(marks) / 4;
      const double danger = risk(sizes[value], value);
      turns += 1 + kBeaten * danger;
      worst = std::max(worst, danger);
    }
    return turns - (kBeaten - kWaiting) * worst;
  }

  double speed_of(Known& rival) const {
    if (rival.speed < 0) {
      const OddsOfHand& odds = kHoldingOdds[unseen_][rival.unseen];
      double melds = 0, flipped = 0;
      for (int value = 1; value <= kHighestValue; ++value) {
        melds += holds(odds, rival.sizes.here[value], value, 1);
        flipped += holds(odds, rival.sizes.there[value], value, 1);
      }
      rival.speed = dnpup::speed(kRivalMeld * std::min(melds, 1 + flipped));
    }
    return rival.speed;
  }

  // The points to hope for, everybody's speed being a share of the race.
  double standing(const Scene& scene, double nobody_out, double speed) const {
    const double total = speed + scene.sum;
    const double first = speed / total;
    if (scene.last_reward) return nobody_out * first;
    double second = 0;
    for (int place = 0; place < rival_count_; ++place)
      second += scene.speeds[place] / total * speed / (total - scene.speeds[place]);
    // Where a rival goes out before one's next turn, there is one point left to race for.
    return nobody_out * (2 * first + second) + (1 - nobody_out) * first;
  }

  // How fast a rival is, whose meld those who come before may still beat.
  double rival_speed(const State& after, const Scene& scene, int place) {
    Rival& rival = rivals_[place];
    Known& now = *scene.known[place];
    const double fast = speed_of(now);
    const Meld& meld = after.melds[rival.seat];
    if (place == 0 || !meld.cards) return fast;
    double safe = 1.0;
    for (int earlier = 0; earlier < place; ++earlier)
      safe *= 1 - beats(*scene.known[earlier], count(meld.cards), meld.value);
    const Hand shown = after.hands[rival.seat].among(after.shown).with_turned(meld);
    const double slow = speed_of(known(rival, shown, now.unseen));
    return safe * fast + (1 - safe) * slow;
  }

  static bool is_near_end(const Known& now) {
    return now.unseen <= kMostUnseenToGoOut && now.sizes.here.filled() <= 1;
  }

  // The chance that a rival could empty its hand on the table as it lies.
  double goes_out(const State& after, const Nibbles& lying, int seat, const Known& now) const {
    if (!is_near_end(now)) return 0.0;
    const int unseen = now.unseen;
    const int held = unseen + count(now.cards);
    double ways = 0;
    for (int value = 1; value <= kHighestValue; ++value) {
      if (now.cards && !now.sizes.here[value]) continue;
      if (could_lay(after, lying, seat, value, held)) ways += choices(bearing_[value], unseen);
    }
    return ways / choices(unseen_, unseen) / (1 << unseen);
  }

  static double choices(int cards, int size) {
    double ways = 1;
    for (int k = 0; k < size; ++k) ways = ways * (cards - k) / (k + 1);
    return ways;
  }

  // Whether a seat with `size` cards of this value could play them, or add the only one.
  static bool could_lay(const State& after, const Nibbles& lying, int seat, int value, int size) {
    if (lying[size] < value) return true;
    if (size != 1) return false;
    for (int zone = 0; zone < after.zones(); ++zone) {
      const Meld& meld = after.melds[zone];
      if (meld.cards && meld.value == value && after.owner(zone) != seat &&
          lying[count(meld.cards) + 1] < value)
        return true;
    }
    return false;
  }

  const State& state_;
  int seat_;
  Sizes own_;
  int unseen_ = 0;
  int bearing_[kHighestValue + 1] = {};
  // In the order in which their turns come; those before `after_own_` sit at higher numbers.
  int rival_count_ = 0, after_own_ = 0;
  Rival rivals_[kMostSeats - 1];
  double risk_[kSafestSize + 1][kHighestValue + 1];
  // The play looked at last.
  int play_size_ = 0, play_value_ = 0;
  Scene* play_scene_ = nullptr;
  Sizes returned_;
  double safe_ = 0, nobody_out_ = 1;
  // By the zone whose meld a play beats; the last is for none.
  Scene after_beating_[kMostZones + 1];
};

// The move after which the race looks best; among equals, any. With a chance of `epsilon`, any
// move.
inline Move casual_move(const State& state, Moves& moves, Random& random, double epsilon = 0) {
  legal_moves(state, moves);
  if (epsilon > 0 && random.unit() < epsilon)
    return moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
  Outlook outlook(state, state.mover());
  Move best;
  double most = -1;
  std::uint32_t equals = 0;
  for (const Move& move : moves) {
    const double worth = outlook.worth(move);
    if (worth > most) {
      most = worth;
      best = move;
      equals = 1;
    } else if (worth == most && random.below(++equals) == 0) {
      best = move;
    }
  }
  return best;
}

}  // namespace funicular::dnpup
