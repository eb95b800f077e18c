// A small network: one hidden layer over features that are there or not, or there to some degree.
//
// The layer adds up the weights of the features, a number for each unit; a unit counts where it is
// more than 0, half of the units for and half against. Weights come as bytes, in whole 256ths, so
// that every build and every machine has the same numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace funicular {

template <int kInputs, int kUnits>
struct SmallNetwork {
  using Layer = std::array<float, kUnits>;
  static constexpr int kFeatures = kInputs, kWidth = kUnits;
  std::array<Layer, kInputs> weights{};
};

// Weights are written down as whole numbers of this.
inline constexpr float kWeightUnit = 1.0f / 256;

template <std::size_t kWidth>
constexpr void add_feature(std::array<float, kWidth>& layer,
                           const std::array<float, kWidth>& weights, float times = 1) {
  for (std::size_t unit = 0; unit < kWidth; ++unit) layer[unit] += times * weights[unit];
}

// Summed up in a fixed order that processors can do four at a time.
template <std::size_t kWidth>
constexpr float output_of(const std::array<float, kWidth>& layer) {
  constexpr std::size_t kHalf = kWidth / 2, kAtOnce = 4;
  std::array<float, kAtOnce> sums{};
  for (std::size_t unit = 0; unit < kHalf; unit += kAtOnce)
    for (std::size_t lane = 0; lane < kAtOnce; ++lane) {
      const float good = layer[unit + lane], bad = layer[kHalf + unit + lane];
      sums[lane] += (good > 0 ? good : 0) - (bad > 0 ? bad : 0);
    }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// A file of weights: eight bytes that say what it is and in which version, the number of features
// and the width of the layer in four bytes each, then the weights of each feature in two bytes
// each. All numbers begin with their lowest byte.
inline constexpr std::array<std::uint8_t, 8> kWeightsMagic{'F', 'U', 'N', 'I', 'N', 'E', 'T', 1};
inline constexpr std::size_t kWeightsHeader = kWeightsMagic.size() + 8;

// False where the bytes are not the weights of such a network.
template <int kFeatures, int kWidth>
bool read_weights(std::span<const std::uint8_t> bytes, SmallNetwork<kFeatures, kWidth>& network) {
  const auto number = [&](std::size_t place, int size) {
    std::uint32_t value = 0;
    for (int byte = 0; byte < size; ++byte)
      value |= static_cast<std::uint32_t>(bytes[place + static_cast<std::size_t>(byte)])
               << 8 * byte;
    return value;
  };
  constexpr std::size_t kSize = kWeightsHeader + 2 * std::size_t{kFeatures} * kWidth;
  if (bytes.size() != kSize) return false;
  for (std::size_t place = 0; place < kWeightsMagic.size(); ++place)
    if (bytes[place] != kWeightsMagic[place]) return false;
  if (number(kWeightsMagic.size(), 4) != kFeatures || number(kWeightsMagic.size() + 4, 4) != kWidth)
    return false;
  std::size_t place = kWeightsHeader;
  for (auto& weights : network.weights)
    for (float& weight : weights) {
      weight = kWeightUnit * static_cast<float>(static_cast<std::int16_t>(number(place, 2)));
      place += 2;
    }
  return true;
}

}  // namespace funicular
