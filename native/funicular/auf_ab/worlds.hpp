// Drawing a deal of Auf & Ab that a view allows, each as likely as any other: the twin of
// games/auf_ab/worlds.py. A card not seen may be in any other hand or set aside.
#pragma once

#include <array>

#include "funicular/auf_ab/view.hpp"

namespace funicular::auf_ab {

// Draws states from all that a view allows, each as likely as any other.
class Worlds {
 public:
  explicit constexpr Worlds(const View& view) : room_(view.left), opener_(view.opener) {
    base_.table = view.table;
    base_.seen = view.seen;
    if (view.seat != kNoSeat) {
      base_.hands[view.seat] = view.hand;
      room_[view.seat] = 0;
    }
    hidden_ = view.hidden();
    Bits opening = view.opening;
    if (!opening && view.seat == view.opener) opening = lowest_bit(view.hand & kDeck.doubles);
    if (opening)
      hidden_ &= ~lower_doubles(opening);
    else
      weigh_openings();
  }

  constexpr State draw(Random& random) const {
    State state = base_;
    Bits free = hidden_;
    Counts room = room_;
    if (openings_ > 0) {
      const Bits opening = draw_opening(random);
      state.hands[opener_] |= opening;
      --room[opener_];
      free &= ~(opening | lower_doubles(opening));
    }
    deal_out(free, base_.table.seats, room, state.hands, random);
    return state;
  }

 private:
  // A double may be the opening one if it is hidden and all lower ones are hidden too, to lie
  // aside. With `lower` of them aside the other cards are dealt in perm(cards left over, places)
  // orders; only the ratio of one number to the next is needed.
  constexpr void weigh_openings() {
    int places = -1;
    for (int seat = 0; seat < base_.table.seats; ++seat) places += room_[seat];
    double ways = 1, total = 0;
    for (Bits doubles = kDeck.doubles; doubles; doubles &= doubles - 1) {
      if (!(hidden_ & lowest_bit(doubles))) break;
      const int left_over = count(hidden_) - openings_ - 1;
      total += ways;
      up_to_[openings_++] = total;
      if (left_over <= places) break;
      ways *= static_cast<double>(left_over - places) / left_over;
    }
  }

  constexpr Bits draw_opening(Random& random) const {
    const double at = random.unit() * up_to_[openings_ - 1];
    int lower = 0;
    while (lower + 1 < openings_ && at >= up_to_[lower]) ++lower;
    return nth_bit(kDeck.doubles, lower);
  }

  State base_;
  Bits hidden_ = 0;
  Counts room_{};
  int opener_ = 0;
  // How often each double is the opening one, summed up; none where it is known.
  int openings_ = 0;
  std::array<double, kStrengths> up_to_{};
};

}  // namespace funicular::auf_ab
