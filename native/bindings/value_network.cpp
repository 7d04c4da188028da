// Bindings of the network that values hands at the end of a street.
#include "solve/value_network.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "bindings/arrays.hpp"
#include "bindings/checks.hpp"
#include "bindings/long_work.hpp"
#include "util/parallel_for.hpp"

namespace nb = nanobind;
using namespace nb::literals;

using namespace fivebet;

namespace {

constexpr std::size_t kMostNeurons = 256;
constexpr std::size_t kMostSituations = 10'000;

NetworkBoard make_board(InputArray<float, nb::ndim<2>> matrix, InputArray<float, nb::ndim<2>> facts,
                        InputArray<std::uint8_t, nb::ndim<1>> tiers, InputArray<std::uint16_t, nb::ndim<1>> order,
                        InputArray<std::uint8_t, nb::ndim<2>> cards) {
  const std::size_t hands = matrix.shape(0);
  need(hands >= 1 && hands <= kCombos && matrix.shape(1) == hands && facts.shape(0) == hands &&
           facts.shape(1) == NetworkBoard::kFacts && tiers.shape(0) == hands && order.shape(0) == hands &&
           cards.shape(0) == hands && cards.shape(1) == 2,
       "a board's arrays have a row for each of its hands");
  const auto all_tiers = copied(tiers);
  const auto ordered = copied(order);
  const auto all_cards = copied(cards);
  need_within(all_tiers, 0, NetworkBoard::kTiers - 1, "a range has four parts");
  std::vector<bool> seen(hands);
  for (const auto hand : ordered) {
    need(hand < hands && !seen[hand], "an order has each hand once");
    seen[hand] = true;
  }
  need_within(all_cards, 0, kDeckSize - 1, "cards are numbers from 0 to 51");
  const auto ahead = copied(matrix);
  const auto known = copied(facts);
  need_within(ahead, -1, 1, "a hand wins at most always");
  need_within(known, -1, 1, "facts are numbers from -1 to 1");
  return NetworkBoard(hands, ahead, known, all_tiers, ordered, all_cards);
}

void make_network(ValueNetwork* place, std::size_t hidden, std::size_t context,
                  InputArray<float, nb::ndim<1>> parameters) {
  need(hidden >= 1 && hidden <= kMostNeurons && context >= 1 && context <= kMostNeurons,
       "a layer has 1 to 256 neurons");
  const auto numbers = copied(parameters);
  need(numbers.size() == ValueNetwork::parameters(hidden, context), "a network has other parameters");
  need_finite(numbers, "a parameter is no finite number");
  new (place) ValueNetwork(hidden, context, numbers);
}

Array<float> values_of(const ValueNetwork& network, const NetworkBoard& board,
                       InputArray<float, nb::ndim<3>> weights, InputArray<float, nb::ndim<1>> log_spr,
                       int threads) {
  const std::size_t situations = weights.shape(0);
  need(situations <= kMostSituations && weights.shape(1) == 2 && weights.shape(2) == board.hands &&
           log_spr.shape(0) == situations,
       "weights have the axes situation, player and hand");
  need(threads >= 1 && threads <= kMaxThreads, "give 1 thread or more");
  const auto rows = copied(weights);
  const auto logs = copied(log_spr);
  need_amounts(rows, "weights are finite numbers, 0 or more");
  need_finite(logs, "chips behind are finite");
  std::vector<float> values(situations * 2 * board.hands);
  without_gil([&] { network.values(board, rows.data(), logs.data(), situations, threads, values.data()); });
  return array(std::move(values), {situations, 2, board.hands});
}

Array<float> margins_on(const NetworkBoard& board, InputArray<float, nb::ndim<2>> ranges) {
  const std::size_t count = ranges.shape(0);
  need(count <= 2 * kMostSituations && ranges.shape(1) == board.hands, "ranges have a weight for each hand");
  const auto rows = copied(ranges);
  need_amounts(rows, "weights are finite numbers, 0 or more");
  std::vector<float> margins(count * board.hands);
  without_gil([&] { board.margins(rows.data(), count, margins.data()); });
  return array(std::move(margins), {count, board.hands});
}

}  // namespace

void bind_value_network(nb::module_& m) {
  nb::class_<NetworkBoard>(m, "NetworkBoard")
      .def(
          "__init__",
          [](NetworkBoard* place, InputArray<float, nb::ndim<2>> matrix, InputArray<float, nb::ndim<2>> facts,
             InputArray<std::uint8_t, nb::ndim<1>> tiers, InputArray<std::uint16_t, nb::ndim<1>> order,
             InputArray<std::uint8_t, nb::ndim<2>> cards) {
            new (place) NetworkBoard(make_board(matrix, facts, tiers, order, cards));
          },
          "matrix"_a, "facts"_a, "tiers"_a, "order"_a, "cards"_a)
      .def("margins", &margins_on, "ranges"_a);
  nb::class_<ValueNetwork>(m, "ValueNetwork")
      .def("__init__", &make_network, "hidden"_a, "context"_a, "parameters"_a)
      .def("values", &values_of, "board"_a, "weights"_a, "log_spr"_a, "threads"_a);
}
