// Auf & Ab for whole loops: the twin of games/auf_ab, and the search that plays it.
#pragma once

#include "funicular/auf_ab/brisk.hpp"
#include "funicular/auf_ab/brisk_odds.hpp"
#include "funicular/auf_ab/cards.hpp"
#include "funicular/auf_ab/casual.hpp"
#include "funicular/auf_ab/endings.hpp"
#include "funicular/auf_ab/evidence.hpp"
#include "funicular/auf_ab/learnt.hpp"
#include "funicular/auf_ab/learnt_weights.hpp"
#include "funicular/auf_ab/melds.hpp"
#include "funicular/auf_ab/odds.hpp"
#include "funicular/auf_ab/rules.hpp"
#include "funicular/auf_ab/scorer.hpp"
#include "funicular/auf_ab/search.hpp"
#include "funicular/auf_ab/view.hpp"
