// How likely the others' choices are, given the hands of a world: it shifts the weight of worlds
// and never rules one out.
//
// A choice depends on nothing but the chooser's own hand and what all could see. So the table
// before each choice of another seat is kept with the cards that the viewer can place by now; given
// the cards it cannot place, it follows how likely the casual policy would have chosen so.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "funicular/dnpup/beginner.hpp"
#include "funicular/dnpup/constants.hpp"
#include "funicular/dnpup/policy.hpp"
#include "funicular/dnpup/view.hpp"
#include "funicular/player_types.hpp"
#include "funicular/portable_math.hpp"

namespace funicular::dnpup {

// How much a choice is taken to say. Two moves whose worths are `temperature` apart are chosen as
// one to e; and with a chance of `epsilon` a player makes any move.
struct LikelihoodOptions {
  double temperature = kTemperature;
  double epsilon = kEpsilon;
};

// A choice that another seat made, and the table before it as far as the viewer can tell today.
struct Choice {
  State before;
  Move move;
  int seat = 0;
  // Whether the hidden cards of each seat lay the other way up then.
  std::array<bool, kMostSeats> turned{};
};

class Likelihood {
 public:
  // No choices: all worlds of the view are equally likely.
  explicit Likelihood(const View& view) : view_(view) {}

  // Replays a deal from its beginning; any will do that the viewer cannot tell from the real one.
  Likelihood(const State& dealt, const std::vector<Move>& moves, int viewer) {
    State state = dealt;
    std::array<bool, kMostSeats> turned{};
    for (const Move& move : moves) {
      const int seat = state.mover();
      if (seat != viewer) choices_.push_back({state, move, seat, turned});
      if (move.kind == Kind::kFlip) turned[seat] = !turned[seat];
      play(state, move);
    }
    view_ = view_of(state, viewer);
    // A seat whose cards all lie open has nothing left to tell.
    std::erase_if(choices_, [&](const Choice& choice) { return !view_.hidden[choice.seat]; });
    if (choices_.size() > kMostChoices)
      choices_.erase(choices_.begin(), choices_.end() - kMostChoices);
    for (Choice& choice : choices_) {
      for (int seat = 0; seat < state.seats; ++seat) {
        choice.before.hands[seat] = choice.before.hands[seat].without(view_.pool);
        choice.turned[seat] = choice.turned[seat] != turned[seat];
      }
    }
  }

  const View& view() const { return view_; }

  const std::vector<Choice>& choices() const { return choices_; }

  // The logarithm of how likely a choice is, if these are the hidden cards.
  double log_chance(const Choice& choice, const State& world, const LikelihoodOptions& options,
                    Moves& scratch) const {
    const State state = before(choice, world);
    legal_moves(state, scratch);
    const double epsilon = options.epsilon / scratch.size();
    // Beyond this, chance is the only explanation left, however good the other moves are.
    const double all = rivals(choice, state, options, scratch, kHopeless / epsilon);
    return portable_log((1 - options.epsilon) / all + epsilon);
  }

  // The same by policy.
  PolicyChances chances(const Choice& choice, const State& world, Moves& scratch) const {
    const State state = before(choice, world);
    legal_moves(state, scratch);
    return {1.0 / scratch.size(), beginner_chance(state, scratch, choice.move),
            1 / rivals(choice, state, LikelihoodOptions{}, scratch, kNegligible)};
  }

 private:
  // Enough for any deal that people play, and a bound to the work where one goes round for ever.
  static constexpr std::ptrdiff_t kMostChoices = 64;

  // How much likelier chance is than the policy, when the choice need not be looked at any further.
  static constexpr double kHopeless = 1e3;

  // By policies alone, beside whose slips so rare a choice adds nothing.
  static constexpr double kNegligible = 1e6;

  State before(const Choice& choice, const State& world) const {
    State state = choice.before;
    for (int seat = 0; seat < state.seats; ++seat) {
      const Hand hidden = world.hands[seat].among(view_.pool);
      const Hand then = choice.turned[seat] ? hidden.turned() : hidden;
      state.hands[seat].low |= then.low;
      state.hands[seat].high |= then.high;
    }
    return state;
  }

  // How likely all moves are for each time that the one chosen is made; counted up to `enough`.
  static double rivals(const Choice& choice, const State& state, const LikelihoodOptions& options,
                       const Moves& moves, double enough) {
    Outlook outlook(state, choice.seat);
    const double chosen = outlook.worth(choice.move);
    double all = 0;
    for (const Move& move : moves) {
      all +=
          portable_exp(std::min((outlook.worth(move) - chosen) / options.temperature, kMostTilt));
      if (all > enough) break;
    }
    return all;
  }

  std::vector<Choice> choices_;
  View view_;
};

}  // namespace funicular::dnpup
