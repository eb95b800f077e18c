// What own later moves have come to, by everything seen before them: the statistics of a tree whose
// nodes are information sets. A table as large as the playouts to come are likely to fill, up to a
// bound; where it is full, older entries make room.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace funicular {

// What has been seen, as one number.
using Sighting = std::uint64_t;

constexpr Sighting seen_next(Sighting before, std::uint64_t what) {
  Sighting mixed = (before ^ (what + 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u;
  mixed ^= mixed >> 29;
  return mixed | 1;  // 0 marks an empty entry
}

class Experience {
 public:
  struct Entry {
    Sighting sighting = 0;
    std::uint32_t visits = 0;
    double sum = 0;

    double mean() const { return sum / visits; }
    void add(double value) {
      ++visits;
      sum += value;
    }
  };

  // Forgets everything, and makes room for so many playouts; 0 is any number.
  void prepare(std::int64_t playouts) {
    const auto wanted = static_cast<std::size_t>(playouts) * kPerPlayout;
    const bool few = playouts > 0 && wanted < kMostEntries;
    entries_.assign(few ? std::bit_ceil(wanted) : kMostEntries, {});
    mask_ = entries_.size() - 1;
  }

  Entry& at(Sighting sighting) {
    for (std::size_t step = 0; step < kReach; ++step) {
      Entry& entry = entries_[(sighting + step) & mask_];
      if (entry.sighting == sighting) return entry;
      if (entry.sighting == 0) {
        entry.sighting = sighting;
        return entry;
      }
    }
    Entry& entry = entries_[sighting & mask_];
    entry = {sighting, 0, 0};
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
