// Sixteen floats at a time, on every level.
#pragma once

#include "simd/level.hpp"
#include "simd/solver_rows.hpp"

namespace fivebet::FIVEBET_LEVEL {
namespace {

typedef float Floats __attribute__((vector_size(4 * kLanes)));
typedef std::int32_t Ints __attribute__((vector_size(4 * kLanes)));
typedef std::int16_t Shorts __attribute__((vector_size(2 * kLanes)));
typedef std::uint16_t Words __attribute__((vector_size(2 * kLanes)));

[[gnu::always_inline]] inline Floats load(const float* from) {
  Floats lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

[[gnu::always_inline]] inline void store(float* to, const Floats& lanes) {
  __builtin_memcpy(to, &lanes, sizeof lanes);
}

[[gnu::always_inline]] inline Floats all(float number) { return Floats{} + number; }

[[gnu::always_inline]] inline Floats larger(const Floats& a, const Floats& b) { return a > b ? a : b; }

[[gnu::always_inline]] inline Floats positive(const Floats& a) { return a > 0.0f ? a : Floats{}; }

// Signed 16-bit numbers as they are.
[[gnu::always_inline]] inline Floats load(const std::int16_t* from) {
  Shorts lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return __builtin_convertvector(lanes, Floats);
}

[[gnu::always_inline]] inline Floats load(const std::uint16_t* from) {
  Words lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return __builtin_convertvector(__builtin_convertvector(lanes, Ints), Floats);
}

}  // namespace
}  // namespace fivebet::FIVEBET_LEVEL
