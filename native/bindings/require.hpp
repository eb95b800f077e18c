// What a position that comes from outside must be is said by `require`, once for Python and for the
// browser. Each border says in its own way what happens otherwise: bindings/checks.hpp raises an
// error of Python, wasm/border.hpp ends the call.
#pragma once

#include <cstdint>
#include <vector>

namespace funicular::bindings {

// Moves as numbers.
using Code = std::uint64_t;
using Codes = std::vector<Code>;

// Never comes back.
[[noreturn]] inline void refuse_for(const char* reason);

inline void require(bool sound, const char* reason) {
  if (!sound) refuse_for(reason);
}

constexpr bool within(std::int64_t number, std::int64_t low, std::int64_t high) {
  return low <= number && number <= high;
}

}  // namespace funicular::bindings
