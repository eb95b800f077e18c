// The kernel of Auf & Ab for the browser (see border.hpp). What its search has learned is part of
// the module.
#include "funicular/auf_ab.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "bindings/auf_ab_checks.hpp"
#include "wasm/border.hpp"

namespace {

using namespace funicular;
using namespace funicular::auf_ab;

constexpr std::uint8_t kWeights[] = {
#embed "../../src/funicular/native/weights/auf_ab.bin"
};

const Network& network() {
  static const auto read = [] {
    auto network = std::make_unique<Network>();
    bindings::require(read_weights(std::span(kWeights), *network), "weights");
    return network;
  }();
  return *read;
}

struct Kernel {
  static ViewNumbers read(wasm::Reader& reader) { return reader.read<ViewNumbers>(); }

  static auto evaluation(const ViewNumbers& numbers, const OthersModel& others) {
    const View view = view_to_act(numbers);
    return std::make_unique<auf_ab::Evaluation>(
        view, checked_history(view, std::get<Codes>(numbers)), others);
  }

  static auto search(const ViewNumbers& numbers) {
    const View view = view_to_act(numbers);
    return std::make_unique<auf_ab::Search>(network(), view,
                                            checked_history(view, std::get<Codes>(numbers)));
  }

  static bindings::Code code_of(Move move) { return move.code; }
};

}  // namespace

FUNICULAR_KERNEL(Kernel)
