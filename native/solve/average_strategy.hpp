// What a decision has learnt, to read.
#pragma once

#include <cstddef>
#include <vector>

#include "simd/solver_rows.hpp"

namespace fivebet {

// The average strategy: for each action a row over the first so many hands.
std::vector<float> average_strategy(const DecisionRows& rows, std::size_t hands);

}  // namespace fivebet
