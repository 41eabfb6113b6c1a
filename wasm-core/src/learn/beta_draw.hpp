// Draws from beta distributions, the same bits everywhere.
#pragma once

#include "tagtrail/random.hpp"

namespace tagtrail {

/// A draw from Beta(a, b), a and b at least 1.
double draw_beta(double a, double b, Random& random);

}  // namespace tagtrail
