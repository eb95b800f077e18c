// `funicular.native._dnpup`: the kernel of dnpup for Python (see module.hpp). Cards are their
// `order`.
#include "funicular/dnpup.hpp"

#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

#include "bindings/dnpup_checks.hpp"
#include "bindings/module.hpp"

namespace {

using namespace funicular;
using namespace funicular::dnpup;
namespace nb = nanobind;
using namespace nb::literals;

using Hands = std::vector<Orders>;

// A view, or a whole state, and the choices that led to it.
Likelihood seen(int seats, int turn_cap, int starter, int turn, int turns,
                const std::vector<int>& out, const Hands& melds, const Hands& known,
                const Hands& secret, const std::vector<int>& counts, const Orders& discarded,
                int seat, const Hands& dealt, const std::vector<std::uint64_t>& history) {
  return checked_likelihood({seats, turn_cap, starter, turn, turns, out, melds, known, secret,
                             counts, discarded, seat, dealt, history});
}

Orders orders(const Hand& hand) {
  Orders cards;
  each(hand.cards(),
       [&](int place) { cards.push_back(order_of(place, (hand.high >> place & 1) != 0)); });
  return cards;
}

struct Border {
  using State = dnpup::State;
  using Move = dnpup::Move;
  using Moves = dnpup::Moves;
  using Search = dnpup::Search;
  using Evaluation = dnpup::Evaluation;
  // Seats, and the turns after which a deal is void.
  using DealNumbers = std::tuple<int, int>;
  using PositionNumbers = Likelihood;
  using ViewNumbers = Likelihood;

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
  static bindings::Code code_of(const Move& move) { return move.code(); }

  // Only the viewer's own: what others may do is hidden.
  static void legal(const Likelihood& seen, Moves& moves) {
    if (is_own_turn(seen.view())) dnpup::legal_moves(seen.view().table, moves);
  }

  // Only the cards that the view leaves open, seat by seat, as they lie now.
  static auto worlds(const Likelihood& seen) {
    return [&view = seen.view()](Random& random) {
      State state = world(view, random);
      for (int seat = 0; seat < state.seats; ++seat)
        state.hands[seat] = state.hands[seat].among(view.pool);
      return dealt(state);
    };
  }

  static std::unique_ptr<Search> search(const Likelihood& seen) {
    require(is_own_turn(seen.view()), "turn");
    return std::make_unique<Search>(seen);
  }

  static std::unique_ptr<Evaluation> evaluation(const Likelihood& seen, const OthersModel& others) {
    require(is_own_turn(seen.view()), "turn");
    return std::make_unique<Evaluation>(seen, others);
  }
};

// What the casual policy thinks of each legal move. It sees no more than the viewer, so any world
// will do.
std::vector<double> worths(const Likelihood& seen) {
  require(is_own_turn(seen.view()), "turn");
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
  nb::class_<Likelihood>(module, "Seen");
  module.def("seen", &seen, nb::kw_only(), "seats"_a, "turn_cap"_a, "starter"_a, "turn"_a,
             "turns"_a, "out"_a, "melds"_a, "known"_a, "secret"_a, "counts"_a, "discarded"_a,
             "seat"_a, "dealt"_a, "history"_a);
  bindings::define_kernel<Border>(module);
  module.def("worths", &worths, "seen"_a);
}
