// Ascenseur as an environment (see batch.hpp): moves by their numbers, and what a seat sees.
//
// The twin of games/ascenseur/actions.py and observation.py, which say what the numbers and the
// flags are.
#pragma once

#include <utility>
#include <vector>

#include "funicular/ascenseur/rules.hpp"
#include "funicular/batch.hpp"

namespace funicular::ascenseur {

// How many cards each seat is dealt, and whether one is turned up then.
struct HandSize {
  int cards;
  bool turned;
};

class Environment {
 public:
  struct Table {
    State state;
    std::array<Bits, kMostSeats> shown{};  // the cards each seat has played
    Bits trick = 0;                        // the cards of the trick under way
  };
  struct Scratch {};
  // Six seats and the whole deck: 765 flags.
  static constexpr int kMostWords = 12;

  // Each deal has one of these sizes, each as likely as any other.
  Environment(const Rules& rules, int ranks, std::vector<HandSize> sizes)
      : rules_(rules),
        deck_(rules.deck),
        ranks_(ranks),
        bids_(ranks * kSuits / kFewestSeats + 1),
        sizes_(std::move(sizes)) {}

  int seats() const { return rules_.seats; }
  int actions() const { return bids_ + cards(); }
  int flags() const {
    const int seats = rules_.seats;
    return (3 + seats) * cards() + 2 * kSuits + seats * (kSuits + 2 * bids_ + 5) + bids_ + 1;
  }

  void deal(Table& table, Random& random) const {
    const HandSize& size = sizes_[random.below(static_cast<std::uint32_t>(sizes_.size()))];
    const int dealer = static_cast<int>(random.below(static_cast<std::uint32_t>(rules_.seats)));
    Deck deck = deck_;
    table = {ascenseur::deal(rules_, deck, dealer, size.cards, size.turned, random), {}, 0};
  }

  bool over(const Table& table) const { return table.state.over(); }
  bool is_void(const Table&) const { return false; }
  int points(const Table& table, int seat) const {
    const auto s = static_cast<std::size_t>(seat);
    return rules_.score(table.state.bids[s], table.state.won[s]);
  }

  // Of several seats that may bid at the same time, the lowest.
  int to_act(const Table& table) const {
    const State& state = table.state;
    if (!rules_.simultaneous || !state.bidding()) return state.turn;
    int seat = 0;
    while (state.bids[static_cast<std::size_t>(seat)] != kNoBid) ++seat;
    return seat;
  }

  void legal(const Table& table, Scratch&, std::vector<Action>& legal) const {
    const State& state = table.state;
    if (state.bidding()) {
      const int hooked = state.hooked(rules_);
      for (int bid = 0; bid <= state.cards; ++bid)
        if (bid != hooked) legal.push_back(bid);
    } else {
      each(state.playable(), [&](int card) { legal.push_back(bids_ + place_of(card)); });
    }
  }

  void play(Table& table, Action action) const {
    State& state = table.state;
    if (action < bids_) {
      state.make_bid(to_act(table), action);
      return;
    }
    const int card = card_at(action - bids_);
    table.shown[static_cast<std::size_t>(state.turn)] |= bit(card);
    table.trick = (state.in_trick == 0 ? Bits{0} : table.trick) | bit(card);
    state.play(card);
    if (state.in_trick == 0) table.trick = 0;
  }

  void observe(const Table& table, BitWriter& flags) const {
    const State& state = table.state;
    const int viewer = to_act(table), seats = rules_.seats;
    const bool sealed = rules_.simultaneous && state.bidding();
    const bool trick = state.in_trick > 0;
    const auto each_seat = [&](auto&& visit) {
      for (int seat = viewer, left = seats; left > 0; --left, seat = state.next(seat))
        visit(static_cast<std::size_t>(seat));
    };
    const auto relative = [&](int seat) {
      return seat < viewer ? seat + seats - viewer : seat - viewer;
    };
    put_cards(flags, state.hands[static_cast<std::size_t>(viewer)]);
    put_cards(flags, state.upcard < 0 ? Bits{0} : bit(state.upcard));
    flags.one(state.trump, kSuits);
    each_seat([&](std::size_t seat) { put_cards(flags, table.shown[seat]); });
    put_cards(flags, table.trick);
    flags.one(trick ? state.led : -1, kSuits);
    flags.one(relative(state.leader), seats);
    flags.one(trick ? relative(state.taker) : -1, seats);
    each_seat([&](std::size_t seat) { flags.put(state.voids[seat], kSuits); });
    Bits made = 0;
    each_seat([&](std::size_t seat) {
      const bool shown = !sealed || static_cast<int>(seat) == viewer;
      flags.one(shown ? state.bids[seat] : kNoBid, bids_);
    });
    for (std::size_t seat = 0; sealed && seat < static_cast<std::size_t>(seats); ++seat)
      if (state.bids[seat] != kNoBid) made |= bit(static_cast<int>(seat));
    flags.put(seen_from(made, viewer, seats), seats);
    each_seat([&](std::size_t seat) { flags.one(state.won[seat], bids_); });
    flags.one(state.cards, bids_);
    flags.one(relative(state.dealer), seats);
    const Bits acting = sealed ? ~made & (bit(seats) - 1) : bit(viewer);
    flags.put(seen_from(acting, viewer, seats), seats);
    flags.put(state.bidding(), 1);
  }

 private:
  static constexpr int kFewestSeats = 3;

  int cards() const { return ranks_ * kSuits; }
  // The place of a card in a deck of the highest ranks of each suit, and back.
  int place_of(int card) const {
    return ranks_ == kRanks ? card : suit_of(card) * ranks_ + rank_of(card) - (kRanks - ranks_);
  }
  int card_at(int place) const {
    return ranks_ == kRanks ? place : place / ranks_ * kRanks + place % ranks_ + kRanks - ranks_;
  }

  void put_cards(BitWriter& flags, Bits cards) const {
    if (ranks_ == kRanks) return flags.put(cards, kRanks * kSuits);
    for (int suit = 0; suit < kSuits; ++suit)
      flags.put((cards & suit_bits(suit)) >> (suit * kRanks + kRanks - ranks_), ranks_);
  }

  Rules rules_;
  Deck deck_;
  int ranks_;
  int bids_;
  std::vector<HandSize> sizes_;
};

static_assert(BatchGame<Environment>);

}  // namespace funicular::ascenseur
