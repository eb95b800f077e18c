// The kernels for the browser: one module a game, which imports nothing. A page writes what it asks
// as words of 32 bits (bindings/reader.hpp) into `input`, calls a function, and reads doubles from
// `output`.
//
// For `evaluate`, `choose` and `judge` the numbers of a view come first, as
// `funicular.native.numbers` packs them, and behind them
//   `evaluate`: the seed, the worlds, the playouts (one of the two is 0), the objective, whether it
//               is a race, the places of the moves asked for, as a list, the model of the others,
//               and shares of types of players for each seat, as a list;
//   `choose`:   the seed and the playouts;
//   `judge`:    the place of the move made, the seed of the review, deal and ply, and the worlds.
// `accounts` asks about no view: it takes the seats, the points of each deal (none where it is not
// over), and the choices as in accounts.hpp.
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
#include <tuple>
#include <vector>

#include "bindings/others_model.hpp"
#include "bindings/reader.hpp"
#include "funicular/accounts.hpp"
#include "funicular/evaluation.hpp"
#include "funicular/judging.hpp"
#include "funicular/search.hpp"

// The standard library would write why it gives up to a terminal, which is an import.
void std::__libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }

#define FUNICULAR_EXPORT(name) extern "C" [[gnu::used, clang::export_name(#name)]]

namespace funicular::wasm {

// More would keep a phone busy for minutes.
inline constexpr std::int64_t kMostPlayouts = 10'000'000;
// Longer than any view of any game, and than all choices of any match.
inline constexpr std::size_t kLongestInput = std::size_t{1} << 20;

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
using bindings::Reader;
using bindings::require;
using bindings::within;

// A double cannot hold every code, two halves can.
inline void tell(Code code) {
  found.push_back(static_cast<double>(code >> 32));
  found.push_back(static_cast<double>(code & 0xffffffffu));
}

inline std::size_t checked_worlds(int worlds) {
  require(within(worlds, kLeastWorlds, kMostWorlds), "evaluation-worlds");
  return static_cast<std::size_t>(worlds);
}

inline EvaluationOptions options_from(Reader& reader) {
  EvaluationOptions options;
  const int worlds = reader.read<int>();
  options.playouts = reader.read<int>();
  require((worlds == 0) != (options.playouts == 0), "limit");
  require(within(options.playouts, 0, kMostPlayouts), "playouts");
  if (worlds != 0) options.worlds = checked_worlds(worlds);
  const int objective = reader.read<int>();
  require(within(objective, 0, 2), "objective");
  options.objective = static_cast<Objective>(objective);
  options.race = reader.read<bool>();
  for (const auto place : reader.read<std::vector<std::uint32_t>>()) {
    require(options.only.empty() || options.only.back() < place, "candidates");
    options.only.push_back(place);
  }
  return options;
}

template <typename Kernel>
void evaluate(Reader reader) {
  const auto numbers = reader.read<typename Kernel::ViewNumbers>();
  const auto seed = reader.read<std::uint64_t>();
  const EvaluationOptions options = options_from(reader);
  const auto model = reader.read<std::uint32_t>();
  const auto shares = reader.read<std::vector<std::uint32_t>>();
  require(reader.at_end(), "position");
  const auto evaluation =
      Kernel::evaluation(numbers, bindings::others_model(model, {shares.begin(), shares.end()}));
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
    found.push_back(is_close(move.behind, move.behind_error));
    found.push_back(static_cast<double>(move.line.size()));
    for (const SeatMove& next : move.line) {
      found.push_back(next.seat);
      tell(next.code);
    }
  }
}

template <typename Kernel>
void choose(Reader reader) {
  const auto numbers = reader.read<typename Kernel::ViewNumbers>();
  const auto search = Kernel::search(numbers);
  const auto seed = reader.read<std::uint64_t>();
  Budget budget;
  budget.playouts = reader.read<int>();
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

template <typename Kernel>
void judge(Reader reader) {
  const auto numbers = reader.read<typename Kernel::ViewNumbers>();
  const auto made = reader.read<std::uint32_t>();
  const auto seed = reader.read<std::uint64_t>();
  const auto deal = reader.read<std::uint32_t>(), ply = reader.read<std::uint32_t>();
  EvaluationOptions options;
  options.worlds = checked_worlds(reader.read<int>());
  require(reader.at_end(), "position");
  const auto evaluation = Kernel::evaluation(numbers);
  require(made < static_cast<std::size_t>(evaluation->legal_moves().size()), "candidates");
  const auto again = [&] { return Kernel::evaluation(numbers); };
  const Judgement judged =
      funicular::judge(*evaluation, again, made, decision_seed(seed, deal, ply), options);
  found = {static_cast<double>(judged.best),
           judged.difference,
           judged.error,
           judged.value,
           judged.best_value,
           judged.goal,
           judged.best_goal,
           judged.won,
           judged.best_won};
}

// Rows of accounts, each of seven numbers; then for each choice whether it is within chance.
inline void accounts(Reader reader) {
  const auto seats = reader.read<int>();
  const auto results = reader.read<std::vector<std::vector<int>>>();
  const auto told = reader.read<std::vector<std::tuple<int, int, bool, double, double, double>>>();
  require(reader.at_end() && within(seats, 1, Outcome::kMostSeats), "position");
  for (const auto& points : results)
    require(points.empty() || points.size() == static_cast<std::size_t>(seats), "position");
  std::vector<JudgedChoice> choices;
  for (const auto& [deal, seat, judged, difference, error, best_value] : told) {
    require(
        within(seat, 0, seats - 1) && deal >= 0 && static_cast<std::size_t>(deal) < results.size(),
        "position");
    choices.push_back({deal, seat, judged, difference, error, best_value});
  }
  const std::vector<Account> rows = accounts_of(seats, results, choices);
  found = {static_cast<double>(rows.size())};
  for (const Account& row : rows)
    for (const double number :
         {static_cast<double>(row.deal), static_cast<double>(row.seat), row.result, row.cards,
          row.play, row.luck, static_cast<double>(row.mistakes)})
      found.push_back(number);
  for (const JudgedChoice& choice : choices)
    found.push_back(is_close(choice.difference, choice.error));
}

inline std::string_view bytes_of(std::size_t length) {
  require(length <= given.size(), "position");
  return {given.data(), length};
}

}  // namespace funicular::wasm

// Room for this many bytes.
FUNICULAR_EXPORT(input) inline char* funicular_input(std::size_t length) {
  using namespace funicular::wasm;
  require(length <= kLongestInput, "position");
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
#define FUNICULAR_ANSWER(name, answer)                                      \
  FUNICULAR_EXPORT(name) std::size_t funicular_##name(std::size_t length) { \
    using namespace funicular::wasm;                                        \
    answer(funicular::bindings::Reader(bytes_of(length)));                  \
    return found.size();                                                    \
  }
#define FUNICULAR_KERNEL(Kernel)               \
  FUNICULAR_ANSWER(evaluate, evaluate<Kernel>) \
  FUNICULAR_ANSWER(choose, choose<Kernel>)     \
  FUNICULAR_ANSWER(judge, judge<Kernel>)       \
  FUNICULAR_ANSWER(accounts, accounts)
