// A value network's products, for one tile of hands at a time: what is read and written stays
// near the processor, and several neurons share every number that is read.
#include "simd/vectors.hpp"

namespace fivebet::FIVEBET_LEVEL {
namespace {

// How many rows and vectors of hands a level's registers hold sums of.
#ifdef __AVX512F__
constexpr std::size_t kRowsTogether = 8, kVectorsTogether = 2;
#elif defined(__AVX2__) || defined(FIVEBET_NEON)
constexpr std::size_t kRowsTogether = 4, kVectorsTogether = 1;
#else
constexpr std::size_t kRowsTogether = 2, kVectorsTogether = 1;
#endif
constexpr std::size_t kTileVectors = kTileHands / kLanes;

// Some rows of a group, for some of a tile's vectors.
template <std::size_t kRows, std::size_t kVectors, bool kSquared>
[[gnu::always_inline]] inline void multiply(const TileProduct& product, std::size_t row, std::size_t vector) {
  const float* weights = product.weights + row / kTileGroup * product.group_stride + row % kTileGroup;
  const float* in = product.in + vector * kLanes;
  Floats sums[kRows][kVectors] = {};
  for (std::size_t i = 0; i < product.inputs; ++i) {
    Floats numbers[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      numbers[v] = load(in + i * kTileHands + v * kLanes);
      if constexpr (kSquared) numbers[v] *= numbers[v];
    }
    for (std::size_t k = 0; k < kRows; ++k) {
      const Floats weight = all(weights[i * kTileGroup + k]);
      for (std::size_t v = 0; v < kVectors; ++v) sums[k][v] += weight * numbers[v];
    }
  }
  for (std::size_t k = 0; k < kRows; ++k)
    for (std::size_t v = 0; v < kVectors; ++v) {
      if (product.add) sums[k][v] = positive(sums[k][v] + all(product.add[row + k]));
      store(product.out + (row + k) * kTileHands + (vector + v) * kLanes, sums[k][v]);
      if (product.range) {
        float* total = product.totals + (row + k) * kLanes;
        store(total, load(total) + sums[k][v] * load(product.range + (vector + v) * kLanes));
      }
    }
}

template <bool kSquared>
[[gnu::always_inline]] inline void multiply_all(const TileProduct& product) {
  constexpr std::size_t kHalf = kRowsTogether < kTileGroup / 2 ? kRowsTogether : kTileGroup / 2;
  std::size_t row = 0;
  for (; row + kHalf < product.rows; row += kRowsTogether)
    for (std::size_t vector = 0; vector < kTileVectors; vector += kVectorsTogether)
      multiply<kRowsTogether, kVectorsTogether, kSquared>(product, row, vector);
  if (row < product.rows)
    for (std::size_t vector = 0; vector < kTileVectors; vector += kVectorsTogether)
      multiply<kHalf, kVectorsTogether, kSquared>(product, row, vector);
}

}  // namespace

void multiply_tile(const TileProduct& product) {
  if (product.squared)
    multiply_all<true>(product);
  else
    multiply_all<false>(product);
}

}  // namespace fivebet::FIVEBET_LEVEL
