// The numbers of evaluations. Made from the Python by tools/kernel_constants.py: change them
// there.
#pragma once

namespace funicular {

// bots/evaluation.py
inline constexpr double kClear = 2.13;

}  // namespace funicular
