// The kernel of Ascenseur for the browser (see border.hpp).
#include "funicular/ascenseur.hpp"

#include "bindings/ascenseur_checks.hpp"
#include "wasm/border.hpp"

FUNICULAR_KERNEL(funicular::ascenseur::ViewBorder)
