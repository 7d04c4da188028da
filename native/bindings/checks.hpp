// What may pass from Python into the core: the checks that all bindings share.
//
// The core trusts its callers. Numbers from Python may be anything, and arrays may change in
// another thread while the core works without the GIL: small arrays are copied first and
// checked afterwards, large ones are read in ways that no content can break.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "cards/card_set.hpp"
#include "simd/solver_rows.hpp"
#include "table/chips.hpp"

namespace fivebet {

// An array to read, converted from other types and layouts where necessary.
template <class T, class... Shape>
using InputArray = nanobind::ndarray<const T, Shape..., nanobind::c_contig, nanobind::device::cpu>;
// An array to write into: taken as it is, never as a copy of another type.
template <class T, class... Shape>
using OutputArray = nanobind::ndarray<T, Shape..., nanobind::c_contig, nanobind::device::cpu>;
using WeightArray = InputArray<double, nanobind::shape<kCombos>>;

constexpr std::uint64_t kMostDeals = std::uint64_t{1} << 40;  // in one call
constexpr const char* kTooManyDeals = "at most 2^40 deals are played at once";

inline void need(bool fine, const char* complaint) {
  if (!fine) throw std::invalid_argument(complaint);
}

template <class Array>
auto* aligned_data(const Array& array) {
  need(reinterpret_cast<std::uintptr_t>(array.data()) % alignof(typename Array::Scalar) == 0,
       "an array begins in the middle of a number: copy it");
  return array.data();
}

template <class Array>
auto copied(const Array& array) {
  using T = std::remove_const_t<typename Array::Scalar>;
  std::vector<T> numbers(array.size());
  if (!numbers.empty()) std::memcpy(numbers.data(), array.data(), numbers.size() * sizeof(T));
  return numbers;
}

template <class Number>
bool within(Number number, Number least, Number most) {
  return number >= least && number <= most;  // and no NaN
}

template <class Numbers>
void need_within(const Numbers& numbers, double least, double most, const char* complaint) {
  for (const auto number : numbers) need(within(static_cast<double>(number), least, most), complaint);
}

template <class Numbers>
void need_amounts(const Numbers& numbers, const char* complaint) {
  for (const double number : numbers) need(std::isfinite(number) && number >= 0, complaint);
}

template <class Numbers>
void need_finite(const Numbers& numbers, const char* complaint) {
  for (const auto number : numbers) need(std::isfinite(number), complaint);
}

// Weights of the 1,326 combos, one row or several.
template <class Array>
std::vector<double> copied_weights(const Array& array, double most = 1) {
  std::vector<double> weights = copied(array);
  need_within(weights, 0, most, most == 1 ? "a weight is a number from 0 to 1" : "a weight is too large");
  return weights;
}

inline CardSet checked_board(CardSet board, CardSet dead = 0, int least = 3, int most = 5) {
  const int n = count(board);
  if ((board | dead) & ~kDeck || board & dead || n > most || n < least || (n > 0 && n < 3))
    throw std::invalid_argument(most == 3    ? "a flop has 3 of the 52 cards"
                                : least == 0 ? "a board has 0, 3, 4 or 5 of the 52 cards, none of them dead"
                                             : "a board has 3, 4 or 5 of the 52 cards, none of them dead");
  return board;
}

inline CardSet checked_hole(CardSet hole, CardSet others) {
  need(count(hole) == 2 && !(hole & (others | ~kDeck)),
       "hole cards are two of the 52, and no others of the deal");
  return hole;
}

// Cards of a deal as numbers, of which no two are the same; `unknown` stands for any.
inline void need_different(const std::uint8_t* cards, std::size_t n, int unknown = -1) {
  CardSet seen = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (cards[i] == unknown) continue;
    if (cards[i] >= kDeckSize)
      throw std::invalid_argument("no such card: cards are numbers from 0 to 51, this is " +
                                  std::to_string(cards[i]));
    if (seen & card_set(cards[i])) {
      const char name[] = {"23456789TJQKA"[rank_of(cards[i])], "cdhs"[suit_of(cards[i])], 0};
      throw std::invalid_argument(std::string("the card ") + name + " is there twice");
    }
    seen |= card_set(cards[i]);
  }
}

inline int checked_player(int player) {
  need(player == 0 || player == 1, "a player is 0 or 1");
  return player;
}

inline Discount checked_discount(float positive, float negative, float average_weight, float lookahead = 0) {
  need(within(positive, 0.0f, 1.0f) && within(negative, 0.0f, 1.0f) && within(average_weight, 0.0f, 1.0f),
       "discounts and the weight of an iteration are numbers from 0 to 1");
  need(within(lookahead, 0.0f, 1.0f), "lookahead is a number from 0 to 1");
  return {positive, negative, average_weight, lookahead};
}

// Rows of a strategy or a reach.
template <class Array>
std::vector<float> copied_rows(const Array& array) {
  std::vector<float> rows = copied(array);
  need_finite(rows, "a probability is a finite number");
  return rows;
}

}  // namespace fivebet
