// A deal of dnpup: whose turn, what lies on the table, what each seat holds, and what a move does.
//
// The twin of `games/dnpup/{moves,turns,state}.py`, which decide; rule numbers are those of the
// rules page. What everybody knows of hands is one set: the cards that have been shown. A card in a
// hand is public if it is in that set, and has never left that hand since the deal if it is not.
#pragma once

#include <array>
#include <cstdint>

#include "funicular/dnpup/cards.hpp"
#include "funicular/move_list.hpp"

namespace funicular::dnpup {

constexpr int kNobody = -1;
// No value is on more cards than this.
constexpr int kLargestMeld = 10;

// Something for each size of a meld, or for each value: sixteen places of four bits.
class Nibbles {
 public:
  constexpr int operator[](int place) const {
    return static_cast<int>((word_ >> (4 * place)) & 15);
  }
  constexpr void add(int place, int amount) {
    word_ += static_cast<std::uint64_t>(static_cast<std::int64_t>(amount)) << (4 * place);
  }
  constexpr Nibbles& operator+=(const Nibbles& other) { return word_ += other.word_, *this; }
  constexpr Nibbles& operator-=(const Nibbles& other) { return word_ -= other.word_, *this; }
  constexpr bool empty() const { return word_ == 0; }
  // How many places are not empty.
  constexpr int filled() const { return static_cast<int>(marks() * 0x1111'1111'1111'1111u >> 60); }
  // The lowest of the four bits of each place that is not empty.
  constexpr Bits marks() const {
    const Bits pairs = word_ | word_ >> 2;
    return (pairs | pairs >> 1) & 0x1111'1111'1111'1111u;
  }

 private:
  std::uint64_t word_ = 0;
};

// How many cards of each value a hand shows, as it lies and flipped.
struct Sizes {
  Nibbles here, there;
};

constexpr Sizes sizes_of(const Hand& hand) {
  Sizes sizes;
  each(hand.low, [&](int place) {
    sizes.here.add(kPrinted[place].low, 1);
    sizes.there.add(kPrinted[place].high, 1);
  });
  each(hand.high, [&](int place) {
    sizes.here.add(kPrinted[place].high, 1);
    sizes.there.add(kPrinted[place].low, 1);
  });
  return sizes;
}

enum class Kind : std::uint8_t { kPlay, kAdd, kTake, kFlip };

struct Move {
  Bits cards = 0;  // what leaves the hand
  Kind kind = Kind::kFlip;
  std::int8_t value = 0;  // of the cards
  std::int8_t zone = 0;   // whose meld is added to or taken

  // One number a move, the same for like cards.
  constexpr std::uint64_t code() const {
    return first_of_like(cards) | static_cast<std::uint64_t>(value) << 40 |
           static_cast<std::uint64_t>(zone) << 44 | static_cast<std::uint64_t>(kind) << 48;
  }
};

// More than any hand allows: with every card of the deck in one hand, all lying low, there are
// 1,223 plays, and no other way to lie makes more.
constexpr int kMostMoves = 1536;

using Moves = MoveList<Move, kMostMoves>;

struct State {
  std::array<Hand, kMostSeats> hands{};
  std::array<Meld, kMostZones> melds{};
  Bits shown = 0;
  int seats = 0;
  int turn_cap = 0;
  int turns = 0;
  int turn = kNobody;  // the zone of the turn under way
  int starter = 0;
  int outs = 0;
  std::array<int, 2> out{kNobody, kNobody};

  constexpr bool over() const { return turn == kNobody; }
  constexpr int zones() const { return seats == 2 ? 4 : seats; }
  constexpr int owner(int zone) const { return seats == 2 ? zone >> 1 : zone; }
  constexpr int mover() const { return owner(turn); }
  constexpr int rewards() const { return seats == 2 ? 1 : 2; }
  constexpr bool is_out(int seat) const { return out[0] == seat || out[1] == seat; }
  // D37: a void deal scores nothing.
  constexpr bool is_void() const { return over() && outs < rewards(); }

  constexpr int points(int seat) const {
    if (is_void()) return 0;
    for (int place = 0; place < outs; ++place)
      if (out[place] == seat) return rewards() - place;
    return 0;
  }

  // The value of the meld of each size; D20: there is at most one.
  constexpr Nibbles lying() const {
    Nibbles values;
    for (int zone = 0; zone < zones(); ++zone)
      if (melds[zone].cards) values.add(count(melds[zone].cards), melds[zone].value);
    return values;
  }
};

// Calls `visit` with every choice of `size` of these cards in the order of the cards, like cards
// making one choice and not two.
template <typename Visit>
constexpr void each_choice(Bits cards, int size, Visit&& visit) {
  const int held = count(cards);
  if (size == held) return visit(cards);
  // The second of two like cards is never chosen without the first.
  const Bits seconds = (cards & kFirstOfTwo) << 1 & cards;
  if (size == 1) return each(cards & ~seconds, [&](int place) { visit(bit(place)); });
  Bits one[kLargestMeld];
  int found = 0;
  each(cards, [&](int place) { one[found++] = bit(place); });
  int index[kLargestMeld];
  for (int k = 0; k < size; ++k) index[k] = k;
  while (true) {
    Bits chosen = 0;
    for (int k = 0; k < size; ++k) chosen |= one[index[k]];
    if (!(chosen & seconds & ~(chosen << 1))) visit(chosen);
    int k = size - 1;
    while (k >= 0 && index[k] == held - size + k) --k;
    if (k < 0) return;
    ++index[k];
    for (int later = k + 1; later < size; ++later) index[later] = index[later - 1] + 1;
  }
}

// One card of each kind among cards of one value.
constexpr Bits one_of_each(Bits cards) { return cards & ~((cards & kFirstOfTwo) << 1); }

// Plays by value, size and cards, then adds by zone and card, then takes by zone, then the flip.
constexpr void legal_moves(const State& state, Moves& moves) {
  moves.clear();
  const int seat = state.mover();
  const Hand& hand = state.hands[seat];
  const Nibbles lying = state.lying();
  for (int value = 1; value <= kHighestValue; ++value) {
    const Bits cards = hand.of_value(value);
    const int held = count(cards);
    for (int size = 1; size <= held; ++size) {
      if (lying[size] >= value) continue;
      each_choice(cards, size, [&](Bits chosen) {
        moves.push({chosen, Kind::kPlay, static_cast<std::int8_t>(value), 0});
      });
    }
  }
  for (int zone = 0; zone < state.zones(); ++zone) {
    const Meld& meld = state.melds[zone];
    if (!meld.cards || state.owner(zone) == seat) continue;
    if (lying[count(meld.cards) + 1] >= meld.value) continue;
    each(one_of_each(hand.of_value(meld.value)), [&](int place) {
      moves.push({bit(place), Kind::kAdd, static_cast<std::int8_t>(meld.value),
                  static_cast<std::int8_t>(zone)});
    });
  }
  for (int zone = 0; zone < state.zones(); ++zone)
    if (state.melds[zone].cards && state.owner(zone) != seat)
      moves.push({0, Kind::kTake, 0, static_cast<std::int8_t>(zone)});
  moves.push({0, Kind::kFlip, 0, 0});
}

// The cards of a move as they leave a hand: of two like cards lying the same way the public one
// goes first, for it leaves the same hand behind.
constexpr Bits public_first(const Hand& hand, Bits shown, const Move& move) {
  const Bits held = hand.of_value(move.value);
  const Bits either = held & (held >> 1) & kFirstOfTwo;
  const Bits lone = either & move.cards & ~(move.cards >> 1);
  const Bits swap = lone & ~shown & (shown >> 1);
  return move.cards ^ swap ^ (swap << 1);
}

namespace detail {

// A meld comes to lie in a zone; the other one of its size goes back to its owner, turned (D19),
// or is out of the deal if its owner is (D33).
constexpr void put(State& state, int zone, const Meld& meld) {
  state.melds[zone] = meld;
  const int size = count(meld.cards);
  for (int other = 0; other < state.zones(); ++other) {
    if (other == zone || count(state.melds[other].cards) != size) continue;
    const int owner = state.owner(other);
    if (!state.is_out(owner))
      state.hands[owner] = state.hands[owner].with_turned(state.melds[other]);
    state.melds[other] = {};
  }
}

// The next zone's turn: its own meld, and those of players who are out, are discarded.
constexpr void pass_turn(State& state) {
  int zone = state.turn;
  do {
    zone = zone + 1 == state.zones() ? 0 : zone + 1;
    state.melds[zone] = {};
  } while (state.is_out(state.owner(zone)));
  state.turn = zone;
}

}  // namespace detail

// Makes a legal move of the seat whose turn it is.
constexpr void play(State& state, const Move& move) {
  const int seat = state.mover();
  Hand& hand = state.hands[seat];
  switch (move.kind) {
    case Kind::kPlay:
    case Kind::kAdd: {
      const Bits cards = public_first(hand, state.shown, move);
      hand = hand.without(cards);
      state.shown |= cards;
      if (move.kind == Kind::kPlay)
        detail::put(state, state.turn, {cards, move.value});
      else
        detail::put(state, move.zone, {state.melds[move.zone].cards | cards, move.value});
      break;
    }
    case Kind::kTake:
      hand = hand.with_turned(state.melds[move.zone]);
      state.melds[move.zone] = {};
      break;
    case Kind::kFlip:
      hand = hand.turned();
      break;
  }
  ++state.turns;
  // Only now: a meld of one's own that came back leaves the hand not empty (D41).
  if (!state.hands[seat].cards()) state.out[state.outs++] = seat;
  if (state.outs == state.rewards() || state.turns == state.turn_cap)
    state.turn = kNobody;
  else
    detail::pass_turn(state);
}

// With two players the starter's first turn is for zone 2 (D40).
constexpr void give_the_start(State& state) {
  for (int seat = 0; seat < state.seats; ++seat)
    if (state.hands[seat].cards() & kStar) state.starter = seat;
  state.turn = state.seats == 2 ? 2 * state.starter + 1 : state.starter;
}

// All cards dealt, each lying as a fair coin lets it (D5, D7).
constexpr State deal(int seats, int turn_cap, Random& random) {
  State state;
  state.seats = seats;
  state.turn_cap = turn_cap;
  Bits left = deck_of(seats);
  const int each_has = hand_size(seats);
  for (int seat = 0; seat < seats; ++seat) {
    const Bits cards = some_of(left, each_has, random);
    left &= ~cards;
    const Bits coins = random.next();
    state.hands[seat] = {cards & coins, cards & ~coins};
  }
  give_the_start(state);
  return state;
}

// Random moves until the deal is over.
constexpr void play_out_at_random(State& state, Moves& moves, Random& random) {
  while (!state.over()) {
    legal_moves(state, moves);
    play(state, moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
  }
}

}  // namespace funicular::dnpup
