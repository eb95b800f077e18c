// Ascenseur's kernels on their own: every number of seats, every hand size, odd options. What the
// rules say is tested from Python; here it is that nothing is lost, read or written out of bounds.
#include "funicular/ascenseur.hpp"

#include <vector>

#include "check.hpp"
#include "environment_check.hpp"
#include "evaluation_check.hpp"
#include "funicular/ascenseur/environment.hpp"

using namespace funicular;
using namespace funicular::ascenseur;

namespace {

constexpr Bits kThirtyTwo = [] {
  Bits deck = 0;
  for (int suit = 0; suit < kSuits; ++suit)
    for (int rank = 5; rank < kRanks; ++rank) deck |= bit(suit * kRanks + rank);
  return deck;
}();

Bits all_hands(const State& state) {
  Bits all = 0;
  for (const Bits hand : state.hands) {
    CHECK((all & hand) == 0);
    all |= hand;
  }
  return all;
}

void check_world(const Rules& rules, const View& view, const State& world, const State& truth) {
  CHECK(world.hands[static_cast<std::size_t>(view.seat)] ==
        truth.hands[static_cast<std::size_t>(view.seat)]);
  const Bits all = all_hands(world);
  CHECK((all & ~rules.deck) == 0 && (all & world.played) == 0);
  CHECK(world.upcard < 0 || (all & bit(world.upcard)) == 0);
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules.seats); ++seat) {
    CHECK(count(world.hands[seat]) == count(truth.hands[seat]));
    for (int suit = 0; suit < kSuits; ++suit)
      if (world.voids[seat] >> suit & 1) CHECK((world.hands[seat] & suit_bits(suit)) == 0);
  }
}

// Equal are cards of one suit between which nothing sets them apart: one by one.
Bits unequal_by_looking(Bits hand, Bits apart) {
  Bits found = 0;
  each(hand, [&](int card) {
    int below = card - 1;
    while (below >= card - rank_of(card) && !((hand | apart) & bit(below))) --below;
    if (below < card - rank_of(card) || apart & bit(below)) found |= bit(card);
  });
  return found;
}

void check_unequal(Random& random) {
  for (int n = 0; n < 20000; ++n) {
    const Bits cards = some_of(kEveryCard, static_cast<int>(random.below(53)), random);
    const auto sizes = static_cast<std::uint32_t>(count(cards) + 1);
    const Bits hand = some_of(cards, static_cast<int>(random.below(sizes)), random);
    CHECK(unequal(hand, cards & ~hand) == unequal_by_looking(hand, cards & ~hand));
  }
}

// A deal in which one seat searches now and then, the others play at random.
void play(const Rules& rules, int cards, bool turned, Random& random) {
  State state = deal(rules, static_cast<int>(random.below(static_cast<std::uint32_t>(rules.seats))),
                     cards, turned, random);
  const State dealt = state;
  CHECK(count(all_hands(state)) == cards * rules.seats);
  const PolicyTables tables(rules, cards);
  PolicyCache cache(rules, tables);
  std::vector<Seen> history;
  while (!state.over()) {
    ascenseur::Moves moves;
    legal_moves(state, rules, moves);
    const int size = moves.size();
    CHECK(size > 0);
    const int seat = state.turn;
    Move move = moves[static_cast<int>(random.below(static_cast<std::uint32_t>(size)))];
    if (size > 1 && random.below(6) == 0) {
      const View view = view_of(rules, seat, dealt.hands[static_cast<std::size_t>(seat)], cards,
                                dealt.dealer, dealt.upcard, history);
      const Worlds worlds(rules, view);
      for (int n = 0; n < 4; ++n) check_world(rules, view, worlds.draw(random), state);
      ascenseur::Search search(rules, view, history);
      const SearchResult result = search.run(random.next(), {150, 0});
      CHECK(result.best < static_cast<std::size_t>(size));
      move = moves[static_cast<int>(result.best)];
      RandomSearch at_random(rules, view);
      CHECK(at_random.run(2, {60, 0}).best < static_cast<std::size_t>(size));
      ascenseur::Search knowing(rules, view, history, &state);
      CHECK(knowing.run(1, {20, 0}).best < static_cast<std::size_t>(size));
      check_evaluation<ascenseur::Evaluation>(random.next(), rules, view, history);
    } else if (random.below(2) == 0) {
      move = policy_move(rules, tables, state, seat);
      for (int twice = 0; twice < 2; ++twice)
        CHECK(move == (state.bidding() ? cache.bid(state, seat) : kPlay + cache.card(state)));
      bool legal = false;
      for (const Move each : moves) legal = legal || each == move;
      CHECK(legal);
    }
    history.push_back({seat, move});
    make_move(state, seat, move);
    if (!state.bidding() && state.in_trick == 0 && state.tricks_left == 3) {
      EndingSolver solver(rules);
      const Points points = solver.solve(state);
      CHECK(points == solver.solve(state));
    }
  }
  int tricks = 0;
  for (const auto won : state.won) tricks += won;
  CHECK(tricks == cards && all_hands(state) == 0);
}

}  // namespace

int main() {
  Random random(1);
  check_unequal(random);
  for (int seats = 3; seats <= kMostSeats; ++seats) {
    for (const Bits deck : {kEveryCard, kThirtyTwo}) {
      const int most = count(deck) / seats;
      for (int cards = 1; cards <= most; ++cards) {
        for (const bool simultaneous : {false, true}) {
          Rules rules{seats, deck, simultaneous, !simultaneous, 1, 1, 1, false};
          if (deck == kThirtyTwo) rules.bonus = 10, rules.penalty = 5;
          if (cards % 3 == 0) rules.missed_scores_tricks = true, rules.penalty = -2;
          const bool turned = count(deck) > cards * seats;
          const int ranks = deck == kThirtyTwo ? 8 : kRanks;
          check_environment(Environment(rules, ranks, {{cards, turned}, {1, true}}),
                            2 * cards + 15);
          for (int n = 0; n < 2; ++n) play(rules, cards, turned, random);
        }
      }
    }
  }
  std::puts("ascenseur: 1 passed, 0 failed");
}
