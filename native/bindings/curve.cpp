// Python bindings of the curve of fair dealing: numbers and points go in and out as bytes.
#include <nanobind/nanobind.h>

#include <cstring>

#include "bindings/checks.hpp"
#include "bindings/long_work.hpp"
#include "util/secp256k1.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;
using namespace fivebet::secp256k1;

namespace {

std::vector<Number> read_numbers(const nb::bytes& bytes) {
  need(bytes.size() % kNumberBytes == 0, "numbers have 32 bytes each");
  std::vector<Number> numbers(bytes.size() / kNumberBytes);
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.c_str(), bytes.size());
  return numbers;
}

// Points as pairs of coordinates; two zeros are the point at infinity.
std::vector<Point> read_points(const nb::bytes& bytes) {
  const std::vector<Number> numbers = read_numbers(bytes);
  need(numbers.size() % 2 == 0, "points have 64 bytes each");
  std::vector<Point> points(numbers.size() / 2);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto x = read_field(numbers[2 * i]), y = read_field(numbers[2 * i + 1]);
    need(x && y, "a coordinate is not below the curve's prime");
    points[i] = {*x, *y};
    need(points[i] == Point{} || is_on_curve(points[i]), "a point is not on the curve");
  }
  return points;
}

nb::bytes written(std::span<const Point> points) {
  std::vector<Number> numbers;
  numbers.reserve(2 * points.size());
  for (const Point& point : points) {
    numbers.push_back(to_bytes(point.x));
    numbers.push_back(to_bytes(point.y));
  }
  return nb::bytes(numbers.data(), numbers.size() * kNumberBytes);
}

void make_table(CommitmentTable* table, const nb::bytes& first, const nb::bytes& second) {
  const auto points = read_points(first), others = read_points(second);
  need(points.size() == 1 && others.size() == 1, "a table is of two points");
  without_gil([&] { new (table) CommitmentTable(points[0], others[0]); });
}

nb::bytes commit(const CommitmentTable& table, const nb::bytes& pairs) {
  const auto numbers = read_numbers(pairs);
  need(numbers.size() % 2 == 0, "numbers come in pairs");
  return written(without_gil([&] { return table.commit(numbers); }));
}

nb::bytes sum(const nb::bytes& factors, const nb::bytes& points) {
  const auto numbers = read_numbers(factors);
  const auto summands = read_points(points);
  need(numbers.size() == summands.size(), "every point has a factor");
  const Point found = without_gil([&] { return weighted_sum(numbers, summands); });
  return written(std::span(&found, 1));
}

nb::bytes root(const nb::bytes& x) {
  const auto numbers = read_numbers(x);
  need(numbers.size() == 1, "one coordinate has 32 bytes");
  const auto coordinate = read_field(numbers[0]);
  const auto y = coordinate ? even_root(*coordinate) : std::nullopt;
  return y ? nb::bytes(to_bytes(*y).data(), kNumberBytes) : nb::bytes("", 0);
}

}  // namespace

void bind_curve(nb::module_& m) {
  nb::class_<CommitmentTable>(m, "CommitmentTable")
      .def("__init__", &make_table, "first"_a, "second"_a)
      .def("commit", &commit, "pairs"_a);
  m.def("curve_sum", &sum, "factors"_a, "points"_a);
  m.def("curve_root", &root, "x"_a);
}
