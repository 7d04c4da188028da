// The elliptic curve secp256k1, y² = x³ + 7: the arithmetic of fair dealing's commitments.
//
// Numbers modulo the curve's prime are four words, always reduced. Points are added in Jacobian
// coordinates, where (x, y, z) stands for (x/z², y/z³), so that many additions share one inversion.
// Nothing here takes the same time for all numbers: it is not for secrets that others can time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fivebet::secp256k1 {

constexpr std::size_t kNumberBytes = 32;

// A number modulo 2^256 - 2^32 - 977; the lowest word comes first.
struct Field {
  std::array<std::uint64_t, 4> words{};
  friend bool operator==(const Field&, const Field&) = default;
};

// A point of the curve. No point has both coordinates zero: this is the point at infinity.
struct Point {
  Field x, y;
  friend bool operator==(const Point&, const Point&) = default;
};

// A number as its 32 bytes, the highest first: a factor of a point, or a coordinate.
using Number = std::array<std::uint8_t, kNumberBytes>;

// The coordinate of some bytes, unless they are not below the prime.
std::optional<Field> read_field(std::span<const std::uint8_t, kNumberBytes> bytes);
Number to_bytes(const Field& number);
bool is_on_curve(const Point& point);

// The even y of the curve at x, if there is one.
std::optional<Field> even_root(const Field& x);

// The sum of points, each times a number.
Point weighted_sum(std::span<const Number> factors, std::span<const Point> points);

// The multiples of two points by every byte of a number: Pedersen's commitments m·G + r·H.
class CommitmentTable {
 public:
  CommitmentTable(const Point& first, const Point& second);

  // One commitment for each pair of numbers.
  std::vector<Point> commit(std::span<const Number> pairs) const;

 private:
  std::vector<Point> multiples_;  // by point, by byte of the number from the lowest, by its value
};

}  // namespace fivebet::secp256k1
