#include "solve/decision_storage.hpp"

#include <algorithm>
#include <stdexcept>

#include "simd/kernels.hpp"

namespace fivebet {

DecisionStorage::DecisionStorage(std::size_t numbers)
    : regrets_(numbers * sizeof(float)), averages_(numbers * sizeof(float)) {}

DecisionRows DecisionStorage::rows(std::size_t start, std::size_t actions, std::size_t width) const {
  DecisionRows rows{};
  rows.actions = actions;
  rows.hands = width;
  rows.regrets = regrets_.floats() + start;
  rows.average = averages_.floats() + start;
  return rows;
}

void DecisionStorage::copy_from(const DecisionStorage& other) {
  if (other.numbers() != numbers()) throw std::invalid_argument("both must play the same game");
  std::copy_n(other.regrets_.floats(), numbers(), regrets_.floats());
  std::copy_n(other.averages_.floats(), numbers(), averages_.floats());
}

std::vector<float> average_strategy(const DecisionRows& rows, std::size_t hands) {
  const std::vector<float> ones(rows.hands, 1.0f);
  std::vector<float> split(rows.actions * rows.hands);
  float* children[kMaxActions];
  for (std::size_t a = 0; a < rows.actions; ++a) children[a] = split.data() + a * rows.hands;
  kernels().split_reach(rows, true, ones.data(), children);
  std::vector<float> strategy;
  for (std::size_t a = 0; a < rows.actions; ++a)
    strategy.insert(strategy.end(), children[a], children[a] + hands);
  return strategy;
}

void set_average_strategy(const DecisionRows& rows, std::size_t hands, std::span<const float> strategy) {
  auto* average = static_cast<float*>(rows.average);
  for (std::size_t a = 0; a < rows.actions; ++a)
    std::copy_n(strategy.data() + a * hands, hands, average + a * rows.hands);
}

}  // namespace fivebet
