// The numbers of evaluations. Made from the Python by tools/kernel_constants.py: change them
// there.
#pragma once

namespace funicular {

// bots/evaluation.py
inline constexpr double kClear = 2.13;

// bots/player_types.py
inline constexpr double kBeginnerSlips = 0.2;
inline constexpr double kCasualSlips = 0.05;
inline constexpr double kCarelessSlips = 0.5;
inline constexpr double kBlindShare = 0.1;
inline constexpr double kBeginnerShare = 0.2;
inline constexpr double kCasualShare = 0.3;
inline constexpr double kCarelessShare = 0.4;

}  // namespace funicular
