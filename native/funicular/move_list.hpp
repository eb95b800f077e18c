// A list of moves with room for as many as a position can have: no heap.
#pragma once

#include <cstddef>

namespace funicular {

template <typename Move, int kMost>
class MoveList {
 public:
  constexpr void clear() { size_ = 0; }
  constexpr void push(const Move& move) { moves_[size_++] = move; }
  constexpr int size() const { return size_; }
  constexpr const Move& operator[](int place) const { return moves_[place]; }
  constexpr const Move* begin() const { return moves_; }
  constexpr const Move* end() const { return moves_ + size_; }

 private:
  int size_ = 0;
  Move moves_[kMost];
};

}  // namespace funicular
