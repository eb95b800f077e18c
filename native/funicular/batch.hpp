// Many tables of one game side by side: what learning programs step.
//
// A game says what Batch needs to know of it by the concept BatchGame: how a table is dealt,
// which moves are legal by their numbers (`game.actions` in Python), what a move does, and what the
// seat to act sees. A table whose deal is over is dealt anew. Each table has random numbers of its
// own, so the same seed gives the same deals however the tables are shared out among threads.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "funicular/observation.hpp"
#include "funicular/random.hpp"

namespace funicular {

// The number of a move.
using Action = std::int32_t;

template <typename Game>
concept BatchGame = requires(const Game& game, typename Game::Table& table,
                             typename Game::Scratch& scratch, Random& random, Action action,
                             int seat, BitWriter& flags, std::vector<Action>& legal) {
  requires std::default_initializable<typename Game::Table>;
  // No observation has more words than this.
  { Game::kMostWords } -> std::convertible_to<int>;
  { game.seats() } -> std::convertible_to<int>;
  { game.actions() } -> std::convertible_to<int>;
  // How many flags an observation has.
  { game.flags() } -> std::convertible_to<int>;
  { game.deal(table, random) } -> std::same_as<void>;
  { game.over(table) } -> std::same_as<bool>;
  { game.to_act(table) } -> std::convertible_to<int>;
  // Adds the numbers of all legal moves in their pinned order; at least one unless the deal is
  // over.
  { game.legal(table, scratch, legal) } -> std::same_as<void>;
  // Makes a legal move of the seat to act.
  { game.play(table, action) } -> std::same_as<void>;
  { game.points(table, seat) } -> std::convertible_to<int>;
  { game.is_void(table) } -> std::same_as<bool>;
  // Of the seat to act: what it is told, and nothing else.
  { game.observe(table, flags) } -> std::same_as<void>;
};

// Where the results of a step go: a row a table.
struct StepRows {
  std::int32_t* to_act;
  std::int32_t* reward;
  bool* done;
  bool* is_void;
};

template <BatchGame Game>
class Batch {
 public:
  using Table = typename Game::Table;

  // The tables are shared out among `parts` blocks of neighbours, which may be worked on at the
  // same time.
  Batch(Game game, std::size_t tables, std::size_t parts)
      : game_(std::move(game)), slots_(tables), blocks_(std::min(parts, tables)) {
    for (std::size_t part = 0; part < blocks_.size(); ++part) {
      blocks_[part].first = tables * part / blocks_.size();
      blocks_[part].last = tables * (part + 1) / blocks_.size();
    }
  }

  const Game& game() const { return game_; }
  std::size_t tables() const { return slots_.size(); }
  std::size_t parts() const { return blocks_.size(); }
  const Table& table(std::size_t row) const { return slots_[row].table; }
  const std::vector<std::uint16_t>& history(std::size_t row) const { return slots_[row].history; }
  int to_act(std::size_t row) const { return game_.to_act(slots_[row].table); }

  // All tables begin anew from this seed.
  void seed(std::uint64_t seed) {
    Random random(seed);
    for (Slot& slot : slots_) slot.random = Random(random.next());
  }

  void deal(std::size_t part, const StepRows& rows) {
    Block& block = blocks_[part];
    block.clear();
    for (std::size_t row = block.first; row < block.last; ++row) {
      deal_anew(slots_[row]);
      for (int seat = 0; seat < game_.seats(); ++seat) reward_of(rows, row)[seat] = 0;
      rows.done[row] = rows.is_void[row] = false;
      tell(block, row, rows);
    }
  }

  // The first row of the block whose action is not legal, or where the block ends.
  std::size_t first_illegal(std::size_t part, const std::int64_t* actions) const {
    const Block& block = blocks_[part];
    for (std::size_t row = block.first; row < block.last; ++row) {
      const Action* list = block.legal.data() + block.starts[row - block.first];
      const Action* end = block.legal.data() + block.starts[row - block.first + 1];
      while (list != end && *list != actions[row]) ++list;
      if (list == end) return row;
    }
    return block.last;
  }
  std::size_t last_of(std::size_t part) const { return blocks_[part].last; }

  // Makes a legal move at each table of the block, and deals where that was the last.
  void step(std::size_t part, const std::int64_t* actions, const StepRows& rows) {
    Block& block = blocks_[part];
    block.clear();
    for (std::size_t row = block.first; row < block.last; ++row) {
      Slot& slot = slots_[row];
      slot.history.push_back(static_cast<std::uint16_t>(actions[row]));
      game_.play(slot.table, static_cast<Action>(actions[row]));
      const bool over = game_.over(slot.table);
      rows.done[row] = over;
      rows.is_void[row] = over && game_.is_void(slot.table);
      std::int32_t* reward = reward_of(rows, row);
      for (int each = 0; each < game_.seats(); ++each)
        reward[each] = over ? game_.points(slot.table, each) : 0;
      if (over) deal_anew(slot);
      tell(block, row, rows);
    }
  }

  // How many legal moves there are at all tables together.
  std::size_t legal_moves() const {
    std::size_t sum = 0;
    for (const Block& block : blocks_) sum += block.legal.size();
    return sum;
  }

  // All of them, and where those of each table begin; the last of these is where they end.
  void list_legal(Action* legal, std::int64_t* offsets) const {
    std::int64_t before = 0;
    for (const Block& block : blocks_) {
      std::copy(block.legal.begin(), block.legal.end(), legal + before);
      for (std::size_t row = block.first; row <= block.last; ++row)
        offsets[row] = before + block.starts[row - block.first];
      before += static_cast<std::int64_t>(block.legal.size());
    }
  }

  // A flag for every move of the game: whether it is legal.
  void mask(std::size_t part, bool* mask) const {
    const Block& block = blocks_[part];
    const auto width = static_cast<std::size_t>(game_.actions());
    std::fill(mask + block.first * width, mask + block.last * width, false);
    for (std::size_t row = block.first; row < block.last; ++row) {
      const std::size_t place = row - block.first;
      for (std::uint32_t each = block.starts[place]; each < block.starts[place + 1]; ++each)
        mask[row * width + static_cast<std::size_t>(block.legal[each])] = true;
    }
  }

  // What the seat to act sees at each table, a byte a flag.
  void observe(std::size_t part, std::uint8_t* flags) const {
    const Block& block = blocks_[part];
    const auto width = static_cast<std::size_t>(game_.flags());
    for (std::size_t row = block.first; row < block.last; ++row) {
      std::uint64_t words[Game::kMostWords];
      BitWriter writer(words);
      game_.observe(slots_[row].table, writer);
      writer.finish();
      spread(words, game_.flags(), flags + row * width);
    }
  }

 private:
  // A table, its random numbers, and the moves of its deal so far.
  struct Slot {
    Table table;
    Random random{0};
    std::vector<std::uint16_t> history;
  };

  // Neighbouring tables, their legal moves in a row, and where those of each begin.
  struct Block {
    std::size_t first = 0, last = 0;
    std::vector<Action> legal;
    std::vector<std::uint32_t> starts;
    typename Game::Scratch scratch;

    void clear() {
      legal.clear();
      starts.clear();
      starts.push_back(0);
    }
  };

  std::int32_t* reward_of(const StepRows& rows, std::size_t row) const {
    return rows.reward + row * static_cast<std::size_t>(game_.seats());
  }

  void deal_anew(Slot& slot) const {
    slot.history.clear();
    game_.deal(slot.table, slot.random);
  }

  void tell(Block& block, std::size_t row, const StepRows& rows) const {
    const Table& table = slots_[row].table;
    rows.to_act[row] = game_.to_act(table);
    game_.legal(table, block.scratch, block.legal);
    block.starts.push_back(static_cast<std::uint32_t>(block.legal.size()));
  }

  Game game_;
  std::vector<Slot> slots_;
  std::vector<Block> blocks_;
};

}  // namespace funicular
