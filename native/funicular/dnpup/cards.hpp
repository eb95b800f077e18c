// The cards of dnpup as bits: forty physical cards, each lying one of two ways up.
//
// A card's place is its rank among all cards sorted by low value, high value, and the smallest
// number of players that uses it; so like cards are neighbours, and the cards of one active value
// come in the order in which a hand is sorted. Outside the kernel a card as it lies is the number
// `11 * active + inactive`, its `order` in Python.
#pragma once

#include <array>
#include <cstdint>

#include "funicular/bits.hpp"

namespace funicular::dnpup {

constexpr int kCards = 40;
constexpr int kHighestValue = 10;
constexpr int kMostSeats = 5;
constexpr int kMostZones = 5;

struct Printed {
  int low, high, fewest_seats;
};

// The star, 1/5, comes first: the only card whose place is spoken of by name.
constexpr std::array<Printed, kCards> kPrinted{{
    {1, 5, 2}, {1, 6, 2},  {1, 6, 2}, {1, 7, 2},  {1, 7, 2}, {1, 8, 2},  {1, 8, 4}, {1, 9, 2},
    {1, 9, 4}, {1, 10, 3}, {2, 4, 2}, {2, 4, 2},  {2, 5, 2}, {2, 5, 2},  {2, 6, 2}, {2, 6, 4},
    {2, 7, 4}, {2, 8, 3},  {2, 9, 2}, {2, 10, 2}, {3, 4, 2}, {3, 4, 4},  {3, 5, 2}, {3, 5, 4},
    {3, 6, 2}, {3, 6, 3},  {3, 7, 2}, {3, 8, 2},  {3, 9, 2}, {3, 10, 5}, {4, 5, 3}, {4, 6, 2},
    {4, 7, 2}, {4, 8, 2},  {4, 9, 5}, {5, 7, 2},  {5, 8, 2}, {5, 8, 5},  {6, 7, 2}, {6, 7, 5},
}};
constexpr Bits kStar = bit(0);

using ByValue = std::array<Bits, kHighestValue + 1>;

// The cards whose lower value this is, and whose higher.
constexpr ByValue kLow = [] {
  ByValue cards{};
  for (int place = 0; place < kCards; ++place) cards[kPrinted[place].low] |= bit(place);
  return cards;
}();
constexpr ByValue kHigh = [] {
  ByValue cards{};
  for (int place = 0; place < kCards; ++place) cards[kPrinted[place].high] |= bit(place);
  return cards;
}();

// The first of every two like cards; the second is its neighbour.
constexpr Bits kFirstOfTwo = [] {
  Bits cards = 0;
  for (int place = 0; place + 1 < kCards; ++place)
    if (kPrinted[place].low == kPrinted[place + 1].low &&
        kPrinted[place].high == kPrinted[place + 1].high)
      cards |= bit(place);
  return cards;
}();

constexpr Bits deck_of(int seats) {
  Bits cards = 0;
  for (int place = 0; place < kCards; ++place)
    if (kPrinted[place].fewest_seats <= seats) cards |= bit(place);
  return cards;
}

constexpr int hand_size(int seats) { return count(deck_of(seats)) / seats; }

// Cards of one value: with the value known, so is the way up each of them lies.
struct Meld {
  Bits cards = 0;
  int value = 0;
};

// Cards with their lower value up, and with their higher.
struct Hand {
  Bits low = 0, high = 0;

  constexpr Bits cards() const { return low | high; }
  constexpr int size() const { return count(low | high); }
  constexpr Bits of_value(int value) const { return (low & kLow[value]) | (high & kHigh[value]); }

  constexpr Hand turned() const { return {high, low}; }
  constexpr Hand among(Bits cards) const { return {low & cards, high & cards}; }
  constexpr Hand without(Bits cards) const { return {low & ~cards, high & ~cards}; }

  // With the cards of a meld, which are turned as they are taken up.
  constexpr Hand with_turned(const Meld& meld) const {
    return {low | (meld.cards & kHigh[meld.value]), high | (meld.cards & kLow[meld.value])};
  }
};

constexpr int order_of(int active, int inactive) { return 11 * active + inactive; }

// The number of a card as it lies.
constexpr int order_of(int place, bool high_up) {
  const Printed& card = kPrinted[place];
  return high_up ? order_of(card.high, card.low) : order_of(card.low, card.high);
}

// All cards alike to the one with this number, or none.
constexpr Bits cards_of_order(int order) {
  const int active = order / 11, inactive = order % 11;
  if (order < 0 || active > kHighestValue) return 0;
  return active < inactive ? kLow[active] & kHigh[inactive] : kLow[inactive] & kHigh[active];
}

constexpr bool high_up(int order) { return order / 11 > order % 11; }

// The same cards, where of two like cards the first stands for either.
constexpr Bits first_of_like(Bits cards) {
  const Bits lone_second = cards & ~(cards << 1) & (kFirstOfTwo << 1);
  return cards ^ lone_second ^ (lone_second >> 1);
}

}  // namespace funicular::dnpup
