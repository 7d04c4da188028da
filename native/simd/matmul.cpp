// One matrix times many rows of reach: terminals of a street that share a matrix are
// valued together, so that it is read once for several of them.
#include <algorithm>

#include "simd/vectors.hpp"

namespace fivebet::FIVEBET_LEVEL {
namespace {

// So many rows that their sums and what they share stay in registers.
#ifdef __AVX512F__
constexpr std::size_t kTogether = 8;
#else
constexpr std::size_t kTogether = 5;
#endif
constexpr std::size_t kRowsAhead = 16;

// All rows of a matrix, whatever it is of.
struct AllOthers {
  std::size_t size;

  AllOthers(const float* const*, std::size_t, std::size_t others) : size(others) {}
  std::size_t operator[](std::size_t at) const { return at; }
};

// The hands of the other player that any of some rows reaches; the rest adds nothing to sums.
struct ReachedHands {
  std::uint16_t hands[kCombos + kRowsAhead];
  std::size_t size = 0;

  ReachedHands(const float* const* reach, std::size_t rows, std::size_t others) {
    hands[0] = 0;
    for (std::size_t other = 0; other < others; ++other) {
      bool any = false;
      for (std::size_t i = 0; i < rows; ++i) any |= reach[i][other] != 0.0f;
      hands[size] = static_cast<std::uint16_t>(other);
      size += any;
    }
    std::fill_n(hands + size, kRowsAhead, hands[0]);
  }
  std::size_t operator[](std::size_t at) const { return hands[at]; }
};

// Asks for what is read of a row some rows below: the next rows are on other pages, where the
// processor does not look for them by itself.
template <class Number>
[[gnu::always_inline]] inline void prefetch(const Number* row) {
  __builtin_prefetch(row);
  __builtin_prefetch(row + 2 * kLanes - 1);
}

template <std::size_t kRows, class Number, class Others>
[[gnu::always_inline]] inline void multiply_rows(const Number* matrix, std::size_t hands, const Others& others,
                                                 const float* const* reach, const float* scales,
                                                 float* const* values) {
  std::size_t hand = 0;
  for (; hand + 2 * kLanes <= hands; hand += 2 * kLanes) {
    Floats sums[kRows][2] = {};
    for (std::size_t at = 0; at < others.size; ++at) {
      const std::size_t other = others[at];
      const Number* row = matrix + other * hands + hand;
      prefetch(matrix + others[at + kRowsAhead] * hands + hand);
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
    for (std::size_t at = 0; at < others.size; ++at) {
      const std::size_t other = others[at];
      const Floats row = load(matrix + other * hands + hand);
      for (std::size_t i = 0; i < kRows; ++i) sums[i] += all(reach[i][other]) * row;
    }
    for (std::size_t i = 0; i < kRows; ++i) store(values[i] + hand, all(scales[i]) * sums[i]);
  }
}

template <class Others, std::size_t kRows = 1, class Number>
[[gnu::always_inline]] inline void multiply_so_many(std::size_t rows, const Number* matrix, std::size_t hands,
                                                    std::size_t others, const float* const* reach,
                                                    const float* scales, float* const* values) {
  if constexpr (kRows < kTogether)
    if (rows != kRows)
      return multiply_so_many<Others, kRows + 1>(rows, matrix, hands, others, reach, scales, values);
  multiply_rows<kRows>(matrix, hands, Others(reach, kRows, others), reach, scales, values);
}

template <class Others, class Number>
[[gnu::always_inline]] inline void multiply(const Number* matrix, std::size_t hands, std::size_t others,
                                            const float* const* reach, const float* scales,
                                            float* const* values, std::size_t n) {
  while (n > 0) {
    const std::size_t rows = n > kTogether && n < 2 * kTogether ? (n + 1) / 2 : n < kTogether ? n : kTogether;
    multiply_so_many<Others>(rows, matrix, hands, others, reach, scales, values);
    reach += rows;
    scales += rows;
    values += rows;
    n -= rows;
  }
}

}  // namespace

void matmul(const float* matrix, std::size_t hands, std::size_t others, const float* const* reach,
            const float* scales, float* const* values, std::size_t n) {
  multiply<AllOthers>(matrix, hands, others, reach, scales, values, n);
}

void matmul_int16(const std::int16_t* matrix, std::size_t hands, std::size_t others,
                  const float* const* reach, const float* scales, float* const* values, std::size_t n) {
  multiply<ReachedHands>(matrix, hands, others, reach, scales, values, n);
}

}  // namespace fivebet::FIVEBET_LEVEL
