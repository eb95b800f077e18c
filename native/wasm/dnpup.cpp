// The kernel of dnpup for the browser (see border.hpp). Cards are their `order`.
#include "funicular/dnpup.hpp"

#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

#include "bindings/dnpup_checks.hpp"
#include "wasm/border.hpp"

namespace {

using namespace funicular;
using namespace funicular::dnpup;

using Hands = std::vector<Orders>;
// The fields of Position, in their order.
using PositionNumbers = std::tuple<int, int, int, int, int, std::vector<int>, Hands, Hands, Hands,
                                   std::vector<int>, Orders, int, Hands, bindings::Codes>;

struct Kernel {
  static Likelihood read(wasm::Reader& reader) {
    const auto position = std::apply([](const auto&... parts) { return Position{parts...}; },
                                     reader.read<PositionNumbers>());
    const Likelihood seen = checked_likelihood(position);
    require(is_own_turn(seen.view()), "turn");
    return seen;
  }

  static auto evaluation(const Likelihood& seen, const OthersModel& others) {
    return std::make_unique<dnpup::Evaluation>(seen, others);
  }
  static auto search(const Likelihood& seen) { return std::make_unique<dnpup::Search>(seen); }
  static bindings::Code code_of(const Move& move) { return move.code(); }
};

}  // namespace

FUNICULAR_KERNEL(Kernel)
