// Who may sit in another seat: the twin of bots/player_types.py, which says why.
//
// A seat is a mixture of types of players. How likely its choices are in a world is the sum over
// the types of their shares times the chances of all those choices, so that a single odd choice
// rules no world out.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "funicular/constants.hpp"
#include "funicular/portable_math.hpp"

namespace funicular {

// The chance of one choice by each policy: any legal move, beginner, and roughly casual.
struct PolicyChances {
  double blind = 1, beginner = 0, casual = 0;
};

// A number for each type: blind, beginner, casual, careless.
inline constexpr std::size_t kPlayerTypes = 4;
using Shares = std::array<double, kPlayerTypes>;
inline constexpr Shares kPrior{kBlindShare, kBeginnerShare, kCasualShare, kCarelessShare};

constexpr Shares by_type(const PolicyChances& of) {
  const auto slipping = [&](double chance, double slips) {
    return (1 - slips) * chance + slips * of.blind;
  };
  return {of.blind, slipping(of.beginner, kBeginnerSlips), slipping(of.casual, kCasualSlips),
          slipping(of.casual, kCarelessSlips)};
}

// A seat's shares times the chances of its choices so far, by type.
class TypeProducts {
 public:
  explicit TypeProducts(const Shares& shares) : products_(shares) {}

  void observe(const PolicyChances& chances) {
    const Shares each = by_type(chances);
    for (std::size_t type = 0; type < kPlayerTypes; ++type) products_[type] *= each[type];
    if (likelihood() >= kLeast) return;
    for (double& product : products_) product *= kScale;
    ++scaled_;
  }

  // How likely all its choices are. It never grows: a bound while there are more to come. Only
  // where they are so few that nothing was scaled.
  double likelihood() const {
    double sum = 0;
    for (const double each : products_) sum += each;
    return sum;
  }

  // The logarithm of that, of however many choices.
  double log() const { return portable_log(likelihood()) - scaled_ * kLogOfScale; }

 private:
  // Hundreds of choices are less likely together than any double: what is smaller than kLeast is
  // made larger, which changes no digit of it.
  static constexpr double kLeast = 0x1p-400, kScale = 0x1p+400;
  static constexpr double kLogOfScale = 277.25887222397812;

  Shares products_;
  int scaled_ = 0;
};

// How worlds are weighed by what the others chose: by mixtures of types, as if all were like
// casual (which is what the search takes them for), or not at all.
enum class Model { kMixed, kCasual, kUniform };

struct OthersModel {
  Model model = Model::kMixed;
  // What is known of each seat from earlier deals; none is the prior.
  std::vector<Shares> habits{};

  bool mixed() const { return model == Model::kMixed; }
  const Shares& shares(int seat) const {
    return habits.empty() ? kPrior : habits[static_cast<std::size_t>(seat)];
  }
};

}  // namespace funicular
