// Python bindings of what is counted over hands: winnings of compiled players, who won
// from whom, and statistics.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/checks.hpp"
#include "bindings/hand_info.hpp"
#include "bindings/long_work.hpp"
#include "table/showdown.hpp"
#include "table/statistics.hpp"
#include "tournaments/baseline_players.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

namespace {

using Seatings = InputArray<std::uint8_t, nb::ndim<3>>;
using Matrix = OutputArray<double, nb::ndim<2>>;

double* checked_matrix(const Matrix& matrix, std::size_t seats) {
  if (matrix.shape(0) != seats || matrix.shape(1) != seats)
    throw GameError("a row and a column for each seat");
  return aligned_data(matrix);
}

// The seating names the row and column of each seat.
void add_flows_of(const HandInfo& hand, Matrix matrix, const std::vector<std::size_t>& seating) {
  need_result(hand);
  const auto seats = static_cast<std::size_t>(hand.rules->seats);
  double* flows = checked_matrix(matrix, seats);
  if (seating.size() != seats) throw GameError("a player for each seat");
  for (const std::size_t player : seating)
    if (player >= seats) throw GameError("no such player on a seat");
  double by_seat[kMaxSeats * kMaxSeats] = {};
  add_flows(*hand.rules, hand.state, hand.stacks.data(), by_seat);
  for (std::size_t i = 0; i < seats; ++i)
    for (std::size_t j = 0; j < seats; ++j) flows[seating[i] * seats + seating[j]] += by_seat[i * seats + j];
}

std::tuple<Array<Chips>, std::uint64_t> play_baselines(const Game& game, const std::vector<int>& players,
                                                       const std::vector<std::uint64_t>& seeds,
                                                       std::uint64_t seed, std::uint64_t start,
                                                       Seatings given, std::optional<Matrix> flows) {
  const auto seats = static_cast<std::size_t>(game.seats);
  if (players.size() != seats || seeds.size() != seats || given.shape(1) < 1 || given.shape(2) != seats)
    throw GameError("one player for each seat");
  std::array<Seated, kMaxSeats> seated{};
  for (std::size_t i = 0; i < seats; ++i) {
    if (players[i] < 0 || players[i] > 3) throw GameError("no such player");
    seated[i] = {static_cast<Baseline>(players[i]), seeds[i]};
  }
  const std::size_t deals = given.shape(0);
  const std::size_t turns = given.shape(1);
  const std::vector<std::uint8_t> seatings = copied(given);
  for (const std::uint8_t player : seatings)
    if (player >= seats) throw GameError("no such player on a seat");
  std::vector<Chips> chips(deals * seats, 0);
  std::uint64_t actions = 0;
  // Added up apart: another thread may add to the same matrix.
  double* matrix = flows ? checked_matrix(*flows, seats) : nullptr;
  std::vector<double> sums(matrix, matrix + (matrix ? seats * seats : 0));
  without_gil([&] {
    actions = play_deals(game, seated.data(), seed, start, deals, turns, seatings.data(), chips.data(),
                         matrix ? sums.data() : nullptr);
  });
  if (matrix) std::copy(sums.begin(), sums.end(), matrix);
  return {array(std::move(chips), {deals, seats}), actions};
}

// What a hand adds to its players' statistics: seats × streets × statistics × (times,
// opportunities).
Array<double> count_statistics_of(const HandInfo& hand, Seats late, Seats blinds, Chips unit) {
  if (unit < 1) throw GameError("winnings cannot be counted in units of " + std::to_string(unit));
  const auto seats = static_cast<std::size_t>(hand.rules->seats);
  std::vector<double> counts(seats * sizeof(SeatCounts) / sizeof(double), 0.0);
  count_statistics(*hand.rules, {late, blinds, unit}, hand.stacks.data(), hand.moves, hand.state,
                   reinterpret_cast<SeatCounts*>(counts.data()));
  return array(std::move(counts), {seats, kMaxStreets, kStatistics, 2});
}

}  // namespace

void bind_statistics(nb::module_& m) {
  m.def("play_baselines", &play_baselines, "game"_a, "players"_a, "seeds"_a, "seed"_a, "start"_a,
        "seatings"_a, "flows"_a.noconvert() = nb::none());
  m.def("add_flows", &add_flows_of, "hand"_a, "matrix"_a.noconvert(), "seating"_a);
  m.def("count_statistics", &count_statistics_of, "hand"_a, "late"_a, "blinds"_a, "unit"_a);
  nb::list names;
  for (const char* name : kStatisticNames) names.append(name);
  m.attr("STATISTICS") = nb::tuple(names);
}
