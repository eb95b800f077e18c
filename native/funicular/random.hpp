// Random numbers for the kernels: xoshiro256**, small, fast, and the same on every machine.
//
// The state is four words seeded by splitmix64, so that any 64-bit seed will do. `below` is exact:
// it rejects the few numbers that would favour some results (Lemire's method).
#pragma once

#include <cstdint>

namespace funicular {

inline constexpr std::uint64_t kSplitMixStep = 0x9e3779b97f4a7c15u;

// The word of splitmix64 that follows this state.
constexpr std::uint64_t splitmix64(std::uint64_t state) {
  std::uint64_t word = state + kSplitMixStep;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
  return word ^ (word >> 31);
}

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) {
    for (auto& word : words_) {
      word = splitmix64(seed);
      seed += kSplitMixStep;
    }
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = rotated(words_[1] * 5, 7) * 9;
    const std::uint64_t shifted = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= shifted;
    words_[3] = rotated(words_[3], 45);
    return result;
  }

  // A number from 0 up to, not including, `bound`; each as likely as any other. `bound` > 0.
  constexpr std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = (next() >> 32) * bound;
    auto low = static_cast<std::uint32_t>(product);
    if (low < bound) {
      const std::uint32_t threshold = (0u - bound) % bound;
      while (low < threshold) {
        product = (next() >> 32) * bound;
        low = static_cast<std::uint32_t>(product);
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // A number from 0 up to, not including, 1.
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  static constexpr std::uint64_t rotated(std::uint64_t word, int by) {
    return (word << by) | (word >> (64 - by));
  }

  std::uint64_t words_[4]{};
};

}  // namespace funicular
