// How likely the others' bids and cards are, given the hands of a world.
//
// A world is the likelier, the more of the bids and cards in it the casual policy would have chosen
// too. A bid that differs by a trick, or a card that the policy would not have played, makes a
// world less likely, never impossible.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "funicular/ascenseur/beginner.hpp"
#include "funicular/ascenseur/constants.hpp"
#include "funicular/ascenseur/policy.hpp"
#include "funicular/ascenseur/view.hpp"
#include "funicular/player_types.hpp"

namespace funicular::ascenseur {

class Likelihood {
 public:
  Likelihood(const Rules& rules, const PolicyTables& tables, const View& view,
             const std::vector<Seen>& history, const OthersModel* others = nullptr)
      : rules_(rules),
        tables_(tables),
        view_(view),
        mixture_(others && others->mixed() ? others : nullptr) {
    if (others && others->model == Model::kUniform) return;
    // What every seat knew when a move was made is the same in every world.
    std::array<Bits, kMostSeats> nothing{};
    State then = begin(rules, nothing, view.state.dealer, view.state.upcard);
    then.cards = then.tricks_left = view.state.cards;
    std::array<Bits, kMostSeats> shown{};
    for (const auto& [seat, move] : history) {
      const auto s = static_cast<std::size_t>(seat);
      if (seat != view.seat && move != kSealed) choices_.push_back({then, seat, move, shown[s]});
      make_move(then, seat, move == kSealed ? 0 : move);
      if (move >= kPlay) shown[s] |= bit(move - kPlay);
    }
  }

  bool empty() const { return choices_.empty(); }

  // Of all that one seat did, with the cards it has in this world; where it is not above `least`,
  // any such number.
  double of_seat(const State& world, int seat, double least) const {
    const auto s = static_cast<std::size_t>(seat);
    const Bits dealt = world.hands[s] | view_.shown[s];
    double likelihood = 1;
    std::optional<TypeProducts> products;
    if (mixture_) products.emplace(mixture_->shares(seat));
    for (const Choice& choice : choices_) {
      if (choice.seat != seat) continue;
      State then = choice.then;
      then.hands[s] = dealt & ~choice.shown;
      if (products) {
        products->observe(chances(then, seat, choice.move));
        likelihood = products->likelihood();
      } else {
        likelihood *= of_choice(then, seat, choice.move);
      }
      if (likelihood <= least) break;
    }
    return likelihood;
  }

 private:
  // A choice of another seat: what was known then, and which cards it had played already.
  struct Choice {
    State then;
    int seat;
    Move move;
    Bits shown;
  };

  double of_choice(const State& then, int seat, Move move) const {
    if (move < kPlay) {
      const int expected = policy_bid(rules_, tables_, then, seat, then.hooked(rules_));
      return of_bid(expected, move);
    }
    return policy_card(rules_, tables_, then) == move - kPlay ? 1 : kOddCard;
  }

  static double of_bid(int expected, int bid) {
    double odds = 1;
    for (int off = expected < bid ? bid - expected : expected - bid; off > 0; --off)
      odds *= kOddBid;
    return odds;
  }

  PolicyChances chances(const State& then, int seat, Move move) const {
    if (move < kPlay) {
      const int hooked = then.hooked(rules_);
      const int expected = policy_bid(rules_, tables_, then, seat, hooked);
      double all = 0;
      for (int bid = 0; bid <= then.cards; ++bid)
        if (bid != hooked) all += of_bid(expected, bid);
      return {1.0 / (then.cards + (hooked == kNoBid)),
              beginner_bid(rules_, then, seat) == move ? 1.0 : 0.0, of_bid(expected, move) / all};
    }
    const int others = count(then.playable()) - 1;
    if (others == 0) return {1, 1, 1};
    return {1.0 / (others + 1), beginner_card_chance(then, move - kPlay),
            of_choice(then, seat, move) / (1 + others * kOddCard)};
  }

  const Rules& rules_;
  const PolicyTables& tables_;
  const View& view_;
  const OthersModel* mixture_;
  std::vector<Choice> choices_;
};

}  // namespace funicular::ascenseur
