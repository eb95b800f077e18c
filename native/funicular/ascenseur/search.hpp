// The strong player of Ascenseur.
//
// Candidates race in sampled worlds (race.hpp), drawn with an eye on what the others have bid and
// played (evidence.hpp). In a world the others do what judgement says; own later moves are learnt
// as the race goes on, by everything seen until then (experience.hpp): so a bid is worth what it
// comes to when played well, and nothing relies on cards that could not be seen. The last tricks
// are solved as well (solver.hpp). Where a choice stays within chance, judgement decides.
#pragma once

#include <array>
#include <cmath>

#include "funicular/ascenseur/evidence.hpp"
#include "funicular/ascenseur/recall.hpp"
#include "funicular/ascenseur/solver.hpp"
#include "funicular/experience.hpp"
#include "funicular/race.hpp"

namespace funicular::ascenseur {

// How much curiosity own later moves get, in made contracts; set by trying what wins.
inline constexpr double kCuriosity = 0.5;
// With so many cards left, one world in so many is solved, all cards face up, instead of judged:
// judgement may think too little of how others play an ending.
inline constexpr int kSolvedCards = 4;
inline constexpr int kSolvedWorlds = 6;

class Search {
 public:
  Search(const Rules& rules, const View& view, const std::vector<Seen>& history)
      : rules_(rules),
        view_(view),
        chances_(rules_, view.state.cards),
        worlds_(rules_, view_),
        evidence_(rules_, chances_, view_, history),
        curiosity_(kCuriosity * (rules.bonus + rules.penalty)) {}

  // The legal moves in their order; returns how many.
  int candidates(MoveList& moves) const { return legal_moves(view_.state, rules_, moves); }

  // With `truth`, every world is that one: the search of somebody who sees all the cards.
  RaceResult run(std::uint64_t seed, const Budget& budget, const State* truth = nullptr) {
    Random random(seed);
    MoveList moves;
    const auto size = static_cast<std::size_t>(candidates(moves));
    RaceRules race_rules;
    // Own later moves are still being learnt: nobody drops out too soon.
    race_rules.margin = 4.5;
    race_rules.indifferent = 0.0005;
    race_rules.favourite = judged(moves, size);
    experience_.prepare(budget.playouts);
    const bool ending = !view_.state.bidding() && view_.state.tricks_left <= kSolvedCards;
    State world;
    int number = 0;
    return race(
        size, budget, race_rules,
        [&] {
          ++number;
          world = truth ? *truth : evidence_.likely_world(worlds_, random);
          return 1.0;
        },
        [&](std::size_t candidate) {
          return value(world, moves[candidate], ending && number % kSolvedWorlds == 0);
        });
  }

  // The plainest search there is, to compare with: any world, and random play in it.
  RaceResult run_at_random(std::uint64_t seed, const Budget& budget) {
    Random random(seed);
    MoveList moves;
    const auto size = static_cast<std::size_t>(candidates(moves));
    State world;
    return race(
        size, budget, RaceRules{},
        [&] {
          world = worlds_.draw(random);
          return 1.0;
        },
        [&](std::size_t candidate) {
          State state = world;
          make_move(state, view_.seat, moves[candidate]);
          play_randomly(state, rules_, random);
          return own_points(state);
        });
  }

 private:
  struct Choice {
    Experience::Entry* before;
    Experience::Entry* after;
  };

  // Which candidate judgement would choose.
  std::size_t judged(const MoveList& moves, std::size_t size) const {
    const State& state = view_.state;
    const Move move =
        state.bidding() ? judged_bid(rules_, chances_, state, view_.seat, state.hooked(rules_))
                        : kPlay + judged_card(rules_, chances_, state);
    std::size_t place = 0;
    while (place + 1 < size && moves[place] != move) ++place;
    return place;
  }

  // What a move comes to in a world.
  double value(State state, Move move, bool solved) {
    make_move(state, view_.seat, move);
    if (solved) return solver_.solve(state)[static_cast<std::size_t>(view_.seat)];
    return play_out(state, seen_next(1, static_cast<std::uint64_t>(move)));
  }

  double play_out(State& state, Sighting sighting) {
    finish_bidding(state, sighting);
    std::array<Choice, kMostCards> choices;
    int made = 0;
    bool known = true;  // whether this point of the deal was ever reached before
    while (!state.over()) {
      int card;
      const Bits playable = state.playable();
      const bool choice = state.turn == view_.seat && (playable & (playable - 1)) != 0;
      if (choice && known) {
        Experience::Entry& before = experience_.at(sighting);
        known = before.visits > 0;
        card = known ? promising(playable, sighting, before) : recall_.card(state);
        choices[static_cast<std::size_t>(made++)] = {&before, &experience_.at(next(sighting, card))};
      } else {
        card = recall_.card(state);
      }
      if (known) sighting = next(sighting, card);
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

  void finish_bidding(State& state, Sighting& sighting) {
    while (state.bidding()) {
      int seat = state.turn;
      while (state.bids[static_cast<std::size_t>(seat)] != kNoBid) seat = state.next(seat);
      state.make_bid(seat, recall_.bid(state, seat));
    }
    for (const auto bid : state.bids) sighting = seen_next(sighting, static_cast<std::uint64_t>(bid));
  }

  // The card that has done best, with some curiosity for those seldom tried (UCB).
  int promising(Bits playable, Sighting sighting, const Experience::Entry& before) {
    const double mean = before.mean();
    const double log_visits = std::log(before.visits + 1.0);
    int best = -1;
    double best_hope = 0;
    each(playable, [&](int card) {
      const Experience::Entry& after = experience_.at(next(sighting, card));
      const double hope = (after.visits > 0 ? after.mean() : mean) +
                          curiosity_ * std::sqrt(log_visits / (after.visits + 0.5));
      if (best < 0 || hope > best_hope) best = card, best_hope = hope;
    });
    return best;
  }

  static Sighting next(Sighting sighting, int card) {
    return seen_next(sighting, static_cast<std::uint64_t>(kPlay + card));
  }

  Rules rules_;
  View view_;
  Chances chances_;
  Worlds worlds_;
  Evidence evidence_;
  Experience experience_;
  Recall recall_{rules_, chances_};
  Solver solver_{rules_};
  double curiosity_;
};

}  // namespace funicular::ascenseur
