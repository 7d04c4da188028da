// A small feed-forward network: sigmoid hidden layers, softmax at the end.
//
// Weights are those of one layer after the other: a row for each input, as long
// as the layer is wide, then the biases. Every sum runs in this order and the
// exponential is our own, without fused operations or the machine's library, so
// that a network answers the same on every machine.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace fivebet {

inline constexpr int kMaxWidth = 256;
inline constexpr int kOutputs = 3;

// Four neurons side by side.
using Four = float __attribute__((vector_size(16)));
using FourWhole = std::int32_t __attribute__((vector_size(16)));

constexpr Four four(float x) { return Four{x, x, x, x}; }

// e^x to one part in ten million: 2^n times a polynomial on [-ln 2 / 2, ln 2 / 2].
[[gnu::always_inline]] inline Four exponential(Four x) {
  x = x < four(-87.0f) ? four(-87.0f) : x;
  x = x > four(88.0f) ? four(88.0f) : x;
  // Adding and taking away 1.5 * 2^23 leaves the nearest whole number.
  const Four n = (x * 1.44269504f + 12582912.0f) - 12582912.0f;
  const Four r = (x - n * 0.693359375f) + n * 2.12194440e-4f;
  Four p = four(1.9875691500e-4f);
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  const Four fraction = p * r * r + r + 1.0f;
  const FourWhole power = (__builtin_convertvector(n, FourWhole) + 127) << 23;
  return fraction * std::bit_cast<Four>(power);
}

class Network {
 public:
  Network(std::vector<int> layers, std::span<const float> weights) : layers_(std::move(layers)) {
    if (layers_.size() < 2 || layers_.back() != kOutputs)
      throw std::invalid_argument("a network has at least two layers, the last of 3 outputs");
    std::size_t needed = 0;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      if (layers_[i] < 1 || layers_[i] > kMaxWidth)
        throw std::invalid_argument("a layer has 1 to 256 neurons, not " + std::to_string(layers_[i]));
      if (i) needed += static_cast<std::size_t>((layers_[i - 1] + 1) * layers_[i]);
    }
    if (weights.size() != needed)
      throw std::invalid_argument("these layers have " + std::to_string(needed) + " weights, not " +
                                  std::to_string(weights.size()));
    for (const float weight : weights)
      if (!std::isfinite(weight)) throw std::invalid_argument("a weight is no finite number");
    pack(weights);
  }

  int inputs() const { return layers_.front(); }

  // Writes the probabilities of folding, calling and raising.
  void forward(const float* inputs, float* out) const {
    Four a[kMaxFours];
    Four b[kMaxFours];
    const float* from = inputs;
    Four* to = a;
    const Four* weights = packed_.data();
    for (std::size_t i = 1; i < layers_.size(); ++i) {
      const auto in = static_cast<std::size_t>(layers_[i - 1]);
      const std::size_t wide = fours(layers_[i]);
      sum_layer(from, in, weights, wide, to);
      weights += (in + 1) * wide;
      if (i + 1 < layers_.size())
        for (std::size_t h = 0; h < wide; ++h) to[h] = 1.0f / (1.0f + exponential(-to[h]));
      from = reinterpret_cast<const float*>(to);
      to = to == a ? b : a;
    }
    const float top = std::max(from[0], std::max(from[1], from[2]));
    const Four raised = exponential(Four{from[0], from[1], from[2], top} - top);
    const float total = raised[0] + raised[1] + raised[2];
    for (int i = 0; i < kOutputs; ++i) out[i] = raised[i] / total;
  }

 private:
  static constexpr std::size_t kMaxFours = kMaxWidth / 4;

  static std::size_t fours(int width) { return static_cast<std::size_t>((width + 3) / 4); }

  // As many neurons at once as there are registers for, so that one sum need not
  // wait for its last addition before another goes on.
  static void sum_layer(const float* from, std::size_t in, const Four* weights, std::size_t wide, Four* to) {
    std::size_t h = 0;
    for (; h + 6 <= wide; h += 6) sum<6>(from, in, weights + h, wide, to + h);
    for (; h + 3 <= wide; h += 3) sum<3>(from, in, weights + h, wide, to + h);
    for (; h < wide; ++h) sum<1>(from, in, weights + h, wide, to + h);
  }

  template <std::size_t kFours>
  static void sum(const float* from, std::size_t in, const Four* weights, std::size_t wide, Four* to) {
    Four sums[kFours];
    for (std::size_t k = 0; k < kFours; ++k) sums[k] = weights[in * wide + k];
    for (std::size_t i = 0; i < in; ++i, weights += wide)
      for (std::size_t k = 0; k < kFours; ++k) sums[k] += from[i] * weights[k];
    for (std::size_t k = 0; k < kFours; ++k) to[k] = sums[k];
  }

  // Rows are filled up with zeros to a multiple of four.
  void pack(std::span<const float> weights) {
    std::size_t at = 0;
    for (std::size_t i = 1; i < layers_.size(); ++i)
      for (int row = 0; row <= layers_[i - 1]; ++row) {
        const std::size_t start = packed_.size();
        packed_.resize(start + fours(layers_[i]), four(0));
        for (int h = 0; h < layers_[i]; ++h)
          packed_[start + static_cast<std::size_t>(h / 4)][h % 4] = weights[at++];
      }
  }

  std::vector<int> layers_;
  std::vector<Four> packed_;
};

}  // namespace fivebet
