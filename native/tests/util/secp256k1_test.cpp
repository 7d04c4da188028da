// The curve of fair dealing, by what is known of it and by the laws of a group.
#include "tests/check.hpp"
#include "util/secp256k1.hpp"

namespace fivebet::testing {
namespace {

using namespace secp256k1;

Field field(const char* digits) {
  Number bytes{};
  for (int i = 0; i < 64; ++i) {
    const int value = digits[i] <= '9' ? digits[i] - '0' : digits[i] - 'a' + 10;
    bytes[i / 2] = static_cast<std::uint8_t>(bytes[i / 2] << 4 | value);
  }
  return read_field(bytes).value();
}

// The generator and its double, as SEC 2 and every library have them.
const Point kG{field("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
               field("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8")};
const Point kTwoG{field("c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5"),
                  field("1ae168fea63dc339a3c58419466ceaeef7f632653266d0e1236431a950cfe52a")};

Number number(std::uint8_t lowest) {
  Number bytes{};
  bytes.back() = lowest;
  return bytes;
}

const Number kOrderLessOne = to_bytes(field("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140"));

Point times(const Number& factor, const Point& point) {
  return weighted_sum(std::span(&factor, 1), std::span(&point, 1));
}

const Test test_known("multiples of the generator are those that everybody knows", [] {
  check(is_on_curve(kG) && is_on_curve(kTwoG), "they are on the curve");
  check(times(number(2), kG) == kTwoG, "twice the generator");
  check(times(number(1), kG) == kG, "once the generator");
  check(times(number(0), kG) == Point{}, "the generator not at all");
  const Point minus = times(kOrderLessOne, kG);
  check(minus.x == kG.x && minus.y != kG.y, "the order less one gives the opposite point");
  const Number factors[]{number(1), number(1), number(3), number(6)};
  const Point points[]{kG, minus, kTwoG, minus};
  check(weighted_sum(factors, points) == Point{}, "what adds up to nothing is nothing");
});

const Test test_root("half of all numbers are on the curve, with an even y", [] {
  const auto y = even_root(kG.x);
  check(y && *y == kG.y, "the generator's y is even");
  check(!even_root(Field{{5, 0, 0, 0}}), "there is no point at five");
  Number prime;
  prime.fill(0xff);
  check(!read_field(prime), "what is not below the prime is no coordinate");
});

const Test test_table("commitments are sums of multiples", [] {
  const CommitmentTable table(kG, kTwoG);
  const Number pairs[]{number(7), number(200), number(0), number(0), kOrderLessOne, kOrderLessOne};
  const auto points = table.commit(pairs);
  check(points.size() == 3, "one for each pair");
  const Number factors[]{number(7), number(200)};
  const Point both[]{kG, kTwoG};
  check(points[0] == weighted_sum(factors, both), "of small numbers");
  check(points[1] == Point{}, "of nothing");
  const Number large[]{kOrderLessOne, kOrderLessOne};
  check(points[2] == weighted_sum(large, both), "of large numbers");
});

}  // namespace
}  // namespace fivebet::testing
