// A policy that was learned from deals: the casual policy proposes moves, a network chooses.
//
// Alone it wins more than four deals where a casual player wins three. The search plays its own
// later moves by it, and starts from what it thinks of the candidates. The weights are data:
// src/funicular/native/weights/auf_ab.bin, made by `make learn`.
#pragma once

#include <array>

#include "funicular/auf_ab/features.hpp"
#include "funicular/auf_ab/rules.hpp"

namespace funicular::auf_ab {

// Scores of some moves of one position.
inline void score(const Network& network, const Features& features, const Opinion* opinions,
                  int moves, float* scores) {
  Layer before{};
  features.each_before([&](int feature) { add_feature(before, network.weights[feature]); });
  for (int place = 0; place < moves; ++place) {
    Layer layer = before;
    features.each_after(
        opinions[place].move, [&](int feature) { add_feature(layer, network.weights[feature]); },
        [&](int feature) { add_feature(layer, network.weights[feature], -1); });
    const OpinionNumbers numbers = numbers_of(opinions[place]);
    for (int number = 0; number < kOpinions; ++number)
      add_feature(layer, network.weights[kOpinionFeatures + number], numbers[number]);
    scores[place] = output_of(layer);
  }
}

// Room for as many moves as are ever scored at once.
inline constexpr int kMostProposals = 24;

struct Scored {
  std::array<Opinion, kMostProposals> opinions;
  std::array<float, kMostProposals> scores;
  int count = 0;

  constexpr int best() const {
    int best = 0;
    for (int place = 1; place < count; ++place)
      if (scores[place] > scores[best]) best = place;
    return best;
  }
};

// The best `most` moves by the casual policy, and what the network thinks of each.
inline void score_moves(const Network& network, const Table& table, Bits hand, Bits seen,
                        const Counts& left, const Moves& moves, int most, Scored& scored) {
  const Bits unseen = kEveryCard & ~hand & ~seen;
  scored.count = FastPlans(table, hand, unseen, left).propose(moves, most, scored.opinions.data());
  score(network, Features(table, hand, unseen, left), scored.opinions.data(), scored.count,
        scored.scores.data());
}

// Goes out at once, or makes the move with the best score of some that are proposed.
inline Move learned_policy(const Network& network, const State& state, int proposals) {
  const Bits hand = state.hand();
  Moves moves;
  legal_moves(state.table, hand, moves);
  if (moves.size() == 1) return moves[0];
  for (int place = 0; place < moves.size(); ++place)
    if (moves[place].cards() == hand) return moves[place];
  Scored scored;
  score_moves(network, state.table, hand, state.seen, state.left(), moves, proposals, scored);
  return scored.opinions[scored.best()].move;
}

}  // namespace funicular::auf_ab
