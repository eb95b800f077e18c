// The search of every game: try the moves worth trying in the same sampled worlds, and drop those
// that fall behind (successive_elimination.hpp).
//
// A game says what Search needs to know of it by the concept SearchGame: its legal moves, whether
// one of them needs no search, which of them are worth trying, how another world is sampled, and
// what a move is worth in it. How worlds are drawn and deals played out is the game's own affair.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "funicular/successive_elimination.hpp"

namespace funicular {

// The moves worth trying, as places in the list of legal moves, and what is thought of each.
struct Shortlist {
  std::vector<std::size_t> moves;
  Prior prior;
};

// A move that needs no search, such as one that wins at once.
struct SettledMove {
  std::size_t move;
  Candidate result;
};

template <typename Game>
concept SearchGame = requires(Game& game, std::uint64_t seed, const Budget& budget, int place) {
  // In their pinned order, with size() and [].
  { game.legal_moves().size() } -> std::convertible_to<std::size_t>;
  { game.settled() } -> std::same_as<std::optional<SettledMove>>;
  // Called once, before any world is asked for. All chance comes from this seed.
  { game.prepare(seed, budget) } -> std::same_as<Shortlist>;
  { game.elimination() } -> std::convertible_to<EliminationOptions>;
  { game.next_world() } -> std::same_as<void>;
  // Of a legal move in the world last sampled, for the seat that has to choose.
  { game.value(game.legal_moves()[place]) } -> std::convertible_to<double>;
};

template <SearchGame Game>
class Search {
 public:
  template <typename... Arguments>
  explicit Search(Arguments&&... arguments) : game_(std::forward<Arguments>(arguments)...) {}

  const auto& legal_moves() const { return game_.legal_moves(); }

  // Every legal move with its value, and the best of them. A move that was not worth trying has
  // been tried in no world.
  SearchResult run(std::uint64_t seed, const Budget& budget) {
    const Stopwatch watch;
    const auto& moves = game_.legal_moves();
    SearchResult result{0, 0, std::vector<Candidate>(static_cast<std::size_t>(moves.size()))};
    if (const auto settled = game_.settled()) {
      result.best = settled->move;
      result.candidates[result.best] = settled->result;
      return result;
    }
    if (moves.size() == 1) return result;
    const Shortlist shortlist = game_.prepare(seed, budget);
    Budget left = budget;
    if (left.seconds > 0) left.seconds = std::max(left.seconds - watch.seconds(), kLeastSeconds);
    const SearchResult found = successive_elimination(
        shortlist.moves.size(), left, game_.elimination(), [&] { game_.next_world(); },
        [&](std::size_t c) { return game_.value(moves[static_cast<int>(shortlist.moves[c])]); },
        shortlist.prior);
    for (std::size_t c = 0; c < shortlist.moves.size(); ++c)
      result.candidates[shortlist.moves[c]] = found.candidates[c];
    result.best = shortlist.moves[found.best];
    result.playouts = found.playouts;
    return result;
  }

 private:
  // 0 would be no limit.
  static constexpr double kLeastSeconds = 1e-9;
  Game game_;
};

}  // namespace funicular
