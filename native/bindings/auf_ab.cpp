// `funicular.native._auf_ab`: the kernel of Auf & Ab for Python (see module.hpp).
#include "funicular/auf_ab.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bindings/auf_ab_checks.hpp"
#include "bindings/batch.hpp"
#include "bindings/module.hpp"
#include "funicular/auf_ab/environment.hpp"

namespace {

using namespace funicular;
using namespace funicular::auf_ab;
namespace nb = nanobind;
using namespace nb::literals;

// Kept from the first call of `load_weights` on; a search under way keeps what it began with.
std::shared_ptr<const Network> loaded;

const std::shared_ptr<const Network>& network() {
  require(loaded != nullptr, "weights");
  return loaded;
}

void load_weights(const nb::bytes& bytes) {
  const auto read = std::make_shared<Network>();
  const auto* data = static_cast<const std::uint8_t*>(bytes.data());
  require(read_weights(std::span(data, bytes.size()), *read), "weights");
  loaded = read;
}

// A search and the weights that it refers to.
class LearnedSearch {
 public:
  template <typename... Arguments>
  explicit LearnedSearch(const Arguments&... arguments)
      : network_(network()), search_(*network_, arguments...) {}

  const Moves& legal_moves() const { return search_.legal_moves(); }
  SearchResult run(std::uint64_t seed, const Budget& budget) { return search_.run(seed, budget); }

 private:
  std::shared_ptr<const Network> network_;
  auf_ab::Search search_;
};

struct Border : ViewBorder {
  using State = auf_ab::State;
  using Moves = auf_ab::Moves;
  using Search = LearnedSearch;
  // The number of seats.
  using DealNumbers = int;
  using PositionNumbers = StateNumbers;

  class Deals {
   public:
    explicit Deals(int seats) : seats_(seats) { check_seats(seats); }
    int seats() const { return seats_; }
    State next(Random& random) const { return deal(seats_, random); }
    void legal_moves(const State& state, Moves& moves) const {
      auf_ab::legal_moves(state.table, state.hand(), moves);
    }
    Move any_move(const State& state, const Moves&, Random& random) const {
      return any_legal(state.table, state.hand(), random);
    }
    int play_out(State& state, Moves&, Random& random) const { return play_blindly(state, random); }
    int points(const State& state, int seat) const {
      return seat == state.winner() ? state.points() : 0;
    }

   private:
    int seats_;
  };

  static std::vector<Bits> dealt(const State& state) {
    return {state.hands.begin(), state.hands.begin() + state.table.seats};
  }
  static int to_act(const State& state) { return state.table.to_act; }
  static void play(State& state, Move move) { state.play(move); }

  static void legal(const StateNumbers& numbers, Moves& moves) {
    const State state = checked_state(numbers);
    if (!state.over()) auf_ab::legal_moves(state.table, state.hand(), moves);
  }

  static auto worlds(const ViewNumbers& numbers) {
    return [allowed = Worlds(checked_view(numbers))](Random& random) {
      return allowed.draw(random).hands;
    };
  }

  static std::unique_ptr<LearnedSearch> search(const ViewNumbers& numbers) {
    const View view = view_to_act(numbers);
    return std::make_unique<LearnedSearch>(view, checked_history(view, std::get<Codes>(numbers)));
  }

  using Environment = auf_ab::Environment;
  // The number of seats.
  using EnvironmentNumbers = int;

  static Environment environment(int seats) {
    check_seats(seats);
    return Environment(seats);
  }

  // The hands as dealt.
  static std::vector<Bits> dealt_at(const Environment::Table& table) {
    std::vector<Bits> hands;
    for (int seat = 0; seat < table.state.table.seats; ++seat)
      hands.push_back(table.state.hands[seat] | table.laid[seat]);
    return hands;
  }
};

// In the one world there is nothing is left to chance, and a playout a move is enough.
bindings::Assessment assess_knowing(const nb::bytes& position) {
  const State state = checked_state(bindings::numbers_from<StateNumbers>(position));
  require(!state.over(), "turn");
  return bindings::assessment_by<Border>(std::make_unique<LearnedSearch>(state), nb::int_(0),
                                         nb::int_(bindings::kMostPlayouts), nb::none());
}

// What the casual policy does.
bindings::Code casual_move(const nb::bytes& packed) {
  const View view = view_to_act(bindings::numbers_from<auf_ab::ViewNumbers>(packed));
  return casual(view.table, view.hand, view.seen, view.left).code;
}

}  // namespace

NB_MODULE(_auf_ab, module) {
  bindings::define_kernel<Border>(module);
  bindings::define_batch<Border>(module);
  module.def("load_weights", &load_weights, "weights"_a);
  module.def("assess_knowing", &assess_knowing, "state"_a);
  module.def("casual", &casual_move, "view"_a);
}
