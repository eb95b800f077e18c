// The kernel of dnpup for the browser (see border.hpp). Cards are their `order`.
#include "funicular/dnpup.hpp"

#include "bindings/dnpup_checks.hpp"
#include "wasm/border.hpp"

FUNICULAR_KERNEL(funicular::dnpup::ViewBorder)
