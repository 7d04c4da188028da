// Buckets of hands for ring games, by absolute strength and not by the board's order.
//
// On the flop and the turn a hand's bucket is its mean strength over the boards to come
// (E[HS], finer among the better hands) and how much that swings: made hands swing little,
// draws much. On the river it is the strength alone. Against several opponents the same
// strength is worth less, which the strategy learns by the number of players.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "cards/combos.hpp"

namespace fivebet {

inline constexpr int kRingStreets = 4;
inline constexpr int kSwings = 4;  // kinds of swing on flop and turn

// The buckets of each street; those of flop and turn are multiples of kSwings.
struct RingSizes {
  std::array<int, kRingStreets> buckets{kClasses, 80, 80, 80};
};

using RingBuckets = std::array<std::uint8_t, kCombos>;

// The buckets of all hands on a board of three to five cards, 0 for those that it rules out.
RingBuckets ring_buckets(CardSet board, const RingSizes& sizes);

// The share of random hands that each hand beats now, ties counting half; 0 for those ruled out.
std::array<float, kCombos> present_strengths(CardSet board);

// Buckets on flops, which take milliseconds to count: each suit class is counted once.
class FlopBuckets {
 public:
  explicit FlopBuckets(const RingSizes& sizes);
  ~FlopBuckets();
  // May be called by many threads at once.
  RingBuckets operator()(CardSet flop);

 private:
  RingSizes sizes_;
  std::vector<std::uint16_t> class_of_;  // by the flop's place among all flops
  std::vector<std::uint8_t> map_of_;     // the suit map that leads to the class's flop
  std::vector<CardSet> flops_;           // of each class
  std::unique_ptr<std::atomic<const RingBuckets*>[]> counted_;
};

}  // namespace fivebet
