// Seats as bits of a word: who is in, who can act, who wins.
#pragma once

#include <bit>
#include <cstdint>

namespace fivebet {

inline constexpr int kMaxSeats = 10;

using Seats = std::uint16_t;

constexpr Seats seat_bit(int seat) { return static_cast<Seats>(1u << seat); }
constexpr bool at_most_one(Seats seats) { return (seats & (seats - 1)) == 0; }

// The first of these seats at or after one, around the table.
constexpr int seat_from(Seats seats, int seat) {
  const unsigned later = static_cast<unsigned>(seats) >> seat << seat;
  return std::countr_zero(later ? later : static_cast<unsigned>(seats));
}

template <class Visit>
constexpr void each_seat(Seats seats, Visit visit) {
  for (unsigned left = seats; left; left &= left - 1) visit(std::countr_zero(left));
}

}  // namespace fivebet
