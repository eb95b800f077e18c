// The numbers of the casual policy. Made from the Python by tools/kernel_constants.py: change them
// there.
#pragma once

namespace funicular::dnpup {

// bots/dnpup/plans.py
inline constexpr double kEager = 0.7;
inline constexpr double kEagerAfterFlip = 0.35;
inline constexpr double kBeaten = 1.6;
inline constexpr double kWaiting = 0.6;
inline constexpr double kRivalMeld = 1.25;
inline constexpr int kSafestSize = 5;
inline constexpr int kMostUnseenToGoOut = 3;

// bots/dnpup/policies.py
inline constexpr double kPace = 0.8;
inline constexpr double kWon = 10.0;

// bots/dnpup/likelihood.py
inline constexpr double kTemperature = 0.01;
inline constexpr double kEpsilon = 0.05;
inline constexpr double kMostTilt = 60.0;

}  // namespace funicular::dnpup
