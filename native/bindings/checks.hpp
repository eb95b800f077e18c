// The border between Python and the kernels. The kernels trust what they are given: a card twice, a
// seat too many or a move out of turn would read beyond an array or go round for ever. So every
// entry point checks its arguments here first, once a call and never inside a loop, with the GIL
// held. What is wrong is refused by `funicular.native.refusals`, in a sentence.
#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <cstdint>

#include "bindings/others_model.hpp"
#include "bindings/require.hpp"
#include "funicular/successive_elimination.hpp"

namespace funicular::bindings {

namespace nb = nanobind;
using namespace nb::literals;

// More than a day's work is a slip. What is returned as a list has to fit into memory.
inline constexpr std::int64_t kMostDeals = 1'000'000'000;
inline constexpr std::int64_t kMostPlayouts = 1'000'000'000;
inline constexpr std::int64_t kMostWorlds = 100'000;
inline constexpr double kMostSeconds = 3600;

template <typename... Values>
[[noreturn]] void refuse(const char* reason, Values&&... values) {
  nb::module_::import_("funicular.native.refusals")
      .attr("refuse")(reason, std::forward<Values>(values)...);
  nb::raise("funicular.native.refusals.refuse came back");
}

inline void refuse_for(const char* reason) { refuse(reason); }

// A whole number of any size as Python has it; out of range, it is refused for this reason.
inline std::int64_t number_from(const nb::int_& given, std::int64_t low, std::int64_t high,
                                const char* reason) {
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(given.ptr(), &overflow);
  if (number == -1 && PyErr_Occurred()) throw nb::python_error();
  if (overflow != 0 || !within(number, low, high))
    refuse(reason, "given"_a = given, "most"_a = high);
  return number;
}

inline std::int64_t count_from(const nb::int_& given, std::int64_t most) {
  return number_from(given, 1, most, "count");
}

inline std::uint64_t seed_from(const nb::int_& given) {
  const unsigned long long seed = PyLong_AsUnsignedLongLong(given.ptr());
  if (PyErr_Occurred()) {
    if (!PyErr_ExceptionMatches(PyExc_OverflowError)) throw nb::python_error();
    PyErr_Clear();
    refuse("seed", "given"_a = given);
  }
  return seed;
}

// At least one of the two; None is no limit.
inline Budget budget_from(const nb::object& playouts, const nb::object& seconds) {
  Budget budget;
  require(!playouts.is_none() || !seconds.is_none(), "budget");
  if (!playouts.is_none()) {
    if (!nb::isinstance<nb::int_>(playouts))
      throw nb::type_error("playouts: a whole number or None");
    budget.playouts = number_from(nb::cast<nb::int_>(playouts), 1, kMostPlayouts, "playouts");
  }
  if (!seconds.is_none()) {
    if (!nb::isinstance<nb::float_>(seconds) && !nb::isinstance<nb::int_>(seconds))
      throw nb::type_error("seconds: a number or None");
    budget.seconds = PyFloat_AsDouble(seconds.ptr());
    // A whole number too large for a float.
    if (PyErr_Occurred()) {
      PyErr_Clear();
      budget.seconds = -1;
    }
    // A comparison that not-a-number fails too.
    if (!(budget.seconds > 0 && budget.seconds <= kMostSeconds))
      refuse("seconds", "given"_a = seconds, "most"_a = kMostSeconds);
  }
  return budget;
}

// Calls `once(n)` for each n below `times` with the GIL released; Ctrl-C ends it.
template <typename Once>
void repeat(std::int64_t times, Once&& once) {
  constexpr double kPatience = 0.1;
  const nb::gil_scoped_release released;
  const Stopwatch watch;
  double next_look = kPatience;
  for (std::int64_t n = 0; n < times; ++n) {
    once(n);
    if (n % 64 != 63 || watch.seconds() < next_look) continue;
    const nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    next_look = watch.seconds() + kPatience;
  }
}

}  // namespace funicular::bindings
