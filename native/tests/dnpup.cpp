// The twin's own tests, without Python: random deals of every table, and what must hold in all.
#include "funicular/dnpup.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "environment_check.hpp"
#include "evaluation_check.hpp"
#include "funicular/dnpup/environment.hpp"

using namespace funicular::dnpup;
using funicular::bit;
using funicular::Bits;
using funicular::count;
using funicular::each;
using funicular::lowest_bit;
using funicular::Random;
using funicular::SearchResult;

namespace {

void check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "dnpup: %s\n", what);
  std::exit(1);
}

void check_table(const State& state) {
  Bits placed = 0;
  Nibbles sizes;
  for (int seat = 0; seat < state.seats; ++seat) {
    const Hand& hand = state.hands[seat];
    check(!(hand.low & hand.high), "a card lies one way up");
    check(!(placed & hand.cards()), "a card is in one place");
    placed |= hand.cards();
    check(state.is_out(seat) == !hand.cards(), "a seat without cards is out");
  }
  for (int zone = 0; zone < state.zones(); ++zone) {
    const Meld& meld = state.melds[zone];
    check(!(placed & meld.cards), "a card is in one place");
    check(!(meld.cards & ~(kLow[meld.value] | kHigh[meld.value])), "a meld is of one value");
    check(!(meld.cards & ~state.shown), "what lies open has been shown");
    placed |= meld.cards;
    if (meld.cards) {
      check(!sizes[count(meld.cards)], "no two melds are of one size (D20)");
      sizes.add(count(meld.cards), 1);
    }
  }
  const Bits deck = deck_of(state.seats);
  check(!(placed & ~deck), "all cards are of the deck");
  check(!(deck & ~placed & ~state.shown), "what is discarded has been shown");
}

void check_views(const State& state, Random& random) {
  for (int seat = kNobody; seat < state.seats; ++seat) {
    const View view = view_of(state, seat);
    check(is_sound(view), "a view counts its cards right");
    const State drawn = world(view, random);
    for (int other = 0; other < state.seats; ++other) {
      check(drawn.hands[other].size() == state.hands[other].size(), "a world has the right counts");
      const Hand public_then = state.hands[other].among(state.shown);
      const Hand public_now = drawn.hands[other].among(state.shown);
      check(public_then.low == public_now.low && public_then.high == public_now.high,
            "what is public is the same in every world");
    }
    if (seat != kNobody)
      check(drawn.hands[seat].low == state.hands[seat].low &&
                drawn.hands[seat].high == state.hands[seat].high,
            "one's own hand is the same in every world");
    if (view.pool & kStar)
      check(drawn.hands[state.starter].cards() & kStar, "a hidden star is with the starter");
  }
}

// A deal at random, or by the casual policy, or by some of both.
void play_deal(int seats, int turn_cap, double judged, Random& random) {
  State state = deal(seats, turn_cap, random);
  Moves moves;
  while (!state.over()) {
    check_table(state);
    check_views(state, random);
    const int before = state.turns;
    const Move casual = casual_move(state, moves, random);
    for (int index = 1; index < moves.size(); ++index)
      for (int earlier = 0; earlier < index; ++earlier)
        check(moves[index].code() != moves[earlier].code(), "no move is listed twice");
    const bool judges = random.unit() < judged;
    play(state,
         judges ? casual
                : moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
    check(state.turns == before + 1, "a move is a turn");
  }
  check(state.is_void() == (state.outs < state.rewards()), "a deal ends with all rewards or void");
  int total = 0;
  for (int seat = 0; seat < seats; ++seat) total += state.points(seat);
  check(total == (state.is_void() ? 0 : seats == 2 ? 1 : 3), "all points are given out, or none");
}

void search_a_deal(int seats, Random& random) {
  const State start = deal(seats, 60, random);
  State state = start;
  std::vector<Move> history;
  Moves moves;
  while (!state.over()) {
    legal_moves(state, moves);
    const Likelihood likelihood(start, history, state.mover());
    const std::uint64_t seed = random.next();
    const SearchResult first = Search(likelihood).run(seed, {30, 0});
    const SearchResult again = Search(likelihood).run(seed, {30, 0});
    check(first.best < static_cast<std::size_t>(moves.size()), "the choice is a legal move");
    check(first.best == again.best, "the same seed and budget give the same move");
    check(Search(likelihood).run(seed, {0, 1e-6}).best < static_cast<std::size_t>(moves.size()),
          "no time at all is enough for some move");
    if (history.size() % 7 == 3) check_evaluation<Evaluation>(seed, likelihood);
    const Move move = moves[static_cast<int>(first.best)];
    history.push_back(move);
    play(state, move);
  }
}

// How often each hidden card lies in a hand each way up.
using Shares = std::array<std::array<std::array<double, 2>, kCards>, kMostSeats>;

void count_in(Shares& shares, const State& state, Bits pool, double weight) {
  for (int seat = 0; seat < state.seats; ++seat) {
    const Hand hidden = state.hands[seat].among(pool);
    each(hidden.low, [&](int place) { shares[seat][place][0] += weight; });
    each(hidden.high, [&](int place) { shares[seat][place][1] += weight; });
  }
}

// Calls `visit` with every way to give these cards to those who still want some.
template <typename Visit>
void each_world(State& state, Bits left, std::array<int, kMostSeats>& wanted, Visit&& visit) {
  if (!left) return visit(state);
  const Bits card = lowest_bit(left);
  for (int seat = 0; seat < state.seats; ++seat) {
    if (!wanted[seat] || (card == kStar && seat != state.starter)) continue;
    const Hand before = state.hands[seat];
    --wanted[seat];
    state.hands[seat].low = before.low | card;
    each_world(state, left & ~card, wanted, visit);
    state.hands[seat] = before;
    state.hands[seat].high = before.high | card;
    each_world(state, left & ~card, wanted, visit);
    state.hands[seat] = before;
    ++wanted[seat];
  }
}

Shares worked_out(const Likelihood& likelihood, const LikelihoodOptions& options) {
  const View& view = likelihood.view();
  Shares shares{};
  double total = 0;
  Moves scratch;
  State state = view.table;
  std::array<int, kMostSeats> wanted = view.hidden;
  each_world(state, view.pool, wanted, [&](const State& world) {
    double fit = 0;
    for (const Choice& choice : likelihood.choices())
      fit += likelihood.log_chance(choice, world, options, scratch);
    total += std::exp(fit);
    count_in(shares, world, view.pool, std::exp(fit));
  });
  for (auto& seat : shares)
    for (auto& card : seat)
      for (double& share : card) share /= total;
  return shares;
}

Shares walked(const Likelihood& likelihood, const LikelihoodOptions& options, Random& random) {
  constexpr int kSteps = 20'000;
  Shares shares{};
  WalkModel model(likelihood, options);
  Walk walk(model, random);
  for (int step = 0; step < kSteps; ++step) {
    walk.step(random);
    count_in(shares, walk.state(), likelihood.view().pool, 1.0 / kSteps);
  }
  return shares;
}

// The walk is in each world as often as the choices make it likely. Whether there was one to look
// at. The choices say little here: where they say much, a short walk does not go everywhere.
bool compare_a_walk(int seats, Random& random) {
  constexpr LikelihoodOptions kOptions{.temperature = 0.05, .epsilon = 0.3};
  const State start = deal(seats, 600, random);
  State state = start;
  std::vector<Move> history;
  Moves moves;
  while (!state.over()) {
    const int hidden = count(view_of(state, state.mover()).pool);
    if (hidden > 0 && hidden <= 5) break;
    const Move move = casual_move(state, moves, random);
    history.push_back(move);
    play(state, move);
  }
  if (state.over()) return false;
  const Likelihood likelihood(start, history, state.mover());
  const Shares exact = worked_out(likelihood, kOptions),
               found = walked(likelihood, kOptions, random);
  for (int seat = 0; seat < seats; ++seat)
    for (int place = 0; place < kCards; ++place)
      for (int way = 0; way < 2; ++way)
        check(std::abs(exact[seat][place][way] - found[seat][place][way]) < 0.1,
              "a walk is in each world as often as the choices make it likely");
  return true;
}

// A seat that can go out by force, seeing all cards, does so against players who make any move.
int follow_forced_wins(int seats, Random& random) {
  State state = deal(seats, 600, random);
  Moves moves;
  int found = 0, forcing = -1, outs = 0;
  while (!state.over()) {
    if (state.outs > outs) {
      check(forcing < 0 || state.out[outs] == forcing, "a forced win is a win");
      outs = state.outs;
      forcing = -1;
    }
    const int seat = state.mover();
    Move move = casual_move(state, moves, random);
    const int forced = forced_win(View{state, seat, 0, {}}, moves);
    // The search may run out of breath where it did not the turn before.
    if (seat == forcing && forced < 0) forcing = kNobody;
    if (forced >= 0 && (forcing < 0 || seat == forcing)) {
      forcing = seat;
      ++found;
      move = moves[forced];
    } else if (forcing >= 0) {
      move = moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
    }
    play(state, move);
  }
  check(forcing < 0 || state.out[outs] == forcing, "a forced win is a win");
  return found;
}

// The largest hand there can be: every card of the deck, all lying low.
void list_the_longest_list() {
  State state;
  state.seats = 5;
  state.turn = 0;
  state.hands[0].low = deck_of(5);
  Moves moves;
  legal_moves(state, moves);
  check(moves.size() == 1224, "1,223 plays and the flip");
}

void choose_nothing_twice() {
  int choices = 0;
  each_choice(bit(1) | bit(2) | bit(3), 2, [&](Bits) { ++choices; });
  check(choices == 2, "1/6 1/6 1/7: two pairs, not three");
  check(first_of_like(bit(2)) == bit(1), "the second of two like cards is written as the first");
  check(first_of_like(bit(1) | bit(2)) == (bit(1) | bit(2)), "two like cards are two");
}

}  // namespace

int main() {
  Random random(2026), walks(2027);
  choose_nothing_twice();
  list_the_longest_list();
  for (int seats = 2; seats <= kMostSeats; ++seats) {
    check(hand_size(seats) * seats == count(deck_of(seats)), "all cards are dealt");
    for (int number = 0; number < 12; ++number) {
      play_deal(seats, 600, 0.0, random);
      play_deal(seats, 600, 0.9, random);
      play_deal(seats, 1 + static_cast<int>(random.below(30)), 0.5, random);
    }
    search_a_deal(seats, random);
    check_environment(Environment(seats, 600), 1500);
    check_environment(Environment(seats, 17), 100);
    int compared = 0;
    for (int number = 0; number < 12; ++number) compared += compare_a_walk(seats, walks);
    check(compared > 0, "some views hide only a few cards");
    int found = 0;
    for (int number = 0; number < 30; ++number) found += follow_forced_wins(seats, random);
    check(found > 30, "some wins are forced before the last move");
  }
  std::puts("dnpup: all well");
  return 0;
}
