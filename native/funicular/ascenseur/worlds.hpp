// Drawing a deal of Ascenseur that a view allows, each as likely as any other: the twin of
// games/ascenseur/worlds.py, by another method.
//
// A hidden card may be in any other hand that is not void in its suit, or in the stock. Suits that
// a seat is void in are dealt first, card by card, each to one of the free places where it may
// lie. With T places to choose from, a given outcome has the chance of the product of all 1/T, so
// keeping it with the odds of the product of T over a bound makes all outcomes equally likely. For
// the first such suit T does not depend on chance at all, for later ones only through how the
// earlier ones fell, so most draws are kept. All other cards then fill the places left over.
#pragma once

#include "funicular/ascenseur/view.hpp"

namespace funicular::ascenseur {

class Worlds {
 public:
  Worlds(const Rules& rules, const View& view) : view_(view) {
    const State& state = view.state;
    const Bits hidden = view.hidden(rules.deck);
    int placed = 0;
    for (int seat = 0; seat < state.seats; ++seat) {
      if (seat == view.seat) continue;
      Host& host = hosts_[static_cast<std::size_t>(count_++)];
      host.seat = seat;
      host.room = view.room(seat);
      host.voids = state.voids[static_cast<std::size_t>(seat)];
      placed += host.room;
    }
    Host& stock = hosts_[static_cast<std::size_t>(count_++)];
    stock.seat = -1;
    stock.room = count(hidden) - placed;
    stock.voids = 0;
    sort_suits(hidden);
  }

  // Another world: the view with the other hands filled in and sealed bids made.
  State draw(Random& random) const {
    State state = view_.state;
    std::array<Bits, kMostSeats + 1> hands{};
    while (!try_deal(hands, random)) hands.fill(0);
    for (int h = 0; h < count_; ++h) {
      const Host& host = hosts_[static_cast<std::size_t>(h)];
      if (host.seat >= 0)
        state.hands[static_cast<std::size_t>(host.seat)] = hands[static_cast<std::size_t>(h)];
    }
    for (int seat = 0; view_.sealed >> seat; ++seat)
      if (view_.sealed >> seat & 1)
        state.bids[static_cast<std::size_t>(seat)] =
            static_cast<std::int8_t>(random.below(static_cast<std::uint32_t>(state.cards + 1)));
    return state;
  }

 private:
  struct Host {
    int seat;
    int room;
    std::uint8_t voids;
  };
  struct Suit {
    Bits cards;
    int size;
    std::uint8_t hosts;  // who may hold it, a bit a host
    int most;            // the most places that are free for its first card
  };

  int room_of(std::uint8_t hosts) const {
    int room = 0;
    for (int h = 0; h < count_; ++h)
      if (hosts >> h & 1) room += hosts_[static_cast<std::size_t>(h)].room;
    return room;
  }

  // The suits that are not free to lie anywhere, those with the least freedom first.
  void sort_suits(Bits hidden) {
    free_ = hidden;
    for (int s = 0; s < kSuits; ++s) {
      const Bits cards = hidden & suit_bits(s);
      Suit suit{cards, count(cards), 0, 0};
      bool bound = false;
      for (int h = 0; h < count_; ++h) {
        const Host& host = hosts_[static_cast<std::size_t>(h)];
        if (!(host.voids >> s & 1))
          suit.hosts |= static_cast<std::uint8_t>(1 << h);
        else if (host.room > 0)
          bound = true;
      }
      if (!bound || !cards) continue;
      suit.most = room_of(suit.hosts);
      free_ &= ~cards;
      int place = bound_count_++;
      for (; place > 0; --place) {
        const Suit& before = suits_[static_cast<std::size_t>(place - 1)];
        if (before.most - before.size <= suit.most - suit.size) break;
        suits_[static_cast<std::size_t>(place)] = before;
      }
      suits_[static_cast<std::size_t>(place)] = suit;
    }
    // Of an earlier suit at least as many cards fall among this one's hosts as fit nowhere else.
    for (int s = 1; s < bound_count_; ++s) {
      Suit& suit = suits_[static_cast<std::size_t>(s)];
      std::uint8_t before_hosts = 0;
      int before = 0, taken = 0;
      for (int e = 0; e < s; ++e) {
        before_hosts |= suits_[static_cast<std::size_t>(e)].hosts;
        before += suits_[static_cast<std::size_t>(e)].size;
        const int elsewhere =
            before - room_of(static_cast<std::uint8_t>(before_hosts & ~suit.hosts));
        if (elsewhere > taken) taken = elsewhere;
      }
      suit.most -= taken;
    }
  }

  bool try_deal(std::array<Bits, kMostSeats + 1>& hands, Random& random) const {
    std::array<int, kMostSeats + 1> room{};
    for (int h = 0; h < count_; ++h)
      room[static_cast<std::size_t>(h)] = hosts_[static_cast<std::size_t>(h)].room;
    double keep = 1;
    for (int s = 0; s < bound_count_; ++s) {
      const Suit& suit = suits_[static_cast<std::size_t>(s)];
      int places = 0;
      for (int h = 0; h < count_; ++h)
        if (suit.hosts >> h & 1) places += room[static_cast<std::size_t>(h)];
      int most = suit.most;
      for (Bits left = suit.cards; left; left &= left - 1, --places, --most) {
        if (places <= 0) return false;
        keep *= static_cast<double>(places) / most;
        auto place = static_cast<int>(random.below(static_cast<std::uint32_t>(places)));
        for (int h = 0; h < count_; ++h) {
          if (!(suit.hosts >> h & 1)) continue;
          if (place < room[static_cast<std::size_t>(h)]) {
            --room[static_cast<std::size_t>(h)];
            hands[static_cast<std::size_t>(h)] |= lowest_bit(left);
            break;
          }
          place -= room[static_cast<std::size_t>(h)];
        }
      }
    }
    if (keep < 1 && random.unit() >= keep) return false;
    Deck deck(free_);
    // What is left over lies in the stock, the last host, and need not be drawn.
    for (int h = 0; h + 1 < count_; ++h)
      for (int left = room[static_cast<std::size_t>(h)]; left > 0; --left)
        hands[static_cast<std::size_t>(h)] |= bit(deck.draw(random));
    return true;
  }

  View view_;
  std::array<Host, kMostSeats + 1> hosts_{};
  int count_ = 0;
  std::array<Suit, kSuits> suits_{};
  int bound_count_ = 0;
  Bits free_ = 0;
};

}  // namespace funicular::ascenseur
