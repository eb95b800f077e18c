// The odds of odds.hpp for players in a hurry: in single precision, and a row for every weight.
#pragma once

#include <array>

#include "funicular/auf_ab/odds.hpp"

namespace funicular::auf_ab {

// A number for each size of a meld, or for each number of cards in one; 0 is no meld at all.
inline constexpr int kRow = kLargestSize + 1;
using Row = std::array<float, kRow>;

// kStands in single precision.
class BriskStands {
 public:
  constexpr BriskStands() {
    for (int share = 0; share <= kParts; ++share)
      for (int weight = 0; weight < kWeights; ++weight)
        for (int size = 0; size < kRow; ++size)
          rows_[share][weight][size] =
              weight < 2 || size == 0 ? 1 : static_cast<float>(kStands.of(share, weight)[size]);
  }
  constexpr const Row& of(int share, int weight) const { return rows_[share][weight]; }

 private:
  std::array<std::array<Row, kWeights>, kParts + 1> rows_{};
};

inline constexpr BriskStands kBriskStands{};

}  // namespace funicular::auf_ab
