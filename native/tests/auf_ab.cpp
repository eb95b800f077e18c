// Tests of the Auf & Ab kernels that need no Python: `make sanitize` runs them with the compiler's
// checks of memory and arithmetic.
#include "funicular/auf_ab.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <vector>

#include "check.hpp"
#include "environment_check.hpp"
#include "evaluation_check.hpp"
#include "funicular/auf_ab/environment.hpp"

namespace {

using namespace funicular;
using namespace funicular::auf_ab;

// The checks of memory and arithmetic make everything many times slower: a little thought must do.
constexpr SearchOptions kBriefly{
    .candidates = 3, .walk = {.walks = 2, .first_steps = 8, .steps = 2, .least_steps = 1}};
constexpr Budget kLittle{.playouts = 9};

// The weights of the package, from the root of the project.
Network read_network() {
  std::ifstream file("src/funicular/native/weights/auf_ab.bin", std::ios::binary);
  const std::vector<char> read{std::istreambuf_iterator<char>(file), {}};
  const std::vector<std::uint8_t> bytes(read.begin(), read.end());
  Network network;
  CHECK(read_weights(bytes, network));
  return network;
}

const Network kNetwork = read_network();

void weights_of_another_shape_are_refused() {
  std::vector<std::uint8_t> bytes(kWeightsHeader + 2 * std::size_t{kFeatures} * Network::kWidth);
  std::copy(kWeightsMagic.begin(), kWeightsMagic.end(), bytes.begin());
  const auto put = [&](std::size_t place, int number) {
    for (std::size_t byte = 0; byte < 4; ++byte)
      bytes[place + byte] = static_cast<std::uint8_t>(number >> 8 * byte);
  };
  put(8, kFeatures);
  put(12, Network::kWidth);
  bytes[kWeightsHeader] = bytes[kWeightsHeader + 1] = 0xff;
  Network network;
  CHECK(read_weights(bytes, network));
  CHECK(network.weights[0][0] == -kWeightUnit && network.weights[0][1] == 0);
  for (const std::size_t place :
       {std::size_t{0}, kWeightsMagic.size() - 1, std::size_t{8}, std::size_t{12}}) {
    std::vector<std::uint8_t> spoilt = bytes;
    ++spoilt[place];
    CHECK(!read_weights(spoilt, network));
  }
  bytes.pop_back();
  CHECK(!read_weights(bytes, network));
  CHECK(!read_weights({}, network));
}

Bits holding_of(int strength, Direction direction, Random& random) {
  const Bits every = sharing(direction, strength);
  const auto size = random.below(static_cast<std::uint32_t>(count(every)) + 1);
  return some_of(every, static_cast<int>(size), random);
}

void melds_can_be_counted_and_picked() {
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    const auto direction = static_cast<Direction>(random.below(2));
    const Bits holding = holding_of(static_cast<int>(random.below(10)), direction, random);
    if (!holding) continue;
    int rank = 0;
    each_meld(holding, [&](Move move) { CHECK(nth_meld(holding, rank++) == move); });
    CHECK(rank == count_melds(holding));
    for (int size = 1; size <= kLargestSize; ++size) {
      rank = 0;
      each_meld_of_size(holding, size, [&](Move move) {
        CHECK(move.size() == size);
        CHECK(nth_meld_of_size(holding, size, rank++) == move);
      });
      if (size <= kMostSharing) CHECK(rank == count_melds_of_size(holding, size));
    }
  }
}

void the_longest_list_of_moves_has_room() {
  const Bits hand =
      sharing(Direction::rising, 0) | (sharing(Direction::rising, 1) & ~bit(place(1, 9)));
  Table table;
  table.to_act = 0;
  table.opening = false;
  Moves moves;
  legal_moves(table, hand, moves);
  CHECK(count(hand) == hand_size(3) && moves.size() == 1918);
}

bool is_legal(const State& state, Move wanted) {
  Moves moves;
  legal_moves(state.table, state.hand(), moves);
  return std::find(moves.begin(), moves.end(), wanted) != moves.end();
}

void conserves(const State& state) {
  Bits all = state.seen;
  int cards = count(state.seen);
  for (const Bits hand : state.hands) {
    all |= hand;
    cards += count(hand);
  }
  CHECK(count(all) == cards);
  CHECK(cards == hand_size(state.table.seats) * state.table.seats);
}

void fits(const State& world, const View& view, Bits opening) {
  conserves(world);
  CHECK(world.left() == view.left);
  if (view.seat != kNoSeat) CHECK(world.hands[view.seat] == view.hand);
  Bits dealt = world.seen;
  for (const Bits hand : world.hands) dealt |= hand;
  if (view.opening) CHECK(!(dealt & lower_doubles(opening)));
}

// Who leads first, and with which double.
struct Opening {
  int seat;
  Bits card;

  View seen_by(const State& state, int other) const { return view_of(state, other, seat, card); }
};

Opening opening_of(const State& state) {
  return {state.table.to_act, lowest_bit(state.hand() & kDeck.doubles)};
}

// Every kind of player, in every seat, from the deal to its end.
void deals_are_played_by_the_rules(int seats) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Random random(seed);
    State state = deal(seats, random);
    const Opening opened = opening_of(state);
    const Bits opening = opened.card;
    std::vector<Move> history;
    while (!state.over()) {
      const View view = opened.seen_by(state, state.table.to_act);
      const Worlds worlds(view);
      for (int other = kNoSeat; other < seats; ++other) {
        const View seen = opened.seen_by(state, other);
        fits(Worlds(seen).draw(random), seen, opening);
      }
      const Likelihood likelihood(view, history);
      if (!likelihood.empty()) {
        Walk walk(view, likelihood, worlds.draw(random));
        for (int step = 0; step < 10; ++step) walk.step(random, 1);
        fits(walk.state(), view, opening);
      }
      auf_ab::Search search(kNetwork, view, history, kBriefly);
      const SearchResult judged = search.run(seed, kLittle);
      auf_ab::Search another(kNetwork, view, history, kBriefly);
      CHECK(judged.best == another.run(seed, kLittle).best);
      CHECK(judged.playouts <= kLittle.playouts);
      const Move thought = search.legal_moves()[static_cast<int>(judged.best)];
      auf_ab::Search knowing(kNetwork, state);
      const SearchResult known = knowing.run(0, {});
      CHECK(is_legal(state, knowing.legal_moves()[static_cast<int>(known.best)]));
      if (history.size() % 27 == 4) check_evaluation<auf_ab::Evaluation>(seed, view, history);
      const Move choices[] = {any_legal(state.table, state.hand(), random), casual(state),
                              fast_policy(state), learned_policy(kNetwork, state, 6), thought};
      for (const Move move : choices) CHECK(is_legal(state, move));
      const Move move =
          choices[(seed + static_cast<std::uint64_t>(view.seat)) % std::size(choices)];
      history.push_back(move);
      state.play(move);
      conserves(state);
    }
    CHECK(state.hands[state.winner()] == 0 && state.points() > 0);
  }
}

void random_deals_end(int seats) {
  Random random(7);
  for (int number = 0; number < 1000; ++number) {
    State state = deal(seats, random);
    CHECK(play_blindly(state, random) > 0 && state.over());
    conserves(state);
  }
}

void moves_of_another_deal_tell_nothing() {
  Random random(3);
  const State state = deal(3, random);
  const int opener = state.table.to_act;
  const View view = view_of(state, (opener + 1) % 3, opener, 0);
  const Bits opening = lowest_bit(state.hand() & kDeck.doubles);
  CHECK(Likelihood(view, {Move::lay(opening, 1), kPass, kPass, kPass}).empty());
}

void the_fast_policy_chooses_as_casual() {
  int decisions = 0, alike = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    for (State state = deal(3, random); !state.over(); state.play(casual(state))) {
      ++decisions;
      alike += fast_policy(state) == casual(state);
    }
  }
  CHECK(alike > decisions * 98 / 100);
}

bool is_of_hand(int feature) {
  return feature < kUnseenFeatures || (feature >= kCardFeatures && feature < kMeldFeatures);
}

// What is so of the hand after a move is what would be so if it had been dealt without those cards;
// and nothing is said twice, or taken back that was never said.
void features_are_those_of_what_a_move_leaves() {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Random random(seed);
    for (State state = deal(3 + static_cast<int>(seed % 2), random); !state.over();
         state.play(fast_policy(state))) {
      const Bits hand = state.hand(), unseen = kEveryCard & ~hand & ~state.seen;
      const Counts left = state.left();
      const Move move = any_legal(state.table, hand, random);
      std::array<int, kFeatures> after{}, dealt{};
      const auto add = [&](int feature) { CHECK(++after[feature] == 1); };
      const auto drop = [&](int feature) { CHECK(--after[feature] == 0); };
      const Features features(state.table, hand, unseen, left);
      features.each_before(add);
      features.each_after(move, add, drop);
      Features(state.table, hand & ~move.cards(), unseen, left).each_before([&](int feature) {
        ++dealt[feature];
      });
      for (int feature = 0; feature < kFeatures; ++feature)
        if (is_of_hand(feature)) CHECK(after[feature] == dealt[feature]);
    }
  }
}

void proposals_come_best_first() {
  Random random(2);
  for (State state = deal(3, random); !state.over(); state.play(fast_policy(state))) {
    const Bits hand = state.hand(), unseen = kEveryCard & ~hand & ~state.seen;
    Moves moves;
    legal_moves(state.table, hand, moves);
    std::array<Opinion, 5> opinions;
    const Counts left = state.left();
    const FastPlans plans(state.table, hand, unseen, left);
    const int found = plans.propose(moves, 5, opinions.data());
    CHECK(found == std::min(moves.size(), 5));
    for (int place = 0; place < found; ++place) {
      CHECK(is_legal(state, opinions[place].move));
      if (place > 0) CHECK(opinions[place - 1].worth >= opinions[place].worth);
    }
  }
}

// Far more than a fair share: a third with three seats, a quarter with four.
void the_learned_policy_beats_casual_players(int seats) {
  constexpr int kDeals = 100;
  int won = 0;
  for (std::uint64_t seed = 0; seed < kDeals; ++seed) {
    Random random(seed);
    const State dealt = deal(seats, random);
    for (int seat = 0; seat < seats; ++seat) {
      State state = dealt;
      while (!state.over())
        state.play(state.table.to_act == seat ? learned_policy(kNetwork, state, 6)
                                              : fast_policy(state));
      won += state.winner() == seat;
    }
  }
  CHECK(won > kDeals * 5 / 4);
}

void a_prior_counts_for_some_worlds() {
  const auto winner = [](std::int64_t worlds) {
    return successive_elimination(
               2, {.playouts = 2 * worlds}, {.least_worlds = 100}, [] {},
               [](std::size_t candidate) { return candidate == 0 ? 1.0 : 0.0; },
               {.values = {0, 1}, .worlds = 10})
        .best;
  };
  CHECK(winner(9) == 1);
  CHECK(winner(11) == 0);
}

// A chance below the least that matters need not be known; any other is the same as ever.
void unlikely_moves_are_given_up_early() {
  Random random(5);
  State state = deal(3, random);
  const Opening opened = opening_of(state);
  std::vector<Move> history;
  while (!state.over()) {
    const View view = opened.seen_by(state, state.table.to_act);
    const Likelihood likelihood(view, history);
    const State world = Worlds(view).draw(random);
    for (int other = 0; other < 3; ++other)
      for (int number = 0; number < likelihood.decisions(other); ++number) {
        const double log = likelihood.log_chance(other, number, world.hands[other]);
        const double early = likelihood.log_chance(other, number, world.hands[other], -1);
        CHECK(log == early || (log < -1 && early < -1));
      }
    history.push_back(casual(state));
    state.play(history.back());
  }
}

}  // namespace

int main() {
  melds_can_be_counted_and_picked();
  the_longest_list_of_moves_has_room();
  moves_of_another_deal_tell_nothing();
  weights_of_another_shape_are_refused();
  the_fast_policy_chooses_as_casual();
  unlikely_moves_are_given_up_early();
  features_are_those_of_what_a_move_leaves();
  proposals_come_best_first();
  a_prior_counts_for_some_worlds();
  for (int seats = 3; seats <= kMostSeats; ++seats) {
    random_deals_end(seats);
    check_environment(Environment(seats), 600);
    deals_are_played_by_the_rules(seats);
    the_learned_policy_beats_casual_players(seats);
  }
}
