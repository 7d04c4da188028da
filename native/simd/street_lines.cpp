// Rows of hands between two streets.
//
// A board's hands stand elsewhere among the hands of the board before it. Moved row by row,
// every number would be looked up by itself; as lines, the numbers of sixteen trees move
// together.
#include "simd/transpose.hpp"
#include "simd/vectors.hpp"

namespace fivebet::FIVEBET_LEVEL {

void to_lines(const float* const* rows, std::size_t hands, float* lines) { to_lanes(rows, hands, lines); }

void from_lines(const float* lines, std::size_t hands, float* const* rows) {
  for (std::size_t hand = 0; hand < hands; hand += kLanes) {
    Floats block[kLanes];
    for (std::size_t i = 0; i < kLanes; ++i) block[i] = load(lines + (hand + i) * kLanes);
    to_rows(block, rows, hand);
  }
}

void gather_lines(const float* lines, const std::uint16_t* index, std::size_t hands, float* const* rows) {
  for (std::size_t hand = 0; hand < hands; hand += kLanes) {
    Floats block[kLanes] = {};
    const std::size_t n = hands - hand < kLanes ? hands - hand : kLanes;
    for (std::size_t i = 0; i < n; ++i) block[i] = load(lines + index[hand + i] * kLanes);
    to_rows(block, rows, hand);
  }
}

void add_to_lines(const float* const* rows, const std::uint16_t* index, std::size_t hands, float* lines) {
  for (std::size_t hand = 0; hand < hands; hand += kLanes) {
    Floats block[kLanes];
    for (std::size_t i = 0; i < kLanes; ++i) block[i] = load(rows[i] + hand);
    transpose(block);
    const std::size_t n = hands - hand < kLanes ? hands - hand : kLanes;
    for (std::size_t i = 0; i < n; ++i) {
      float* line = lines + index[hand + i] * kLanes;
      store(line, load(line) + block[i]);
    }
  }
}

}  // namespace fivebet::FIVEBET_LEVEL
