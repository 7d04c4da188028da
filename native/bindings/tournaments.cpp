// Python bindings of tournaments of compiled players, their networks and hand strength.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstring>

#include "bindings/arrays.hpp"
#include "bindings/checks.hpp"
#include "bindings/long_work.hpp"
#include "tournaments/tournament_series.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

namespace {

template <class T, std::size_t N>
using Given = InputArray<T, nb::ndim<N>>;
template <class T, std::size_t N>
using Filled = OutputArray<T, nb::ndim<N>>;

constexpr std::uint64_t kMostGames = std::uint64_t{1} << 40;

// Keeps the arrays alive that its tables lie in; those of flops and turns may be empty.
struct OwnedStrengthTables {
  OwnedStrengthTables(Given<float, 2> preflop, Given<std::uint8_t, 3> flops, Given<std::uint8_t, 3> turns)
      : preflop_(preflop), flops_(flops), turns_(turns) {
    need(preflop.shape(0) == kClasses && preflop.shape(1) == kMaxOpponents, "no table of 169 x 8");
    strengths.preflop = aligned_data(preflop_);
    need_within(copied(preflop_), 0, 1, "a strength is a number from 0 to 1");
    strengths.flops = checked(flops_, kFlops);
    strengths.turns = checked(turns_, kTurns);
  }

  StrengthTables strengths{};

 private:
  static const Prospect* checked(const Given<std::uint8_t, 3>& table, std::size_t rows) {
    if (table.shape(0) == 0) return nullptr;
    need(table.shape(0) == rows && table.shape(1) == kCombos && table.shape(2) == 2, "no table of prospects");
    return reinterpret_cast<const Prospect*>(table.data());
  }

  Given<float, 2> preflop_;
  Given<std::uint8_t, 3> flops_;
  Given<std::uint8_t, 3> turns_;
};

void check_spot(CardSet hole, CardSet board, int opponents) {
  checked_hole(hole, checked_board(board, 0, 0));
  need(opponents >= 1 && opponents <= kMaxOpponents, "there are one to eight opponents");
}

float strength_of(const OwnedStrengthTables& tables, CardSet hole, CardSet board, int opponents) {
  check_spot(hole, board, opponents);
  StrengthLookup lookup;
  lookup.set(tables.strengths, board);
  return lookup.strength(hole, opponents);
}

Array<float> forward_of(const Network& network, Given<float, 1> inputs) {
  need(inputs.shape(0) == static_cast<std::size_t>(network.inputs()), "one number for each input");
  const std::vector<float> numbers = copied(inputs);
  need_finite(numbers, "an input is a finite number");
  std::vector<float> out(kOutputs);
  network.forward(numbers.data(), out.data());
  return array(std::move(out));
}

void fill_turn_points(Filled<std::uint32_t, 3> points, std::size_t start, int threads) {
  need(points.shape(1) == kCombos && points.shape(2) == 2, "1,326 sums and squares for each turn");
  need(points.shape(0) <= kTurns && start <= kTurns - points.shape(0), "there are 16,432 turns");
  auto* to = reinterpret_cast<Points*>(aligned_data(points));
  without_gil([&] { turn_points(start, start + points.shape(0), threads, to); });
}

Array<std::uint8_t> made_turns(Given<std::uint32_t, 3> points) {
  need(points.shape(1) == kCombos && points.shape(2) == 2, "1,326 sums and squares for each turn");
  std::vector<std::uint8_t> out(2 * kCombos * points.shape(0));
  const auto* from = reinterpret_cast<const Points*>(aligned_data(points));
  without_gil([&] { turn_prospects(from, points.shape(0), reinterpret_cast<Prospect*>(out.data())); });
  return array(std::move(out), {points.shape(0), kCombos, 2});
}

Array<std::uint8_t> made_flops(Given<std::uint32_t, 3> turns, std::size_t start, std::size_t stop,
                               int threads) {
  need(turns.shape(0) == kTurns && turns.shape(1) == kCombos && turns.shape(2) == 2, "all 16,432 turns");
  need(start < stop && stop <= kFlops, "there are 1,755 flops");
  std::vector<std::uint8_t> out(2 * kCombos * (stop - start));
  const auto* from = reinterpret_cast<const Points*>(aligned_data(turns));
  without_gil(
      [&] { flop_prospects(from, start, stop, threads, reinterpret_cast<Prospect*>(out.data())); });
  return array(std::move(out), {stop - start, kCombos, 2});
}

std::tuple<std::vector<std::uint64_t>, std::vector<std::uint64_t>> count_preflop(int hand_class,
                                                                                 std::uint64_t deals,
                                                                                 std::uint64_t seed) {
  need(hand_class >= 0 && hand_class < kClasses, "there are 169 classes");
  need(deals <= kMostGames, "at most 2^40 deals are played at once");
  const PreflopCounts counts = without_gil([&] { return preflop_counts(hand_class, deals, seed); });
  return {{std::begin(counts.wins), std::end(counts.wins)}, {std::begin(counts.ties), std::end(counts.ties)}};
}

using SeriesResult = std::tuple<Array<std::int32_t>, Array<double>, Array<std::int64_t>, Array<std::uint32_t>,
                                std::uint64_t, Array<std::int64_t>>;

constexpr std::size_t kMostEntrants = 1'000'000;
constexpr std::size_t kCounts = 5;  // hands, won, lost, chips won, lost
constexpr std::size_t kHabits = 6;
static_assert(sizeof(Habits) == kHabits * sizeof(std::uint32_t));

SeriesResult play_tournaments(int seats, Chips stack, std::uint64_t hands,
                              const std::vector<std::array<Chips, 3>>& levels,
                              const std::vector<double>& payouts, double prize_pool, std::uint64_t seed,
                              const std::vector<int>& kinds, const std::vector<nb::object>& networks,
                              const std::vector<std::array<double, 4>>& mixes,
                              const std::vector<std::array<float, 2>>& thresholds,
                              const std::vector<float>& stretches,
                              Given<std::uint64_t, 2> numbers, Given<std::uint64_t, 2> seeds,
                              const OwnedStrengthTables& tables, bool trace) {
  const std::size_t n = kinds.size();
  const std::size_t count = numbers.shape(0);
  need(n >= 2 && n <= kMostEntrants && networks.size() == n && mixes.size() == n && thresholds.size() == n &&
           stretches.size() == n,
       "as many players in each list, 2 to 1,000,000");
  need_amounts(payouts, "a payout is a finite number, 0 or more");
  need(std::isfinite(prize_pool) && prize_pool >= 0, "a prize pool is a finite number, 0 or more");
  need(seats >= 2 && seats <= kMaxSeats, "a table has 2 to 10 seats");
  need(stack >= 1 && stack <= kUnlimited && hands >= 1 && !levels.empty(), "no schedule");
  need(numbers.shape(1) == 3 && seeds.shape(0) == count && seeds.shape(1) == n, "a seed for each entrant");
  TournamentStructure plan{seats, stack, hands, {}, payouts, prize_pool, seed};
  for (const auto& [small, big, ante] : levels) {
    need(small >= 1 && big >= small && big <= kUnlimited && ante >= 0 && ante <= kUnlimited, "no blinds");
    plan.levels.push_back({small, big, ante});
  }
  std::vector<Entrant> entrants;
  for (std::size_t i = 0; i < n; ++i) {
    need(kinds[i] >= 0 && kinds[i] <= static_cast<int>(EntrantKind::kNetwork), "no such player");
    const auto kind = static_cast<EntrantKind>(kinds[i]);
    const bool has_network = nb::isinstance<Network>(networks[i]) && nb::inst_ready(networks[i]);
    need(has_network || networks[i].is_none(), "a player's network is a Network or None");
    const Network* network = has_network ? nb::inst_ptr<Network>(networks[i]) : nullptr;
    if (kind == EntrantKind::kNetwork)
      need(network && (network->inputs() == kTableInputs || network->inputs() == kModelInputs),
           "a player's network has 16 or 40 inputs");
    for (const double part : mixes[i]) need(within(part, 0.0, 1.0), "a mix is of numbers from 0 to 1");
    for (const float bound : thresholds[i]) need(!std::isnan(bound), "a threshold is a number");
    need(within(stretches[i], 0.0f, 1e6f), "a stretch is a number from 0 to 1,000,000");
    entrants.push_back({kind, network, {thresholds[i][0], thresholds[i][1]}, mixes[i], stretches[i]});
  }
  std::vector<std::int32_t> indices(count * n);
  std::vector<double> prizes(count * n);
  std::vector<std::int64_t> counts(count * n * kCounts);
  std::vector<std::int64_t> written;
  std::uint64_t dealt = 0;
  TournamentSeries series(std::move(plan), std::move(entrants), tables.strengths);
  const std::uint64_t* all_numbers = aligned_data(numbers);
  const std::uint64_t* all_seeds = aligned_data(seeds);
  without_gil([&] {
    std::vector<EntrantResult> results(n);
    for (std::size_t t = 0; t < count; ++t) {
      const std::uint64_t* number = all_numbers + 3 * t;
      dealt += series.play({number[0], number[1], number[2]}, {all_seeds + n * t, n}, results,
                           trace ? &written : nullptr);
      for (std::size_t i = 0; i < n; ++i) {
        const EntrantResult& result = results[i];
        indices[t * n + i] = result.place;
        prizes[t * n + i] = result.prize;
        std::int64_t* row = counts.data() + (t * n + i) * kCounts;
        row[0] = result.hands;
        row[1] = result.hands_won;
        row[2] = result.hands_lost;
        row[3] = result.chips_won;
        row[4] = result.chips_lost;
      }
    }
  });
  std::vector<std::uint32_t> habits(n * kHabits);
  std::memcpy(habits.data(), series.habits().data(), habits.size() * sizeof(std::uint32_t));
  return {array(std::move(indices), {count, n}),
          array(std::move(prizes), {count, n}),
          array(std::move(counts), {count, n, kCounts}),
          array(std::move(habits), {n, kHabits}),
          dealt,
          array(std::move(written))};
}

}  // namespace

void bind_tournament(nb::module_& m) {
  nb::class_<Network>(m, "Network")
      .def(
          "__init__",
          [](Network* place, std::vector<int> layers, Given<float, 1> weights) {
            new (place) Network(std::move(layers), copied(weights));
          },
          "layers"_a, "weights"_a)
      .def("forward", &forward_of, "inputs"_a);
  nb::class_<OwnedStrengthTables>(m, "StrengthTables")
      .def(nb::init<Given<float, 2>, Given<std::uint8_t, 3>, Given<std::uint8_t, 3>>(), "preflop"_a,
           "flops"_a, "turns"_a)
      .def("strength", &strength_of, "hole"_a, "board"_a, "opponents"_a);
  m.def(
      "sampled_strength",
      [](CardSet hole, CardSet board, int opponents, std::uint64_t games, std::uint64_t seed) {
        check_spot(hole, board, opponents);
        need(games > 0 && games <= kMostGames, "1 to 2^40 games are played at once");
        return without_gil([&] { return sampled_strength(hole, board, opponents, games, seed); });
      },
      "hole"_a, "board"_a, "opponents"_a, "games"_a, "seed"_a);
  m.def("fill_turn_points", &fill_turn_points, "points"_a.noconvert(), "start"_a, "threads"_a);
  m.def("turn_prospects", &made_turns, "points"_a);
  m.def("flop_prospects", &made_flops, "turns"_a, "start"_a, "stop"_a, "threads"_a);
  m.def("preflop_counts", &count_preflop, "hand_class"_a, "deals"_a, "seed"_a);
  m.def("play_tournaments", &play_tournaments, "seats"_a, "stack"_a, "hands"_a, "levels"_a, "payouts"_a,
        "prize_pool"_a, "seed"_a, "kinds"_a, "networks"_a, "mixes"_a, "thresholds"_a, "stretches"_a, "numbers"_a, "seeds"_a,
        "strengths"_a, "trace"_a = false);
  m.attr("FLOPS") = kFlops;
  m.attr("TURNS") = kTurns;
}
