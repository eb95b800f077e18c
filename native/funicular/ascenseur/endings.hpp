// The last tricks of Ascenseur solved exactly, all cards face up: every seat plays for its own
// points (max^n). Cards that no other hand's card separates are one choice, a seat that has found
// its best possible result looks no further, and positions between tricks are remembered. Whole
// deals can take longer than anybody waits, so the number of choices looked at can be bounded.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "funicular/ascenseur/rules.hpp"

namespace funicular::ascenseur {

// A few seconds.
inline constexpr std::int64_t kMostSolved = 20'000'000;

class EndingSolver {
 public:
  explicit EndingSolver(const Rules& rules) : rules_(rules) {}

  // What each seat scores from here; nothing if that takes looking at more than `most` choices.
  std::optional<Points> solve_within(const State& state, std::int64_t most) {
    left_ = most;
    const Points points = solve(state);
    const bool solved = left_ >= 0;
    left_ = kEndless;
    return solved ? std::optional(points) : std::nullopt;
  }

  // What each seat scores from here.
  Points solve(const State& state) {
    ++generation_;
    return state.over() ? state.points(rules_) : best(state);
  }

 private:
  static constexpr std::size_t kEntries = std::size_t{1} << 12;
  static constexpr auto kEndless = std::numeric_limits<std::int64_t>::max();
  struct Entry {
    Bits left = 0;
    std::uint64_t tally = 0;
    std::uint32_t generation = 0;
    Points points{};
  };

  Points best(State state) {
    Bits left = 0;
    for (const Bits hand : state.hands) left |= hand;
    Bits todo = choices(state, left);
    // A seat without a choice plays on.
    for (; (todo & (todo - 1)) == 0; todo = choices(state, left)) {
      left &= ~todo;
      state.play(lowest(todo));
      if (state.over()) return state.points(rules_);
    }
    if (state.in_trick > 0) return tried(state, todo);
    const std::uint64_t tally = tally_of(state);
    Entry& entry = entries_[place(left, tally)];
    if (entry.generation != generation_ || entry.left != left || entry.tally != tally)
      // Whole, since a deeper position may take the place in the meantime.
      entry = {left, tally, generation_, tried(state, todo)};
    return entry.points;
  }

  // The best of these moves for the seat that has to choose.
  Points tried(const State& state, Bits todo) {
    const auto seat = static_cast<std::size_t>(state.turn);
    const int most = most_for(state, seat);
    Points chosen{};
    // Given up: what comes back means nothing any more.
    if (--left_ < 0) return chosen;
    for (bool any = false; todo; todo &= todo - 1, any = true) {
      State after = state;
      after.play(lowest(todo));
      const Points points = best(after);
      if (!any || points[seat] > chosen[seat]) chosen = points;
      if (chosen[seat] == most) break;
    }
    return chosen;
  }

  // Who leads and who has taken how many tricks.
  static std::uint64_t tally_of(const State& state) {
    auto tally = static_cast<std::uint64_t>(state.turn);
    for (const auto won : state.won) tally = tally << 5 | static_cast<std::uint64_t>(won);
    return tally;
  }

  // No move can bring this seat more.
  int most_for(const State& state, std::size_t seat) const {
    int most = rules_.score(state.bids[seat], state.won[seat]);
    for (int more = 1; more <= state.tricks_left; ++more)
      most = std::max(most, rules_.score(state.bids[seat], state.won[seat] + more));
    return most;
  }

  static std::size_t place(Bits left, std::uint64_t tally) {
    return static_cast<std::size_t>(
        ((left * 0x9e3779b97f4a7c15u) ^ (tally * 0xc2b2ae3d27d4eb4fu)) >> 52);
  }

  // The playable cards, of neighbours only the lowest: two cards of one hand are as good as one
  // another when no card between them is in another hand or takes the trick under way.
  static Bits choices(const State& state, Bits left) {
    const Bits hand = state.hands[static_cast<std::size_t>(state.turn)];
    const Bits others = (left & ~hand) | (state.in_trick > 0 ? bit(state.top) : Bits{0});
    return state.playable() & unequal(hand, others);
  }

  const Rules& rules_;
  std::uint32_t generation_ = 0;
  std::int64_t left_ = kEndless;
  std::array<Entry, kEntries> entries_{};
};

}  // namespace funicular::ascenseur
