// The model of the others, checked: its number, and perhaps shares of the types of players for each
// seat, which need not add up to anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bindings/require.hpp"
#include "funicular/player_types.hpp"

namespace funicular::bindings {

inline constexpr std::uint32_t kMostShare = 1'000'000'000;
// As many seats as a game may have, however many this one has.
inline constexpr std::size_t kModelSeats = 6;

inline OthersModel others_model(std::uint32_t model, const std::vector<std::uint32_t>& shares) {
  require(within(static_cast<std::int64_t>(model), 0, 2), "model");
  OthersModel others{static_cast<Model>(model), {}};
  if (shares.empty()) return others;
  require(shares.size() == kModelSeats * kPlayerTypes, "habits");
  for (std::size_t place = 0; place < shares.size(); place += kPlayerTypes) {
    Shares seat{};
    double sum = 0;
    for (std::size_t type = 0; type < kPlayerTypes; ++type) {
      require(shares[place + type] <= kMostShare, "habits");
      seat[type] = static_cast<double>(shares[place + type]);
      sum += seat[type];
    }
    require(sum > 0, "habits");
    for (double& share : seat) share /= sum;
    others.habits.push_back(seat);
  }
  return others;
}

}  // namespace funicular::bindings
