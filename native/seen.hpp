// The objects behind Python's hands and views.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <vector>

#include "action.hpp"

namespace fivebet {

struct Seen {
  nanobind::object game;
  nanobind::object compiled;  // keeps the rules, whatever becomes of the game
  nanobind::object players;   // their names by seat, or an empty tuple
  const Game* rules;
  std::array<Chips, kMaxSeats> stacks;
  std::uint64_t number;
  int players_left;  // in the tournament, at all tables; 0 where there is none
  Deal deal;
  std::vector<Move> moves;
};

struct Hand : Seen {};

struct View : Seen {
  int seat;
};

template <class T>
T* ready(PyObject* self) {
  if (!nanobind::inst_ready(self)) throw ActionError("this hand was never dealt");
  return nanobind::inst_ptr<T>(self);
}

}  // namespace fivebet
