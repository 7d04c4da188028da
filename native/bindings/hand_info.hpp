// The objects behind Python's hands and views.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <stdexcept>
#include <vector>

#include "table/action.hpp"

namespace fivebet {

struct HandInfo {
  nanobind::object game;
  nanobind::object compiled;  // keeps the rules, whatever becomes of the game
  nanobind::object players;   // their names by seat, or an empty tuple
  const Game* rules;
  std::array<Chips, kMaxSeats> stacks;
  std::uint64_t number;
  int players_left;  // in the tournament, at all tables; 0 where there is none
  HandState state;
  std::vector<Move> moves;
};

struct Hand : HandInfo {};

struct View : HandInfo {
  int seat;
};

struct GameError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

inline void need_result(const HandInfo& hand) {
  if (hand.state.decided) return;
  throw ActionError(hand.state.over ? "the result is unknown: cards of the showdown are"
                                    : "the hand is not over: there is no result yet");
}

template <class T>
T* ready(PyObject* self) {
  if (!nanobind::inst_ready(self)) throw ActionError("this hand was never dealt");
  return nanobind::inst_ptr<T>(self);
}

}  // namespace fivebet
