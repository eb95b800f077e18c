// A player who has learnt from deals: casual judgement proposes, the scorer chooses.
//
// Alone it wins more than four deals where a casual player wins three. The search plays its own
// later moves by it, and starts from what it thinks of the candidates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "funicular/auf_ab/learnt_weights.hpp"
#include "funicular/auf_ab/rules.hpp"
#include "funicular/auf_ab/scorer.hpp"

namespace funicular::auf_ab {

using Weights = std::array<std::int16_t, std::size_t{kUnitRows} * kUnits>;

constexpr UnitRows rows_of(const Weights& weights) {
  UnitRows rows{};
  for (int row = 0; row < kUnitRows; ++row)
    for (int unit = 0; unit < kUnits; ++unit)
      rows[row][unit] = kWeightUnit * static_cast<float>(weights[row * kUnits + unit]);
  return rows;
}

inline constexpr UnitRows kLearnt = rows_of(kLearntWeights);

// Goes out at once, or makes the move with the best score of some that are proposed.
inline Move learnt(const State& state, int proposals) {
  return best_scored(kLearnt, state, proposals);
}

}  // namespace funicular::auf_ab
