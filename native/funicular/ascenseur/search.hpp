// How the search (funicular/search.hpp) tries bids and cards in Ascenseur.
//
// Worlds come as often as the others' bids and cards make them likely (walk.hpp). In a world the
// others follow the casual policy; own later moves are learned while the search goes on, by
// everything seen until then (infoset_tree.hpp): so a bid is worth what it brings when played well,
// and nothing relies on cards that could not be seen. The last tricks are solved as well
// (endings.hpp). Where a choice stays within chance, the policy decides.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "funicular/ascenseur/endings.hpp"
#include "funicular/ascenseur/policy_cache.hpp"
#include "funicular/ascenseur/walk.hpp"
#include "funicular/infoset_tree.hpp"
#include "funicular/portable_math.hpp"
#include "funicular/search.hpp"

namespace funicular::ascenseur {

// How much curiosity own later moves get, in made contracts; set by trying what wins.
inline constexpr double kCuriosity = 0.5;
// With this few cards left, one world in `kSolvedWorlds` is solved, all cards face up, instead of
// played by the policy, which may think too little of how others play an ending.
inline constexpr int kSolvedCards = 4;
inline constexpr int kSolvedWorlds = 6;

// Every legal move, in its order.
inline Shortlist all_moves(const Moves& moves) {
  Shortlist all;
  all.moves.resize(static_cast<std::size_t>(moves.size()));
  std::iota(all.moves.begin(), all.moves.end(), std::size_t{0});
  return all;
}

// For the viewer, whose turn it is.
class Playouts {
 public:
  // With `truth`, every world is that one: the search of a seat that sees all the cards.
  Playouts(const Rules& rules, const View& view, const std::vector<Seen>& history,
           const State* truth = nullptr)
      : rules_(rules), view_(view), history_(history) {
    if (truth) truth_ = *truth;
    ascenseur::legal_moves(view_.state, rules_, moves_);
  }

  // The parts refer to one another.
  Playouts(const Playouts&) = delete;

  const Moves& legal_moves() const { return moves_; }
  std::optional<SettledMove> settled() const { return std::nullopt; }

  Shortlist prepare(std::uint64_t seed, const Budget& budget) {
    random_ = Random(seed);
    tree_.prepare(budget.playouts);
    return all_moves(moves_);
  }

  EliminationOptions elimination() const {
    EliminationOptions options;
    // Own later moves are still being learned: no candidate drops out too soon.
    options.margin = 4.5;
    options.indifferent = 0.0005;
    options.favourite = policy_choice();
    return options;
  }

  void next_world() {
    ++number_;
    world_ = truth_ ? *truth_ : worlds_.next(random_);
  }

  double value(Move move) {
    State state = world_;
    make_move(state, view_.seat, move);
    if (ending_ && number_ % kSolvedWorlds == 0)
      return solver_.solve(state)[static_cast<std::size_t>(view_.seat)];
    return play_out(state, next_key(1, static_cast<std::uint64_t>(move)));
  }

 private:
  struct Choice {
    InfosetTree::Entry* before;
    InfosetTree::Entry* after;
  };

  // The place of the move that the policy would choose.
  std::size_t policy_choice() const {
    const Move move = policy_move(rules_, tables_, view_.state, view_.seat);
    int place = 0;
    while (place + 1 < moves_.size() && moves_[place] != move) ++place;
    return static_cast<std::size_t>(place);
  }

  double play_out(State& state, InfosetKey key) {
    finish_bidding(state, key);
    std::array<Choice, kMostCards> choices;
    int made = 0;
    bool known = true;  // whether this point of the deal was reached before
    while (!state.over()) {
      int card;
      const Bits playable = state.playable();
      const bool choice = state.turn == view_.seat && (playable & (playable - 1)) != 0;
      if (choice && known) {
        InfosetTree::Entry& before = tree_.at(key);
        known = before.visits > 0;
        card = known ? promising(playable, key, before) : cache_.card(state);
        choices[static_cast<std::size_t>(made++)] = {&before, &tree_.at(next(key, card))};
      } else {
        card = cache_.card(state);
      }
      if (known) key = next(key, card);
      state.play(card);
    }
    const double value = own_points(state);
    for (int c = 0; c < made; ++c) {
      choices[static_cast<std::size_t>(c)].before->add(value);
      choices[static_cast<std::size_t>(c)].after->add(value);
    }
    return value;
  }

  double own_points(const State& state) const {
    const auto seat = static_cast<std::size_t>(view_.seat);
    return rules_.score(state.bids[seat], state.won[seat]);
  }

  void finish_bidding(State& state, InfosetKey& key) {
    while (state.bidding()) {
      int seat = state.turn;
      while (state.bids[static_cast<std::size_t>(seat)] != kNoBid) seat = state.next(seat);
      state.make_bid(seat, cache_.bid(state, seat));
    }
    for (const auto bid : state.bids) key = next_key(key, static_cast<std::uint64_t>(bid));
  }

  // The card that has done best, with some curiosity for those seldom tried (UCB).
  int promising(Bits playable, InfosetKey key, const InfosetTree::Entry& before) {
    const double mean = before.mean();
    const double log_visits = portable_log(before.visits + 1.0);
    int best = -1;
    double best_hope = 0;
    each(playable, [&](int card) {
      const InfosetTree::Entry& after = tree_.at(next(key, card));
      const double hope = (after.visits > 0 ? after.mean() : mean) +
                          curiosity_ * std::sqrt(log_visits / (after.visits + 0.5));
      if (best < 0 || hope > best_hope) best = card, best_hope = hope;
    });
    return best;
  }

  static InfosetKey next(InfosetKey key, int card) {
    return next_key(key, static_cast<std::uint64_t>(kPlay + card));
  }

  Rules rules_;
  View view_;
  std::vector<Seen> history_;
  Moves moves_;
  std::optional<State> truth_;
  PolicyTables tables_{rules_, view_.state.cards};
  Worlds allowed_{rules_, view_};
  Likelihood likelihood_{rules_, tables_, view_, history_};
  LikelyWorlds worlds_{rules_, tables_, view_, allowed_, likelihood_};
  InfosetTree tree_;
  PolicyCache cache_{rules_, tables_};
  EndingSolver solver_{rules_};
  double curiosity_ = kCuriosity * (rules_.bonus + rules_.penalty);
  bool ending_ = !view_.state.bidding() && view_.state.tricks_left <= kSolvedCards;
  Random random_{0};
  State world_;
  int number_ = 0;
};

// The plainest search there is, to compare with: any world, and random play in it.
class RandomPlayouts {
 public:
  RandomPlayouts(const Rules& rules, const View& view) : rules_(rules), view_(view) {
    ascenseur::legal_moves(view_.state, rules_, moves_);
  }

  RandomPlayouts(const RandomPlayouts&) = delete;

  const Moves& legal_moves() const { return moves_; }
  std::optional<SettledMove> settled() const { return std::nullopt; }

  Shortlist prepare(std::uint64_t seed, const Budget&) {
    random_ = Random(seed);
    return all_moves(moves_);
  }

  EliminationOptions elimination() const { return {}; }
  void next_world() { world_ = allowed_.draw(random_); }

  double value(Move move) {
    State state = world_;
    make_move(state, view_.seat, move);
    play_randomly(state, rules_, random_);
    const auto seat = static_cast<std::size_t>(view_.seat);
    return rules_.score(state.bids[seat], state.won[seat]);
  }

 private:
  Rules rules_;
  View view_;
  Moves moves_;
  Worlds allowed_{rules_, view_};
  Random random_{0};
  State world_;
};

using Search = funicular::Search<Playouts>;
using RandomSearch = funicular::Search<RandomPlayouts>;

}  // namespace funicular::ascenseur
