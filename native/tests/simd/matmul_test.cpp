// Products of a matrix with rows of reach, beside plain sums.
#include <vector>

#include "cards/card_set.hpp"
#include "simd/kernels.hpp"
#include "simd/solver_rows.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

constexpr std::size_t kHands = 3 * kLanes;

// A number from 0 to 1 for each place.
float fraction(std::size_t place) { return static_cast<float>(place * 7919 % 1009) / 1009; }

// Of some rows of reach, in which only every so many hands is reached.
template <class Number, class Multiply>
void check_products(std::size_t others, std::size_t rows, std::size_t every, Multiply multiply) {
  std::vector<Number> matrix(kHands * others);
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = static_cast<Number>(1000 * fraction(i) - 500);
  std::vector<std::vector<float>> reach(rows, std::vector<float>(others)), values(rows, std::vector<float>(kHands));
  const std::vector<float> scales(rows, 0.5f);
  std::vector<const float*> from;
  std::vector<float*> to;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t other = row; other < others; other += every) reach[row][other] = fraction(row + other);
    from.push_back(reach[row].data());
    to.push_back(values[row].data());
  }
  multiply(matrix.data(), kHands, others, from.data(), scales.data(), to.data(), rows);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t hand = 0; hand < kHands; ++hand) {
      double sum = 0;
      for (std::size_t other = 0; other < others; ++other)
        sum += static_cast<double>(reach[row][other]) * static_cast<double>(matrix[other * kHands + hand]);
      check_near(values[row][hand], 0.5 * sum, 1.0, "a product");
    }
}

const KernelTest any_rows("matrices of any height are multiplied", [] {
  for (const std::size_t rows : {1u, 5u, 9u, 17u})
    check_products<float>(3 * kCombos, rows, 1, kernels().matmul);
});

const KernelTest reached("hands that nobody reaches count nothing", [] {
  for (const std::size_t every : {1u, 7u, 2u * kCombos})
    for (const std::size_t rows : {1u, 8u, 11u}) check_products<std::int16_t>(kCombos, rows, every, kernels().matmul_int16);
});

}  // namespace
}  // namespace fivebet::testing
