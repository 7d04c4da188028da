// One matrix times many rows of reach: terminals of a street that share a matrix are
// valued together, so that it is read once for several of them.
#include "simd/vectors.hpp"

namespace fivebet::FIVEBET_LEVEL {
namespace {

constexpr std::size_t kTogether = 5;

template <std::size_t kRows, class Number>
[[gnu::always_inline]] inline void multiply_rows(const Number* matrix, std::size_t hands, std::size_t others,
                                                 const float* const* reach, const float* scales,
                                                 float* const* values) {
  std::size_t hand = 0;
  for (; hand + 2 * kLanes <= hands; hand += 2 * kLanes) {
    Floats sums[kRows][2] = {};
    for (std::size_t other = 0; other < others; ++other) {
      const Number* row = matrix + other * hands + hand;
      const Floats first = load(row), second = load(row + kLanes);
      for (std::size_t i = 0; i < kRows; ++i) {
        const Floats weight = all(reach[i][other]);
        sums[i][0] += weight * first;
        sums[i][1] += weight * second;
      }
    }
    for (std::size_t i = 0; i < kRows; ++i) {
      store(values[i] + hand, all(scales[i]) * sums[i][0]);
      store(values[i] + hand + kLanes, all(scales[i]) * sums[i][1]);
    }
  }
  for (; hand < hands; hand += kLanes) {
    Floats sums[kRows] = {};
    for (std::size_t other = 0; other < others; ++other) {
      const Floats row = load(matrix + other * hands + hand);
      for (std::size_t i = 0; i < kRows; ++i) sums[i] += all(reach[i][other]) * row;
    }
    for (std::size_t i = 0; i < kRows; ++i) store(values[i] + hand, all(scales[i]) * sums[i]);
  }
}

template <class Number>
[[gnu::always_inline]] inline void multiply(const Number* matrix, std::size_t hands, std::size_t others,
                                            const float* const* reach, const float* scales,
                                            float* const* values, std::size_t n) {
  while (n > 0) {
    const std::size_t rows = n > kTogether && n < 2 * kTogether ? (n + 1) / 2 : n < kTogether ? n : kTogether;
    switch (rows) {
      case 1: multiply_rows<1>(matrix, hands, others, reach, scales, values); break;
      case 2: multiply_rows<2>(matrix, hands, others, reach, scales, values); break;
      case 3: multiply_rows<3>(matrix, hands, others, reach, scales, values); break;
      case 4: multiply_rows<4>(matrix, hands, others, reach, scales, values); break;
      default: multiply_rows<5>(matrix, hands, others, reach, scales, values); break;
    }
    reach += rows;
    scales += rows;
    values += rows;
    n -= rows;
  }
}

}  // namespace

void matmul(const float* matrix, std::size_t hands, std::size_t others, const float* const* reach,
            const float* scales, float* const* values, std::size_t n) {
  multiply(matrix, hands, others, reach, scales, values, n);
}

void matmul_int16(const std::int16_t* matrix, std::size_t hands, std::size_t others, const float* const* reach,
                  const float* scales, float* const* values, std::size_t n) {
  multiply(matrix, hands, others, reach, scales, values, n);
}

}  // namespace fivebet::FIVEBET_LEVEL
