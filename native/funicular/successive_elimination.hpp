// Choosing among candidate moves by trying them in sampled worlds: successive elimination.
//
// All candidates still running are tried in the same worlds, so that what is compared are
// differences within a world, which vary far less than the results themselves. Now and then a
// candidate drops out because its mean lies behind the leader's by more than chance explains; so
// the playouts go where the choice is close. It ends when one candidate is left, when those left
// are as good as equal, or when the budget is spent. With a budget of playouts the outcome depends
// on nothing but the seed.
//
// A prior counts as if it had been seen in some worlds.
#pragma once

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "funicular/portable_math.hpp"

namespace funicular {

// What may be spent on one decision; 0 is no limit.
struct Budget {
  std::int64_t playouts = 0;
  double seconds = 0;
};

inline constexpr std::size_t kNoFavourite = static_cast<std::size_t>(-1);

// When a candidate drops out: behind by `margin` standard errors of its difference to the leader,
// after `least_worlds` at least. Candidates whose difference is known to be below `indifferent`
// points are as good as equal. The favourite, if there is one, wins unless another is ahead of it
// by `benefit` standard errors: a short search must not overrule a good guess by chance.
struct EliminationOptions {
  std::size_t least_worlds = 32;
  double margin = 3.0;
  double indifferent = 0.002;
  std::size_t most_worlds = std::size_t{1} << 15;
  std::size_t favourite = kNoFavourite;
  double benefit = 1.0;
};

// What each candidate is thought to be worth before any is tried, up to a number that is the same
// for all; for how many worlds that counts; and the variance of a difference in each of them. No
// values: nothing is known.
struct Prior {
  std::vector<double> values;
  double worlds = 0, variance = 0.25;
};

struct Candidate {
  double mean = 0;
  std::size_t worlds = 0;
};

// `candidates` in the order in which they were given, `best` the place of the one chosen.
struct SearchResult {
  std::size_t best = 0;
  std::int64_t playouts = 0;
  std::vector<Candidate> candidates;
};

#ifdef __wasm__
// A module of the browser imports nothing, not even a clock; its budgets are numbers.
struct Stopwatch {
  double seconds() const { return 0; }
};
#else
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};
#endif

// The values seen so far, a row a world.
class Standings {
 public:
  Standings(std::size_t candidates, const Prior& prior)
      : width_(candidates), sums_(candidates, 0.0) {
    for (std::size_t c = 0; c < candidates; ++c) running_.push_back(c);
    if (prior.values.empty()) return;
    weight_ = prior.worlds;
    prior_variance_ = prior.worlds * prior.variance;
    for (std::size_t c = 0; c < candidates; ++c) sums_[c] = prior.worlds * prior.values[c];
  }

  const std::vector<std::size_t>& running() const { return running_; }
  std::size_t worlds() const { return worlds_; }

  void add_world() {
    ++worlds_;
    weight_ += 1;
    values_.resize(values_.size() + width_, 0.0);
  }

  // In the world added last.
  void add_value(std::size_t candidate, double value) {
    values_[values_.size() - width_ + candidate] = value;
    sums_[candidate] += value;
  }

  std::size_t leader() const {
    std::size_t best = running_.front();
    for (const std::size_t c : running_)
      if (sums_[c] > sums_[best]) best = c;
    return best;
  }

  // Drops the candidates that are beaten; false once there is nothing left to find out.
  bool eliminate(const EliminationOptions& options) {
    const std::size_t best = leader();
    std::vector<std::size_t> left;
    bool open = false;
    for (const std::size_t c : running_) {
      if (c == best) {
        left.push_back(c);
        continue;
      }
      const double gap = (sums_[best] - sums_[c]) / weight_;
      const double seen = error(best, c, gap);
      // The prior may be wrong: it alone drops no candidate.
      if (gap > options.margin * portable_hypot(seen, std::sqrt(prior_variance_) / weight_))
        continue;
      left.push_back(c);
      open = open || gap + options.margin * seen > options.indifferent;
    }
    running_.swap(left);
    return open;
  }

  std::size_t winner(const EliminationOptions& options) const {
    const std::size_t best = leader();
    for (const std::size_t c : running_) {
      if (c != options.favourite || c == best) continue;
      const double gap = (sums_[best] - sums_[c]) / weight_;
      if (gap <= options.benefit * error(best, c, gap)) return c;
    }
    return best;
  }

  // A candidate that was tried in the first `worlds` worlds.
  Candidate summary(std::size_t candidate, std::size_t worlds) const {
    double sum = 0;
    for (std::size_t w = 0; w < worlds; ++w) sum += at(w, candidate);
    return {worlds > 0 ? sum / static_cast<double>(worlds) : 0.0, worlds};
  }

 private:
  double at(std::size_t world, std::size_t candidate) const {
    return values_[world * width_ + candidate];
  }

  // The standard error of the mean difference between two candidates.
  double error(std::size_t best, std::size_t other, double gap) const {
    double squares = 0;
    for (std::size_t w = 0; w < worlds_; ++w) {
      const double off = at(w, best) - at(w, other) - gap;
      squares += off * off;
    }
    return std::sqrt(squares) / weight_;
  }

  std::size_t width_, worlds_ = 0;
  std::vector<std::size_t> running_;
  std::vector<double> values_, sums_;
  // The worlds seen, and those that the prior counts for.
  double weight_ = 0, prior_variance_ = 0;
};

// `next_world()` prepares another sampled world; `value(c)` is the value of candidate c in the
// world last prepared, for the seat that has to choose.
template <typename NextWorld, typename Value>
SearchResult successive_elimination(std::size_t candidates, const Budget& budget,
                                    const EliminationOptions& options, NextWorld&& next_world,
                                    Value&& value, const Prior& prior = {}) {
  const Stopwatch watch;
  Standings standings(candidates, prior);
  SearchResult result{0, 0, std::vector<Candidate>(candidates)};
  std::size_t next_elimination = options.least_worlds;
  while (standings.worlds() < options.most_worlds && standings.running().size() > 1) {
    const auto more = static_cast<std::int64_t>(standings.running().size());
    if (standings.worlds() > 0 &&
        ((budget.playouts > 0 && result.playouts + more > budget.playouts) ||
         (budget.seconds > 0 && watch.seconds() >= budget.seconds)))
      break;
    next_world();
    standings.add_world();
    for (const std::size_t c : standings.running()) {
      standings.add_value(c, value(c));
      result.candidates[c].worlds = standings.worlds();
    }
    result.playouts += more;
    if (standings.worlds() >= next_elimination) {
      if (!standings.eliminate(options)) break;
      next_elimination = standings.worlds() + standings.worlds() / 4;
    }
  }
  result.best = standings.winner(options);
  for (std::size_t c = 0; c < candidates; ++c)
    result.candidates[c] = standings.summary(c, result.candidates[c].worlds);
  return result;
}

}  // namespace funicular
