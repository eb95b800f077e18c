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

struct Kernel : ViewBorder {
  static auto search(const ViewNumbers& numbers) {
    const View view = view_to_act(numbers);
    return std::make_unique<auf_ab::Search>(network(), view,
                                            checked_history(view, std::get<Codes>(numbers)));
  }
};

}  // namespace

FUNICULAR_KERNEL(Kernel)
