// Sixteen rows over hands as lines, one for each hand with its sixteen numbers, and back.
#pragma once

#include "simd/vectors.hpp"

namespace fivebet::FIVEBET_LEVEL {
namespace {

#define FIVEBET_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

// Sixteen rows of sixteen become sixteen columns.
#ifdef FIVEBET_NEON
// Block by block of four by four.
[[gnu::always_inline]] inline void transpose(Floats (&x)[16]) {
  Floats y[16];
  const auto* from = reinterpret_cast<const float*>(x);
  auto* to = reinterpret_cast<float*>(y);
  for (int row = 0; row < 16; row += 4)
    for (int column = 0; column < 16; column += 4) {
      float32x4_t a[4];
      for (int i = 0; i < 4; ++i) __builtin_memcpy(&a[i], from + 16 * (row + i) + column, sizeof a[i]);
      const float64x2_t low[2] = {vreinterpretq_f64_f32(vtrn1q_f32(a[0], a[1])),
                                  vreinterpretq_f64_f32(vtrn1q_f32(a[2], a[3]))};
      const float64x2_t high[2] = {vreinterpretq_f64_f32(vtrn2q_f32(a[0], a[1])),
                                   vreinterpretq_f64_f32(vtrn2q_f32(a[2], a[3]))};
      const float64x2_t turned[4] = {vtrn1q_f64(low[0], low[1]), vtrn1q_f64(high[0], high[1]),
                                     vtrn2q_f64(low[0], low[1]), vtrn2q_f64(high[0], high[1])};
      for (int i = 0; i < 4; ++i)
        __builtin_memcpy(to + 16 * (column + i) + row, &turned[i], sizeof turned[i]);
    }
  __builtin_memcpy(&x, &y, sizeof x);
}
#else
[[gnu::always_inline]] inline void transpose(Floats (&x)[16]) {
  Floats y[16];
  for (int i = 0; i < 16; i += 2) {
    y[i] = FIVEBET_SHUFFLE(x[i], x[i + 1], 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
    y[i + 1] = FIVEBET_SHUFFLE(x[i], x[i + 1], 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
  }
  for (int i = 0; i < 16; i += 4)
    for (int k = 0; k < 2; ++k) {
      const Floats a = y[i + k], b = y[i + k + 2];
      x[i + 2 * k] = FIVEBET_SHUFFLE(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
      x[i + 2 * k + 1] = FIVEBET_SHUFFLE(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
    }
  for (int g = 0; g < 16; g += 8)
    for (int i = g; i < g + 4; ++i) {
      const Floats a = x[i], b = x[i + 4];
      y[i] = FIVEBET_SHUFFLE(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
      y[i + 4] = FIVEBET_SHUFFLE(a, b, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
    }
  for (int i = 0; i < 8; ++i) {
    const Floats a = y[i], b = y[i + 8];
    x[i] = FIVEBET_SHUFFLE(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
    x[i + 8] = FIVEBET_SHUFFLE(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
  }
}
#endif

inline void to_lanes(const float* const* rows, std::size_t hands, float* lanes) {
  for (std::size_t hand = 0; hand < hands; hand += kLanes) {
    Floats block[16];
    for (std::size_t i = 0; i < kLanes; ++i) block[i] = load(rows[i] + hand);
    transpose(block);
    for (std::size_t i = 0; i < kLanes; ++i) store(lanes + (hand + i) * kLanes, block[i]);
  }
}

[[gnu::always_inline]] inline void to_rows(Floats (&block)[16], float* const* rows, std::size_t hand) {
  transpose(block);
  for (std::size_t i = 0; i < kLanes; ++i) store(rows[i] + hand, block[i]);
}

}  // namespace
}  // namespace fivebet::FIVEBET_LEVEL
