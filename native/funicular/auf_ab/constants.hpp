// The numbers of the casual policy. Made from the Python by tools/kernel_constants.py: change them
// there.
#pragma once

namespace funicular::auf_ab {

// bots/auf_ab/odds.py
inline constexpr double kWhole = 0.8;
inline constexpr double kSplit = 0.7;
inline constexpr int kParts = 64;

// bots/auf_ab/plans.py
inline constexpr double kWinner = 1.5;
inline constexpr double kFollower = 0.3;
inline constexpr double kCard = 0.05;
inline constexpr double kOtherWay = 0.07;
inline constexpr double kTrust = 0.35;
inline constexpr double kTurnedBack = 0.15;
inline constexpr double kLead = 0.3;
inline constexpr double kAlarm = 0.5;
inline constexpr double kRun = 2.0;
inline constexpr int kFew = 5;
inline constexpr double kLetOut = 2.0;

// bots/auf_ab/likelihood.py
inline constexpr double kTemperature = 0.04;
inline constexpr double kEpsilon = 0.02;

}  // namespace funicular::auf_ab
