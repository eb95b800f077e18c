// What every kernel offers to `funicular.envs`: many tables stepped at once (funicular/batch.hpp).
//
// The arrays are NumPy's and belong to the caller, who hands them over at each call; nothing is
// kept of them. The GIL is released while tables are stepped. A game's Border says how its
// environment is made from checked numbers, and how a deal is told (`environment`, `dealt_at`).
#pragma once

#include <nanobind/ndarray.h>
#include <nanobind/stl/unique_ptr.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "bindings/checks.hpp"
#include "bindings/module.hpp"
#include "bindings/thread_pool.hpp"
#include "funicular/batch.hpp"

namespace funicular::bindings {

inline constexpr std::int64_t kMostTables = 1 << 24;
inline constexpr std::int64_t kMostThreads = 256;

template <typename Item, int kDimensions>
using Array = nb::ndarray<Item, nb::numpy, nb::ndim<kDimensions>, nb::c_contig, nb::device::cpu>;

// Named by the game too: nanobind tells types of all modules apart by their names, and each Border
// is in a namespace without one.
template <typename Game, typename Border>
class Tables {
 public:
  Tables(Game game, std::size_t tables, std::size_t threads)
      : batch_(std::move(game), tables, threads), pool_(batch_.parts()) {
    // So that there is a deal at every table, whatever is called first.
    std::vector<std::int32_t> to_act(tables);
    std::vector<std::int32_t> reward(tables * static_cast<std::size_t>(batch_.game().seats()));
    const auto ends = std::make_unique<bool[]>(tables);
    const StepRows rows{to_act.data(), reward.data(), ends.get(), ends.get()};
    batch_.seed(0);
    for (std::size_t part = 0; part < batch_.parts(); ++part) batch_.deal(part, rows);
  }

  int actions() const { return batch_.game().actions(); }
  int flags() const { return batch_.game().flags(); }

  void reset(const nb::int_& seed, const Array<std::int32_t, 1>& to_act,
             const Array<std::int32_t, 2>& reward, const Array<bool, 1>& done,
             const Array<bool, 1>& is_void) {
    const StepRows rows = checked(to_act, reward, done, is_void);
    const std::uint64_t number = seed_from(seed);
    const nb::gil_scoped_release released;
    const std::scoped_lock alone(mutex_);
    batch_.seed(number);
    pool_.run([&](std::size_t part) { batch_.deal(part, rows); });
  }

  // The first row whose action is not legal, and then nothing has changed; or -1.
  std::int64_t step(const Array<const std::int64_t, 1>& actions,
                    const Array<std::int32_t, 1>& to_act, const Array<std::int32_t, 2>& reward,
                    const Array<bool, 1>& done, const Array<bool, 1>& is_void) {
    const StepRows rows = checked(to_act, reward, done, is_void);
    require(actions.shape(0) == batch_.tables(), "arrays");
    const std::int64_t* chosen = actions.data();
    const nb::gil_scoped_release released;
    const std::scoped_lock alone(mutex_);
    std::vector<std::size_t> first(batch_.parts());
    pool_.run([&](std::size_t part) { first[part] = batch_.first_illegal(part, chosen); });
    for (std::size_t part = 0; part < first.size(); ++part)
      if (first[part] != batch_.last_of(part)) return static_cast<std::int64_t>(first[part]);
    pool_.run([&](std::size_t part) { batch_.step(part, chosen, rows); });
    return -1;
  }

  std::size_t legal_moves() {
    const nb::gil_scoped_release released;
    const std::scoped_lock alone(mutex_);
    return batch_.legal_moves();
  }

  void list_legal(const Array<Action, 1>& legal, const Array<std::int64_t, 1>& offsets) {
    Action* const items = legal.data();
    std::int64_t* const begins = offsets.data();
    const std::size_t room = legal.shape(0);
    require(offsets.shape(0) == batch_.tables() + 1, "arrays");
    bool fits = false;
    {
      const nb::gil_scoped_release released;
      const std::scoped_lock alone(mutex_);
      fits = batch_.legal_moves() <= room;
      if (fits) batch_.list_legal(items, begins);
    }
    require(fits, "arrays");
  }

  void mask(const Array<bool, 2>& mask) {
    check_rows(mask, actions());
    bool* const flags = mask.data();
    const nb::gil_scoped_release released;
    const std::scoped_lock alone(mutex_);
    pool_.run([&](std::size_t part) { batch_.mask(part, flags); });
  }

  void observe(const Array<std::uint8_t, 2>& observation) {
    check_rows(observation, flags());
    std::uint8_t* const flags = observation.data();
    const nb::gil_scoped_release released;
    const std::scoped_lock alone(mutex_);
    pool_.run([&](std::size_t part) { batch_.observe(part, flags); });
  }

  // A table as it was dealt, as its game tells it, and the numbers of the moves since.
  auto table(std::size_t row) {
    require(row < batch_.tables(), "arrays");
    const std::scoped_lock alone(mutex_);
    return std::pair(Border::dealt_at(batch_.table(row)), batch_.history(row));
  }

 private:
  template <typename Rows>
  void check_rows(const Rows& rows, int width) const {
    require(rows.shape(0) == batch_.tables() && rows.shape(1) == static_cast<std::size_t>(width),
            "arrays");
  }

  StepRows checked(const Array<std::int32_t, 1>& to_act, const Array<std::int32_t, 2>& reward,
                   const Array<bool, 1>& done, const Array<bool, 1>& is_void) const {
    check_rows(reward, batch_.game().seats());
    for (const std::size_t rows : {to_act.shape(0), done.shape(0), is_void.shape(0)})
      require(rows == batch_.tables(), "arrays");
    return {to_act.data(), reward.data(), done.data(), is_void.data()};
  }

  Batch<Game> batch_;
  ThreadPool pool_;
  // Two threads of Python may hold the same tables.
  std::mutex mutex_;
};

template <typename Border>
using TablesOf = Tables<typename Border::Environment, Border>;

template <typename Border>
std::unique_ptr<TablesOf<Border>> make_tables(const nb::bytes& game, const nb::int_& tables,
                                              const nb::int_& threads) {
  const auto rows = static_cast<std::size_t>(number_from(tables, 1, kMostTables, "count"));
  const auto parts = static_cast<std::size_t>(number_from(threads, 1, kMostThreads, "count"));
  return std::make_unique<TablesOf<Border>>(
      Border::environment(numbers_from<typename Border::EnvironmentNumbers>(game)), rows, parts);
}

template <typename Border>
void define_batch(nb::module_& module) {
  using Made = TablesOf<Border>;
  nb::class_<Made>(module, "Tables")
      .def_prop_ro("actions", &Made::actions)
      .def_prop_ro("flags", &Made::flags)
      .def("reset", &Made::reset, "seed"_a, "to_act"_a.noconvert(), "reward"_a.noconvert(),
           "done"_a.noconvert(), "void"_a.noconvert())
      .def("step", &Made::step, "actions"_a.noconvert(), "to_act"_a.noconvert(),
           "reward"_a.noconvert(), "done"_a.noconvert(), "void"_a.noconvert())
      .def("legal_moves", &Made::legal_moves)
      .def("list_legal", &Made::list_legal, "legal"_a.noconvert(), "offsets"_a.noconvert())
      .def("mask", &Made::mask, "mask"_a.noconvert())
      .def("observe", &Made::observe, "observation"_a.noconvert())
      .def("table", &Made::table, "row"_a);
  module.def("tables", &make_tables<Border>, "game"_a, "tables"_a, "threads"_a);
}

}  // namespace funicular::bindings
