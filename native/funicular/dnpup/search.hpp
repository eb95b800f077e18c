// How the search (funicular/search.hpp) tries moves in dnpup.
//
// A walk gathers worlds as often as the others' choices make them likely (walk.hpp). The best moves
// by the casual policy are tried in them, and the rest of the deal is played by it (policy.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "funicular/dnpup/endings.hpp"
#include "funicular/dnpup/policy.hpp"
#include "funicular/dnpup/walk.hpp"
#include "funicular/search.hpp"

namespace funicular::dnpup {

struct SearchOptions {
  // What coming second is worth while one can still come first, which is worth 1.
  double second = 0.15;
  // After this many turns a rollout ends without a winner.
  int horizon = 60;
  // How often a player in a rollout makes any move: no player is as sure to follow the policy as
  // rollouts without it would have it.
  double epsilon = 0.02;
  // Steps of the walk for each playout that the budget allows for, within bounds; and the share of
  // the time that they may take.
  double steps_each = 1.5;
  int least_steps = 100, most_steps = 20'000;
  double share_of_walk = 0.4;
  // Worlds kept from the walk: twice as many are thinned out. And the share of the walk that goes
  // by before the first.
  std::size_t enough_kept = 512;
  double burn_in = 0.2;
  // A move is worth a try where the budget allows for this many worlds with it; but some moves are
  // always tried, and never more than `most_tried`.
  int worlds_each = 40;
  int least_tried = 4, most_tried = 20;
  LikelihoodOptions likelihood{};
  // The favourite is the first of the shortlist.
  EliminationOptions elimination{.least_worlds = 16,
                                 .margin = 3.0,
                                 .indifferent = 0.015,
                                 .most_worlds = 1200,
                                 .favourite = 0,
                                 .benefit = 1.0};
};

// For the viewer, whose turn it is.
class Playouts {
 public:
  explicit Playouts(const Likelihood& likelihood, const SearchOptions& options = {})
      : likelihood_(likelihood),
        options_(options),
        seat_(likelihood.view().seat),
        second_(likelihood.view().table.outs == 0 ? options.second : 1.0) {
    dnpup::legal_moves(likelihood.view().table, moves_);
  }

  const Moves& legal_moves() const { return moves_; }

  // A move that certainly wins.
  std::optional<SettledMove> settled() const {
    if (moves_.size() == 1) return std::nullopt;
    const int forced = forced_win(likelihood_.view(), moves_);
    if (forced < 0) return std::nullopt;
    return SettledMove{static_cast<std::size_t>(forced), {1.0, 1}};
  }

  Shortlist prepare(std::uint64_t seed, const Budget& budget) {
    random_ = Random(seed);
    const double playouts = playouts_in(budget);
    gather_worlds(playouts, budget.seconds);
    return shortlist(
        clamped(playouts / options_.worlds_each, options_.least_tried, options_.most_tried));
  }

  EliminationOptions elimination() const { return options_.elimination; }

  void next_world() {
    next_ = next_ + 1 < worlds_.size() ? next_ + 1 : 0;
    dice_ = random_.next();
  }

  double value(const Move& move) {
    State state = worlds_[next_];
    play(state, move);
    // The same chance for every candidate.
    Random random(dice_);
    for (int left = options_.horizon; left > 0 && !state.over() && !state.is_out(seat_); --left)
      play(state, casual_move(state, scratch_, random, options_.epsilon));
    return prize(state);
  }

 private:
  static int clamped(double number, int least, int most) {
    return static_cast<int>(std::clamp<double>(number, least, most));
  }

  // About how many playouts a budget allows for.
  static double playouts_in(const Budget& budget) {
    constexpr double kPlayoutsASecond = 10'000;
    return budget.playouts > 0 ? static_cast<double>(budget.playouts)
                               : budget.seconds * kPlayoutsASecond;
  }

  // Worlds from a walk, evenly spaced, in no order: a candidate that does badly in the first few of
  // them drops out, so these must not lie all in one corner.
  void gather_worlds(double playouts, double seconds) {
    const Stopwatch watch;
    WalkModel model(likelihood_, options_.likelihood);
    Walk walk(model, random_);
    const int steps =
        clamped(options_.steps_each * playouts, options_.least_steps, options_.most_steps);
    int gap = 1;
    for (int step = 1; step <= steps; ++step) {
      if (seconds > 0 && watch.seconds() >= options_.share_of_walk * seconds) break;
      walk.step(random_);
      if (step % gap) continue;
      worlds_.push_back(walk.state());
      if (worlds_.size() < 2 * options_.enough_kept) continue;
      thin_out();
      gap *= 2;
    }
    if (worlds_.empty()) {
      worlds_.push_back(walk.state());
      return;
    }
    const double early = options_.burn_in * static_cast<double>(worlds_.size());
    worlds_.erase(worlds_.begin(), worlds_.begin() + static_cast<std::ptrdiff_t>(early));
    for (std::size_t left = worlds_.size(); left > 1; --left)
      std::swap(worlds_[left - 1], worlds_[random_.below(static_cast<std::uint32_t>(left))]);
  }

  // Every other world goes.
  void thin_out() {
    const std::size_t left = worlds_.size() / 2;
    for (std::size_t place = 0; place < left; ++place) worlds_[place] = worlds_[2 * place + 1];
    worlds_.resize(left);
  }

  // The moves that are worth a try, best first by the casual policy.
  Shortlist shortlist(int most) const {
    Outlook outlook(worlds_[0], worlds_[0].mover());
    std::vector<std::pair<double, std::size_t>> ranked;
    for (int place = 0; place < moves_.size(); ++place)
      ranked.emplace_back(-outlook.worth(moves_[place]), static_cast<std::size_t>(place));
    std::sort(ranked.begin(), ranked.end());
    Shortlist chosen;
    for (const auto& [worth, place] : ranked)
      if (static_cast<int>(chosen.moves.size()) < most) chosen.moves.push_back(place);
    return chosen;
  }

  // What the seat has won; an equal share of what is left where no seat has.
  double prize(const State& state) const {
    if (state.is_void()) return 0;
    if (state.out[0] == seat_) return 1;
    if (state.out[1] == seat_) return second_;
    if (state.over()) return 0;
    const double left = (state.outs == 0 ? 1.0 : 0.0) + (state.rewards() == 2 ? second_ : 0.0);
    return left / (state.seats - state.outs);
  }

  Likelihood likelihood_;
  SearchOptions options_;
  int seat_;
  double second_;
  Moves moves_, scratch_;
  Random random_{0};
  std::vector<State> worlds_;
  std::size_t next_ = 0;
  std::uint64_t dice_ = 0;
};

using Search = funicular::Search<Playouts>;

}  // namespace funicular::dnpup
