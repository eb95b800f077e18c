// What a seat sees as flags, one bit each: written by the games bit by bit, read as a byte a flag.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "funicular/bits.hpp"

namespace funicular {

// Writes flags one after the other into words.
class BitWriter {
 public:
  explicit constexpr BitWriter(std::uint64_t* words) : words_(words) {}

  // The lowest `width` bits, 63 at most; no bit above them may be set.
  constexpr void put(Bits bits, int width) {
    word_ |= bits << used_;
    used_ += width;
    if (used_ < 64) return;
    used_ -= 64;
    *words_++ = word_;
    word_ = bits >> (width - used_);
  }

  // One flag of `width`, or none where `place` is below 0.
  constexpr void one(int place, int width) { put(place < 0 ? Bits{0} : bit(place), width); }

  constexpr void finish() {
    if (used_ > 0) *words_ = word_;
  }

 private:
  std::uint64_t* words_;
  std::uint64_t word_ = 0;
  int used_ = 0;
};

// Flags of the seats, a bit a seat, as they are counted from one of them on.
constexpr Bits seen_from(Bits flags, int seat, int seats) {
  return (flags >> seat | flags << (seats - seat)) & (bit(seats) - 1);
}

// The eight bits of each byte as eight bytes.
struct Spread {
  std::array<std::array<std::uint8_t, 8>, 256> bytes{};

  constexpr Spread() {
    for (std::size_t byte = 0; byte < 256; ++byte)
      for (std::size_t place = 0; place < 8; ++place)
        bytes[byte][place] = static_cast<std::uint8_t>(byte >> place & 1);
  }
};
inline constexpr Spread kSpread{};

// A byte of 0 or 1 for each of `size` flags.
inline void spread(const std::uint64_t* words, int size, std::uint8_t* flags) {
  int place = 0;
  for (; place + 8 <= size; place += 8)
    std::memcpy(flags + place, kSpread.bytes[words[place / 64] >> place % 64 & 255].data(), 8);
  if (place < size)
    std::memcpy(flags + place, kSpread.bytes[words[place / 64] >> place % 64 & 255].data(),
                static_cast<std::size_t>(size - place));
}

}  // namespace funicular
