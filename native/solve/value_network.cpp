#include "solve/value_network.hpp"

#include <algorithm>
#include <type_traits>

#include "cards/card_set.hpp"
#include "simd/kernels.hpp"
#include "simd/solver_rows.hpp"
#include "util/denormals.hpp"
#include "util/parallel_for.hpp"

namespace fivebet {
namespace {

constexpr float kLeastMet = 1e-6f;
constexpr std::size_t kMostTogether = 16;               // situations that read the matrix together
constexpr std::size_t kSums = NetworkBoard::kTiers + 1;  // products of each range: by tiers, and of squares

constexpr std::size_t grouped(std::size_t rows) { return (rows + kTileGroup - 1) / kTileGroup * kTileGroup; }

AlignedBuffer numbers(std::size_t count) { return AlignedBuffer(count * sizeof(float)); }

}  // namespace

NetworkBoard::NetworkBoard(std::size_t hands, std::span<const float> matrix, std::span<const float> facts,
                           std::span<const std::uint8_t> tiers, std::span<const std::uint16_t> order,
                           std::span<const std::uint8_t> cards)
    : hands(hands),
      tiles((hands + kTileHands - 1) / kTileHands),
      matrix(numbers(tiles * hands * kTileHands)),
      facts(numbers(tiles * kFacts * kTileHands)),
      places(hands),
      order(order.begin(), order.end()),
      cards(cards.begin(), cards.end()) {
  std::vector<std::size_t> others;  // by their places
  for (std::size_t tier = 0; tier < kTiers; ++tier) {
    tier_starts[tier] = others.size();
    for (std::size_t other = 0; other < hands; ++other)
      if (tiers[other] == tier) {
        places[other] = static_cast<std::uint16_t>(others.size());
        others.push_back(other);
      }
  }
  tier_starts[kTiers] = hands;
  float* to = this->matrix.floats();
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    const std::size_t first = tile * kTileHands, last = std::min(hands, first + kTileHands);
    for (const std::size_t other : others) {
      for (std::size_t hand = first; hand < last; ++hand) to[hand - first] = matrix[hand * hands + other];
      to += kTileHands;
    }
    for (std::size_t hand = first; hand < last; ++hand)
      for (std::size_t i = 0; i < kFacts; ++i)
        this->facts.floats()[(tile * kFacts + i) * kTileHands + hand - first] = facts[hand * kFacts + i];
  }
}

AlignedBuffer NetworkBoard::grouped_weights(const float* rows, std::size_t stride, std::size_t count) const {
  AlignedBuffer weights = numbers(grouped(count) * hands);
  for (std::size_t row = 0; row < count; ++row) {
    float* to = weights.floats() + row / kTileGroup * hands * kTileGroup + row % kTileGroup;
    const float* from = rows + row * stride;
    for (std::size_t hand = 0; hand < hands; ++hand) to[places[hand] * kTileGroup] = from[hand];
  }
  return weights;
}

void NetworkBoard::margins(const float* ranges, std::size_t count, float* margins) const {
  const AlignedBuffer weights = grouped_weights(ranges, hands, count);
  const AlignedBuffer out = numbers(grouped(count) * kTileHands);
  TileProduct product{};
  product.weights = weights.floats();
  product.group_stride = hands * kTileGroup;
  product.rows = count;
  product.inputs = hands;
  product.out = out.floats();
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    product.in = matrix.floats() + tile * hands * kTileHands;
    kernels().multiply_tile(product);
    const std::size_t first = tile * kTileHands;
    for (std::size_t row = 0; row < count; ++row)
      std::copy_n(out.floats() + row * kTileHands, std::min(kTileHands, hands - first),
                  margins + row * hands + first);
  }
}

// The layers of one player, in the order of the parameters, with whether they have biases.
template <class Person, class Each>
void ValueNetwork::each_layer(Person& player, std::size_t hidden, std::size_t context, Each each) {
  each(player.hand, kFeatures, hidden, true);
  each(player.context, 2 * hidden, context, true);
  each(player.mix, hidden, hidden, true);
  each(player.again, 2 * hidden, context, true);
  each(player.last, hidden, hidden, true);
  each(player.value, hidden, std::size_t{1}, true);
  each(player.mix_context, context, hidden, false);
  each(player.last_context, context, hidden, false);
}

std::size_t ValueNetwork::parameters(std::size_t hidden, std::size_t context) {
  std::size_t sum = 0;
  Player player;
  each_layer(player, hidden, context, [&](auto&, std::size_t inputs, std::size_t outputs, bool biases) {
    sum += inputs * outputs + (biases ? outputs : 0);
  });
  return 2 * sum;
}

ValueNetwork::ValueNetwork(std::size_t hidden, std::size_t context, std::span<const float> parameters)
    : hidden_(hidden), context_(context) {
  const float* next = parameters.data();
  const auto read = [&](auto& layer, std::size_t inputs, std::size_t outputs, bool biases) {
    using Layer = std::remove_reference_t<decltype(layer)>;
    if constexpr (std::is_same_v<Layer, std::vector<float>>) {
      layer.assign(next, next + inputs + 1);
      next += inputs + 1;
    } else {
      constexpr bool by_groups = std::is_same_v<Layer, HandLayer>;
      const std::size_t room = by_groups ? grouped(outputs) : padded(outputs);
      layer.inputs = inputs;
      layer.outputs = outputs;
      layer.weights = numbers(inputs * room);
      layer.biases.resize(room);
      for (std::size_t i = 0; i < inputs; ++i)
        for (std::size_t j = 0; j < outputs; ++j) {
          const std::size_t at =
              by_groups ? (j / kTileGroup * inputs + i) * kTileGroup + j % kTileGroup : i * room + j;
          layer.weights.floats()[at] = *next++;
        }
      if (biases)
        for (std::size_t j = 0; j < outputs; ++j) layer.biases[j] = *next++;
    }
  };
  for (Player& player : players_) each_layer(player, hidden, context, read);
}

// Both players' ranges in some situations, and what the board's matrix makes of them. A row is a
// player's in one situation.
struct ValueNetwork::Ranges {
  Ranges(const NetworkBoard& board, const float* given, std::size_t situations)
      : rows(2 * situations),
        stride(board.tiles * kTileHands),
        weights(numbers(rows * stride)),
        met(numbers(rows * stride)),
        below(numbers(rows * stride)),
        products(numbers(board.tiles * kSums * grouped(rows) * kTileHands)) {
    for (std::size_t row = 0; row < rows; ++row) {
      const float* from = given + row * board.hands;
      float* to = weights.floats() + row * stride;
      float total = 0;
      for (std::size_t hand = 0; hand < board.hands; ++hand) total += from[hand];
      const float scale = 1 / std::max(total, 1e-30f);
      for (std::size_t hand = 0; hand < board.hands; ++hand) to[hand] = from[hand] * scale;
      sum_up(board, to, met.floats() + (row ^ 1) * stride, below.floats() + row * stride);
    }
    multiply(board);
  }

  // The weight that each of the other's hands meets, and the weight below each hand.
  static void sum_up(const NetworkBoard& board, const float* weights, float* met, float* below) {
    float by_card[kDeckSize] = {};
    float total = 0;
    for (std::size_t hand = 0; hand < board.hands; ++hand) {
      by_card[board.cards[2 * hand]] += weights[hand];
      by_card[board.cards[2 * hand + 1]] += weights[hand];
      total += weights[hand];
    }
    for (std::size_t hand = 0; hand < board.hands; ++hand)
      met[hand] = total - by_card[board.cards[2 * hand]] - by_card[board.cards[2 * hand + 1]] + weights[hand];
    float sum = 0;
    for (const std::uint16_t hand : board.order) {
      below[hand] = sum + weights[hand] / 2;
      sum += weights[hand];
    }
  }

  void multiply(const NetworkBoard& board) {
    const AlignedBuffer grouped = board.grouped_weights(weights.floats(), stride, rows);
    TileProduct product{};
    product.group_stride = board.hands * kTileGroup;
    product.rows = rows;
    for (std::size_t tile = 0; tile < board.tiles; ++tile) {
      const float* matrix = board.matrix.floats() + tile * board.hands * kTileHands;
      for (std::size_t sum = 0; sum < kSums; ++sum) {
        product.squared = sum == NetworkBoard::kTiers;
        const std::size_t from = product.squared ? 0 : board.tier_starts[sum];
        const std::size_t to = product.squared ? board.hands : board.tier_starts[sum + 1];
        product.weights = grouped.floats() + from * kTileGroup;
        product.inputs = to - from;
        product.in = matrix + from * kTileHands;
        product.out = at(tile, sum, 0);
        kernels().multiply_tile(product);
      }
    }
  }

  float* at(std::size_t tile, std::size_t sum, std::size_t row) const {
    return products.floats() + ((tile * kSums + sum) * grouped(rows) + row) * kTileHands;
  }

  // The features of a row's hands in a tile.
  void features(const NetworkBoard& board, std::size_t row, std::size_t tile, float log_spr,
                float* out) const {
    const std::size_t other = row ^ 1, first = tile * kTileHands;
    const float* sums[kSums];
    for (std::size_t i = 0; i < kSums; ++i) sums[i] = at(tile, i, other);
    const float* meeting = met.floats() + row * stride + first;
    const float* own = below.floats() + row * stride + first;
    const float* others = below.floats() + other * stride + first;
    for (std::size_t hand = 0; hand < kTileHands; ++hand) {
      const float safe = std::max(meeting[hand], kLeastMet);
      out[hand] = (((sums[0][hand] + sums[1][hand]) + sums[2][hand]) + sums[3][hand]) / safe;
      out[kTileHands + hand] = sums[NetworkBoard::kTiers][hand] / safe;
    }
    std::copy_n(meeting, kTileHands, out + 2 * kTileHands);
    std::copy_n(own, kTileHands, out + 3 * kTileHands);
    std::copy_n(others, kTileHands, out + 4 * kTileHands);
    std::fill_n(out + 5 * kTileHands, kTileHands, log_spr / 3);
    for (std::size_t i = 0; i < NetworkBoard::kTiers; ++i)
      std::copy_n(sums[i], kTileHands, out + (6 + i) * kTileHands);
    constexpr std::size_t kFacts = NetworkBoard::kFacts * kTileHands;
    std::copy_n(board.facts.floats() + tile * kFacts, kFacts, out + 10 * kTileHands);
  }

  std::size_t rows, stride;
  AlignedBuffer weights, met, below;
  AlignedBuffer products;  // by tile, sum and row
};

// The neurons of both players' hands in one situation. A layer overwrites the one before it, from
// the first tile on: what a tile's neurons become stands one tile before them.
struct ValueNetwork::Hidden {
  Hidden(const NetworkBoard& board, std::size_t hidden, std::size_t context)
      : tile(grouped(hidden) * kTileHands),
        rows(numbers(2 * (board.tiles + 1) * tile)),
        features(numbers(kFeatures * kTileHands)),
        last(numbers(tile)),
        totals(numbers(2 * grouped(hidden) * kLanes)),
        means(numbers(2 * hidden)),
        shared(numbers(padded(context))),
        extra(numbers(padded(hidden))),
        tiles(board.tiles) {
    for (std::size_t i = 0; i < hidden; ++i) neurons.push_back(last.floats() + i * kTileHands);
  }

  float* at(std::size_t player, std::size_t number) const {
    return rows.floats() + (player * (tiles + 1) + number) * tile;
  }

  // The means of all neurons over both ranges, from what was added up tile by tile.
  void take_means(std::size_t hidden) {
    for (std::size_t player = 0; player < 2; ++player)
      for (std::size_t i = 0; i < hidden; ++i) {
        const float* parts = totals.floats() + (player * (tile / kTileHands) + i) * kLanes;
        float sum = 0;
        for (std::size_t lane = 0; lane < kLanes; ++lane) sum += parts[lane];
        means.floats()[player * hidden + i] = sum;
      }
    std::fill_n(totals.floats(), totals.size() / sizeof(float), 0.0f);
  }

  std::size_t tile;
  AlignedBuffer rows, features, last, totals, means, shared, extra;
  std::size_t tiles;
  std::vector<const float*> neurons;  // the rows of `last`
};

void ValueNetwork::values(const NetworkBoard& board, const float* weights, const float* log_spr,
                          std::size_t situations, int threads, float* values) const {
  const std::size_t size = 2 * board.hands;
  const std::size_t wanted = static_cast<std::size_t>(std::max(threads, 1));
  const std::size_t parts =
      std::max(std::min(situations, wanted), (situations + kMostTogether - 1) / kMostTogether);
  parallel_for(parts, threads, [&](std::size_t part) {
    const NoDenormals no_denormals;
    const std::size_t first = part * situations / parts, end = (part + 1) * situations / parts;
    const Ranges ranges(board, weights + first * size, end - first);
    Hidden hidden(board, hidden_, context_);
    for (std::size_t i = first; i < end; ++i)
      value(board, ranges, i - first, log_spr[i], hidden, values + i * size);
  });
}

// What the means of both ranges add to each neuron of the next layer.
const float* ValueNetwork::additions(const ContextLayer& context, const ContextLayer& mixed,
                                     const HandLayer& layer, Hidden& hidden) const {
  const float one = 1;
  const float* in = hidden.means.floats();
  float* out = hidden.shared.floats();
  kernels().matmul(context.weights.floats(), padded(context.outputs), context.inputs, &in, &one, &out, 1);
  for (std::size_t i = 0; i < context.outputs; ++i) out[i] = std::max(out[i] + context.biases[i], 0.0f);
  in = out;
  out = hidden.extra.floats();
  kernels().matmul(mixed.weights.floats(), padded(mixed.outputs), mixed.inputs, &in, &one, &out, 1);
  for (std::size_t i = 0; i < layer.outputs; ++i) out[i] += layer.biases[i];
  return out;
}

void ValueNetwork::value(const NetworkBoard& board, const Ranges& ranges, std::size_t situation,
                         float log_spr, Hidden& hidden, float* values) const {
  const auto run = [&](const HandLayer& layer, const float* add, const float* in, const float* range,
                       std::size_t player, float* out) {
    TileProduct product{};
    product.weights = layer.weights.floats();
    product.group_stride = layer.inputs * kTileGroup;
    product.rows = layer.outputs;
    product.inputs = layer.inputs;
    product.in = in;
    product.add = add;
    product.out = out;
    product.range = range;
    product.totals = hidden.totals.floats() + player * grouped(hidden_) * kLanes;
    kernels().multiply_tile(product);
  };
  const auto hands_in = [&](std::size_t tile) {
    return std::min(board.hands - tile * kTileHands, kTileHands);
  };
  const auto range_of = [&](std::size_t player, std::size_t tile) {
    return ranges.weights.floats() + (2 * situation + player) * ranges.stride + tile * kTileHands;
  };

  for (std::size_t player = 0; player < 2; ++player) {
    const std::size_t row = 2 * situation + player;
    for (std::size_t tile = 0; tile < board.tiles; ++tile) {
      float* features = hidden.features.floats();
      ranges.features(board, row, tile, log_spr, features);
      for (std::size_t i = 0; i < hands_in(tile); ++i)
        values[player * board.hands + tile * kTileHands + i] = features[i] / 2;
      const HandLayer& layer = players_[player].hand;
      run(layer, layer.biases.data(), features, range_of(player, tile), player, hidden.at(player, tile + 1));
    }
  }
  hidden.take_means(hidden_);
  for (std::size_t player = 0; player < 2; ++player) {
    const Player& layers = players_[player];
    const float* add = additions(layers.context, layers.mix_context, layers.mix, hidden);
    for (std::size_t tile = 0; tile < board.tiles; ++tile) {
      float* out = hidden.at(player, tile);
      run(layers.mix, add, hidden.at(player, tile + 1), range_of(player, tile), player, out);
    }
  }
  hidden.take_means(hidden_);
  double total = 0, pairs = 0;
  for (std::size_t player = 0; player < 2; ++player) {
    const Player& layers = players_[player];
    const float* add = additions(layers.again, layers.last_context, layers.last, hidden);
    for (std::size_t tile = 0; tile < board.tiles; ++tile) {
      run(layers.last, add, hidden.at(player, tile), nullptr, player, hidden.last.floats());
      float learnt[kTileHands];
      kernels().combine_rows(hidden.neurons.data(), layers.value.data(), hidden_, kTileHands, learnt);
      const std::size_t first = (2 * situation + player) * ranges.stride + tile * kTileHands;
      for (std::size_t i = 0; i < hands_in(tile); ++i) {
        float& value = values[player * board.hands + tile * kTileHands + i];
        value += learnt[i] + layers.value.back();
        const double pair = static_cast<double>(ranges.weights.floats()[first + i]) *
                            static_cast<double>(ranges.met.floats()[first + i]);
        total += pair * static_cast<double>(value);
        pairs += pair;
      }
    }
  }
  const float shift = static_cast<float>(total / std::max(pairs, 1e-12));
  for (std::size_t i = 0; i < 2 * board.hands; ++i) values[i] -= shift;
}

}  // namespace fivebet
