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
#include <stdexcept>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/checks.hpp"
#include "bindings/errors.hpp"
#include "bindings/long_work.hpp"
#include "cards/evaluator.hpp"
#include "equity/exact_equity.hpp"
#include "equity/hand_strength.hpp"
#include "equity/matchups.hpp"
#include "equity/monte_carlo.hpp"
#include "equity/prepared_hands.hpp"
#include "equity/three_random.hpp"
#include "simd/kernels.hpp"
#include "util/memory.hpp"
#include "util/parallel_for.hpp"
#include "util/random.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

void bind_curve(nb::module_& m);
void bind_statistics(nb::module_& m);
void bind_limit(nb::module_& m);
void bind_legal(nb::module_& m);
void bind_luck(nb::module_& m);
void bind_model_response(nb::module_& m);
void bind_ring(nb::module_& m);
void bind_rollout(nb::module_& m);
void bind_small_games(nb::module_& m);
void bind_solver(nb::module_& m);
void bind_gpu(nb::module_& m);
void bind_table(nb::module_& m);
void bind_tournament(nb::module_& m);
void bind_value_network(nb::module_& m);

namespace {

using HandSets = InputArray<std::uint64_t, nb::ndim<1>>;

int checked_count(CardSet cards) {
  const int n = count(cards);
  if (cards & ~kDeck || n < 5 || n > 7)
    throw std::invalid_argument("a hand has five to seven of the 52 cards, this set has " +
                                std::to_string(n) + (cards & ~kDeck ? " and others" : ""));
  return n;
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
  const CardSet* sets = aligned_data(hands);
  std::vector<Value> values(n);
  without_gil([&] {
    constexpr std::size_t kPart = 1 << 14;
    parallel_for((n + kPart - 1) / kPart, threads, [&](std::size_t part) {
      const std::size_t from = part * kPart;
      const std::size_t end = std::min(n, from + kPart);
      if (kernels().evaluate_checked(sets + from, end - from, values.data() + from)) return;
      for (std::size_t i = from; i < end; ++i) checked_count(sets[i]);
      throw std::invalid_argument("hands were changed while they were evaluated");
    });
  });
  return array(std::move(values));
}

Array<Value> evaluate_on_boards(HandSets boards, HandSets hands, int threads) {
  const std::vector<CardSet> on = copied(boards), held = copied(hands);
  for (const CardSet board : on) checked_board(board);
  for (const CardSet hand : held) checked_hole(hand, 0);
  need(held.size() < UINT32_MAX, "too many hands: at most 2^32 are valued on a board");
  need_memory(on.size() * held.size() * sizeof(Value));
  std::vector<Value> values(on.size() * held.size());
  without_gil([&] {
    const PreparedHands prepared(held);
    parallel_for(on.size(), threads,
                 [&](std::size_t i) { prepared.evaluate(on[i], values.data() + i * held.size()); });
  });
  return array(std::move(values), {on.size(), held.size()});
}

Array<std::uint64_t> count_values(int cards, int threads) {
  if (cards < 5 || cards > 7) throw std::invalid_argument("hands of five, six or seven cards can be counted");
  std::vector<std::uint64_t> totals(kValues + 1, 0);
  without_gil([&] {
    std::vector<std::vector<std::uint64_t>> parts(kDeckSize, totals);
    parallel_for(kDeckSize - static_cast<std::size_t>(cards) + 1, threads, [&](std::size_t lowest) {
      kernels().count_values(cards, static_cast<Card>(lowest), parts[lowest].data());
    });
    for (const auto& part : parts)
      for (std::size_t value = 0; value < totals.size(); ++value) totals[value] += part[value];
  });
  return array(std::move(totals));
}

using Sums = std::tuple<Array<double>, Array<double>, Array<double>, Array<double>>;

Sums as_arrays(ShowdownSums sums) {
  const std::initializer_list<std::size_t> shape = {static_cast<std::size_t>(sums.players), kCombos};
  return {array(std::move(sums.dealt), shape), array(std::move(sums.won), shape),
          array(std::move(sums.tied), shape), array(std::move(sums.share), shape)};
}

// Copies of several players' weights.
class CopiedRanges {
 public:
  explicit CopiedRanges(const std::vector<WeightArray>& ranges) {
    check_players(ranges.size());
    for (const WeightArray& range : ranges) copies_.push_back(copied_weights(range));
    for (const auto& copy : copies_) weights.push_back(copy.data());
  }
  std::vector<Weights> weights;

 private:
  std::vector<std::vector<double>> copies_;
};

// Everybody's hole cards and the rest of the board must come from the deck.
void check_cards_left(std::size_t players, CardSet board, CardSet dead) {
  const int left = kDeckSize - count(board | dead);
  if (left < static_cast<int>(2 * players) + 5 - count(board))
    throw std::invalid_argument("only " + std::to_string(left) + " cards are left to deal");
}

Sums heads_up_sums(WeightArray first, WeightArray second, CardSet board, CardSet dead, int threads) {
  checked_board(board, dead);
  const std::vector<double> ours = copied_weights(first), theirs = copied_weights(second);
  return as_arrays(without_gil([&] { return heads_up(ours.data(), theirs.data(), board, dead, threads); }));
}

Sums multiway_sums(const std::vector<WeightArray>& ranges, CardSet board, CardSet dead, std::size_t from,
                   std::size_t to, int threads) {
  checked_board(board, dead, 0);
  const CopiedRanges copies(ranges);
  return as_arrays(without_gil([&] { return multiway(copies.weights, board, dead, from, to, threads); }));
}

// Chunks of deals, added up: deals, won[player][k winners], shares and deals
// by player and combo. Deals stay at 0 if the ranges never fit together.
std::tuple<std::uint64_t, Array<std::uint64_t>, Array<std::uint64_t>, Array<std::uint64_t>> deal_chunks(
    const std::vector<WeightArray>& ranges, CardSet board, CardSet dead, std::uint64_t seed,
    std::uint64_t from, std::uint64_t to, bool per_combo, int threads) {
  checked_board(board, dead, 0);
  const CopiedRanges copies(ranges);
  const std::vector<Weights>& weights = copies.weights;
  check_cards_left(ranges.size(), board, dead);
  need(to <= std::uint64_t{1} << 52, "chunks are numbered from 0 to 2^52");
  for (const Weights each : weights)
    if (live_combos(each, board | dead).empty()) throw std::invalid_argument("a range is empty");
  const std::size_t players = ranges.size();
  std::uint64_t deals = 0;
  bool stuck = false;
  std::vector<std::uint64_t> won(players * (players + 1), 0);
  std::vector<std::uint64_t> shares(per_combo ? players * kCombos : 0, 0);
  std::vector<std::uint64_t> dealt(shares);
  without_gil([&] {
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
                     interruption_point();
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
  });
  const std::initializer_list<std::size_t> by_combo = {per_combo ? players : 0, kCombos};
  return {stuck ? 0 : deals, array(std::move(won), {players, players + 1}),
          array(std::move(shares), by_combo), array(std::move(dealt), by_combo)};
}

std::pair<Array<std::uint32_t>, Array<std::uint32_t>> matchup_table(int threads) {
  MatchupTable table = without_gil([&] { return solve_matchups(threads); });
  return {array(std::move(table.wins), {kCombos, kCombos}), array(std::move(table.ties), {kCombos, kCombos})};
}

// Sum over i and j of first[i] * matrix[i][j] * second[j], for a stack of matrices.
std::vector<double> weighted_sums(InputArray<double, nb::ndim<3>> stack,
                                  InputArray<double, nb::ndim<1>> first,
                                  InputArray<double, nb::ndim<1>> second) {
  const std::size_t rows = stack.shape(1);
  const std::size_t columns = stack.shape(2);
  need(rows > 0 && columns > 0 && first.shape(0) == rows && second.shape(0) == columns,
       "weights do not fit the matrices");
  const std::vector<double> ours = copied(first), theirs = copied(second);
  const double* matrices = aligned_data(stack);
  std::vector<double> sums(stack.shape(0), 0.0);
  without_gil([&] {
    std::vector<std::size_t> held;
    for (std::size_t j = 0; j < columns; ++j)
      if (theirs[j] > 0) held.push_back(j);
    for (std::size_t k = 0; k < sums.size(); ++k) {
      for (std::size_t i = 0; i < rows; ++i) {
        if (!(ours[i] > 0)) continue;
        interruption_point(i);
        const double* row = matrices + (k * rows + i) * columns;
        double sum = 0;
        for (const std::size_t j : held) sum += row[j] * theirs[j];
        sums[k] += ours[i] * sum;
      }
    }
  });
  return sums;
}

std::pair<Array<double>, Array<double>> hand_potential_of(CardSet hole, WeightArray range, CardSet board,
                                                          CardSet dead) {
  checked_hole(hole, checked_board(board, dead) | dead);
  const std::vector<double> theirs = copied_weights(range);
  const HandPotential result = without_gil([&] { return hand_potential(hole, theirs.data(), board, dead); });
  std::vector<double> end;
  for (const auto& row : result.end) end.insert(end.end(), row, row + 3);
  return {array(std::vector<double>(result.now, result.now + 3)), array(std::move(end), {3, 3})};
}

std::tuple<int, int, int> checked_strength_counts(CardSet hole, CardSet board) {
  checked_hole(hole, checked_board(board));
  nb::gil_scoped_release release;
  const StrengthCounts counts = strength_counts(hole, board);
  return {counts.ahead, counts.tied, counts.behind};
}

Array<std::int64_t> three_random_sums(std::size_t from, std::size_t to, int threads) {
  return array(without_gil([&] { return three_random_points(from, to, threads); }));
}

std::uint64_t drawn_number(nb::handle given, const char* what) {
  std::uint64_t number = 0;
  if (!nb::try_cast(given, number))
    throw std::invalid_argument(nb::cast<std::string>(nb::repr(given)) + " is no " + what);
  return number;
}

Array<std::uint64_t> draw_words(Exclusive<Stream>& stream, nb::object given) {
  const std::uint64_t n = drawn_number(given, "number of words: give a whole one, 0 or more");
  need(n <= std::size_t{1} << 28, "at most 2^28 words are drawn at once");
  return array(stream.work([&](Stream& drawn) {
    std::vector<std::uint64_t> words(n);
    for (std::size_t i = 0; i < n; ++i) {
      interruption_point(i);
      words[i] = drawn.next();
    }
    return words;
  }));
}

// Asks fivebet.machine, which knows the system.
std::size_t free_memory() {
  const nb::gil_scoped_acquire acquire;
  return nb::cast<std::size_t>(nb::module_::import_("fivebet.machine").attr("free_memory")());
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
      raise_as("CardError", invalid);
    } catch (const BusyError& busy) {
      raise_as("FivebetError", busy);
    } catch (const ForkError& forked) {
      raise_as("FivebetError", forked);
    } catch (const MemoryShortage& shortage) {
      raise_as("SolvingError", shortage);
    }
  });
  set_free_memory(free_memory);
  forks();  // counted from now on

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
  m.def("evaluate_on_boards", &evaluate_on_boards, "boards"_a, "hands"_a, "threads"_a);
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

  using BoundStream = Exclusive<Stream>;
  nb::class_<BoundStream>(m, "Stream")
      .def(nb::init<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>(), "seed"_a, "purpose"_a,
           "index"_a, "part"_a)
      .def("word", [](BoundStream& stream) { return stream.idle().next(); })
      .def("words", &draw_words, "n"_a.none())
      .def(
          "below",
          [](BoundStream& stream, nb::object given) {
            const std::uint64_t n = drawn_number(given, "limit of random numbers: give a whole one, 1 or more");
            need(n > 0, "no number lies below 0: give 1 or more");
            return stream.idle().below(n);
          },
          "n"_a.none())
      .def("uniform", [](BoundStream& stream) { return stream.idle().uniform(); })
      .def_prop_rw(
          "position", [](const BoundStream& stream) { return stream.idle().position(); },
          [](BoundStream& stream, std::uint64_t position) { stream.idle().seek(position); });
  m.def("purpose_key", &purpose_key, "purpose"_a);

  m.def(
      "simd_level", [] { return std::string(kernels().level); },
      "Return the instruction-set level of the kernels in use.");
  m.def(
      "use_simd_level", [](const std::string& level) { return use_kernels(level.c_str()); }, "level"_a,
      "Switch the kernels to another level; return False if this machine cannot run it.");

  bind_table(m);
  bind_legal(m);
  bind_curve(m);
  bind_statistics(m);
  bind_luck(m);
  bind_limit(m);
  bind_model_response(m);
  bind_ring(m);
  bind_rollout(m);
  bind_small_games(m);
  bind_solver(m);
  bind_gpu(m);
  bind_tournament(m);
  bind_value_network(m);

  m.attr("CHUNK_DEALS") = kChunkDeals;
  m.attr("POT_FRACTIONS") = kPotFractions;
  m.attr("PREFLOP_BOARDS") = kPreflopBoards;
  m.attr("DISTINCT_BOARDS") = 134'459;
  m.attr("OPPONENT_TRIPLES") = kOpponentTriples;
}
