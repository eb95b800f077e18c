// What the others' choices say about their hands: soft evidence that shifts the weight of worlds and
// never rules one out.
//
// A choice depends on nothing but the chooser's own hand and what all could see. So the table before
// each choice of another seat is kept with the cards that the viewer can place by now; given the
// cards it cannot place, it follows how likely a player like `casual` would have chosen so.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "funicular/dnpup/policy.hpp"
#include "funicular/dnpup/view.hpp"

namespace funicular::dnpup {

// How much a choice is taken to say. Two moves whose worths are `noise` apart are chosen as one to
// e; and one time in `1 / slip` a player does just anything.
struct Leaning {
  double noise = 0.01;
  double slip = 0.05;
};

// A choice that somebody made, and the table before it as far as the viewer can tell today.
struct Choice {
  State before;
  Move move;
  int seat = 0;
  // Whether the hidden cards of each seat lay the other way up then.
  std::array<bool, kMostSeats> turned{};
};

class Evidence {
 public:
  // No evidence: all worlds of the view are equal.
  explicit Evidence(const View& view) : view_(view) {}

  // Replays a deal from its beginning; any will do that the viewer cannot tell from the real one.
  Evidence(const State& dealt, const std::vector<Move>& moves, int viewer) {
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
  double fit(const Choice& choice, const State& world, const Leaning& leaning,
             Moves& scratch) const {
    State state = choice.before;
    for (int seat = 0; seat < state.seats; ++seat) {
      const Hand hidden = world.hands[seat].among(view_.pool);
      const Hand then = choice.turned[seat] ? hidden.turned() : hidden;
      state.hands[seat].low |= then.low;
      state.hands[seat].high |= then.high;
    }
    legal_moves(state, scratch);
    Outlook outlook(state, choice.seat);
    const double chosen = outlook.worth(choice.move);
    const double slip = leaning.slip / scratch.size();
    double all = 0;
    for (const Move& move : scratch) {
      all += std::exp(std::min((outlook.worth(move) - chosen) / leaning.noise, kMostTilt));
      // A slip is the only explanation left, however good the other moves are.
      if (all * slip > kHopeless) break;
    }
    return std::log((1 - leaning.slip) / all + slip);
  }

 private:
  // Enough for any deal that people play, and a bound to the work where one goes round for ever.
  static constexpr std::ptrdiff_t kMostChoices = 64;

  // How much likelier a slip is than the choice, when the choice need not be looked at any further;
  // and a bound to how large the exponential grows.
  static constexpr double kHopeless = 1e3;
  static constexpr double kMostTilt = 60.0;

  std::vector<Choice> choices_;
  View view_;
};

}  // namespace funicular::dnpup
