// Regrets and average strategies of many decisions, kept in two long arrays of floats.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "simd/solver_rows.hpp"
#include "util/aligned_buffer.hpp"

namespace fivebet {

class DecisionStorage {
 public:
  DecisionStorage() = default;
  explicit DecisionStorage(std::size_t numbers);

  // The rows of a decision whose numbers begin at `start`; `width` is a padded number of hands.
  DecisionRows rows(std::size_t start, std::size_t actions, std::size_t width) const;
  void copy_from(const DecisionStorage& other);
  std::size_t numbers() const { return regrets_.size() / sizeof(float); }
  std::size_t bytes() const { return regrets_.size() + averages_.size(); }

 private:
  AlignedBuffer regrets_;
  AlignedBuffer averages_;
};

// The average strategy of a decision: for each action a row over the first so many hands.
std::vector<float> average_strategy(const DecisionRows& rows, std::size_t hands);

// Replaces the average strategy of a decision that is stored uncompressed.
void set_average_strategy(const DecisionRows& rows, std::size_t hands, std::span<const float> strategy);

}  // namespace fivebet
