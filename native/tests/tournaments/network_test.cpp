// Networks against the same sums in doubles.
#include <cmath>
#include <vector>

#include "tests/check.hpp"
#include "tournaments/network.hpp"

namespace fivebet::testing {
namespace {

std::vector<double> slow_forward(const std::vector<int>& layers, const std::vector<float>& weights,
                                 std::vector<double> values) {
  std::size_t at = 0;
  for (std::size_t layer = 1; layer < layers.size(); ++layer) {
    const auto width = static_cast<std::size_t>(layers[layer]);
    std::vector<double> sums(width, 0.0);
    values.push_back(1.0);  // the biases come last
    for (const double value : values)
      for (std::size_t h = 0; h < width; ++h) sums[h] += value * static_cast<double>(weights[at++]);
    if (layer + 1 < layers.size())
      for (double& sum : sums) sum = 1 / (1 + std::exp(-sum));
    values = sums;
  }
  double total = 0;
  for (double& value : values) total += value = std::exp(value);
  for (double& value : values) value /= total;
  return values;
}

const Test forward_pass("a network's probabilities are those of the formula", [] {
  for (const std::vector<int>& layers :
       {std::vector<int>{1, 3}, {16, 5, 3}, {40, 27, 3}, {7, 24, 12, 3}, {16, 256, 1, 3}}) {
    std::size_t needed = 0;
    for (std::size_t i = 1; i < layers.size(); ++i)
      needed += static_cast<std::size_t>((layers[i - 1] + 1) * layers[i]);
    std::vector<float> weights(needed);
    for (float& weight : weights) weight = static_cast<float>(4 * random_unit() - 2);
    const Network network(layers, weights);
    check(network.inputs() == layers[0], "inputs");
    for (int trial = 0; trial < 10; ++trial) {
      std::vector<float> inputs(static_cast<std::size_t>(layers[0]));
      for (float& input : inputs) input = static_cast<float>(8 * random_unit() - 4);
      float probabilities[kOutputs];
      network.forward(inputs.data(), probabilities);
      const std::vector<double> slow = slow_forward(layers, weights, {inputs.begin(), inputs.end()});
      double sum = 0;
      for (std::size_t i = 0; i < kOutputs; ++i) {
        check_near(static_cast<double>(probabilities[i]), slow[i], 1e-4, "a probability");
        sum += static_cast<double>(probabilities[i]);
      }
      check_near(sum, 1, 1e-6, "probabilities add up");
    }
  }
});

const Test exponentials("our exponential is as good as promised", [] {
  for (int i = -800; i <= 800; ++i) {
    const float x = static_cast<float>(i) / 10 + 0.01234f;
    const auto ours = static_cast<double>(exponential(four(x))[i & 3]);
    const double exact = std::exp(static_cast<double>(x));
    check(std::abs(ours - exact) <= 2e-7 * exact, "e^x");
  }
});

const Test bad_networks("networks that cannot be evaluated are rejected", [] {
  check_rejects([] { Network({4, 2}, std::vector<float>(10)); }, "two outputs");
  check_rejects([] { Network({4, 3}, std::vector<float>(14)); }, "too few weights");
  check_rejects([] { Network({300, 3}, std::vector<float>(903)); }, "too wide a layer");
  check_rejects([] { Network({1, 3}, std::vector<float>(6, NAN)); }, "no numbers");
});

}  // namespace
}  // namespace fivebet::testing
