// A batch of any game: random moves, with what has to hold of each array on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "check.hpp"
#include "funicular/batch.hpp"

// Steps some tables in two blocks, and the same tables in one, which has to make no difference.
template <funicular::BatchGame Game>
void check_environment(const Game& game, int steps) {
  using namespace funicular;
  constexpr std::size_t kTables = 13;
  const auto seats = static_cast<std::size_t>(game.seats());
  const auto actions = static_cast<std::size_t>(game.actions());
  const auto flags = static_cast<std::size_t>(game.flags());
  std::vector<std::int32_t> to_act(kTables), reward(kTables * seats);
  const auto done = std::make_unique<bool[]>(kTables), is_void = std::make_unique<bool[]>(kTables);
  const auto mask = std::make_unique<bool[]>(kTables * actions);
  std::vector<std::uint8_t> seen(kTables * flags), same(kTables * flags);
  const StepRows rows{to_act.data(), reward.data(), done.get(), is_void.get()};
  Batch<Game> batch(game, kTables, 2), one(game, kTables, 1);
  batch.seed(1);
  one.seed(1);
  for (std::size_t part = 0; part < batch.parts(); ++part) batch.deal(part, rows);
  one.deal(0, rows);
  Random random(2);
  int ended = 0;
  for (int step = 0; step < steps; ++step) {
    std::vector<Action> legal(batch.legal_moves()), legal_of_one(one.legal_moves());
    std::vector<std::int64_t> offsets(kTables + 1), offsets_of_one(kTables + 1), chosen(kTables);
    batch.list_legal(legal.data(), offsets.data());
    one.list_legal(legal_of_one.data(), offsets_of_one.data());
    CHECK(legal == legal_of_one && offsets == offsets_of_one);
    for (std::size_t part = 0; part < batch.parts(); ++part) {
      batch.mask(part, mask.get());
      batch.observe(part, seen.data());
    }
    one.observe(0, same.data());
    CHECK(seen == same);
    for (const std::uint8_t flag : seen) CHECK(flag <= 1);
    std::size_t marked = 0;
    for (std::size_t place = 0; place < kTables * actions; ++place) marked += mask[place];
    CHECK(marked == legal.size());
    for (std::size_t row = 0; row < kTables; ++row) {
      const auto choices = static_cast<std::uint32_t>(offsets[row + 1] - offsets[row]);
      CHECK(choices > 0);
      chosen[row] = legal[static_cast<std::size_t>(offsets[row]) + random.below(choices)];
    }
    std::vector<std::int64_t> wrong = chosen;
    wrong.back() = static_cast<std::int64_t>(actions);
    CHECK(one.first_illegal(0, wrong.data()) == kTables - 1);
    CHECK(one.first_illegal(0, chosen.data()) == kTables);
    for (std::size_t part = 0; part < batch.parts(); ++part) {
      CHECK(batch.first_illegal(part, chosen.data()) == batch.last_of(part));
      batch.step(part, chosen.data(), rows);
    }
    one.step(0, chosen.data(), rows);
    for (std::size_t row = 0; row < kTables; ++row) {
      CHECK(to_act[row] >= 0 && to_act[row] < game.seats());
      CHECK(done[row] == batch.history(row).empty() && (done[row] || !is_void[row]));
      ended += done[row];
    }
  }
  CHECK(ended > 0);
}
