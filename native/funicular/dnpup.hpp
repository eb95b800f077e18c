// dnpup for whole loops: the twin of `funicular.games.dnpup`, and the search bot that plays it.
#pragma once

#include "funicular/dnpup/cards.hpp"
#include "funicular/dnpup/endings.hpp"
#include "funicular/dnpup/evidence.hpp"
#include "funicular/dnpup/holdings.hpp"
#include "funicular/dnpup/policy.hpp"
#include "funicular/dnpup/rules.hpp"
#include "funicular/dnpup/search.hpp"
#include "funicular/dnpup/view.hpp"
#include "funicular/dnpup/walk.hpp"
#include "funicular/dnpup/worlds.hpp"
