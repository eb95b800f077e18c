// `funicular.native._dnpup`: the kernel of dnpup for Python (see module.hpp). Cards are their
// `order`.
#include "funicular/dnpup.hpp"

#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

#include "bindings/batch.hpp"
#include "bindings/dnpup_checks.hpp"
#include "bindings/module.hpp"
#include "funicular/dnpup/environment.hpp"

namespace {

using namespace funicular;
using namespace funicular::dnpup;
namespace nb = nanobind;
using namespace nb::literals;

Orders orders(const Hand& hand) {
  Orders cards;
  each(hand.cards(),
       [&](int place) { cards.push_back(order_of(place, (hand.high >> place & 1) != 0)); });
  return cards;
}

struct Border : ViewBorder {
  using State = dnpup::State;
  using Moves = dnpup::Moves;
  // Seats, and the turns after which a deal is void.
  using DealNumbers = std::tuple<int, int>;
  using PositionNumbers = dnpup::PositionNumbers;

  class Deals {
   public:
    explicit Deals(const DealNumbers& numbers)
        : seats_(std::get<0>(numbers)), turn_cap_(std::get<1>(numbers)) {
      check_rules(seats_, turn_cap_);
    }
    int seats() const { return seats_; }
    State next(Random& random) const { return deal(seats_, turn_cap_, random); }
    void legal_moves(const State& state, Moves& moves) const { dnpup::legal_moves(state, moves); }
    Move any_move(const State&, const Moves& moves, Random& random) const {
      return moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
    }
    int play_out(State& state, Moves& moves, Random& random) const {
      play_out_at_random(state, moves, random);
      return state.turns;
    }
    int points(const State& state, int seat) const { return state.points(seat); }

   private:
    int seats_, turn_cap_;
  };

  static Hands dealt(const State& state) {
    Hands hands;
    for (int seat = 0; seat < state.seats; ++seat) hands.push_back(orders(state.hands[seat]));
    return hands;
  }
  static int to_act(const State& state) { return state.mover(); }
  static void play(State& state, const Move& move) { dnpup::play(state, move); }

  // Only the viewer's own: what others may do is hidden.
  static void legal(const PositionNumbers& numbers, Moves& moves) {
    const Likelihood seen = checked_likelihood(numbers);
    if (is_own_turn(seen.view())) dnpup::legal_moves(seen.view().table, moves);
  }

  // Only the cards that the view leaves open, seat by seat, as they lie now.
  static auto worlds(const ViewNumbers& numbers) {
    return [view = checked_likelihood(numbers).view()](Random& random) {
      State state = world(view, random);
      for (int seat = 0; seat < state.seats; ++seat)
        state.hands[seat] = state.hands[seat].among(view.pool);
      return dealt(state);
    };
  }

  using Environment = dnpup::Environment;
  // Seats, and the turns after which a deal is void.
  using EnvironmentNumbers = std::tuple<int, int>;

  static Environment environment(const EnvironmentNumbers& numbers) {
    const auto& [seats, turn_cap] = numbers;
    check_rules(seats, turn_cap);
    return {seats, turn_cap};
  }

  // The hands as dealt.
  static Hands dealt_at(const Environment::Table& table) {
    Hands hands;
    for (int seat = 0; seat < table.state.seats; ++seat) hands.push_back(orders(table.dealt[seat]));
    return hands;
  }
};

// What the casual policy thinks of each legal move. It sees no more than the viewer, so any world
// will do.
std::vector<double> worths(const nb::bytes& view) {
  const Likelihood seen = likelihood_to_act(bindings::numbers_from<PositionNumbers>(view));
  const nb::gil_scoped_release released;
  Random random(0);
  const State state = world(seen.view(), random);
  Moves moves;
  legal_moves(state, moves);
  Outlook outlook(state, state.mover());
  std::vector<double> each;
  for (const Move& move : moves) each.push_back(outlook.worth(move));
  return each;
}

}  // namespace

NB_MODULE(_dnpup, module) {
  bindings::define_kernel<Border>(module);
  bindings::define_batch<Border>(module);
  module.def("worths", &worths, "view"_a);
}
