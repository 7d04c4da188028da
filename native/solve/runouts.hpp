// The boards that a spot can run out to, and both players' hands on each.
//
// Boards that differ only by suits that neither the board nor the ranges tell
// apart are played once: the others are members of the same class, and their
// hands find their numbers through a permutation of the suits.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards/suits.hpp"
#include "simd/solver_rows.hpp"

namespace fivebet {

struct Holding {
  std::uint16_t combo;
  std::uint8_t card[2];
  CardSet cards() const { return card_set(card[0]) | card_set(card[1]); }
};

// A card that leads to a board's class, and where the class's hands stand among
// the hands of the board before it.
struct IsomorphicCard {
  Card card;
  SuitMap suits;  // from the class's board to this one
  std::vector<std::uint16_t> parent_index[2];
};

// One player's hands on a board, weakest first on the river.
struct Hands {
  std::vector<Holding> hands;
  std::size_t stride = 0;  // padded
  // How they meet the other's.
  std::vector<std::uint16_t> by_card;
  std::vector<std::uint16_t> starts;
  std::vector<ShowdownIndex> indices;
  // Wins less losses over all run-outs against the other's hands, rows padded.
  std::vector<std::int16_t> matrix;

  ShowdownTable showdown_table(std::size_t others) const {
    return {hands.size(), others, by_card.data(), starts.data(), indices.data()};
  }
};

struct Board {
  CardSet cards = 0;
  std::vector<IsomorphicCard> isomorphic;  // the first is the board itself; none for the spot's own board
  std::size_t first = 0;        // children, on the next street
  std::size_t children = 0;
  Hands hands[2];
  double boards_per_pair = 0;  // of two hands, in `matrix`
};

struct Ranges {
  std::vector<float> weights[2];  // by combo
  bool operator==(const Ranges&) const = default;
};

// What run-outs are made from.
struct RunoutSpec {
  CardSet board;
  Ranges ranges;
  int last_street;  // boards go as far
  bool merge_suits;
  std::array<bool, 3> matrices;  // on which streets hands are run out
  bool operator==(const RunoutSpec&) const = default;
};

struct Runouts {
  RunoutSpec spec;
  std::vector<Board> boards[3];  // by street
  std::size_t bytes() const;
};

Runouts build_runouts(const RunoutSpec& spec, int threads);

// Of all hands that a board leaves, in the order of combos: wins less losses against
// each other over all run-outs, and how often two of them meet.
struct WinLossMatrix {
  std::vector<std::uint16_t> combos;
  std::vector<std::int16_t> matrix;  // rows are padded
  std::size_t stride;
  double boards_per_pair;
};
WinLossMatrix win_loss_matrix(CardSet board);

}  // namespace fivebet
