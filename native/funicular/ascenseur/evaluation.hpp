// How the evaluation (funicular/evaluation.hpp) tries bids and cards in Ascenseur.
//
// Worlds come from walks, as often as the others' bids and cards make them likely (walk.hpp). All
// seats follow the casual policy to the end of the deal. The bids of one-card rounds are solved
// (one_card.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "funicular/ascenseur/decided.hpp"
#include "funicular/ascenseur/one_card.hpp"
#include "funicular/ascenseur/policy_cache.hpp"
#include "funicular/ascenseur/walk.hpp"
#include "funicular/evaluation.hpp"

namespace funicular::ascenseur {

// Worlds of a walk that go by before its first one, and from one to the next.
inline constexpr int kWorldsBefore = 30, kWorldsBetween = 4;

// For the viewer, whose turn it is.
class CasualPlayouts {
 public:
  CasualPlayouts(const Rules& rules, const View& view, const std::vector<Seen>& history,
                 const OthersModel& others = {})
      : rules_(rules), view_(view), history_(history), others_(others) {
    ascenseur::legal_moves(view_.state, rules_, moves_);
  }

  // The parts refer to one another.
  CasualPlayouts(const CasualPlayouts&) = delete;

  const Moves& legal_moves() const { return moves_; }
  int seat() const { return view_.seat; }

  std::size_t prepare(std::uint64_t seed, std::size_t worlds, double) {
    random_ = Random(seed);
    number_ = 0;
    walks_.clear();
    if (likelihood_.empty()) {
      walks_.emplace_back(rules_, tables_, view_, allowed_, likelihood_);
      return 0;
    }
    const std::size_t many = worlds > 0 ? std::min(worlds, kWalks) : kWalks;
    walks_.reserve(many);
    for (std::size_t walk = 0; walk < many; ++walk)
      walks_.emplace_back(rules_, tables_, view_, allowed_, likelihood_);
    return many;
  }

  void next_world() {
    LikelyWorlds& walk = walks_[number_ % walks_.size()];
    int steps = 1;
    if (!likelihood_.empty()) steps = number_ < walks_.size() ? kWorldsBefore : kWorldsBetween;
    for (int step = 0; step < steps; ++step) world_ = walk.next(random_);
    ++number_;
  }

  std::uint64_t world_key() const {
    WorldKey key;
    for (const Bits hand : world_.hands) key.add(hand);
    return key.value();
  }

  Proved proved(Move move) const {
    State state = world_;
    make_move(state, view_.seat, move);
    return {contract_is_decided(state, view_.seat, rules_.deck), state.over()};
  }

  Outcome outcome(Move move, Line& line) {
    State state = world_;
    make_move(state, view_.seat, move);
    while (state.bidding()) {
      int seat = state.turn;
      while (state.bids[static_cast<std::size_t>(seat)] != kNoBid) seat = state.next(seat);
      const int bid = cache_.bid(state, seat);
      line.add(seat, static_cast<std::uint64_t>(bid));
      state.make_bid(seat, bid);
    }
    while (!state.over()) {
      const int card = cache_.card(state);
      line.add(state.turn, static_cast<std::uint64_t>(kPlay + card));
      state.play(card);
    }
    Outcome outcome;
    outcome.seats = rules_.seats;
    const Points points = state.points(rules_);
    std::copy(points.begin(), points.end(), outcome.points.begin());
    const auto own = static_cast<std::size_t>(view_.seat);
    outcome.goal = state.bids[own] == state.won[own];
    return outcome;
  }

  std::optional<ExactValue> exact(Move bid, Objective objective) const {
    if (view_.state.cards != 1 || !view_.state.bidding() || objective != Objective::kPoints)
      return std::nullopt;
    const OneCardChances chances = OneCardRound(rules_, view_.state).chances(view_);
    const int lost = rules_.score(bid, 0), won = rules_.score(bid, 1);
    const auto ways = static_cast<double>(chances.ways);
    ExactValue exact;
    exact.value =
        static_cast<double>(lost * (chances.ways - chances.wins) + won * chances.wins) / ways;
    exact.goal = static_cast<double>(bid == 1 ? chances.wins : chances.ways - chances.wins) / ways;
    const double low_share =
        static_cast<double>(lost < won ? chances.ways - chances.wins : chances.wins) / ways;
    for (std::size_t q = 0; q < kQuantiles.size(); ++q)
      exact.quantiles[q] = kQuantiles[q] < low_share ? std::min(lost, won) : std::max(lost, won);
    return exact;
  }

 private:
  Rules rules_;
  View view_;
  std::vector<Seen> history_;
  OthersModel others_;
  Moves moves_;
  PolicyTables tables_{rules_, view_.state.cards};
  Worlds allowed_{rules_, view_};
  Likelihood likelihood_{rules_, tables_, view_, history_, &others_};
  PolicyCache cache_{rules_, tables_};
  std::vector<LikelyWorlds> walks_;
  Random random_{0};
  State world_;
  std::size_t number_ = 0;
};

using Evaluation = funicular::Evaluation<CasualPlayouts>;

}  // namespace funicular::ascenseur
