// The numbers of the casual policy. Made from the Python by tools/kernel_constants.py: change them
// there.
#pragma once

namespace funicular::ascenseur {

// bots/ascenseur/odds.py
inline constexpr double kEager = 0.9;
inline constexpr double kReluctant = 0.65;
inline constexpr double kSuitLed = 0.22;
inline constexpr double kLeadLater = 0.3;
inline constexpr double kLeadNow = 0.45;
inline constexpr double kRuff = 0.5;

// bots/ascenseur/policies.py
inline constexpr int kJack = 9;
inline constexpr int kAce = 12;

// bots/ascenseur/likelihood.py
inline constexpr double kOddBid = 0.05;
inline constexpr double kOddCard = 0.15;

}  // namespace funicular::ascenseur
