// Values at the end of a street by a small network that is asked for every hand, as
// src/fivebet/solving/value_network.py describes; this is the same arithmetic for the table.
//
// Numbers of all hands stand side by side, a row for each feature or neuron, so that a layer
// is a product of its weights with rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fivebet {

// What a board makes of its hands. Rows are padded to `stride`.
struct NetworkBoard {
  static constexpr std::size_t kFacts = 3;

  NetworkBoard(std::size_t hands, std::span<const float> matrix, std::span<const float> facts,
               std::span<const std::uint8_t> tiers, std::span<const std::uint16_t> order,
               std::span<const std::uint8_t> cards);

  std::size_t hands;
  std::size_t stride;
  std::vector<float> matrix;   // how much more often a hand wins than loses, the other hand first
  std::vector<float> squared;  // of the matrix
  std::vector<float> facts;    // kFacts rows
  std::vector<std::uint8_t> tiers;
  std::vector<std::uint16_t> order;
  std::vector<std::uint8_t> cards;  // two of each hand
};

class ValueNetwork {
 public:
  static constexpr std::size_t kTiers = 4;
  static constexpr std::size_t kFeatures = 13;

  // Layers as they follow each other, for both players; each has a row of weights for every
  // neuron, then the biases.
  struct Layer {
    std::size_t inputs = 0, outputs = 0;
    std::vector<float> weights;  // by neuron
    std::vector<float> biases;
  };
  struct Player {
    Layer hand, context, mix, mix_context, again, last, last_context, value;
  };

  ValueNetwork(std::size_t hidden, std::size_t context, std::span<const float> parameters);

  static std::size_t parameters(std::size_t hidden, std::size_t context);

  // Values of both players' hands in some situations: weights and values have the axes
  // situation, player and hand.
  void values(const NetworkBoard& board, const float* weights, const float* log_spr, std::size_t situations,
              int threads, float* values) const;

 private:
  struct Scratch;
  void value(const NetworkBoard& board, const float* weights, float log_spr, Scratch& scratch,
             float* values) const;

  std::size_t hidden_, context_;
  Player players_[2];
};

}  // namespace fivebet
