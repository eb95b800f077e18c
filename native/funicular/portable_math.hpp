// Exponentials and logarithms that are the same on every machine.
//
// A platform's own `exp` and `log` differ in the last bit, by library and by processor. A walk that
// accepts a step by such a number then goes another way, and every value after it is another. These
// use nothing but additions, multiplications, divisions and bits, which are the same wherever
// doubles are IEEE 754 and products are not contracted with sums (-ffp-contract=off). Both are
// right within one unit of the last place or two, over the numbers that the kernels ask about.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace funicular {

// 2^(i/64), rounded to nearest.
inline constexpr std::array<double, 64> kPowersOfTwo{
    0x1.0000000000000p+0, 0x1.02c9a3e778061p+0, 0x1.059b0d3158574p+0, 0x1.0874518759bc8p+0,
    0x1.0b5586cf9890fp+0, 0x1.0e3ec32d3d1a2p+0, 0x1.11301d0125b51p+0, 0x1.1429aaea92de0p+0,
    0x1.172b83c7d517bp+0, 0x1.1a35beb6fcb75p+0, 0x1.1d4873168b9aap+0, 0x1.2063b88628cd6p+0,
    0x1.2387a6e756238p+0, 0x1.26b4565e27cddp+0, 0x1.29e9df51fdee1p+0, 0x1.2d285a6e4030bp+0,
    0x1.306fe0a31b715p+0, 0x1.33c08b26416ffp+0, 0x1.371a7373aa9cbp+0, 0x1.3a7db34e59ff7p+0,
    0x1.3dea64c123422p+0, 0x1.4160a21f72e2ap+0, 0x1.44e086061892dp+0, 0x1.486a2b5c13cd0p+0,
    0x1.4bfdad5362a27p+0, 0x1.4f9b2769d2ca7p+0, 0x1.5342b569d4f82p+0, 0x1.56f4736b527dap+0,
    0x1.5ab07dd485429p+0, 0x1.5e76f15ad2148p+0, 0x1.6247eb03a5585p+0, 0x1.6623882552225p+0,
    0x1.6a09e667f3bcdp+0, 0x1.6dfb23c651a2fp+0, 0x1.71f75e8ec5f74p+0, 0x1.75feb564267c9p+0,
    0x1.7a11473eb0187p+0, 0x1.7e2f336cf4e62p+0, 0x1.82589994cce13p+0, 0x1.868d99b4492edp+0,
    0x1.8ace5422aa0dbp+0, 0x1.8f1ae99157736p+0, 0x1.93737b0cdc5e5p+0, 0x1.97d829fde4e50p+0,
    0x1.9c49182a3f090p+0, 0x1.a0c667b5de565p+0, 0x1.a5503b23e255dp+0, 0x1.a9e6b5579fdbfp+0,
    0x1.ae89f995ad3adp+0, 0x1.b33a2b84f15fbp+0, 0x1.b7f76f2fb5e47p+0, 0x1.bcc1e904bc1d2p+0,
    0x1.c199bdd85529cp+0, 0x1.c67f12e57d14bp+0, 0x1.cb720dcef9069p+0, 0x1.d072d4a07897cp+0,
    0x1.d5818dcfba487p+0, 0x1.da9e603db3285p+0, 0x1.dfc97337b9b5fp+0, 0x1.e502ee78b3ff6p+0,
    0x1.ea4afa2a490dap+0, 0x1.efa1bee615a27p+0, 0x1.f50765b6e4540p+0, 0x1.fa7c1819e90d8p+0,
};

// e to the power of x; 0 where that is no normal number.
inline double portable_exp(double x) {
  constexpr double kLeast = -708, kMost = 709;
  if (!(x > kLeast)) return 0;
  if (x > kMost) return std::numeric_limits<double>::infinity();
  // x is `whole` 64ths of the logarithm of 2, in two parts that add up to it, and a little more.
  constexpr double kPerStep = 0x1.71547652b82fep+6;
  constexpr double kStep = 0x1.62e42fef00000p-7, kRestOfStep = 0x1.473de6af278edp-40;
  const auto whole = static_cast<std::int32_t>(x * kPerStep + (x < 0 ? -0.5 : 0.5));
  const double steps = whole, little = (x - steps * kStep) - steps * kRestOfStep;
  const double square = little * little;
  const double more =
      little + square * ((0.5 + little * (1.0 / 6)) + square * (1.0 / 24 + little * (1.0 / 120)));
  const double power = kPowersOfTwo[static_cast<std::size_t>(whole & 63)];
  const auto scale = std::bit_cast<double>(static_cast<std::uint64_t>((whole >> 6) + 1023) << 52);
  return (power + power * more) * scale;
}

// The natural logarithm of a number that is normal or 0.
inline double portable_log(double x) {
  if (!(x > 0)) return -std::numeric_limits<double>::infinity();
  // x is 2^exponent times a number between the root of a half and the root of 2.
  constexpr std::uint64_t kRootOfHalf = 0x3fe6a09e667f3bcd,
                          kMantissa = (std::uint64_t{1} << 52) - 1;
  const std::uint64_t shifted = std::bit_cast<std::uint64_t>(x) - kRootOfHalf;
  const auto exponent = static_cast<std::int32_t>(static_cast<std::int64_t>(shifted) >> 52);
  const double near = std::bit_cast<double>((shifted & kMantissa) + kRootOfHalf) - 1;
  // log(1 + near) = 2 atanh(s).
  const double s = near / (2 + near), z = s * s, z2 = z * z, z4 = z2 * z2;
  const double series = ((2.0 / 3 + z * (2.0 / 5)) + z2 * (2.0 / 7 + z * (2.0 / 9))) +
                        z4 * (((2.0 / 11 + z * (2.0 / 13)) + z2 * (2.0 / 15 + z * (2.0 / 17))) +
                              z4 * (2.0 / 19 + z * (2.0 / 21)));
  constexpr double kLog2 = 0x1.62e42fef00000p-1, kRestOfLog2 = 0x1.473de6af278edp-34;
  // 2 s is near - s * near: written so, what is rounded is small beside the result.
  const double less = s * (near - z * series);
  return exponent * kLog2 + (near - (less - exponent * kRestOfLog2));
}

// The root of the sum of two squares, for numbers far from the ends of their range.
inline double portable_hypot(double one, double other) {
  return std::sqrt(one * one + other * other);
}

}  // namespace funicular
