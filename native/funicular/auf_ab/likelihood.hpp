// How likely the others' moves are, given the hands of a world.
//
// A player who passed, or led three fives, hardly had better: a world in which that would have been
// a poor move is less likely than one in which it was the best. How likely a move was follows from
// the worth of all moves that the player had then, by the fast policy. No world is excluded, since
// players may do as they like.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "funicular/auf_ab/beginner.hpp"
#include "funicular/auf_ab/constants.hpp"
#include "funicular/auf_ab/fast_policy.hpp"
#include "funicular/auf_ab/rules.hpp"
#include "funicular/auf_ab/view.hpp"
#include "funicular/player_types.hpp"
#include "funicular/portable_math.hpp"

namespace funicular::auf_ab {

// How far a move may lie behind the best before it is unlikely, in leads; and the share of moves
// that are made for no reason.
struct LikelihoodOptions {
  double temperature = kTemperature, epsilon = kEpsilon;
};

class Likelihood {
 public:
  // The moves since the deal. Where they do not lead to this view, they tell nothing.
  Likelihood(const View& view, const std::vector<Move>& history,
             const LikelihoodOptions& options = {})
      : options_(options) {
    Table table = table_as_dealt(view);
    Counts left = counts_as_dealt(view);
    Bits seen = 0;
    Hands laid{};
    for (const Move move : history) {
      const int seat = table.to_act;
      if (seat != view.seat) decisions_[seat].push_back({table, laid[seat], seen, left, move});
      if (move.is_pass()) {
        table.pass();
        continue;
      }
      laid[seat] |= move.cards();
      seen |= move.cards();
      left[seat] -= count(move.cards());
      table.lay(move);
    }
    for (int seat = 0; seat < table.seats; ++seat)
      if (seen == view.seen)
        for (auto& decision : decisions_[seat]) decision.since = laid[seat] & ~decision.since;
      else
        decisions_[seat].clear();
  }

  // How many of a seat's moves there are.
  int decisions(int seat) const { return static_cast<int>(decisions_[seat].size()); }

  // The logarithm of the chance that a seat which holds these cards now made one of its moves.
  // Where it is less than `least`, any such number.
  double log_chance(int seat, int number, Bits hand, double least = kLeast) const {
    const auto& decision = decisions_[seat][static_cast<std::size_t>(number)];
    return log_chance(decision, hand | decision.since, least);
  }

  // The chance of the same by each policy.
  PolicyChances chances(int seat, int number, Bits held) const {
    const auto& decision = decisions_[seat][static_cast<std::size_t>(number)];
    const Bits hand = held | decision.since;
    Moves moves;
    legal_moves(decision.table, hand, moves);
    const double blind = 1.0 / moves.size();
    int made = 0;
    for (int place = 0; place < moves.size(); ++place) {
      if (moves[place].cards() == hand) return {blind, 0, 0};
      if (moves[place] == decision.move) made = place;
    }
    const bool newcomers = beginner_move(decision.table, hand, moves) == decision.move;
    if (moves.size() == 1) return {1, 1, 1};
    const FastPlans plans(decision.table, hand, kEveryCard & ~hand & ~decision.seen, decision.left);
    const double rivals = plans.rivals(moves, made, static_cast<float>(kTemperature), kNegligible);
    return {blind, newcomers ? 1.0 : 0.0, 1 / (1 + rivals)};
  }

  bool empty() const {
    for (const auto& decisions : decisions_)
      if (!decisions.empty()) return false;
    return true;
  }

 private:
  static constexpr double kLeast = -1e9;

  // A move that a seat made, what it saw, and the cards it has laid since: they were in its hand.
  struct Decision {
    Table table;
    Bits since, seen;
    Counts left;
    Move move;
  };

  double log_chance(const Decision& decision, Bits hand, double least) const {
    Moves moves;
    legal_moves(decision.table, hand, moves);
    if (moves.size() == 1) return 0;
    const double epsilon = options_.epsilon / moves.size(), reason = 1 - options_.epsilon;
    int made = 0;
    for (int place = 0; place < moves.size(); ++place) {
      // No player who can go out stays.
      if (moves[place].cards() == hand) return portable_log(epsilon);
      if (moves[place] == decision.move) made = place;
    }
    const FastPlans plans(decision.table, hand, kEveryCard & ~hand & ~decision.seen, decision.left);
    const double over = portable_exp(least) - epsilon;
    const double enough = over > 0 ? reason / over : kEndless;
    const double rivals = plans.rivals(moves, made, static_cast<float>(options_.temperature),
                                       static_cast<float>(enough));
    return portable_log(reason / (1 + rivals) + epsilon);
  }

  static constexpr double kEndless = 1e30;
  // A choice that policies make so seldom is a slip.
  static constexpr float kNegligible = 1e6;
  LikelihoodOptions options_;
  std::array<std::vector<Decision>, kMostSeats> decisions_;
};

}  // namespace funicular::auf_ab
