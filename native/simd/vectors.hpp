// Sixteen floats at a time, on every level.
#pragma once

#ifdef FIVEBET_NEON
#include <arm_neon.h>
#elif defined(__AVX2__)
#include <immintrin.h>
#endif

#include "simd/level.hpp"
#include "simd/solver_rows.hpp"

namespace fivebet::FIVEBET_LEVEL {
namespace {

typedef float Floats __attribute__((vector_size(4 * kLanes)));
typedef std::int32_t Ints __attribute__((vector_size(4 * kLanes)));
typedef std::int16_t Shorts __attribute__((vector_size(2 * kLanes)));
typedef std::uint64_t Words64 __attribute__((vector_size(4 * kLanes)));
typedef std::uint16_t Words __attribute__((vector_size(2 * kLanes)));

[[gnu::always_inline]] inline Floats load(const float* from) {
  Floats lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

[[gnu::always_inline]] inline void store(float* to, const Floats& lanes) {
  __builtin_memcpy(to, &lanes, sizeof lanes);
}

[[gnu::always_inline]] inline Floats all(float number) { return number - Floats{}; }

// One instruction, where compilers make two of a comparison and a choice. With a mask, since
// without one GCC 12 warns of what its own header leaves undefined.
[[gnu::always_inline]] inline Floats larger(const Floats& a, const Floats& b) {
#ifdef __AVX512F__
  return _mm512_maskz_max_ps(0xffff, a, b);
#else
  return a > b ? a : b;
#endif
}

[[gnu::always_inline]] inline Floats positive(const Floats& a) { return larger(a, Floats{}); }

// Whether all lanes are zero.
[[gnu::always_inline]] inline bool none(const Floats& a) {
#ifdef __AVX512F__
  return _mm512_cmp_ps_mask(a, _mm512_setzero_ps(), _CMP_NEQ_UQ) == 0;
#else
  Words64 bits;
  __builtin_memcpy(&bits, &a, sizeof bits);
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < kLanes / 2; ++i) any |= bits[i];
  return any == 0;
#endif
}

// 16-bit numbers as they are, and whole numbers cut to 16 bits. Compilers take vectors longer
// than a register apart, lane by lane, where they change the width of lanes.
#ifdef FIVEBET_NEON
[[gnu::always_inline]] inline Floats load(const std::int16_t* from) {
  Floats lanes;
  for (std::size_t i = 0; i < kLanes; i += 4) {
    const float32x4_t four = vcvtq_f32_s32(vmovl_s16(vld1_s16(from + i)));
    __builtin_memcpy(reinterpret_cast<float*>(&lanes) + i, &four, sizeof four);
  }
  return lanes;
}

[[gnu::always_inline]] inline Floats load(const std::uint16_t* from) {
  Floats lanes;
  for (std::size_t i = 0; i < kLanes; i += 4) {
    const float32x4_t four = vcvtq_f32_u32(vmovl_u16(vld1_u16(from + i)));
    __builtin_memcpy(reinterpret_cast<float*>(&lanes) + i, &four, sizeof four);
  }
  return lanes;
}

template <class Number>
[[gnu::always_inline]] inline void store_cut(Number* to, const Floats& numbers) {
  static_assert(sizeof(Number) == 2);
  for (std::size_t i = 0; i < kLanes; i += 4) {
    float32x4_t four;
    __builtin_memcpy(&four, reinterpret_cast<const float*>(&numbers) + i, sizeof four);
    const int16x4_t cut = vmovn_s32(vcvtq_s32_f32(four));
    __builtin_memcpy(to + i, &cut, sizeof cut);
  }
}
#elif defined(__AVX512F__)
// Masks of all lanes: g++ 12 warns of the variants without one.
[[gnu::always_inline]] inline Floats load(const std::int16_t* from) {
  const __m256i lanes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  return _mm512_maskz_cvtepi32_ps(0xffff, _mm512_maskz_cvtepi16_epi32(0xffff, lanes));
}

[[gnu::always_inline]] inline Floats load(const std::uint16_t* from) {
  const __m256i lanes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  return _mm512_maskz_cvtepi32_ps(0xffff, _mm512_maskz_cvtepu16_epi32(0xffff, lanes));
}

template <class Number>
[[gnu::always_inline]] inline void store_cut(Number* to, const Floats& numbers) {
  static_assert(sizeof(Number) == 2);
  const __m512i whole = _mm512_maskz_cvttps_epi32(0xffff, numbers);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm512_maskz_cvtepi32_epi16(0xffff, whole));
}
#elif defined(__AVX2__)
[[gnu::always_inline]] inline Floats load(const std::int16_t* from) {
  Floats lanes;
  for (std::size_t i = 0; i < kLanes; i += 8) {
    const __m128i eight = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i));
    _mm256_storeu_ps(reinterpret_cast<float*>(&lanes) + i, _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(eight)));
  }
  return lanes;
}

[[gnu::always_inline]] inline Floats load(const std::uint16_t* from) {
  Floats lanes;
  for (std::size_t i = 0; i < kLanes; i += 8) {
    const __m128i eight = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i));
    _mm256_storeu_ps(reinterpret_cast<float*>(&lanes) + i, _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(eight)));
  }
  return lanes;
}

template <class Number>
[[gnu::always_inline]] inline void store_cut(Number* to, const Floats& numbers) {
  static_assert(sizeof(Number) == 2);
  const __m256i low_halves = _mm256_set1_epi32(0xffff);
  __m256i parts[2];
  for (std::size_t i = 0; i < 2; ++i)
    parts[i] = _mm256_and_si256(
        low_halves, _mm256_cvttps_epi32(_mm256_loadu_ps(reinterpret_cast<const float*>(&numbers) + 8 * i)));
  const __m256i packed = _mm256_packus_epi32(parts[0], parts[1]);  // by halves of both
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permute4x64_epi64(packed, 0xd8));
}
#else
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

[[gnu::always_inline]] inline void store_cut(std::int16_t* to, const Floats& numbers) {
  const Shorts cut = __builtin_convertvector(__builtin_convertvector(numbers, Ints), Shorts);
  __builtin_memcpy(to, &cut, sizeof cut);
}

[[gnu::always_inline]] inline void store_cut(std::uint16_t* to, const Floats& numbers) {
  const Words cut = __builtin_convertvector(__builtin_convertvector(numbers, Ints), Words);
  __builtin_memcpy(to, &cut, sizeof cut);
}
#endif

}  // namespace
}  // namespace fivebet::FIVEBET_LEVEL
