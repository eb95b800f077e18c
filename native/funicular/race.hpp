// Choosing among candidate moves by trying them in sampled worlds: a race.
//
// All candidates still in the race are tried in the same worlds, so that what is compared are
// differences within a world, which vary far less than the results themselves. Now and then a
// candidate drops out because its mean lies behind the leader's by more than chance explains; so
// the playouts go where the choice is close. The race ends when one candidate is left, when those
// left are as good as equal, or when the budget is spent. With a budget of playouts the outcome
// depends on nothing but the seed.
//
// What is thought of the candidates beforehand counts as if it had been seen in some worlds.
#pragma once

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace funicular {

// What may be spent on one decision; 0 is no limit.
struct Budget {
  std::int64_t playouts = 0;
  double seconds = 0;
};

inline constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

// When a candidate drops out: behind by `margin` standard errors of its difference to the leader,
// after `least_worlds` at least. Candidates whose difference is known to be below `indifferent`
// points are as good as equal. The favourite, if there is one, wins unless another is ahead of it
// by `benefit` standard errors: a short race is not to overrule a good guess by chance.
struct RaceRules {
  std::size_t least_worlds = 32;
  double margin = 3.0;
  double indifferent = 0.002;
  std::size_t most_worlds = std::size_t{1} << 15;
  std::size_t favourite = kNobody;
  double benefit = 1.0;
};

// What each candidate is thought to be worth before the race, up to a number that is the same for
// all, and for how many worlds that counts, in each of which a difference may be off by so much
// (squared). No values: nothing is known.
struct Forethought {
  std::vector<double> values;
  double worlds = 0, doubt = 0.25;
};

struct Candidate {
  double mean = 0;
  std::size_t worlds = 0;
};

struct RaceResult {
  std::size_t best = 0;
  std::int64_t playouts = 0;
  std::vector<Candidate> candidates;
};

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The values seen so far, a row a world. Weights say how well a world fits the evidence.
class Standings {
 public:
  Standings(std::size_t candidates, const Forethought& before)
      : width_(candidates), sums_(candidates, 0.0) {
    for (std::size_t c = 0; c < candidates; ++c) running_.push_back(c);
    if (before.values.empty()) return;
    total_weight_ = before.worlds;
    doubt_before_ = before.worlds * before.doubt;
    for (std::size_t c = 0; c < candidates; ++c) sums_[c] = before.worlds * before.values[c];
  }

  const std::vector<std::size_t>& running() const { return running_; }
  std::size_t worlds() const { return weights_.size(); }

  void add_world(double weight) {
    weights_.push_back(weight);
    total_weight_ += weight;
    values_.resize(values_.size() + width_, 0.0);
  }

  void add_value(std::size_t candidate, double value) {
    values_[values_.size() - width_ + candidate] = value;
    sums_[candidate] += weights_.back() * value;
  }

  std::size_t leader() const {
    std::size_t best = running_.front();
    for (const std::size_t c : running_)
      if (sums_[c] > sums_[best]) best = c;
    return best;
  }

  // Drops who is beaten; false once there is nothing left to find out.
  bool look(const RaceRules& rules) {
    const std::size_t best = leader();
    std::vector<std::size_t> left;
    bool open = false;
    for (const std::size_t c : running_) {
      if (c == best) {
        left.push_back(c);
        continue;
      }
      const double gap = (sums_[best] - sums_[c]) / total_weight_;
      const double seen = error(best, c, gap);
      // What was thought may be wrong: it alone drops nobody.
      if (gap > rules.margin * std::hypot(seen, std::sqrt(doubt_before_) / total_weight_)) continue;
      left.push_back(c);
      open = open || gap + rules.margin * seen > rules.indifferent;
    }
    running_.swap(left);
    return open;
  }

  std::size_t winner(const RaceRules& rules) const {
    const std::size_t best = leader();
    for (const std::size_t c : running_) {
      if (c != rules.favourite || c == best) continue;
      const double gap = (sums_[best] - sums_[c]) / total_weight_;
      if (gap <= rules.benefit * error(best, c, gap)) return c;
    }
    return best;
  }

  Candidate summary(std::size_t candidate, std::size_t worlds) const {
    double sum = 0, weight = 0;
    for (std::size_t w = 0; w < worlds; ++w) {
      sum += weights_[w] * at(w, candidate);
      weight += weights_[w];
    }
    return {weight > 0 ? sum / weight : 0.0, worlds};
  }

 private:
  double at(std::size_t world, std::size_t candidate) const {
    return values_[world * width_ + candidate];
  }

  // The standard error of the mean difference between two candidates.
  double error(std::size_t best, std::size_t other, double gap) const {
    double squares = 0;
    for (std::size_t w = 0; w < weights_.size(); ++w) {
      const double off = weights_[w] * (at(w, best) - at(w, other) - gap);
      squares += off * off;
    }
    return std::sqrt(squares) / total_weight_;
  }

  std::size_t width_;
  std::vector<std::size_t> running_;
  std::vector<double> values_, weights_, sums_;
  double total_weight_ = 0, doubt_before_ = 0;
};

// `world()` prepares another sampled world and returns its weight, more than 0; `value(c)` is what
// candidate c comes to in the world last prepared, for whoever has to choose.
template <typename World, typename Value>
RaceResult race(std::size_t candidates, const Budget& budget, const RaceRules& rules, World&& world,
                Value&& value, const Forethought& before = {}) {
  const Stopwatch watch;
  Standings standings(candidates, before);
  RaceResult result{0, 0, std::vector<Candidate>(candidates)};
  std::size_t next_look = rules.least_worlds;
  while (standings.worlds() < rules.most_worlds && standings.running().size() > 1) {
    const auto more = static_cast<std::int64_t>(standings.running().size());
    if (standings.worlds() > 0 &&
        ((budget.playouts > 0 && result.playouts + more > budget.playouts) ||
         (budget.seconds > 0 && watch.seconds() >= budget.seconds)))
      break;
    standings.add_world(world());
    for (const std::size_t c : standings.running()) {
      standings.add_value(c, value(c));
      result.candidates[c].worlds = standings.worlds();
    }
    result.playouts += more;
    if (standings.worlds() >= next_look) {
      if (!standings.look(rules)) break;
      next_look = standings.worlds() + standings.worlds() / 4;
    }
  }
  result.best = standings.winner(rules);
  for (std::size_t c = 0; c < candidates; ++c)
    result.candidates[c] = standings.summary(c, result.candidates[c].worlds);
  return result;
}

}  // namespace funicular
