// What own later moves have been worth so far, by everything seen before them: the statistics of a
// tree whose nodes are information sets. A table as large as the playouts to come are likely to
// fill, up to a bound; where it is full, older entries make room.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace funicular {

// Everything that a seat has seen, as one number.
using InfosetKey = std::uint64_t;

constexpr InfosetKey next_key(InfosetKey before, std::uint64_t seen) {
  InfosetKey mixed = (before ^ (seen + 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u;
  mixed ^= mixed >> 29;
  return mixed | 1;  // 0 marks an empty entry
}

class InfosetTree {
 public:
  struct Entry {
    InfosetKey key = 0;
    std::uint32_t visits = 0;
    double sum = 0;

    double mean() const { return sum / visits; }
    void add(double value) {
      ++visits;
      sum += value;
    }
  };

  // Forgets everything, and makes room for this number of playouts; 0 is any number.
  void prepare(std::int64_t playouts) {
    const auto wanted = static_cast<std::uint64_t>(playouts) * kPerPlayout;
    const bool few = playouts > 0 && wanted < kMostEntries;
    entries_.assign(few ? std::bit_ceil(static_cast<std::size_t>(wanted)) : kMostEntries, {});
    mask_ = entries_.size() - 1;
  }

  Entry& at(InfosetKey key) {
    for (std::size_t step = 0; step < kReach; ++step) {
      Entry& entry = entries_[(key + step) & mask_];
      if (entry.key == key) return entry;
      if (entry.key == 0) {
        entry.key = key;
        return entry;
      }
    }
    Entry& entry = entries_[key & mask_];
    entry = {key, 0, 0};
    return entry;
  }

 private:
  static constexpr std::size_t kMostEntries = std::size_t{1} << 16;
  // A playout seldom meets more points of the deal, and moves there, for the first time.
  static constexpr std::size_t kPerPlayout = 8;
  static constexpr std::size_t kReach = 8;
  std::vector<Entry> entries_;
  std::size_t mask_ = 0;
};

}  // namespace funicular
