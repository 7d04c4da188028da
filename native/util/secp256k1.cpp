#include "util/secp256k1.hpp"

#include <algorithm>

namespace fivebet::secp256k1 {
namespace {

using Words = std::array<std::uint64_t, 4>;
using Wide = __uint128_t;

constexpr std::uint64_t kBelow = 0x1000003D1;  // 2^256 less the prime
constexpr Words kInverse{0xFFFFFFFEFFFFFC2D, ~0ull, ~0ull, ~0ull};            // prime - 2
constexpr Words kRoot{0xFFFFFFFFBFFFFF0C, ~0ull, ~0ull, 0x3FFFFFFFFFFFFFFF};  // (prime + 1) / 4
constexpr Field kOne{{1, 0, 0, 0}};
constexpr Field kSeven{{7, 0, 0, 0}};
constexpr std::size_t kByteValues = 256;
constexpr std::size_t kNibbles = 2 * kNumberBytes;
constexpr std::size_t kNibbleValues = 16;

// A point in Jacobian coordinates; z is zero at infinity.
struct Sum {
  Field x, y, z;
};

bool is_zero(const Field& a) { return a == Field{}; }

// Adds a small number; returns what does not fit.
std::uint64_t add_small(Words& words, Wide number) {
  for (auto& word : words) {
    number += word;
    word = static_cast<std::uint64_t>(number);
    number >>= 64;
  }
  return static_cast<std::uint64_t>(number);
}

// Brings a number below 2^256, and what did not fit into it, below the prime.
Field reduced(Words words, std::uint64_t beyond) {
  if (beyond) beyond = add_small(words, Wide{beyond} * kBelow);
  if (beyond) add_small(words, kBelow);  // which fits: the words are small now
  Words less = words;
  return {add_small(less, kBelow) ? less : words};
}

Field operator+(const Field& a, const Field& b) {
  Words words;
  Wide sum = 0;
  for (int i = 0; i < 4; ++i) {
    sum += Wide{a.words[i]} + b.words[i];
    words[i] = static_cast<std::uint64_t>(sum);
    sum >>= 64;
  }
  return reduced(words, static_cast<std::uint64_t>(sum));
}

Field operator-(const Field& a, const Field& b) {
  Words words;
  std::uint64_t borrow = 0;
  for (int i = 0; i < 4; ++i) {
    const Wide difference = Wide{a.words[i]} - b.words[i] - borrow;
    words[i] = static_cast<std::uint64_t>(difference);
    borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
  }
  std::uint64_t less = borrow ? kBelow : 0;  // 2^256 too much was added
  for (auto& word : words) {
    const std::uint64_t before = word;
    word -= less;
    less = word > before;
  }
  return {words};
}

Field operator*(const Field& a, const Field& b) {
  std::array<std::uint64_t, 8> product{};
  for (int i = 0; i < 4; ++i) {
    Wide carry = 0;
    for (int j = 0; j < 4; ++j) {
      carry += Wide{a.words[i]} * b.words[j] + product[i + j];
      product[i + j] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    product[i + 4] = static_cast<std::uint64_t>(carry);
  }
  Words words;
  Wide carry = 0;
  for (int i = 0; i < 4; ++i) {
    carry += Wide{product[i + 4]} * kBelow + product[i];
    words[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  return reduced(words, static_cast<std::uint64_t>(carry));
}

Field square(const Field& a) { return a * a; }

Field power(const Field& a, const Words& exponent) {
  Field result = kOne;
  for (int bit = 255; bit >= 0; --bit) {
    result = square(result);
    if (exponent[bit / 64] >> (bit % 64) & 1) result = result * a;
  }
  return result;
}

bool is_infinity(const Point& point) { return is_zero(point.x) && is_zero(point.y); }

Sum doubled(const Sum& a) {
  const Field xx = square(a.x), yy = square(a.y), yyyy = square(yy);
  const Field half = square(a.x + yy) - xx - yyyy;
  const Field d = half + half, e = xx + xx + xx;
  const Field x = square(e) - d - d;
  const Field y4 = yyyy + yyyy + yyyy + yyyy;
  const Field yz = a.y * a.z;
  return {x, e * (d - x) - y4 - y4, yz + yz};
}

Sum added(const Sum& a, const Point& b) {
  if (is_infinity(b)) return a;
  if (is_zero(a.z)) return {b.x, b.y, kOne};
  const Field zz = square(a.z);
  const Field h = b.x * zz - a.x, r = b.y * zz * a.z - a.y;
  if (is_zero(h)) return is_zero(r) ? doubled(a) : Sum{};
  const Field hh = square(h), hhh = h * hh, v = a.x * hh;
  const Field x = square(r) - hhh - v - v;
  return {x, r * (v - x) - a.y * hhh, a.z * h};
}

// The points that sums stand for; they share one inversion.
std::vector<Point> points_of(std::span<const Sum> sums) {
  std::vector<Field> before(sums.size());
  Field product = kOne;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    before[i] = product;
    if (!is_zero(sums[i].z)) product = product * sums[i].z;
  }
  Field inverse = power(product, kInverse);
  std::vector<Point> points(sums.size());
  for (std::size_t i = sums.size(); i-- > 0;) {
    if (is_zero(sums[i].z)) continue;
    const Field z = inverse * before[i], zz = square(z);
    inverse = inverse * sums[i].z;
    points[i] = {sums[i].x * zz, sums[i].y * zz * z};
  }
  return points;
}

}  // namespace

std::optional<Field> read_field(std::span<const std::uint8_t, kNumberBytes> bytes) {
  Words words{};
  for (std::size_t i = 0; i < kNumberBytes; ++i) {
    auto& word = words[3 - i / 8];
    word = word << 8 | bytes[i];
  }
  Words beyond = words;
  if (add_small(beyond, kBelow)) return std::nullopt;
  return Field{words};
}

Number to_bytes(const Field& number) {
  Number bytes;
  for (std::size_t i = 0; i < kNumberBytes; ++i)
    bytes[i] = static_cast<std::uint8_t>(number.words[3 - i / 8] >> (56 - i % 8 * 8));
  return bytes;
}

bool is_on_curve(const Point& point) {
  return square(point.y) == square(point.x) * point.x + kSeven;
}

std::optional<Field> even_root(const Field& x) {
  const Field wanted = square(x) * x + kSeven;
  const Field y = power(wanted, kRoot);
  if (square(y) != wanted) return std::nullopt;
  return y.words[0] % 2 ? Field{} - y : y;
}

Point weighted_sum(std::span<const Number> factors, std::span<const Point> points) {
  std::vector<Sum> sums;
  sums.reserve(points.size() * kNibbleValues);
  for (const Point& point : points) {
    Sum multiple{};
    for (std::size_t value = 0; value < kNibbleValues; ++value) {
      sums.push_back(multiple);
      multiple = added(multiple, point);
    }
  }
  const std::vector<Point> multiples = points_of(sums);
  Sum total{};
  for (std::size_t nibble = 0; nibble < kNibbles; ++nibble) {
    for (int bit = 0; bit < 4; ++bit) total = doubled(total);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const unsigned byte = factors[i][nibble / 2];
      total = added(total, multiples[i * kNibbleValues + (nibble % 2 ? byte & 15 : byte >> 4)]);
    }
  }
  return points_of(std::span(&total, 1)).front();
}

CommitmentTable::CommitmentTable(const Point& first, const Point& second) {
  std::vector<Sum> sums;
  sums.reserve(2 * kNumberBytes * kByteValues);
  for (const Point& point : {first, second}) {
    Point base = point;
    for (std::size_t byte = 0; byte < kNumberBytes; ++byte) {
      Sum multiple{};
      for (std::size_t value = 0; value < kByteValues; ++value) {
        sums.push_back(multiple);
        multiple = added(multiple, base);
      }
      base = points_of(std::span(&multiple, 1)).front();
    }
  }
  multiples_ = points_of(sums);
}

std::vector<Point> CommitmentTable::commit(std::span<const Number> pairs) const {
  std::vector<Sum> sums(pairs.size() / 2);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t byte = 0; byte < kNumberBytes; ++byte) {
      const std::size_t row = i % 2 * kNumberBytes + byte;
      const std::uint8_t value = pairs[i][kNumberBytes - 1 - byte];
      sums[i / 2] = added(sums[i / 2], multiples_[row * kByteValues + value]);
    }
  }
  return points_of(sums);
}

}  // namespace fivebet::secp256k1
