// Auf & Ab for whole loops: the twin of games/auf_ab, the search that plays it, and its evaluation.
#pragma once

#include "funicular/auf_ab/cards.hpp"
#include "funicular/auf_ab/constants.hpp"
#include "funicular/auf_ab/endings.hpp"
#include "funicular/auf_ab/evaluation.hpp"
#include "funicular/auf_ab/fast_policy.hpp"
#include "funicular/auf_ab/features.hpp"
#include "funicular/auf_ab/learned_policy.hpp"
#include "funicular/auf_ab/likelihood.hpp"
#include "funicular/auf_ab/meld_odds.hpp"
#include "funicular/auf_ab/melds.hpp"
#include "funicular/auf_ab/policy.hpp"
#include "funicular/auf_ab/rules.hpp"
#include "funicular/auf_ab/search.hpp"
#include "funicular/auf_ab/view.hpp"
#include "funicular/auf_ab/walk.hpp"
#include "funicular/auf_ab/worlds.hpp"
