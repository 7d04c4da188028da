// Hands of two cards that are prepared for many boards: the sums of their rank keys are known.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards/card_set.hpp"
#include "cards/evaluator.hpp"

namespace fivebet {

class PreparedHands {
 public:
  explicit PreparedHands(const std::vector<CardSet>& hands);

  std::size_t size() const { return keys_.size(); }

  // The hands' values on a board of three to five cards; 0 where they share a card with it.
  void evaluate(CardSet board, Value* values) const;

 private:
  std::vector<std::uint32_t> keys_;
  std::array<std::vector<std::uint16_t>, kSuits> ranks_;  // that each hand holds of a suit
  std::array<std::vector<std::uint32_t>, kDeckSize> with_card_;
};

}  // namespace fivebet
