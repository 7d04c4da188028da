// Values at the end of a street by a small network that is asked for every hand, as
// src/fivebet/solving/value_network.py describes; this is the same arithmetic for the table.
//
// Hands stand in tiles (simd/solver_rows.hpp), a row of a tile for each feature or neuron, so that
// a layer is a product of its weights with rows that are still near the processor. Situations
// of one call share the products with the board's matrix, which is read once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "util/aligned_buffer.hpp"

namespace fivebet {

// What a board makes of its hands.
struct NetworkBoard {
  static constexpr std::size_t kFacts = 3;
  static constexpr std::size_t kTiers = 4;

  NetworkBoard(std::size_t hands, std::span<const float> matrix, std::span<const float> facts,
               std::span<const std::uint8_t> tiers, std::span<const std::uint16_t> order,
               std::span<const std::uint8_t> cards);

  // How much more often each hand wins than loses against some ranges, times their weights.
  void margins(const float* ranges, std::size_t count, float* margins) const;

  // Rows of weights, `stride` apart, as multiply_tile takes them.
  AlignedBuffer grouped_weights(const float* rows, std::size_t stride, std::size_t count) const;

  std::size_t hands;
  std::size_t tiles;
  AlignedBuffer matrix;  // how much more often a hand wins than loses: by tile, other hand and hand
  AlignedBuffer facts;   // by tile, fact and hand
  // Other hands stand in the matrix by tiers: where each stands, and where each tier begins.
  std::vector<std::uint16_t> places;
  std::array<std::size_t, kTiers + 1> tier_starts;
  std::vector<std::uint16_t> order;
  std::vector<std::uint8_t> cards;  // two of each hand
};

class ValueNetwork {
 public:
  static constexpr std::size_t kFeatures = 13;

  // Layers have a row of weights for every input, then the biases.
  ValueNetwork(std::size_t hidden, std::size_t context, std::span<const float> parameters);

  static std::size_t parameters(std::size_t hidden, std::size_t context);

  // Values of both players' hands in some situations: weights and values have the axes
  // situation, player and hand.
  void values(const NetworkBoard& board, const float* weights, const float* log_spr, std::size_t situations,
              int threads, float* values) const;

 private:
  // A layer that is asked for every hand: neurons in groups, input by input.
  struct HandLayer {
    std::size_t inputs = 0, outputs = 0;
    AlignedBuffer weights;
    std::vector<float> biases;
  };
  // A layer of a whole situation: a padded row for each input.
  struct ContextLayer {
    std::size_t inputs = 0, outputs = 0;
    AlignedBuffer weights;
    std::vector<float> biases;
  };
  struct Player {
    HandLayer hand, mix, last;
    ContextLayer context, mix_context, again, last_context;
    std::vector<float> value;  // a weight for each neuron, and the bias
  };
  struct Ranges;
  struct Hidden;

  template <class Person, class Each>
  static void each_layer(Person& player, std::size_t hidden, std::size_t context, Each each);
  void value(const NetworkBoard& board, const Ranges& ranges, std::size_t situation, float log_spr,
             Hidden& hidden, float* values) const;
  const float* additions(const ContextLayer& context, const ContextLayer& mixed, const HandLayer& layer,
                         Hidden& hidden) const;

  std::size_t hidden_, context_;
  Player players_[2];
};

}  // namespace fivebet
