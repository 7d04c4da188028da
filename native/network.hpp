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

// e^x to one part in ten million: 2^n times a polynomial on [-ln 2 / 2, ln 2 / 2].
[[gnu::always_inline]] inline float exponential(float x) {
  x = x < -87.0f ? -87.0f : x > 88.0f ? 88.0f : x;
  const float n = std::nearbyint(x * 1.44269504f);
  const float r = (x - n * 0.693359375f) + n * 2.12194440e-4f;
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  const float fraction = p * r * r + r + 1.0f;
  return fraction * std::bit_cast<float>((static_cast<std::int32_t>(n) + 127) << 23);
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

  // Probabilities of folding, calling and raising.
  void triple(const float* inputs, float* out) const {
    alignas(16) float a[kMaxWidth];
    alignas(16) float b[kMaxWidth];
    const float* from = inputs;
    float* to = a;
    const float* weights = packed_.data();
    for (std::size_t i = 1; i < layers_.size(); ++i) {
      const auto in = static_cast<std::size_t>(layers_[i - 1]);
      const std::size_t wide = padded(layers_[i]);
      for (std::size_t h = 0; h < wide; h += 4) sum(from, in, weights + h, wide, to + h);
      weights += (in + 1) * wide;
      if (i + 1 < layers_.size())
        for (std::size_t h = 0; h < wide; ++h) to[h] = 1.0f / (1.0f + exponential(-to[h]));
      from = to;
      to = to == a ? b : a;
    }
    const float top = std::max(from[0], std::max(from[1], from[2]));
    float total = 0;
    for (int i = 0; i < kOutputs; ++i) total += out[i] = exponential(from[i] - top);
    for (int i = 0; i < kOutputs; ++i) out[i] /= total;
  }

 private:
  static std::size_t padded(int width) { return static_cast<std::size_t>((width + 3) & ~3); }

  // Four neurons side by side, in registers.
  [[gnu::always_inline]] static void sum(const float* from, std::size_t in, const float* weights,
                                         std::size_t wide, float* to) {
    float s0 = weights[in * wide];
    float s1 = weights[in * wide + 1];
    float s2 = weights[in * wide + 2];
    float s3 = weights[in * wide + 3];
    for (std::size_t i = 0; i < in; ++i) {
      const float* w = weights + i * wide;
      s0 += from[i] * w[0];
      s1 += from[i] * w[1];
      s2 += from[i] * w[2];
      s3 += from[i] * w[3];
    }
    to[0] = s0;
    to[1] = s1;
    to[2] = s2;
    to[3] = s3;
  }

  // Rows are filled up with zeros to a multiple of four.
  void pack(std::span<const float> weights) {
    std::size_t at = 0;
    for (std::size_t i = 1; i < layers_.size(); ++i)
      for (int row = 0; row <= layers_[i - 1]; ++row) {
        for (int h = 0; h < layers_[i]; ++h) packed_.push_back(weights[at++]);
        packed_.resize(packed_.size() + padded(layers_[i]) - static_cast<std::size_t>(layers_[i]), 0.0f);
      }
  }

  std::vector<int> layers_;
  std::vector<float> packed_;
};

}  // namespace fivebet
