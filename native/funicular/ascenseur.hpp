// Ascenseur for whole loops: the twin of games/ascenseur, the search that plays it, and its
// evaluation.
#pragma once

#include "funicular/ascenseur/cards.hpp"
#include "funicular/ascenseur/constants.hpp"
#include "funicular/ascenseur/contract.hpp"
#include "funicular/ascenseur/endings.hpp"
#include "funicular/ascenseur/evaluation.hpp"
#include "funicular/ascenseur/likelihood.hpp"
#include "funicular/ascenseur/one_card.hpp"
#include "funicular/ascenseur/policy.hpp"
#include "funicular/ascenseur/policy_cache.hpp"
#include "funicular/ascenseur/policy_tables.hpp"
#include "funicular/ascenseur/rules.hpp"
#include "funicular/ascenseur/search.hpp"
#include "funicular/ascenseur/view.hpp"
#include "funicular/ascenseur/walk.hpp"
#include "funicular/ascenseur/worlds.hpp"
