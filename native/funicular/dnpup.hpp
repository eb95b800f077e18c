// dnpup for whole loops: the twin of games/dnpup, the search that plays it, and its evaluation.
#pragma once

#include "funicular/dnpup/cards.hpp"
#include "funicular/dnpup/constants.hpp"
#include "funicular/dnpup/endings.hpp"
#include "funicular/dnpup/evaluation.hpp"
#include "funicular/dnpup/holding_odds.hpp"
#include "funicular/dnpup/likelihood.hpp"
#include "funicular/dnpup/policy.hpp"
#include "funicular/dnpup/rules.hpp"
#include "funicular/dnpup/search.hpp"
#include "funicular/dnpup/view.hpp"
#include "funicular/dnpup/walk.hpp"
#include "funicular/dnpup/worlds.hpp"
