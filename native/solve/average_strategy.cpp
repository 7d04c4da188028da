#include "solve/average_strategy.hpp"

#include "simd/kernels.hpp"

namespace fivebet {

std::vector<float> average_strategy(const DecisionRows& rows, std::size_t hands) {
  const std::vector<float> ones(rows.hands, 1.0f);
  std::vector<float> spread(rows.actions * rows.hands);
  float* children[kMaxActions];
  for (std::size_t a = 0; a < rows.actions; ++a) children[a] = spread.data() + a * rows.hands;
  kernels().spread_reach(rows, true, ones.data(), children);
  std::vector<float> strategy;
  for (std::size_t a = 0; a < rows.actions; ++a)
    strategy.insert(strategy.end(), children[a], children[a] + hands);
  return strategy;
}

}  // namespace fivebet
