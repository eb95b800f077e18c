// A deal of Ascenseur, all cards face up: the twin of games/ascenseur/state.py.
//
// Each seat bids, beginning after the dealer; that seat leads the first trick. A suit led must be
// followed by every seat that can. The highest trump takes a trick, or else the highest card of the
// suit led; the seat that takes it leads the next. When the hands are empty each seat scores by its
// contract.
//
// A move is a number: a bid is the number of tricks, a card is kPlay plus its place in the deck.
#pragma once

#include <array>
#include <cstdint>

#include "funicular/ascenseur/cards.hpp"
#include "funicular/move_list.hpp"

namespace funicular::ascenseur {

using Move = int;
inline constexpr Move kPlay = 64;
inline constexpr int kNoBid = -1;

// What was agreed before the game, as far as a deal depends on it.
struct Rules {
  int seats = 4;
  Bits deck = kEveryCard;
  bool simultaneous = false;
  bool hook = true;
  int bonus = 1;
  int trick_points = 1;
  int penalty = 1;
  bool missed_scores_tricks = false;

  constexpr int score(int bid, int won) const {
    const int tricks = trick_points * won;
    if (bid == won) return bonus + tricks;
    const int off = bid < won ? won - bid : bid - won;
    return (missed_scores_tricks ? tricks : 0) - penalty * off;
  }
};

using Points = std::array<int, kMostSeats>;

struct State {
  std::array<Bits, kMostSeats> hands{};
  Bits played = 0;
  std::array<std::int8_t, kMostSeats> bids{};
  std::array<std::int8_t, kMostSeats> won{};
  // The suits each seat has shown not to hold, a bit a suit.
  std::array<std::uint8_t, kMostSeats> voids{};
  std::int8_t seats = 4;
  std::int8_t dealer = 0;
  std::int8_t cards = 0;  // dealt to each seat
  std::int8_t upcard = -1;
  std::int8_t trump = kNoTrump;
  std::int8_t bids_made = 0;
  std::int8_t tricks_left = 0;
  std::int8_t leader = 0;
  std::int8_t turn = 0;
  // The trick under way: how many cards, the suit led, the card that takes it and whose it is.
  std::int8_t in_trick = 0;
  std::int8_t led = 0;
  std::int8_t top = 0;
  std::int8_t taker = 0;

  constexpr bool bidding() const { return bids_made < seats; }
  constexpr bool over() const { return tricks_left == 0; }
  constexpr int next(int seat) const { return seat + 1 == seats ? 0 : seat + 1; }
  constexpr Bits unseen_by(int seat, Bits deck) const {
    return deck & ~hands[static_cast<std::size_t>(seat)] & ~played &
           ~(upcard < 0 ? Bits{0} : bit(upcard));
  }

  constexpr Bits playable() const {
    const Bits hand = hands[static_cast<std::size_t>(turn)];
    if (in_trick == 0) return hand;
    const Bits following = hand & suit_bits(led);
    return following ? following : hand;
  }

  constexpr bool beats_top(int card) const {
    if (suit_of(card) == suit_of(top)) return card > top;
    return suit_of(card) == trump;
  }

  // The bid that the hook forbids to the last bidder; kNoBid where there is none.
  constexpr int hooked(const Rules& rules) const {
    if (!rules.hook || bids_made != seats - 1) return kNoBid;
    int sum = 0;
    for (int seat = 0; seat < seats; ++seat) {
      const int bid = bids[static_cast<std::size_t>(seat)];
      if (bid != kNoBid) sum += bid;
    }
    return sum > cards ? kNoBid : cards - sum;
  }

  // Bidding in turn, `seat` is `turn`; simultaneous bids may come in any order.
  constexpr void make_bid(int seat, int tricks) {
    bids[static_cast<std::size_t>(seat)] = static_cast<std::int8_t>(tricks);
    ++bids_made;
    turn = static_cast<std::int8_t>(bidding() ? next(seat) : leader);
  }

  constexpr void play(int card) {
    const auto seat = static_cast<std::size_t>(turn);
    hands[seat] &= ~bit(card);
    played |= bit(card);
    if (in_trick == 0) {
      led = static_cast<std::int8_t>(suit_of(card));
      top = static_cast<std::int8_t>(card);
      taker = turn;
    } else {
      if (suit_of(card) != led) voids[seat] |= static_cast<std::uint8_t>(1 << led);
      if (beats_top(card)) {
        top = static_cast<std::int8_t>(card);
        taker = turn;
      }
    }
    if (++in_trick < seats) {
      turn = static_cast<std::int8_t>(next(turn));
      return;
    }
    ++won[static_cast<std::size_t>(taker)];
    in_trick = 0;
    --tricks_left;
    leader = turn = taker;
  }

  constexpr Points points(const Rules& rules) const {
    Points points{};
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats); ++seat)
      points[seat] = rules.score(bids[seat], won[seat]);
    return points;
  }
};

// The cards have just been dealt. `upcard` is -1 where none is turned up.
constexpr State begin(const Rules& rules, const std::array<Bits, kMostSeats>& hands, int dealer,
                      int upcard) {
  State state;
  state.hands = hands;
  state.bids.fill(kNoBid);
  state.seats = static_cast<std::int8_t>(rules.seats);
  state.dealer = static_cast<std::int8_t>(dealer);
  state.cards = state.tricks_left = static_cast<std::int8_t>(count(hands[0]));
  state.upcard = static_cast<std::int8_t>(upcard);
  state.trump = static_cast<std::int8_t>(upcard < 0 ? kNoTrump : suit_of(upcard));
  state.leader = state.turn = static_cast<std::int8_t>(state.next(dealer));
  return state;
}

// Cards in a row, to draw from one after the other; those drawn stay behind the others, so that
// all can be put back at once.
struct Deck {
  std::array<std::int8_t, kRanks * kSuits> cards{};
  int size = 0;

  constexpr explicit Deck(Bits bits) {
    each(bits, [&](int card) {
      cards[static_cast<std::size_t>(size++)] = static_cast<std::int8_t>(card);
    });
  }

  // One of the cards left, each as likely as any other.
  constexpr int draw(Random& random) {
    const std::uint32_t place = random.below(static_cast<std::uint32_t>(size));
    const std::int8_t card = cards[place];
    cards[place] = cards[static_cast<std::size_t>(--size)];
    return cards[static_cast<std::size_t>(size)] = card;
  }
};

// Shuffle the whole deck and deal; a card is turned up if `turned`.
constexpr State deal(const Rules& rules, Deck& deck, int dealer, int cards, bool turned,
                     Random& random) {
  std::array<Bits, kMostSeats> hands{};
  for (int seat = 0; seat < rules.seats; ++seat)
    for (int card = 0; card < cards; ++card)
      hands[static_cast<std::size_t>(seat)] |= bit(deck.draw(random));
  return begin(rules, hands, dealer, turned ? deck.draw(random) : -1);
}

constexpr State deal(const Rules& rules, int dealer, int cards, bool turned, Random& random) {
  Deck deck(rules.deck);
  return deal(rules, deck, dealer, cards, turned, random);
}

// Every legal move in the order that the rules pin.
using Moves = MoveList<Move, kRanks * kSuits + 1>;
constexpr void legal_moves(const State& state, const Rules& rules, Moves& moves) {
  moves.clear();
  if (state.bidding()) {
    const int hooked = state.hooked(rules);
    for (int bid = 0; bid <= state.cards; ++bid)
      if (bid != hooked) moves.push(bid);
  } else if (!state.over()) {
    each(state.playable(), [&](int card) { moves.push(kPlay + card); });
  }
}

constexpr void make_move(State& state, int seat, Move move) {
  if (move < kPlay)
    state.make_bid(seat, move);
  else
    state.play(move - kPlay);
}

// Random bids and cards to the end of the deal.
constexpr void play_randomly(State& state, const Rules& rules, Random& random) {
  while (state.bidding()) {
    const int hooked = state.hooked(rules);
    int bid = static_cast<int>(
        random.below(static_cast<std::uint32_t>(state.cards + (hooked == kNoBid))));
    if (hooked != kNoBid && bid >= hooked) ++bid;
    int seat = state.turn;
    while (state.bids[static_cast<std::size_t>(seat)] != kNoBid) seat = state.next(seat);
    state.make_bid(seat, bid);
  }
  while (!state.over()) state.play(lowest(any_of(state.playable(), random)));
}

}  // namespace funicular::ascenseur
