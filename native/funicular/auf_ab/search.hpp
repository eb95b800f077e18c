// How the search (funicular/search.hpp) tries moves in Auf & Ab.
//
// Worlds come as often as the others' moves make them likely (walk.hpp). Each deal is played to its
// end: the others play by the casual policy (fast_policy.hpp), oneself by the one that was learned
// to beat them (learned_policy.hpp), which is also the prior of the candidates. What counts is to
// win, and a little by how much.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "funicular/auf_ab/endings.hpp"
#include "funicular/auf_ab/fast_policy.hpp"
#include "funicular/auf_ab/learned_policy.hpp"
#include "funicular/auf_ab/rules.hpp"
#include "funicular/auf_ab/view.hpp"
#include "funicular/auf_ab/walk.hpp"
#include "funicular/search.hpp"

namespace funicular::auf_ab {

// All set by what won most in duplicate deals against casual players.
struct SearchOptions {
  // The best moves by the learned policy are candidates, this many.
  std::size_t candidates = 12;
  // What it thinks of them counts for this many worlds.
  double prior_worlds = 40;
  // Own later moves are chosen among this many.
  int proposals = 6;
  // What a card in another hand is worth, where a deal won is worth 1.
  double card = 0.03;
  WalkOptions walk{};
  LikelihoodOptions likelihood{};
  // With this few cards in all hands the rest is solved, unless that takes more nodes.
  int few_cards = 8, most_nodes = 500;
  // The first of the candidates is what one would do without a search.
  EliminationOptions elimination{
      .least_worlds = 24, .margin = 3.5, .indifferent = 0.003, .favourite = 0};
};

// For the seat whose view this is and whose turn it is.
class Playouts {
 public:
  // `history` are the moves since the deal.
  Playouts(const Network& network, const View& view, const std::vector<Move>& history,
           const SearchOptions& options = {})
      : network_(network),
        options_(options),
        view_(view),
        likelihood_(view_, history, options.likelihood) {
    auf_ab::legal_moves(view.table, view.hand, moves_);
  }

  // For a seat that sees all cards: every world is the true one, so one is enough.
  Playouts(const Network& network, const State& truth, const SearchOptions& options = {})
      : Playouts(network, view_of(truth, truth.table.to_act, 0, 0), {}, options) {
    truth_ = truth;
    options_.elimination.most_worlds = 1;
    options_.prior_worlds = 0;
  }

  // The worlds refer to the view.
  Playouts(const Playouts&) = delete;

  const Moves& legal_moves() const { return moves_; }

  // A move that goes out wins.
  std::optional<SettledMove> settled() const {
    for (int place = 0; place < moves_.size(); ++place)
      if (moves_[place].cards() == view_.hand)
        return SettledMove{static_cast<std::size_t>(place), {}};
    return std::nullopt;
  }

  Shortlist prepare(std::uint64_t seed, const Budget& budget) {
    if (!truth_) worlds_.emplace(view_, likelihood_, seed, budget, options_.walk);
    return shortlist();
  }

  EliminationOptions elimination() const { return options_.elimination; }

  void next_world() {
    world_ = truth_ ? *truth_ : worlds_->next(playouts_);
    playouts_ = 0;
  }

  double value(Move move) {
    ++playouts_;
    State state = world_;
    state.play(move);
    return value_of(state);
  }

 private:
  // The most promising moves, best first, and what is thought of each.
  Shortlist shortlist() const {
    Scored scored;
    score_moves(network_, view_.table, view_.hand, view_.seen, view_.left, moves_, kMostProposals,
                scored);
    std::vector<std::size_t> order(static_cast<std::size_t>(scored.count));
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
      return scored.scores[one] > scored.scores[other];
    });
    order.resize(std::min(order.size(), options_.candidates));
    Shortlist result;
    result.prior.worlds = options_.prior_worlds;
    for (const std::size_t place : order) {
      const Move move = scored.opinions[place].move;
      const auto found = std::find(moves_.begin(), moves_.end(), move);
      result.moves.push_back(static_cast<std::size_t>(found - moves_.begin()));
      result.prior.values.push_back(scored.scores[place]);
    }
    return result;
  }

  // What a deal is worth from here.
  double value_of(State& state) const {
    const int seat = view_.seat;
    if (Values values; state.points() <= options_.few_cards &&
                       EndingSolver(options_.card, options_.most_nodes).solve(state, values))
      return values[seat];
    while (!state.over())
      state.play(state.table.to_act == seat ? learned_policy(network_, state, options_.proposals)
                                            : fast_policy(state));
    return values_at_end(state, options_.card)[seat];
  }

  const Network& network_;
  SearchOptions options_;
  View view_;
  Likelihood likelihood_;
  Moves moves_;
  std::optional<State> truth_;
  std::optional<LikelyWorlds> worlds_;
  State world_;
  // In this world.
  int playouts_ = 0;
};

using Search = funicular::Search<Playouts>;

}  // namespace funicular::auf_ab
