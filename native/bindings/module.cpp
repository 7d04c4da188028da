// Python bindings of cards and equity, and the module itself: arrays and numbers in and out.
// Everything that can take longer than a microsecond runs without the GIL.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <future>
#include <stdexcept>
#include <tuple>

#include "bindings/arrays.hpp"
#include "cards/evaluator.hpp"
#include "equity/exact_equity.hpp"
#include "equity/hand_strength.hpp"
#include "equity/matchups.hpp"
#include "equity/monte_carlo.hpp"
#include "equity/three_random.hpp"
#include "simd/kernels.hpp"
#include "util/parallel_for.hpp"
#include "util/random.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

void bind_statistics(nb::module_& m);
void bind_limit(nb::module_& m);
void bind_legal(nb::module_& m);
void bind_luck(nb::module_& m);
void bind_rollout(nb::module_& m);
void bind_solver(nb::module_& m);
void bind_gpu(nb::module_& m);
void bind_table(nb::module_& m);
void bind_tournament(nb::module_& m);

namespace {

using HandSets = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using RangeArray = nb::ndarray<const double, nb::shape<kCombos>, nb::c_contig, nb::device::cpu>;

int checked_count(CardSet cards) {
  const int n = count(cards);
  if (cards & ~kDeck || n < 5 || n > 7)
    throw std::invalid_argument("a hand has five to seven of the 52 cards, this set has " +
                                std::to_string(n) + (cards & ~kDeck ? " and others" : ""));
  return n;
}

void check_board(CardSet board, CardSet dead, bool before_flop) {
  const int n = count(board);
  if ((board | dead) & ~kDeck || board & dead || n > 5 || n == 1 || n == 2 || (n == 0 && !before_flop))
    throw std::invalid_argument("a board has 0, 3, 4 or 5 cards, none of them dead");
}

void check_players(std::size_t players) {
  if (players < 2 || players > kMaxPlayers)
    throw std::invalid_argument("there are 2 to 10 players, not " + std::to_string(players));
}

Value evaluate_one(std::uint64_t cards) {
  if (cards & ~kDeck || static_cast<unsigned>(count(cards) - 5) > 2) [[unlikely]]
    checked_count(cards);
  return evaluate(cards);
}

Array<Value> evaluate_many(HandSets hands, int threads) {
  const std::size_t n = hands.shape(0);
  const CardSet* sets = hands.data();
  std::vector<Value> values(n);
  {
    nb::gil_scoped_release release;
    constexpr std::size_t kPart = 1 << 14;
    std::atomic<std::size_t> wrong{SIZE_MAX};
    parallel_for((n + kPart - 1) / kPart, threads, [&](std::size_t part) {
      const std::size_t from = part * kPart;
      const std::size_t size = std::min(kPart, n - from);
      bool bad = false;
      for (std::size_t i = from; i < from + size; ++i)
        bad |= (sets[i] & ~kDeck) || static_cast<unsigned>(count(sets[i]) - 5) > 2;
      if (bad) {
        wrong = from;
        return;
      }
      kernels().evaluate(sets + from, size, values.data() + from);
    });
    if (wrong != SIZE_MAX)
      for (std::size_t i = wrong;; ++i) checked_count(sets[i]);
  }
  return array(std::move(values));
}

Array<std::uint64_t> count_values(int cards, int threads) {
  if (cards < 5 || cards > 7) throw std::invalid_argument("hands of five, six or seven cards can be counted");
  std::vector<std::uint64_t> totals(kValues + 1, 0);
  {
    nb::gil_scoped_release release;
    std::vector<std::vector<std::uint64_t>> parts(kDeckSize, totals);
    parallel_for(kDeckSize - static_cast<std::size_t>(cards) + 1, threads, [&](std::size_t lowest) {
      kernels().count_values(cards, static_cast<Card>(lowest), parts[lowest].data());
    });
    for (const auto& part : parts)
      for (std::size_t value = 0; value < totals.size(); ++value) totals[value] += part[value];
  }
  return array(std::move(totals));
}

using Sums = std::tuple<Array<double>, Array<double>, Array<double>, Array<double>>;

Sums as_arrays(ShowdownSums sums) {
  const std::initializer_list<std::size_t> shape = {static_cast<std::size_t>(sums.players), kCombos};
  return {array(std::move(sums.dealt), shape), array(std::move(sums.won), shape),
          array(std::move(sums.tied), shape), array(std::move(sums.share), shape)};
}

Weights checked_weights(const RangeArray& range) {
  for (int i = 0; i < kCombos; ++i)
    if (!(range.data()[i] >= 0 && range.data()[i] <= 1))
      throw std::invalid_argument("a weight is a number from 0 to 1");
  return range.data();
}

std::vector<Weights> checked_weights(const std::vector<RangeArray>& ranges) {
  std::vector<Weights> all;
  for (const RangeArray& range : ranges) all.push_back(checked_weights(range));
  return all;
}

// Everybody's hole cards and the rest of the board must come from the deck.
void check_cards_left(std::size_t players, CardSet board, CardSet dead) {
  const int left = kDeckSize - count(board | dead);
  if (left < static_cast<int>(2 * players) + 5 - count(board))
    throw std::invalid_argument("only " + std::to_string(left) + " cards are left to deal");
}

Sums heads_up_sums(RangeArray first, RangeArray second, CardSet board, CardSet dead, int threads) {
  check_board(board, dead, false);
  const Weights ours = checked_weights(first);
  const Weights theirs = checked_weights(second);
  ShowdownSums sums(2);
  {
    nb::gil_scoped_release release;
    sums = heads_up(ours, theirs, board, dead, threads);
  }
  return as_arrays(std::move(sums));
}

// Runs long work on another thread while this one watches for Ctrl-C.
template <class Work>
void interruptible(Work work) {
  std::atomic<bool> stop{false};
  auto done = std::async(std::launch::async, [&] { work(stop); });
  while (done.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() == 0) continue;
    stop = true;
    done.wait();
    throw nb::python_error();
  }
  done.get();
}

Sums multiway_sums(const std::vector<RangeArray>& ranges, CardSet board, CardSet dead, std::size_t from,
                   std::size_t to, int threads) {
  check_board(board, dead, true);
  check_players(ranges.size());
  ShowdownSums sums(static_cast<int>(ranges.size()));
  const std::vector<Weights> weights = checked_weights(ranges);
  {
    nb::gil_scoped_release release;
    interruptible([&](const std::atomic<bool>& stop) {
      sums = multiway(weights, board, dead, from, to, threads, stop);
    });
  }
  return as_arrays(std::move(sums));
}

// Chunks of deals, added up: deals, won[player][k winners], shares and deals
// by player and combo. Deals stay at 0 if the ranges never fit together.
std::tuple<std::uint64_t, Array<std::uint64_t>, Array<std::uint64_t>, Array<std::uint64_t>> deal_chunks(
    const std::vector<RangeArray>& ranges, CardSet board, CardSet dead, std::uint64_t seed,
    std::uint64_t from, std::uint64_t to, bool per_combo, int threads) {
  check_board(board, dead, true);
  check_players(ranges.size());
  check_cards_left(ranges.size(), board, dead);
  const std::vector<Weights> weights = checked_weights(ranges);
  for (const Weights each : weights)
    if (live_combos(each, board | dead).empty()) throw std::invalid_argument("a range is empty");
  const std::size_t players = ranges.size();
  std::uint64_t deals = 0;
  bool stuck = false;
  std::vector<std::uint64_t> won(players * (players + 1), 0);
  std::vector<std::uint64_t> shares(per_combo ? players * kCombos : 0, 0);
  std::vector<std::uint64_t> dealt(shares);
  {
    nb::gil_scoped_release release;
    SamplerTables tables(weights, board, dead);
    tables.sampler.per_combo = per_combo;
    struct Worker {
      DealCounts counts;
      std::vector<std::uint64_t> shares, dealt;
    };
    const std::uint64_t chunks = to > from ? to - from : 0;
    std::vector<Worker> workers(static_cast<std::size_t>(std::clamp(threads, 1, kMaxThreads)));
    std::atomic<std::uint64_t> next{from};
    std::atomic<bool> give_up{false};
    parallel_for(workers.size(), static_cast<int>(std::min<std::uint64_t>(workers.size(), chunks)),
                 [&](std::size_t number) {
                   Worker& worker = workers[number];
                   worker.shares = shares;
                   worker.dealt = dealt;
                   worker.counts.combo_shares = worker.shares.data();
                   worker.counts.combo_deals = worker.dealt.data();
                   for (std::uint64_t chunk = next++; chunk < to && !give_up; chunk = next++) {
                     kernels().sample_deals(tables.sampler, seed, chunk, worker.counts);
                     if (worker.counts.stuck) give_up = true;
                   }
                 });
    for (const Worker& worker : workers) {
      deals += worker.counts.deals;
      stuck |= worker.counts.stuck;
      for (std::size_t i = 0; i < players; ++i)
        for (std::size_t k = 0; k <= players; ++k) won[i * (players + 1) + k] += worker.counts.won[i][k];
      for (std::size_t i = 0; i < worker.shares.size(); ++i) {
        shares[i] += worker.shares[i];
        dealt[i] += worker.dealt[i];
      }
    }
  }
  const std::initializer_list<std::size_t> by_combo = {per_combo ? players : 0, kCombos};
  return {stuck ? 0 : deals, array(std::move(won), {players, players + 1}),
          array(std::move(shares), by_combo), array(std::move(dealt), by_combo)};
}

std::pair<Array<std::uint32_t>, Array<std::uint32_t>> matchup_table(int threads) {
  MatchupTable table;
  {
    nb::gil_scoped_release release;
    table = solve_matchups(threads);
  }
  return {array(std::move(table.wins), {kCombos, kCombos}), array(std::move(table.ties), {kCombos, kCombos})};
}

// Sum over i and j of first[i] * matrix[i][j] * second[j], for a stack of matrices.
std::vector<double> weighted_sums(
    nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu> stack,
    nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu> first,
    nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu> second) {
  const std::size_t rows = stack.shape(1);
  const std::size_t columns = stack.shape(2);
  if (first.shape(0) != rows || second.shape(0) != columns)
    throw std::invalid_argument("weights do not fit the matrices");
  std::vector<double> sums(stack.shape(0), 0.0);
  nb::gil_scoped_release release;
  std::vector<std::size_t> held;
  for (std::size_t j = 0; j < columns; ++j)
    if (second.data()[j] > 0) held.push_back(j);
  for (std::size_t k = 0; k < sums.size(); ++k) {
    for (std::size_t i = 0; i < rows; ++i) {
      if (!(first.data()[i] > 0)) continue;
      const double* row = stack.data() + (k * rows + i) * columns;
      double sum = 0;
      for (const std::size_t j : held) sum += row[j] * second.data()[j];
      sums[k] += first.data()[i] * sum;
    }
  }
  return sums;
}

std::pair<Array<double>, Array<double>> hand_potential_of(CardSet hole, RangeArray range, CardSet board,
                                                          CardSet dead) {
  check_board(board, dead, false);
  if (count(hole) != 2 || hole & (board | dead | ~kDeck))
    throw std::invalid_argument("hole cards are two others");
  const Weights theirs = checked_weights(range);
  HandPotential result;
  {
    nb::gil_scoped_release release;
    result = hand_potential(hole, theirs, board, dead);
  }
  std::vector<double> end;
  for (const auto& row : result.end) end.insert(end.end(), row, row + 3);
  return {array(std::vector<double>(result.now, result.now + 3)), array(std::move(end), {3, 3})};
}

std::tuple<int, int, int> checked_strength_counts(CardSet hole, CardSet board) {
  check_board(board, 0, false);
  if (count(hole) != 2 || hole & (board | ~kDeck)) throw std::invalid_argument("hole cards are two others");
  nb::gil_scoped_release release;
  const StrengthCounts counts = strength_counts(hole, board);
  return {counts.ahead, counts.tied, counts.behind};
}

Array<std::int64_t> three_random_sums(std::size_t from, std::size_t to, int threads) {
  std::vector<std::int64_t> points;
  {
    nb::gil_scoped_release release;
    points = three_random_points(from, to, threads);
  }
  return array(std::move(points));
}

Array<std::uint64_t> draw_words(Stream& stream, std::size_t n) {
  std::vector<std::uint64_t> words(n);
  {
    nb::gil_scoped_release release;
    for (std::uint64_t& word : words) word = stream.next();
  }
  return array(std::move(words));
}

}  // namespace

NB_MODULE(_core, m) {
  m.doc() = "Compiled kernels of fivebet; use the modules that wrap them.";
  // Caches of the Python side hold hands and games until the process ends.
  nb::set_leak_warnings(false);

  // Kernels throw std::invalid_argument; users see one of our own errors.
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const std::invalid_argument& invalid) {
      const nb::object kind = nb::module_::import_("fivebet.errors").attr("CardError");
      PyErr_SetString(kind.ptr(), invalid.what());
    }
  });

  m.def("evaluate", &evaluate_one, "cards"_a,
        "Return the value of the best five of five to seven cards, 1 to 7462: higher is better.");
  m.def(
      "evaluate",
      [](nb::object cards) {
        return evaluate_one(nb::cast<std::uint64_t>(
            nb::module_::import_("fivebet.cards").attr("as_cards")(cards).attr("mask")));
      },
      "cards"_a.none());
  m.def("evaluate_many", &evaluate_many, "hands"_a, "threads"_a);
  m.def("count_values", &count_values, "cards"_a, "threads"_a);
  m.def("category_starts",
        [] { return std::vector<int>(tables::category_starts, tables::category_starts + kCategories); });

  m.def("heads_up", &heads_up_sums, "first"_a, "second"_a, "board"_a, "dead"_a, "threads"_a);
  m.def("multiway", &multiway_sums, "ranges"_a, "board"_a, "dead"_a, "start"_a, "stop"_a, "threads"_a);
  m.def("deal_chunks", &deal_chunks, "ranges"_a, "board"_a, "dead"_a, "seed"_a, "start"_a, "stop"_a,
        "per_combo"_a, "threads"_a);
  m.def("matchup_table", &matchup_table, "threads"_a);
  m.def("weighted_sums", &weighted_sums, "stack"_a, "first"_a, "second"_a);
  m.def("count_matchups", &count_matchups);
  m.def("hand_potential", &hand_potential_of, "hole"_a, "range"_a, "board"_a, "dead"_a);
  m.def("strength_counts", &checked_strength_counts, "hole"_a, "board"_a);
  m.def("three_random_points", &three_random_sums, "start"_a, "stop"_a, "threads"_a);

  nb::class_<Stream>(m, "Stream")
      .def(nb::init<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>(), "seed"_a, "purpose"_a,
           "index"_a, "part"_a)
      .def("word", &Stream::next)
      .def("words", &draw_words, "n"_a)
      .def(
          "below",
          [](Stream& stream, std::uint64_t n) {
            if (n == 0) throw std::invalid_argument("no number lies below 0: give 1 or more");
            return stream.below(n);
          },
          "n"_a)
      .def("uniform", &Stream::uniform)
      .def_prop_rw("position", &Stream::position, &Stream::seek);
  m.def("purpose_key", &purpose_key, "purpose"_a);

  m.def(
      "simd_level", [] { return std::string(kernels().level); },
      "Return the instruction-set level of the kernels in use.");
  m.def(
      "use_simd_level", [](const std::string& level) { return use_kernels(level.c_str()); }, "level"_a,
      "Switch the kernels to another level; return False if this machine cannot run it.");

  bind_table(m);
  bind_legal(m);
  bind_statistics(m);
  bind_luck(m);
  bind_limit(m);
  bind_rollout(m);
  bind_solver(m);
  bind_gpu(m);
  bind_tournament(m);

  m.attr("CHUNK_DEALS") = kChunkDeals;
  m.attr("POT_FRACTIONS") = kPotFractions;
  m.attr("PREFLOP_BOARDS") = kPreflopBoards;
  m.attr("DISTINCT_BOARDS") = 134'459;
  m.attr("OPPONENT_TRIPLES") = kOpponentTriples;
}
