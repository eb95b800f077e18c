// Choices that the policy has made before. The candidates are tried in the same worlds, so until
// their effects show the others stand before the same choices over and over. A table of fixed size,
// in which later choices take the places of earlier ones.
#pragma once

#include <array>

#include "funicular/ascenseur/policy.hpp"

namespace funicular::ascenseur {

class PolicyCache {
 public:
  PolicyCache(const Rules& rules, const PolicyTables& tables) : rules_(rules), tables_(tables) {}

  int bid(const State& state, int seat) {
    const int hooked = state.hooked(rules_);
    return cached(bidding(state, seat, hooked),
                  [&] { return policy_bid(rules_, tables_, state, seat, hooked); });
  }

  int card(const State& state) {
    const Bits playable = state.playable();
    if ((playable & (playable - 1)) == 0) return lowest(playable);
    return cached(playing(state), [&] { return policy_card(rules_, tables_, state); });
  }

 private:
  static constexpr std::size_t kEntries = std::size_t{1} << 10;
  static constexpr int kCards = kRanks * kSuits;

  // All that the policy looks at, as far as it changes within a search.
  struct Key {
    Bits own = 0, seen = 0, others = 0;
    bool operator==(const Key&) const = default;
  };
  struct Entry {
    Key key;
    int choice = 0;
  };

  template <typename Choose>
  int cached(const Key& key, Choose&& choose) {
    Entry& entry = entries_[place(key)];
    if (entry.key != key) entry = {key, choose()};
    return entry.choice;
  }

  // No bid made yet, one of no tricks, or one of some: more is not looked at.
  static Key bidding(const State& state, int seat, int hooked) {
    Bits others = 1;
    for (int other = 0; other < state.seats; ++other) {
      const int bid = state.bids[static_cast<std::size_t>(other)];
      others = others << 2 | static_cast<Bits>(bid == kNoBid ? 0 : bid == 0 ? 1 : 2);
    }
    return {own(state, seat), static_cast<Bits>(hooked + 1), others};
  }

  static Key playing(const State& state) {
    const auto seat = static_cast<std::size_t>(state.turn);
    // How many cards the trick has follows from those played and those left.
    const Bits trick =
        state.in_trick == 0 ? 0 : static_cast<Bits>(1 + state.led + kSuits * state.top);
    Bits others = static_cast<Bits>(kMostCards + state.bids[seat] - state.won[seat]);
    for (std::size_t other = 0; other < static_cast<std::size_t>(state.seats); ++other)
      others = others << 5 | static_cast<Bits>(state.voids[other] << 1) |
               static_cast<Bits>(state.won[other] < state.bids[other]);
    return {own(state, state.turn), state.played | trick << kCards, others};
  }

  static Bits own(const State& state, int seat) {
    return state.hands[static_cast<std::size_t>(seat)] | static_cast<Bits>(seat) << kCards;
  }

  static std::size_t place(const Key& key) {
    const Bits mixed = key.own * 0x9e3779b97f4a7c15u ^ key.seen * 0xc2b2ae3d27d4eb4fu ^
                       key.others * 0xbf58476d1ce4e5b9u;
    return static_cast<std::size_t>(mixed >> 54);
  }

  const Rules& rules_;
  const PolicyTables& tables_;
  std::array<Entry, kEntries> entries_{};
};

}  // namespace funicular::ascenseur
