// Python bindings of ring blueprints: training, and the words in which they know a hand.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/checks.hpp"
#include "bindings/hand_info.hpp"
#include "bindings/long_work.hpp"
#include "solve/ring_blueprint.hpp"
#include "util/memory.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

namespace {

using BoundRing = Exclusive<RingBlueprint>;

RingSizes sizes_of(const std::array<int, 3>& buckets) {
  RingSizes sizes;
  std::copy(buckets.begin(), buckets.end(), sizes.buckets.begin() + 1);
  return sizes;
}

void make_ring(BoundRing* place, const std::vector<const Game*>& games, const std::array<int, 3>& buckets,
               std::size_t numbers) {
  std::vector<Game> rules;
  for (const Game* game : games) {
    need(game, "a game is missing");
    rules.push_back(*game);
  }
  need(numbers >= 1 && numbers <= (std::size_t{1} << 34), "a blueprint has room for 1 to 2^34 numbers");
  need_memory(2 * numbers * sizeof(float));
  without_gil([&] { new (place) BoundRing(std::move(rules), sizes_of(buckets), numbers); });
}

std::size_t row_numbers(const RingBlueprint& ring, std::uint64_t key) {
  return static_cast<std::size_t>(std::popcount(key_mask(key))) *
         static_cast<std::size_t>(ring.sizes().buckets[static_cast<std::size_t>(key_street(key))]);
}

auto learnt(BoundRing& bound) {
  const RingBlueprint& ring = bound.idle();
  std::vector<std::uint64_t> keys = ring.keys();
  std::vector<std::uint32_t> visits;
  std::vector<float> regrets, sums;
  for (const std::uint64_t key : keys) {
    const RingRows rows = ring.rows(key);
    const std::size_t n = row_numbers(ring, key);
    visits.push_back(rows.visits->load());
    regrets.insert(regrets.end(), rows.regrets, rows.regrets + n);
    sums.insert(sums.end(), rows.sums, rows.sums + n);
  }
  return std::make_tuple(array(std::move(keys)), array(std::move(visits)), array(std::move(regrets)),
                         array(std::move(sums)));
}

void restore(BoundRing& bound, InputArray<std::uint64_t, nb::ndim<1>> key_array,
             InputArray<std::uint32_t, nb::ndim<1>> visit_array, InputArray<float, nb::ndim<1>> regret_array,
             InputArray<float, nb::ndim<1>> sum_array) {
  RingBlueprint& ring = bound.idle();
  const auto keys = copied(key_array);
  const auto visits = copied(visit_array);
  const auto regrets = copied(regret_array), sums = copied(sum_array);
  need_finite(regrets, "a regret is a finite number");
  need_amounts(sums, "a strategy's weight is a finite number, 0 or more");
  std::size_t numbers = 0;
  for (const std::uint64_t key : keys) {
    need(key_mask(key) & 1u << kRingCall, "a line has an action that checks or calls");
    numbers += row_numbers(ring, key);
  }
  need(visits.size() == keys.size() && regrets.size() == numbers && sums.size() == numbers,
       "lines and numbers do not belong together");
  std::size_t at = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const RingRows rows = ring.add(keys[i]);
    const std::size_t n = row_numbers(ring, keys[i]);
    *rows.visits = visits[i];
    std::copy_n(regrets.data() + at, n, rows.regrets);
    std::copy_n(sums.data() + at, n, rows.sums);
    at += n;
  }
}

// The line after the first `moves` moves of a hand, somebody being about to act.
RingLine line_of(const HandInfo& hand, std::size_t moves) {
  need(moves <= hand.moves.size(), "the hand has fewer moves");
  need(hand.rules->holdem(), "ring blueprints know hold'em");
  RingLine line;
  line.state = hand.state;  // its cards
  start_hand(*hand.rules, hand.stacks.data(), line.state);
  for (std::size_t i = 0; i < moves; ++i) {
    need(!line.state.over, "the hand is over by then");
    line.act(*hand.rules, hand.moves[i].action);
  }
  need(!line.state.over, "the hand is over by then");
  return line;
}

auto decision(const HandInfo& hand, std::size_t moves, bool exploiting, const std::vector<int>& habits) {
  const RingLine line = line_of(hand, moves);
  Habits known{};
  need(habits.size() <= kMaxSeats, "there are at most ten seats");
  for (std::size_t seat = 0; seat < habits.size(); ++seat) {
    need(habits[seat] >= 0 && habits[seat] < kHabits, "a habit is 0 to 3");
    known[seat] = static_cast<Habit>(habits[seat]);
  }
  const RingChoice choice = ring_choice(*hand.rules, line.state);
  std::vector<std::pair<int, Chips>> actions;
  for (int action = 0; action < kRingActions; ++action)
    if (choice.has(action)) actions.emplace_back(action, choice.to[static_cast<std::size_t>(action)]);
  return std::make_tuple(ring_key(*hand.rules, line, choice, exploiting, known), int{line.state.actor}, actions);
}

int nearest(const HandInfo& hand, std::size_t move) {
  need(move < hand.moves.size(), "the hand has no such move");
  const RingLine line = line_of(hand, move);
  const RingChoice choice = ring_choice(*hand.rules, line.state);
  return nearest_ring_action(*hand.rules, line.state, choice, hand.moves[move].action);
}

Array<std::uint8_t> buckets_on(CardSet board, const std::array<int, 3>& buckets) {
  checked_board(board);
  const RingSizes sizes = sizes_of(buckets);
  need_within(buckets, kSwings, 240, "a street has 4 to 240 buckets");
  const RingBuckets found = without_gil([&] { return ring_buckets(board, sizes); });
  return array(std::vector<std::uint8_t>(found.begin(), found.end()));
}

}  // namespace

void bind_ring(nb::module_& m) {
  nb::class_<BoundRing>(m, "RingBlueprint")
      .def("__init__", &make_ring, "games"_a, "buckets"_a, "numbers"_a)
      .def(
          "learn",
          [](BoundRing& bound, std::uint64_t seed, std::uint64_t start, std::uint64_t boards,
             const std::vector<double>& weights, const std::vector<double>& depths, double exploiting,
             double styles, int threads) {
            need(boards <= kMostDeals, "at most 2^40 boards are learnt from at once");
            need_amounts(weights, "a weight is a finite number, 0 or more");
            need(std::any_of(weights.begin(), weights.end(), [](double weight) { return weight > 0; }),
                 "a game has a weight");
            need_within(depths, 2, 1e6, "stacks are 2 to 1,000,000 big blinds");
            need(within(exploiting, 0.0, 1.0) && within(styles, 0.0, 1.0), "a share is 0 to 1");
            bound.work([&](RingBlueprint& ring) {
              ring.learn(seed, start, boards, {weights, depths, exploiting, styles}, threads);
            });
          },
          "seed"_a, "start"_a, "boards"_a, "weights"_a, "depths"_a, "exploiting"_a, "styles"_a, "threads"_a)
      .def(
          "discount",
          [](BoundRing& bound, float regrets, float sums) {
            need(within(regrets, 0.0f, 1.0f) && within(sums, 0.0f, 1.0f), "a discount is 0 to 1");
            bound.work([&](RingBlueprint& ring) { ring.discount(regrets, sums); });
          },
          "regrets"_a, "sums"_a)
      .def_prop_ro("used", [](const BoundRing& bound) { return bound.idle().used(); })
      .def("learnt", &learnt)
      .def("restore", &restore, "keys"_a, "visits"_a, "regrets"_a, "sums"_a);
  m.def("ring_buckets", &buckets_on, "board"_a, "buckets"_a);
  m.def("ring_decision", &decision, "hand"_a, "moves"_a, "exploiting"_a, "habits"_a);
  m.def("nearest_ring_action", &nearest, "hand"_a, "move"_a);
}
