// `funicular.native._ascenseur`: the kernel of Ascenseur for Python (see module.hpp).
#include "funicular/ascenseur.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/ascenseur_checks.hpp"
#include "bindings/batch.hpp"
#include "bindings/module.hpp"
#include "funicular/ascenseur/environment.hpp"

namespace {

using namespace funicular;
using namespace funicular::ascenseur;
namespace nb = nanobind;
using namespace nb::literals;

// How many ranks a suit of the short deck has.
constexpr int kShortRanks = 8;
// A schedule has no more deals than this.
constexpr std::int64_t kMostSizes = 1000;

struct Border : ViewBorder {
  using State = ascenseur::State;
  using Moves = ascenseur::Moves;
  // The rules, the dealer, the cards dealt to each seat, and whether one is turned up.
  using DealNumbers = std::tuple<RulesNumbers, int, int, bool>;
  using PositionNumbers = StateNumbers;

  class Deals {
   public:
    explicit Deals(const DealNumbers& numbers)
        : rules_(checked_rules(std::get<0>(numbers))),
          deck_(rules_.deck),
          all_(deck_.size),
          dealer_(std::get<1>(numbers)),
          cards_(std::get<2>(numbers)),
          turned_(std::get<3>(numbers)) {
      check_seat(rules_, dealer_);
      check_hand_size(rules_, cards_, turned_);
    }
    int seats() const { return rules_.seats; }
    // The deal goes round.
    State next(Random& random) {
      deck_.size = all_;
      const State state = deal(rules_, deck_, dealer_, cards_, turned_, random);
      dealer_ = state.next(dealer_);
      return state;
    }
    void legal_moves(const State& state, Moves& moves) const {
      ascenseur::legal_moves(state, rules_, moves);
    }
    Move any_move(const State&, const Moves& moves, Random& random) const {
      return moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
    }
    int play_out(State& state, Moves&, Random& random) const {
      play_randomly(state, rules_, random);
      return rules_.seats * (1 + cards_);
    }
    int points(const State& state, int seat) const {
      const auto s = static_cast<std::size_t>(seat);
      return rules_.score(state.bids[s], state.won[s]);
    }

   private:
    Rules rules_;
    Deck deck_;
    int all_, dealer_, cards_;
    bool turned_;
  };

  // The hands, and the upcard or -1.
  static std::pair<Hands, int> dealt(const State& state) {
    return {Hands(state.hands.begin(), state.hands.begin() + state.seats), state.upcard};
  }
  static int to_act(const State& state) { return state.turn; }
  static void play(State& state, Move move) { make_move(state, state.turn, move); }

  static void legal(const StateNumbers& numbers, Moves& moves) {
    const auto [rules, state] = checked_state(numbers);
    ascenseur::legal_moves(state, rules, moves);
  }

  // Worlds as hands now and bids; -1 is a bid not made.
  static auto worlds(const ViewNumbers& numbers) {
    const Seat seat = checked_seat(numbers, Turn::any);
    return [source = Worlds(seat.rules, seat.view)](Random& random) {
      const State world = source.draw(random);
      return std::pair(Hands(world.hands.begin(), world.hands.begin() + world.seats),
                       std::vector<int>(world.bids.begin(), world.bids.begin() + world.seats));
    };
  }

  using Environment = ascenseur::Environment;
  // The rules, how many ranks each suit of the deck has, and the sizes of hands to deal: how many
  // cards, and whether one is turned up.
  using EnvironmentNumbers = std::tuple<RulesNumbers, int, std::vector<std::pair<int, bool>>>;

  static Environment environment(const EnvironmentNumbers& numbers) {
    const auto& [given, ranks, given_sizes] = numbers;
    const Rules rules = checked_rules(given);
    Bits missing = 0;
    for (int suit = 0; suit < kSuits; ++suit)
      missing |= suit_bits(suit) & ~(suit_bits(suit) << (kRanks - ranks));
    require((ranks == kRanks || ranks == kShortRanks) && !(rules.deck & missing), "rules");
    require(within(static_cast<std::int64_t>(given_sizes.size()), 1, kMostSizes), "hand-size");
    std::vector<HandSize> sizes;
    for (const auto& [cards, turned] : given_sizes) {
      require(within(cards, 1, kMostCards), "hand-size");
      check_hand_size(rules, cards, turned);
      sizes.push_back({cards, turned});
    }
    return {rules, ranks, std::move(sizes)};
  }

  // The hands as dealt, the dealer, and the upcard or -1.
  static std::tuple<Hands, int, int> dealt_at(const Environment::Table& table) {
    const State& state = table.state;
    Hands hands;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(state.seats); ++seat)
      hands.push_back(state.hands[seat] | table.shown[seat]);
    return {std::move(hands), state.dealer, state.upcard};
  }
};

// Worlds, only counted: for measuring.
Bits worlds_checksum(const nb::bytes& view, const nb::int_& count, const nb::int_& seed) {
  const Seat seat = checked_seat(bindings::numbers_from<ViewNumbers>(view), Turn::any);
  Random random(bindings::seed_from(seed));
  const Worlds source(seat.rules, seat.view);
  Bits sum = 0;
  bindings::repeat(bindings::count_from(count, bindings::kMostDeals), [&](std::int64_t) {
    for (const Bits hand : source.draw(random).hands) sum = sum * 31 + hand;
  });
  return sum;
}

// What the casual policy does.
bindings::Code casual(const nb::bytes& view) {
  const Seat seat = checked_seat(bindings::numbers_from<ViewNumbers>(view), Turn::own);
  const nb::gil_scoped_release released;
  const auto tables = std::make_unique<PolicyTables>(seat.rules, seat.view.state.cards);
  return Border::code_of(policy_move(seat.rules, *tables, seat.view.state, seat.view.seat));
}

bindings::Assessment assess_at_random(const nb::bytes& view, const nb::int_& seed,
                                      const nb::object& playouts, const nb::object& seconds) {
  const Seat seat = checked_seat(bindings::numbers_from<ViewNumbers>(view), Turn::own);
  return bindings::assessment_by<Border>(std::make_unique<RandomSearch>(seat.rules, seat.view),
                                         seed, playouts, seconds);
}

bindings::Assessment assess_knowing(const nb::bytes& state, int number, const nb::int_& seed,
                                    const nb::object& playouts, const nb::object& seconds) {
  const auto numbers = bindings::numbers_from<StateNumbers>(state);
  const auto [rules, truth] = checked_state(numbers);
  check_seat(rules, number);
  const auto& [given, dealt, table] = numbers;
  const Seat seat =
      checked_seat({given, number, dealt[static_cast<std::size_t>(number)], table}, Turn::own);
  return bindings::assessment_by<Border>(
      std::make_unique<Border::Search>(seat.rules, seat.view, seat.history, &truth), seed, playouts,
      seconds);
}

// The points of each seat if all play best from here, all cards face up.
std::vector<int> solve(const nb::bytes& position) {
  const auto [rules, state] = checked_state(bindings::numbers_from<StateNumbers>(position));
  require(!state.bidding(), "bidding");
  const auto solver = std::make_unique<EndingSolver>(rules);
  std::optional<Points> points;
  {
    const nb::gil_scoped_release released;
    points = solver->solve_within(state, kMostSolved);
  }
  require(points.has_value(), "unsolved");
  return {points->begin(), points->begin() + rules.seats};
}

}  // namespace

NB_MODULE(_ascenseur, module) {
  module.attr("PLAY") = kPlay;
  module.attr("SEALED") = kSealed;
  bindings::define_kernel<Border>(module);
  bindings::define_batch<Border>(module);
  module.def("worlds_checksum", &worlds_checksum, "view"_a, "count"_a, "seed"_a);
  module.def("casual", &casual, "view"_a);
  module.def("assess_at_random", &assess_at_random, "view"_a, "seed"_a, "playouts"_a.none(),
             "seconds"_a.none());
  module.def("assess_knowing", &assess_knowing, "state"_a, "seat"_a, "seed"_a, "playouts"_a.none(),
             "seconds"_a.none());
  module.def("solve", &solve, "state"_a);
}
