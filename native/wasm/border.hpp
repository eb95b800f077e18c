// The kernels for the browser: one module a game, which imports nothing. A page writes what it asks
// as text into `input`, calls `evaluate` or `choose`, and reads doubles from `output`.
//
// The text is that of `numbers_text(view)`, and behind it
//   for `evaluate`: the seed, the worlds, the playouts (one of the two is 0), the objective,
//   whether
//                   it is a race, the places of the moves asked for, as a list, the model of the
//                   others, and shares of types of players for each seat, as a list;
//   for `choose`:   the seed and the playouts.
//
// What is wrong is refused by the checks that guard the Python modules. There are no exceptions
// here: a refusal leaves its reason where `refusal` points and ends the call by a trap, after which
// the instance is thrown away. There is no clock either, so budgets are numbers.
#pragma once

#include <__verbose_abort>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "bindings/others_model.hpp"
#include "bindings/require.hpp"
#include "funicular/evaluation.hpp"
#include "funicular/search.hpp"
#include "wasm/reader.hpp"

// The standard library would write why it gives up to a terminal, which is an import.
void std::__libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }

#define FUNICULAR_EXPORT(name) extern "C" [[gnu::used, clang::export_name(#name)]]

namespace funicular::wasm {

// More would keep a phone busy for minutes.
inline constexpr std::int64_t kMostPlayouts = 10'000'000;
// Longer than any view of any game.
inline constexpr std::size_t kLongestText = std::size_t{1} << 20;

inline std::vector<char> given;
inline std::vector<double> found;
inline const char* refused_for = "";

}  // namespace funicular::wasm

namespace funicular::bindings {

inline void refuse_for(const char* reason) {
  wasm::refused_for = reason;
  __builtin_trap();
}

}  // namespace funicular::bindings

namespace funicular::wasm {

using bindings::Code;
using bindings::require;
using bindings::within;

// A double cannot hold every code, two halves can.
inline void tell(Code code) {
  found.push_back(static_cast<double>(code >> 32));
  found.push_back(static_cast<double>(code & 0xffffffffu));
}

inline EvaluationOptions options_from(Reader& reader) {
  EvaluationOptions options;
  const auto worlds = reader.read<std::int64_t>();
  options.playouts = reader.read<std::int64_t>();
  require((worlds == 0) != (options.playouts == 0), "limit");
  require(worlds == 0 || within(worlds, kLeastWorlds, kMostWorlds), "evaluation-worlds");
  require(within(options.playouts, 0, kMostPlayouts), "playouts");
  options.worlds = static_cast<std::size_t>(worlds);
  const int objective = reader.read<int>();
  require(within(objective, 0, 2), "objective");
  options.objective = static_cast<Objective>(objective);
  options.race = reader.read<bool>();
  for (const auto place : reader.read<std::vector<std::uint64_t>>()) {
    require(options.only.empty() || options.only.back() < place, "candidates");
    options.only.push_back(static_cast<std::size_t>(place));
  }
  return options;
}

template <typename Kernel>
void evaluate(Reader reader) {
  const auto numbers = Kernel::read(reader);
  const auto seed = reader.read<std::uint64_t>();
  EvaluationOptions options = options_from(reader);
  const auto model = reader.read<std::uint64_t>();
  const auto shares = reader.read<std::vector<std::uint64_t>>();
  require(reader.at_end(), "position");
  const auto evaluation = Kernel::evaluation(numbers, bindings::others_model(model, shares));
  const auto& moves = evaluation->legal_moves();
  require(options.only.empty() || options.only.back() < static_cast<std::size_t>(moves.size()),
          "candidates");
  const EvaluationResult result = evaluation->run(seed, options);
  found = {static_cast<double>(result.best), static_cast<double>(result.playouts),
           static_cast<double>(result.exact), result.effective,
           static_cast<double>(result.moves.size())};
  for (const EvaluatedMove& move : result.moves) {
    found.push_back(static_cast<double>(move.place));
    tell(Kernel::code_of(moves[static_cast<int>(move.place)]));
    for (const double number :
         {move.value, move.error, static_cast<double>(move.worlds), move.goal, move.won,
          static_cast<double>(move.proved.goal), static_cast<double>(move.proved.won)})
      found.push_back(number);
    found.insert(found.end(), move.quantiles.begin(), move.quantiles.end());
    found.push_back(move.behind);
    found.push_back(move.behind_error);
    found.push_back(static_cast<double>(move.line.size()));
    for (const SeatMove& next : move.line) {
      found.push_back(next.seat);
      tell(next.code);
    }
  }
}

template <typename Kernel>
void choose(Reader reader) {
  const auto numbers = Kernel::read(reader);
  const auto search = Kernel::search(numbers);
  const auto seed = reader.read<std::uint64_t>();
  Budget budget;
  budget.playouts = reader.read<std::int64_t>();
  require(within(budget.playouts, 1, kMostPlayouts) && reader.at_end(), "playouts");
  const SearchResult result = search->run(seed, budget);
  const auto& moves = search->legal_moves();
  found = {static_cast<double>(result.best), static_cast<double>(result.playouts),
           static_cast<double>(moves.size())};
  for (int place = 0; place < moves.size(); ++place) {
    const Candidate& candidate = result.candidates[static_cast<std::size_t>(place)];
    tell(Kernel::code_of(moves[place]));
    found.push_back(candidate.mean);
    found.push_back(static_cast<double>(candidate.worlds));
  }
}

inline std::string_view text_of(std::size_t length) {
  require(length <= given.size(), "position");
  return {given.data(), length};
}

}  // namespace funicular::wasm

// Room for this many bytes of text.
FUNICULAR_EXPORT(input) inline char* funicular_input(std::size_t length) {
  using namespace funicular::wasm;
  require(length <= kLongestText, "position");
  given.resize(length);
  return given.data();
}

FUNICULAR_EXPORT(output) inline const double* funicular_output() {
  return funicular::wasm::found.data();
}

// After a trap: why, and how many characters that is.
FUNICULAR_EXPORT(refusal) inline const char* funicular_refusal() {
  return funicular::wasm::refused_for;
}
FUNICULAR_EXPORT(refusal_length) inline std::size_t funicular_refusal_length() {
  return std::strlen(funicular::wasm::refused_for);
}

// How many doubles the result has.
#define FUNICULAR_KERNEL(Kernel)                                                  \
  FUNICULAR_EXPORT(evaluate) std::size_t funicular_evaluate(std::size_t length) { \
    using namespace funicular::wasm;                                              \
    evaluate<Kernel>(Reader(text_of(length)));                                    \
    return found.size();                                                          \
  }                                                                               \
  FUNICULAR_EXPORT(choose) std::size_t funicular_choose(std::size_t length) {     \
    using namespace funicular::wasm;                                              \
    choose<Kernel>(Reader(text_of(length)));                                      \
    return found.size();                                                          \
  }
