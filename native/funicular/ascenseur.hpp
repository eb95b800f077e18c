// Ascenseur: rules, views, worlds, judgement, exact endings and search, without Python.
#pragma once

#include "funicular/ascenseur/cards.hpp"
#include "funicular/ascenseur/chances.hpp"
#include "funicular/ascenseur/contract.hpp"
#include "funicular/ascenseur/evidence.hpp"
#include "funicular/ascenseur/judgement.hpp"
#include "funicular/ascenseur/recall.hpp"
#include "funicular/ascenseur/rules.hpp"
#include "funicular/ascenseur/search.hpp"
#include "funicular/ascenseur/solver.hpp"
#include "funicular/ascenseur/view.hpp"
#include "funicular/ascenseur/worlds.hpp"
