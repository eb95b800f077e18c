// The kernel of Ascenseur for the browser (see border.hpp).
#include "funicular/ascenseur.hpp"

#include <memory>

#include "bindings/ascenseur_checks.hpp"
#include "wasm/border.hpp"

namespace {

using namespace funicular;
using namespace funicular::ascenseur;

struct Kernel {
  static ViewNumbers read(wasm::Reader& reader) { return reader.read<ViewNumbers>(); }

  static auto evaluation(const ViewNumbers& numbers, const OthersModel& others) {
    const Seat seat = checked_seat(numbers, Turn::own);
    return std::make_unique<ascenseur::Evaluation>(seat.rules, seat.view, seat.history, others);
  }

  static auto search(const ViewNumbers& numbers) {
    const Seat seat = checked_seat(numbers, Turn::own);
    return std::make_unique<ascenseur::Search>(seat.rules, seat.view, seat.history);
  }

  static bindings::Code code_of(Move move) { return static_cast<bindings::Code>(move); }
};

}  // namespace

FUNICULAR_KERNEL(Kernel)
