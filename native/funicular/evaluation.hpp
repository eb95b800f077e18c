// What each legal move is worth, measured rather than chosen: every move is tried in the same
// worlds, and each deal is played to its end by the casual policy, own later moves included.
//
// The search (search.hpp) wants the best move and cares for nothing else: it drops moves early and
// learns while it goes. Here every number is to be trusted. Nothing is learned, so a value means
// the same after ten worlds and after ten thousand; and unless a race is asked for, no move is
// dropped.
//
// Worlds come from several walks that take turns and know nothing of one another. Worlds of one
// walk resemble each other, which the spread of all values hides; the spread of the walks' means
// does not, so the standard error is the larger of the two. And where a few worlds come back all
// the time, the spread is taken for that of so many worlds as they are worth: `effective`.
//
// A game says what Evaluation needs by the concept EvaluationGame. All sums run in the order of the
// worlds, so that the same seed and number of worlds give the same numbers everywhere.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "funicular/player_types.hpp"
#include "funicular/successive_elimination.hpp"

namespace funicular {

// What is counted: own points, how far they are above the others' mean, or the share of deals won.
enum class Objective { kPoints, kMargin, kWin };

// Walks that take turns.
inline constexpr std::size_t kWalks = 16;
// Fewer worlds have no standard error; more would tell nothing new.
inline constexpr std::size_t kLeastWorlds = 2, kMostWorlds = 10'000;
// In a race a move drops out when it is behind by this many standard errors, after so many worlds.
inline constexpr double kRaceMargin = 4.0;
inline constexpr std::size_t kRaceWorlds = 32;
// Continuations are remembered in this many worlds.
inline constexpr std::size_t kLineWorlds = 512;
// A continuation goes on while it has been seen in this many worlds.
inline constexpr int kLeastSeen = 4;

inline constexpr std::array<double, 5> kQuantiles{0.05, 0.25, 0.5, 0.75, 0.95};
using Quantiles = std::array<double, kQuantiles.size()>;

// How a deal ended.
struct Outcome {
  static constexpr int kMostSeats = 6;
  std::array<int, kMostSeats> points{};
  int seats = 0;
  // Whether the seat has what its game is about: its contract, or being out first.
  bool goal = false;
  // False where the deal is void.
  bool counts = true;

  double share_of_win(int seat) const {
    if (!counts) return 0;
    int most = points[0], shared = 0;
    for (int other = 1; other < seats; ++other)
      most = std::max(most, points[static_cast<std::size_t>(other)]);
    for (int other = 0; other < seats; ++other)
      shared += points[static_cast<std::size_t>(other)] == most;
    return points[static_cast<std::size_t>(seat)] == most ? 1.0 / shared : 0.0;
  }

  double value(int seat, Objective objective) const {
    const int own = points[static_cast<std::size_t>(seat)];
    if (objective == Objective::kPoints) return own;
    if (objective == Objective::kWin) return share_of_win(seat);
    int others = -own;
    for (int other = 0; other < seats; ++other) others += points[static_cast<std::size_t>(other)];
    return own - static_cast<double>(others) / (seats - 1);
  }
};

// A number for a world: the same for equal hands, and hardly ever for others.
class WorldKey {
 public:
  void add(std::uint64_t hand) {
    key_ = (key_ ^ hand) * 0x9e3779b97f4a7c15u;
    key_ ^= key_ >> 29;
  }
  std::uint64_t value() const { return key_; }

 private:
  std::uint64_t key_ = 0;
};

// Which chances of a move are known, and no estimates, in every world that the view allows and
// whatever legal moves follow: having what the game is about, and winning the deal.
struct Proved {
  bool goal = false, won = false;
};

struct SeatMove {
  int seat = 0;
  std::uint64_t code = 0;
  bool operator==(const SeatMove&) const = default;
};

// The first moves after the one that is tried.
struct Line {
  static constexpr std::size_t kMost = 6;
  std::array<SeatMove, kMost> moves{};
  std::size_t size = 0;

  void add(int seat, std::uint64_t code) {
    if (size < kMost) moves[size++] = {seat, code};
  }
};

// What is known exactly of a move: the objective's value, its chance, and its quantiles.
struct ExactValue {
  double value = 0, goal = 0;
  Quantiles quantiles{};
};

struct EvaluationOptions {
  Objective objective = Objective::kPoints;
  bool race = false;
  // Of these the first that is not 0 counts.
  std::size_t worlds = 0;
  std::int64_t playouts = 0;
  double seconds = 0;
  // The moves to be evaluated, as places in the list of legal moves; all of them if empty.
  std::vector<std::size_t> only{};
};

struct EvaluatedMove {
  std::size_t place = 0;
  double value = 0, error = 0;
  std::size_t worlds = 0;
  // The chances of the goal and of winning the deal.
  double goal = 0, won = 0;
  Proved proved;
  Quantiles quantiles{};
  // How far it lies behind the best, and the standard error of that difference within worlds.
  double behind = 0, behind_error = 0;
  std::vector<SeatMove> line;
};

struct EvaluationResult {
  // The place in `moves` of the best.
  std::size_t best = 0;
  std::int64_t playouts = 0;
  bool exact = false;
  // How many worlds those are worth that were visited, some of them again and again.
  double effective = 0;
  std::vector<EvaluatedMove> moves;
};

template <typename Game>
concept EvaluationGame = requires(Game& game, std::uint64_t seed, std::size_t worlds,
                                  double seconds, Objective objective, Line& line, int place) {
  { game.legal_moves().size() } -> std::convertible_to<std::size_t>;
  { game.seat() } -> std::convertible_to<int>;
  // Called once, with the number of worlds or, where that is 0, the time that they may take. How
  // many walks take turns from then on; 0 where worlds do not depend on one another.
  { game.prepare(seed, worlds, seconds) } -> std::convertible_to<std::size_t>;
  { game.next_world() } -> std::same_as<void>;
  { game.world_key() } -> std::same_as<std::uint64_t>;
  // Of a legal move; the world last sampled is as good as any.
  { game.proved(game.legal_moves()[place]) } -> std::same_as<Proved>;
  // Of a legal move in the world last sampled.
  { game.outcome(game.legal_moves()[place], line) } -> std::same_as<Outcome>;
  { game.exact(game.legal_moves()[place], objective) } -> std::same_as<std::optional<ExactValue>>;
};

// The values of moves, a row a world.
class ValueTable {
 public:
  ValueTable(std::size_t width, std::size_t walks) : width_(width), walks_(walks) {}

  void add_world(std::uint64_t key) {
    values_.resize(values_.size() + width_, 0.0);
    keys_.push_back(key);
  }

  // The number of worlds, weighed by how often each was visited (Kish's effective sample size).
  double effective() const {
    std::vector<std::uint64_t> sorted = keys_;
    std::sort(sorted.begin(), sorted.end());
    double squares = 0;
    for (std::size_t first = 0, next = 0; first < sorted.size(); first = next) {
      while (next < sorted.size() && sorted[next] == sorted[first]) ++next;
      squares += static_cast<double>(next - first) * static_cast<double>(next - first);
    }
    return static_cast<double>(keys_.size()) * static_cast<double>(keys_.size()) / squares;
  }
  // From now on errors reckon with it.
  void weigh() { effective_ = effective(); }
  void set(std::size_t column, double value) { values_[values_.size() - width_ + column] = value; }

  double mean(std::size_t column, std::size_t worlds) const {
    double sum = 0;
    for (std::size_t w = 0; w < worlds; ++w) sum += at(w, column);
    return sum / static_cast<double>(worlds);
  }

  double error(std::size_t column, std::size_t worlds) const {
    return standard_error(worlds, [&](std::size_t w) { return at(w, column); });
  }

  double mean_gap(std::size_t one, std::size_t other, std::size_t worlds) const {
    double sum = 0;
    for (std::size_t w = 0; w < worlds; ++w) sum += at(w, one) - at(w, other);
    return sum / static_cast<double>(worlds);
  }

  double gap_error(std::size_t one, std::size_t other, std::size_t worlds) const {
    return standard_error(worlds, [&](std::size_t w) { return at(w, one) - at(w, other); });
  }

  Quantiles quantiles(std::size_t column, std::size_t worlds) const {
    std::vector<double> sorted;
    for (std::size_t w = 0; w < worlds; ++w) sorted.push_back(at(w, column));
    std::sort(sorted.begin(), sorted.end());
    Quantiles found{};
    for (std::size_t q = 0; q < found.size(); ++q) {
      const auto place = static_cast<std::size_t>(kQuantiles[q] * static_cast<double>(worlds));
      found[q] = sorted[std::min(place, worlds - 1)];
    }
    return found;
  }

 private:
  double at(std::size_t world, std::size_t column) const {
    return values_[world * width_ + column];
  }

  // Of the mean of value(w) over some worlds.
  template <typename Value>
  double standard_error(std::size_t worlds, Value&& value) const {
    if (worlds < 2) return 0;
    const auto number = static_cast<double>(worlds);
    double sum = 0, squares = 0;
    for (std::size_t w = 0; w < worlds; ++w) sum += value(w);
    const double mean = sum / number;
    for (std::size_t w = 0; w < worlds; ++w) squares += (value(w) - mean) * (value(w) - mean);
    // The spread of `number` worlds, or of as many as they are worth; of one there is none.
    const double worth = effective_ > 1 ? std::min(effective_, number) : number;
    const double variance = squares / (number * number) * worth / (worth - 1);
    return std::sqrt(std::max(variance, variance_by_walks(worlds, mean, value)));
  }

  template <typename Value>
  double variance_by_walks(std::size_t worlds, double mean, Value&& value) const {
    const std::size_t walks = std::min(walks_, worlds);
    if (walks < 2) return 0;
    double squares = 0;
    for (std::size_t walk = 0; walk < walks; ++walk) {
      double off = 0;
      for (std::size_t w = walk; w < worlds; w += walks_) off += value(w) - mean;
      squares += off * off;
    }
    const double number = static_cast<double>(worlds), many = static_cast<double>(walks);
    return squares / (number * number) * many / (many - 1);
  }

  std::size_t width_, walks_;
  std::vector<double> values_;
  std::vector<std::uint64_t> keys_;
  double effective_ = 0;
};

template <EvaluationGame Game>
class Evaluation {
 public:
  template <typename... Arguments>
  explicit Evaluation(Arguments&&... arguments) : game_(std::forward<Arguments>(arguments)...) {}

  const auto& legal_moves() const { return game_.legal_moves(); }

  EvaluationResult run(std::uint64_t seed, const EvaluationOptions& options) {
    const Stopwatch watch;
    std::vector<std::size_t> places = options.only;
    if (places.empty())
      for (int place = 0; place < game_.legal_moves().size(); ++place)
        places.push_back(static_cast<std::size_t>(place));
    const std::size_t width = places.size();
    const std::size_t most = worlds_wanted(options, width);
    const bool timed = options.worlds == 0 && options.playouts == 0;
    const std::size_t walks = game_.prepare(seed, timed ? 0 : most, timed ? options.seconds : 0.0);

    ValueTable table(width, walks);
    std::vector<Tally> tallies(width);
    std::vector<std::size_t> running(width);
    for (std::size_t c = 0; c < width; ++c) running[c] = c;
    std::size_t worlds = 0, next_look = kRaceWorlds;
    EvaluationResult result;
    while (worlds < most) {
      const auto more = static_cast<std::int64_t>(running.size());
      if (worlds >= kLeastWorlds) {
        if (timed && watch.seconds() >= options.seconds) break;
        if (options.race && options.worlds == 0 && options.playouts > 0 &&
            result.playouts + more > options.playouts)
          break;
        if (options.race && running.size() == 1 && width > 1) break;
      }
      game_.next_world();
      table.add_world(game_.world_key());
      ++worlds;
      for (const std::size_t c : running)
        table.set(c, tried(places[c], options.objective, worlds, tallies[c]));
      result.playouts += more;
      if (options.race && worlds >= next_look) {
        table.weigh();
        drop_beaten(table, worlds, running);
        next_look = worlds + worlds / 4;
      }
    }
    table.weigh();
    result.effective = table.effective();
    result.best = best_of(table, worlds, running);
    for (const std::size_t place : places) {
      EvaluatedMove& move = result.moves.emplace_back();
      move.place = place;
      move.proved = game_.proved(game_.legal_moves()[static_cast<int>(place)]);
    }
    summarize(table, tallies, result);
    replace_by_exact(options.objective, result);
    return result;
  }

 private:
  // What was counted of one move besides its values.
  struct Tally {
    std::size_t worlds = 0;
    double goals = 0, wins = 0;
    std::vector<Line> lines;
  };

  static std::size_t worlds_wanted(const EvaluationOptions& options, std::size_t width) {
    if (options.worlds > 0) return std::clamp(options.worlds, kLeastWorlds, kMostWorlds);
    if (options.playouts > 0 && !options.race)
      return std::clamp(static_cast<std::size_t>(options.playouts) / width, kLeastWorlds,
                        kMostWorlds);
    return kMostWorlds;
  }

  double tried(std::size_t place, Objective objective, std::size_t worlds, Tally& tally) {
    Line line;
    const Outcome outcome = game_.outcome(game_.legal_moves()[static_cast<int>(place)], line);
    ++tally.worlds;
    tally.goals += outcome.goal;
    tally.wins += outcome.share_of_win(game_.seat());
    if (worlds <= kLineWorlds) tally.lines.push_back(line);
    return outcome.value(game_.seat(), objective);
  }

  static std::size_t best_of(const ValueTable& table, std::size_t worlds,
                             const std::vector<std::size_t>& running) {
    std::size_t best = running.front();
    double most = table.mean(best, worlds);
    for (const std::size_t c : running) {
      const double mean = table.mean(c, worlds);
      if (mean > most) best = c, most = mean;
    }
    return best;
  }

  static void drop_beaten(const ValueTable& table, std::size_t worlds,
                          std::vector<std::size_t>& running) {
    const std::size_t best = best_of(table, worlds, running);
    std::erase_if(running, [&](std::size_t c) {
      return c != best &&
             table.mean_gap(best, c, worlds) > kRaceMargin * table.gap_error(best, c, worlds);
    });
  }

  static void summarize(const ValueTable& table, const std::vector<Tally>& tallies,
                        EvaluationResult& result) {
    const std::size_t best = result.best;
    for (std::size_t c = 0; c < tallies.size(); ++c) {
      const Tally& tally = tallies[c];
      const auto number = static_cast<double>(tally.worlds);
      EvaluatedMove& move = result.moves[c];
      move.worlds = tally.worlds;
      move.value = table.mean(c, tally.worlds);
      move.error = table.error(c, tally.worlds);
      move.goal = tally.goals / number;
      move.won = tally.wins / number;
      move.quantiles = table.quantiles(c, tally.worlds);
      if (c != best) {
        const std::size_t both = std::min(tally.worlds, tallies[best].worlds);
        move.behind = table.mean_gap(best, c, both);
        move.behind_error = table.gap_error(best, c, both);
      }
      move.line = most_frequent(tally.lines);
    }
  }

  // The moves that follow most often, each among the worlds in which those before it followed.
  static std::vector<SeatMove> most_frequent(const std::vector<Line>& lines) {
    std::vector<SeatMove> found;
    std::vector<const Line*> left;
    for (const Line& line : lines) left.push_back(&line);
    for (std::size_t ply = 0; ply < Line::kMost; ++ply) {
      std::vector<std::pair<SeatMove, int>> seen;
      for (const Line* line : left) {
        if (line->size <= ply) continue;
        const SeatMove& move = line->moves[ply];
        auto known = std::find_if(seen.begin(), seen.end(),
                                  [&](const auto& each) { return each.first == move; });
        if (known == seen.end()) known = seen.insert(seen.end(), {move, 0});
        ++known->second;
      }
      const auto most =
          std::max_element(seen.begin(), seen.end(),
                           [](const auto& a, const auto& b) { return a.second < b.second; });
      // Where few worlds are left, what follows is chance.
      if (most == seen.end() || (most->second < kLeastSeen && seen.size() > 1)) break;
      found.push_back(most->first);
      std::erase_if(left, [&](const Line* line) {
        return line->size <= ply || !(line->moves[ply] == found.back());
      });
    }
    return found;
  }

  // Where the position is solved, its solution stands in for what was sampled.
  void replace_by_exact(Objective objective, EvaluationResult& result) const {
    for (EvaluatedMove& move : result.moves) {
      const auto exact = game_.exact(game_.legal_moves()[static_cast<int>(move.place)], objective);
      if (!exact) return;
      move.value = exact->value;
      move.error = 0;
      move.goal = exact->goal;
      move.quantiles = exact->quantiles;
    }
    result.exact = true;
    for (std::size_t c = 0; c < result.moves.size(); ++c)
      if (result.moves[c].value > result.moves[result.best].value ||
          (result.moves[c].value == result.moves[result.best].value && c < result.best))
        result.best = c;
    for (EvaluatedMove& move : result.moves) {
      move.behind = result.moves[result.best].value - move.value;
      move.behind_error = 0;
    }
  }

  Game game_;
};

}  // namespace funicular
