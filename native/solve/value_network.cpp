#include "solve/value_network.hpp"

#include <algorithm>
#include <cmath>

#include "cards/combos.hpp"
#include "simd/kernels.hpp"
#include "util/parallel_for.hpp"

namespace fivebet {
namespace {

constexpr std::size_t kPadding = 32;
constexpr float kLeastMet = 1e-6f;
constexpr std::size_t kDeckCards = 52;

// The layers of one player, in the order of the parameters.
template <class Layers, class Each>
void each_layer(Layers& player, std::size_t hidden, std::size_t context, Each each) {
  each(player.hand, ValueNetwork::kFeatures, hidden, true);
  each(player.context, 2 * hidden, context, true);
  each(player.mix, hidden, hidden, true);
  each(player.again, 2 * hidden, context, true);
  each(player.last, hidden, hidden, true);
  each(player.value, hidden, std::size_t{1}, true);
  each(player.mix_context, context, hidden, false);
  each(player.last_context, context, hidden, false);
}

// A layer of one situation, not of its hands.
void single(const ValueNetwork::Layer& layer, const float* in, bool cut, float* out) {
  for (std::size_t i = 0; i < layer.outputs; ++i) {
    const float* weights = layer.weights.data() + i * layer.inputs;
    float sum = layer.biases.empty() ? 0 : layer.biases[i];
    for (std::size_t j = 0; j < layer.inputs; ++j) sum += weights[j] * in[j];
    out[i] = cut ? std::max(sum, 0.0f) : sum;
  }
}

}  // namespace

NetworkBoard::NetworkBoard(std::size_t hands, std::span<const float> matrix, std::span<const float> facts,
                           std::span<const std::uint8_t> tiers, std::span<const std::uint16_t> order,
                           std::span<const std::uint8_t> cards)
    : hands(hands),
      stride((hands + kPadding - 1) / kPadding * kPadding),
      matrix(hands * stride),
      squared(hands * stride),
      facts(kFacts * stride),
      tiers(tiers.begin(), tiers.end()),
      order(order.begin(), order.end()),
      cards(cards.begin(), cards.end()) {
  for (std::size_t hand = 0; hand < hands; ++hand) {
    for (std::size_t other = 0; other < hands; ++other) {
      const float ahead = matrix[hand * hands + other];
      this->matrix[other * stride + hand] = ahead;
      squared[other * stride + hand] = ahead * ahead;
    }
    for (std::size_t i = 0; i < kFacts; ++i) this->facts[i * stride + hand] = facts[hand * kFacts + i];
  }
}

// Rows of one situation.
struct ValueNetwork::Scratch {
  Scratch(std::size_t stride, std::size_t hidden)
      : parts(2 * kTiers * stride),
        products(2 * kTiers * stride),
        spread(2 * stride),
        weights(2 * stride),
        met(2 * stride),
        below(2 * stride),
        features(2 * kFeatures * stride),
        first(2 * hidden * stride),
        second(2 * hidden * stride) {}

  std::vector<float> parts, products, spread, weights, met, below, features, first, second;
};

std::size_t ValueNetwork::parameters(std::size_t hidden, std::size_t context) {
  std::size_t sum = 0;
  Player player;
  each_layer(player, hidden, context, [&](Layer&, std::size_t inputs, std::size_t outputs, bool biases) {
    sum += inputs * outputs + (biases ? outputs : 0);
  });
  return 2 * sum;
}

ValueNetwork::ValueNetwork(std::size_t hidden, std::size_t context, std::span<const float> parameters)
    : hidden_(hidden), context_(context) {
  const float* next = parameters.data();
  for (Player& player : players_)
    each_layer(player, hidden, context,
               [&](Layer& layer, std::size_t inputs, std::size_t outputs, bool biases) {
                 layer.inputs = inputs;
                 layer.outputs = outputs;
                 layer.weights.resize(inputs * outputs);
                 for (std::size_t i = 0; i < inputs; ++i)
                   for (std::size_t j = 0; j < outputs; ++j) layer.weights[j * inputs + i] = *next++;
                 if (biases) {
                   layer.biases.assign(next, next + outputs);
                   next += outputs;
                 }
               });
}

void ValueNetwork::values(const NetworkBoard& board, const float* weights, const float* log_spr,
                          std::size_t situations, int threads, float* values) const {
  const std::size_t size = 2 * board.hands;
  const std::size_t chunks = std::min<std::size_t>(situations, static_cast<std::size_t>(std::max(threads, 1)));
  parallel_for(chunks, threads, [&](std::size_t chunk) {
    Scratch scratch(board.stride, hidden_);
    for (std::size_t i = chunk; i < situations; i += chunks)
      value(board, weights + i * size, log_spr[i], scratch, values + i * size);
  });
}

namespace {

// Sums of a range by card, the weight that each of the other's hands meets, and the weight
// below each hand.
void sum_up(const NetworkBoard& board, const float* weights, float* met, float* below) {
  float by_card[kDeckCards] = {};
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

// One layer for all hands: out = max(0, weights · in + biases + extra).
void all_hands(const ValueNetwork::Layer& layer, const float* in, std::size_t stride, const float* extra,
               bool cut, float* out) {
  constexpr std::size_t kMost = 256;
  const float* rows[kMost];
  float* results[kMost];
  float scales[kMost];
  for (std::size_t i = 0; i < layer.outputs; ++i) {
    rows[i] = layer.weights.data() + i * layer.inputs;
    results[i] = out + i * stride;
    scales[i] = 1;
  }
  kernels().matmul(in, stride, layer.inputs, rows, scales, results, layer.outputs);
  for (std::size_t i = 0; i < layer.outputs; ++i) {
    const float add = layer.biases[i] + (extra ? extra[i] : 0);
    float* row = results[i];
    if (cut)
      for (std::size_t hand = 0; hand < stride; ++hand) row[hand] = std::max(row[hand] + add, 0.0f);
    else
      for (std::size_t hand = 0; hand < stride; ++hand) row[hand] += add;
  }
}

// The mean of each neuron over a range.
void mean_of(const float* rows, std::size_t neurons, std::size_t stride, const float* weights, float* means) {
  for (std::size_t i = 0; i < neurons; ++i) {
    float sum[16] = {};
    for (std::size_t hand = 0; hand < stride; hand += 16)
      for (std::size_t k = 0; k < 16; ++k) sum[k] += weights[hand + k] * rows[i * stride + hand + k];
    float total = 0;
    for (const float each : sum) total += each;
    means[i] = total;
  }
}

}  // namespace

void ValueNetwork::value(const NetworkBoard& board, const float* given, float log_spr, Scratch& scratch,
                         float* values) const {
  const std::size_t stride = board.stride, hands = board.hands;
  std::fill(scratch.parts.begin(), scratch.parts.end(), 0.0f);
  std::fill(scratch.weights.begin(), scratch.weights.end(), 0.0f);
  for (std::size_t player = 0; player < 2; ++player) {
    float* weights = scratch.weights.data() + player * stride;
    float total = 0;
    for (std::size_t hand = 0; hand < hands; ++hand) total += given[player * hands + hand];
    const float scale = 1 / std::max(total, 1e-30f);
    for (std::size_t hand = 0; hand < hands; ++hand) {
      weights[hand] = given[player * hands + hand] * scale;
      scratch.parts[(player * kTiers + board.tiers[hand]) * stride + hand] = weights[hand];
    }
    sum_up(board, weights, scratch.met.data() + (1 - player) * stride, scratch.below.data() + player * stride);
  }
  const float* rows[2 * kTiers];
  float* results[2 * kTiers];
  const float ones[2 * kTiers] = {1, 1, 1, 1, 1, 1, 1, 1};
  for (std::size_t i = 0; i < 2 * kTiers; ++i) {
    rows[i] = scratch.parts.data() + i * stride;
    results[i] = scratch.products.data() + i * stride;
  }
  kernels().matmul(board.matrix.data(), stride, hands, rows, ones, results, 2 * kTiers);
  for (std::size_t player = 0; player < 2; ++player) {
    rows[player] = scratch.weights.data() + player * stride;
    results[player] = scratch.spread.data() + player * stride;
  }
  kernels().matmul(board.squared.data(), stride, hands, rows, ones, results, 2);

  for (std::size_t player = 0; player < 2; ++player) {
    float* out = scratch.features.data() + player * kFeatures * stride;
    const float* tiers = scratch.products.data() + (1 - player) * kTiers * stride;
    const float* met = scratch.met.data() + player * stride;
    for (std::size_t hand = 0; hand < hands; ++hand) {
      const float safe = std::max(met[hand], kLeastMet);
      float sum = 0;
      for (std::size_t i = 0; i < kTiers; ++i) sum += tiers[i * stride + hand];
      out[hand] = sum / safe;
      out[stride + hand] = scratch.spread[(1 - player) * stride + hand] / safe;
      out[2 * stride + hand] = met[hand];
      out[3 * stride + hand] = scratch.below[player * stride + hand];
      out[4 * stride + hand] = scratch.below[(1 - player) * stride + hand];
      out[5 * stride + hand] = log_spr / 3;
      for (std::size_t i = 0; i < kTiers; ++i) out[(6 + i) * stride + hand] = tiers[i * stride + hand];
      for (std::size_t i = 0; i < NetworkBoard::kFacts; ++i)
        out[(10 + i) * stride + hand] = board.facts[i * stride + hand];
    }
  }

  std::vector<float> means(2 * hidden_), shared(context_), extra(hidden_);
  for (std::size_t player = 0; player < 2; ++player) {
    float* hidden = scratch.first.data() + player * hidden_ * stride;
    all_hands(players_[player].hand, scratch.features.data() + player * kFeatures * stride, stride, nullptr, true,
              hidden);
    mean_of(hidden, hidden_, stride, scratch.weights.data() + player * stride, means.data() + player * hidden_);
  }
  for (std::size_t player = 0; player < 2; ++player) {
    single(players_[player].context, means.data(), true, shared.data());
    single(players_[player].mix_context, shared.data(), false, extra.data());
    all_hands(players_[player].mix, scratch.first.data() + player * hidden_ * stride, stride, extra.data(), true,
              scratch.second.data() + player * hidden_ * stride);
  }
  for (std::size_t player = 0; player < 2; ++player)
    mean_of(scratch.second.data() + player * hidden_ * stride, hidden_, stride,
            scratch.weights.data() + player * stride, means.data() + player * hidden_);
  double total = 0, pairs = 0;
  for (std::size_t player = 0; player < 2; ++player) {
    single(players_[player].again, means.data(), true, shared.data());
    single(players_[player].last_context, shared.data(), false, extra.data());
    float* last = scratch.first.data() + player * hidden_ * stride;
    all_hands(players_[player].last, scratch.second.data() + player * hidden_ * stride, stride, extra.data(), true,
              last);
    float* learnt = scratch.spread.data() + player * stride;
    all_hands(players_[player].value, last, stride, nullptr, false, learnt);
    const float* margin = scratch.features.data() + player * kFeatures * stride;
    for (std::size_t hand = 0; hand < hands; ++hand) {
      const float value = learnt[hand] + margin[hand] / 2;
      const double pair = static_cast<double>(scratch.weights[player * stride + hand]) *
                          static_cast<double>(scratch.met[player * stride + hand]);
      values[player * hands + hand] = value;
      total += pair * static_cast<double>(value);
      pairs += pair;
    }
  }
  const float shift = static_cast<float>(total / std::max(pairs, 1e-12));
  for (std::size_t i = 0; i < 2 * hands; ++i) values[i] -= shift;
}

}  // namespace fivebet
