// Python bindings of the table: games, hands in progress and views of one seat.
//
// A view is a copy of the hand from which everything that its seat may not
// know has been erased, so that nothing can leak however it is read. What can
// be read of both is `HandInfo`.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "bindings/checks.hpp"
#include "bindings/errors.hpp"
#include "bindings/hand_info.hpp"
#include "table/showdown.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

namespace {

// Objects that are returned again and again; they live as long as Python.
PyObject* kept(nb::object object) { return object.release().ptr(); }

// Made when one is first wanted. A static object with an initialiser would not do: Python can
// change threads while it makes cards, and the other thread would wait with the GIL in hand.
nb::handle card_object(int card) {
  static std::array<PyObject*, kDeckSize> all{};
  PyObject*& known = all[static_cast<std::size_t>(card)];
  if (!known) {
    PyObject* made = kept(nb::module_::import_("fivebet.cards").attr("Card")(card));
    if (known)
      Py_DECREF(made);
    else
      known = made;
  }
  return known;
}

constexpr const char* kActionNames[kActionKinds] = {"fold", "check", "call", "bet", "raise"};

nb::object kind_name(ActionKind kind) {
  static const auto all = [] {
    std::array<PyObject*, kActionKinds> made;
    for (std::size_t i = 0; i < kActionKinds; ++i) made[i] = PyUnicode_InternFromString(kActionNames[i]);
    return made;
  }();
  return nb::borrow(all[static_cast<std::size_t>(kind)]);
}

ActionKind kind_of(const std::string& name) {
  for (int i = 0; i < kActionKinds; ++i)
    if (name == kActionNames[i]) return static_cast<ActionKind>(i);
  throw ActionError("'" + name + "' is no action: there are fold, check, call, bet and raise");
}

Action make_action(const std::string& name, nb::handle amount) {
  const ActionKind kind = kind_of(name);
  const nb::object whole = nb::steal(PyNumber_Index(amount.ptr()));  // NumPy's numbers too
  if (!whole) {
    PyErr_Clear();
    throw ActionError(nb::cast<std::string>(nb::repr(amount)) + " is no amount to " + name +
                      ": chips are whole numbers, like int(1.5 * pot)");
  }
  int too_big = 0;
  const Chips to = PyLong_AsLongLongAndOverflow(whole.ptr(), &too_big);
  if (too_big) throw ActionError("nobody has so many chips to " + name + " with");
  if (kind < ActionKind::kBet ? to != 0 : to <= 0)
    throw ActionError("a " + name +
                      (kind < ActionKind::kBet ? " has no amount" : " goes to at least 1 chip") +
                      ", this one to " + std::to_string(to));
  return {kind, to};
}

template <class Item>
nb::tuple tuple_of(int n, Item item) {
  nb::tuple made = nb::steal<nb::tuple>(PyTuple_New(n));
  for (int i = 0; i < n; ++i) PyTuple_SET_ITEM(made.ptr(), i, nb::object(item(i)).release().ptr());
  return made;
}

nb::tuple seats_tuple(Seats seats) {
  return tuple_of(std::popcount(seats), [&](int) {
    const int seat = std::countr_zero(static_cast<unsigned>(seats));
    seats &= static_cast<Seats>(seats - 1);
    return nb::cast(seat);
  });
}

// None if a card is unknown.
nb::object cards_tuple(const std::uint8_t* cards, int n) {
  for (int i = 0; i < n; ++i)
    if (cards[i] == kUnknownCard) return nb::none();
  return tuple_of(n, [&](int i) { return nb::borrow(card_object(cards[i])); });
}

// Fractions of a chip as an int, or as a Fraction where a pot was split.
nb::object chips_object(Chips parts) {
  if (parts % kChipFractions == 0) return nb::cast(parts / kChipFractions);
  return nb::module_::import_("fractions").attr("Fraction")(parts, kChipFractions);
}

// Whatever is given as a seat, say the actor of a hand that is over, which is None.
int checked_seat(const HandInfo& hand, nb::handle given) {
  int seat = -1;
  if (!nb::try_cast(given, seat) || seat < 0 || seat >= hand.rules->seats)
    throw ActionError("there is no seat " + nb::cast<std::string>(nb::repr(given)) +
                      ": seats go from 0 to " + std::to_string(hand.rules->seats - 1));
  return seat;
}

// Chips that a cap keeps out of play.
Chips reserve(const HandInfo& hand, int seat) {
  return std::max<Chips>(hand.stacks[static_cast<std::size_t>(seat)] - hand.rules->cap, 0);
}

Chips payoff_fractions(const HandInfo& hand, int seat) {
  const Chips stack = hand.stacks[static_cast<std::size_t>(seat)] - reserve(hand, seat);
  return hand.state.won[seat] + kChipFractions * (hand.state.behind[seat] - stack);
}

int shown_board(const HandInfo& hand) { return hand.rules->board_cards[hand.state.street]; }

nb::object names(nb::object players, const Game& rules) {
  if (players.is_none()) return nb::tuple();
  nb::tuple given(players);
  if (given.size() != 0 && static_cast<int>(given.size()) != rules.seats)
    throw GameError("there are " + std::to_string(given.size()) + " names for " +
                    std::to_string(rules.seats) + " seats");
  return given;
}

// Cards of a game, of which no two are the same.
void check_cards(const std::uint8_t* cards, std::size_t n, int unknown = -1) {
  try {
    need_different(cards, n, unknown);
  } catch (const std::invalid_argument& wrong) {
    throw GameError(wrong.what());
  }
}

template <class Number>
Number whole_number(nb::handle given, const char* what) {
  Number number{};
  if (!nb::try_cast(given, number))
    throw GameError(nb::cast<std::string>(nb::repr(given)) + " is no " + what);
  return number;
}

void make_hand(Hand* place, nb::object game, nb::object given_seed, nb::object given_number, nb::object stacks,
               nb::object cards, Seats mucked, nb::object players, nb::object given_left) {
  const auto seed = whole_number<std::uint64_t>(given_seed, "seed: give a whole number from 0 to 2^64 - 1");
  const auto number =
      whole_number<std::uint64_t>(given_number, "number of a hand: give a whole one from 0 to 2^64 - 1");
  const auto players_left = whole_number<int>(given_left, "number of players left in a tournament");
  nb::object compiled = nb::getattr(game, "_rules", nb::none());
  if (!nb::isinstance<Game>(compiled) || !nb::inst_ready(compiled))
    throw GameError(nb::cast<std::string>(nb::repr(game)) + " is no Game: take Game.named('nolimit-2p')");
  const Game* rules = nb::inst_ptr<Game>(compiled);
  // Made apart and moved into place, since nobody would destroy it there after an error.
  Hand hand{{std::move(game),
             std::move(compiled),
             names(std::move(players), *rules),
             rules,
             {},
             number,
             players_left,
             {},
             {}}};
  if (players_left != 0 && players_left < rules->seats)
    throw GameError("a tournament with " + std::to_string(players_left) + " players left has no table of " +
                    std::to_string(rules->seats));
  if (mucked >> rules->seats) throw GameError("somebody mucks who is not at the table");
  std::copy(rules->stack, rules->stack + kMaxSeats, hand.stacks.begin());
  if (!stacks.is_none()) {
    std::vector<Chips> given;
    if (!nb::try_cast(stacks, given))
      throw GameError(nb::cast<std::string>(nb::repr(stacks)) + " are no stacks: give whole chips by seat");
    if (static_cast<int>(given.size()) != rules->seats)
      throw GameError("there are " + std::to_string(given.size()) + " stacks for " +
                      std::to_string(rules->seats) + " seats");
    for (const Chips stack : given)
      if (stack < 1 || stack > kUnlimited)
        throw GameError("a stack of " + std::to_string(stack) + " cannot play");
    std::copy(given.begin(), given.end(), hand.stacks.begin());
  }
  std::memset(&hand.state, 0, sizeof hand.state);
  hand.state.mucked = mucked;
  if (cards.is_none()) {
    static constexpr std::uint64_t kPurpose = purpose_key("deal");
    Stream stream(seed, kPurpose, number);
    deal_cards(*rules, stream, hand.state);
  } else {
    if (!nb::isinstance<nb::bytes>(cards)) throw GameError("cards are given as bytes, one for each");
    const auto given = nb::borrow<nb::bytes>(cards);
    const int holes = rules->seats * rules->hole_cards;
    const int board = std::min(rules->board_cards[rules->streets - 1], kMaxBoard);
    if (static_cast<int>(given.size()) != holes + board) throw GameError("wrong number of cards");
    const auto* card = reinterpret_cast<const std::uint8_t*>(given.c_str());
    check_cards(card, given.size(), kUnknownCard);
    for (int seat = 0; seat < rules->seats; ++seat)
      for (int i = 0; i < rules->hole_cards; ++i) hand.state.hole[seat][i] = *card++;
    for (int i = 0; i < board; ++i) hand.state.board[i] = *card++;
  }
  hand.moves.reserve(16);
  start_hand(*rules, hand.stacks.data(), hand.state);
  new (place) Hand(std::move(hand));
}

// A new object of the same Python class.
template <class T>
nb::object copy_as(nb::handle type, const T& value) {
  nb::object made = nb::inst_alloc(type);
  new (nb::inst_ptr<T>(made)) T(value);
  nb::inst_mark_ready(made);
  return made;
}

// Makes the view of a seat: the hand without the cards hidden from it.
void make_view(View* place, const Hand& hand, nb::object given) {
  const int seat = checked_seat(hand, given);
  new (place) View{hand, seat};
  for (int other = 0; other < hand.rules->seats; ++other)
    if (other != seat && !(hand.state.shown & seat_bit(other)))
      std::memset(place->state.hole[other], kUnknownCard, kMaxHole);
  for (int i = shown_board(hand); i < kMaxBoard; ++i) place->state.board[i] = kUnknownCard;
}

// A View of fivebet.game.view, which adds what Python draws.
nb::object view_of(const Hand& hand, nb::object seat) {
  // Borrowed: its module keeps it, and a reference from here would outlive ours.
  static PyObject* type = nullptr;
  if (!type) type = nb::object(nb::module_::import_("fivebet.game.view").attr("View")).ptr();
  checked_seat(hand, seat);
  nb::object made = nb::inst_alloc(nb::handle(type));
  make_view(nb::inst_ptr<View>(made), hand, seat);
  nb::inst_mark_ready(made);
  return made;
}

LegalActions legal_now(const HandInfo& hand) {
  if (hand.state.over) throw ActionError("nothing is legal: the hand is over");
  return legal_actions(*hand.rules, hand.state);
}

// What a player's loop does at every step goes past nanobind's dispatch, straight
// into slots of Python's own: a nine-handed loop that only acts gains a tenth.

template <class Body>
PyObject* guarded(Body body) {
  try {
    return nb::object(body()).release().ptr();
  } catch (const ActionError& error) {
    raise_as("ActionError", error);
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const std::exception& error) {  // nothing may pass through Python's own frames
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

PyObject* act_slot(PyObject* self, PyObject* action) {
  return guarded([&] {
    static PyObject* const type = nb::type<Action>().ptr();
    if (reinterpret_cast<PyObject*>(Py_TYPE(action)) == type && !nb::inst_ready(action))
      throw ActionError("this action was never made");
    if (reinterpret_cast<PyObject*>(Py_TYPE(action)) != type)
      throw ActionError(nb::cast<std::string>(nb::repr(action)) +
                        " is no Action: give CALL or raise_to(300)");
    Hand& hand = *ready<Hand>(self);
    hand.moves.push_back(act(*hand.rules, hand.state, *nb::inst_ptr<Action>(action)));
    return nb::none();
  });
}

PyObject* legal_slot(PyObject* self, void*) {
  return guarded([&] { return nb::cast(legal_now(*ready<HandInfo>(self))); });
}

PyObject* over_slot(PyObject* self, void*) {
  return guarded([&] { return nb::bool_(ready<HandInfo>(self)->state.over); });
}

PyObject* actor_slot(PyObject* self, void*) {
  return guarded([&]() -> nb::object {
    const int actor = ready<HandInfo>(self)->state.actor;
    return actor < 0 ? nb::none() : nb::object(nb::int_(actor));
  });
}

PyGetSetDef kHandInfoGetters[] = {{"legal", legal_slot, nullptr, nullptr, nullptr},
                                  {"over", over_slot, nullptr, nullptr, nullptr},
                                  {"actor", actor_slot, nullptr, nullptr, nullptr},
                                  {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyType_Slot kHandInfoSlots[] = {{Py_tp_getset, kHandInfoGetters}, {0, nullptr}};
PyMethodDef kHandMethods[] = {{"act", act_slot, METH_O, nullptr}, {nullptr, nullptr, 0, nullptr}};
PyType_Slot kHandSlots[] = {{Py_tp_methods, kHandMethods}, {0, nullptr}};

void bind_hand_info(nb::class_<HandInfo> type) {
  type.def_prop_ro("game", [](const HandInfo& hand) { return hand.game; })
      .def_prop_ro("players", [](const HandInfo& hand) { return hand.players; })
      .def_prop_ro("players_left", [](const HandInfo& hand) { return hand.players_left; })
      .def_prop_ro("number", [](const HandInfo& hand) { return hand.number; })
      .def_prop_ro("decided", [](const HandInfo& hand) { return hand.state.decided; })
      .def_prop_ro("street", [](const HandInfo& hand) { return static_cast<int>(hand.state.street); })
      .def_prop_ro("board",
                   [](const HandInfo& hand) {
                     int known = 0;
                     while (known < shown_board(hand) && hand.state.board[known] != kUnknownCard) ++known;
                     return cards_tuple(hand.state.board, known);
                   })
      .def_prop_ro("_cards",
                   [](const HandInfo& hand) {
                     std::string all;
                     for (int seat = 0; seat < hand.rules->seats; ++seat)
                       all.append(hand.state.hole[seat], hand.state.hole[seat] + hand.rules->hole_cards);
                     all.append(hand.state.board,
                                hand.state.board + hand.rules->board_cards[hand.rules->streets - 1]);
                     return nb::bytes(all.data(), all.size());
                   })
      .def(
          "hole",
          [](const HandInfo& hand, nb::object seat) {
            return cards_tuple(hand.state.hole[checked_seat(hand, seat)], hand.rules->hole_cards);
          },
          "seat"_a.none())
      .def_prop_ro("starting_stacks",
                   [](const HandInfo& hand) {
                     return tuple_of(hand.rules->seats, [&](int i) {
                       return nb::cast(hand.stacks[static_cast<std::size_t>(i)]);
                     });
                   })
      .def_prop_ro("stacks",
                   [](const HandInfo& hand) {
                     return tuple_of(hand.rules->seats, [&](int i) {
                       return chips_object(kChipFractions * (hand.state.behind[i] + reserve(hand, i)) +
                                           hand.state.won[i]);
                     });
                   })
      .def_prop_ro("bets",
                   [](const HandInfo& hand) {
                     return tuple_of(hand.rules->seats, [&](int i) {
                       const Chips bet = hand.state.over ? 0 : hand.state.contributed[i] - hand.state.base;
                       return nb::cast(std::max<Chips>(bet, 0));
                     });
                   })
      .def_prop_ro("base", [](const HandInfo& hand) { return hand.state.base; })
      .def_prop_ro("pot",
                   [](const HandInfo& hand) {
                     return hand.state.decided ? Chips{0} : pot_of(*hand.rules, hand.state);
                   })
      .def_prop_ro("pots",
                   [](const HandInfo& hand) {
                     Pot pots[kMaxSeats];
                     const int n = side_pots(*hand.rules, hand.state, pots);
                     return tuple_of(n, [&](int i) {
                       return nb::make_tuple(pots[i].chips, seats_tuple(pots[i].players));
                     });
                   })
      .def_prop_ro("active", [](const HandInfo& hand) { return seats_tuple(hand.state.in); })
      .def_prop_ro("all_in",
                   [](const HandInfo& hand) {
                     return seats_tuple(static_cast<Seats>(hand.state.in & ~hand.state.can_act));
                   })
      .def_prop_ro("aggressor",
                   [](const HandInfo& hand) -> nb::object {
                     return hand.state.aggressor < 0 ? nb::none()
                                                     : nb::object(nb::int_(hand.state.aggressor));
                   })
      .def_prop_ro("shown", [](const HandInfo& hand) { return seats_tuple(hand.state.shown); })
      .def_prop_ro("uncalled",
                   [](const HandInfo& hand) -> nb::object {
                     if (hand.state.returned < 0) return nb::none();
                     return nb::make_tuple(static_cast<int>(hand.state.returned), hand.state.uncalled);
                   })
      .def_prop_ro("awards",
                   [](const HandInfo& hand) {
                     need_result(hand);
                     const std::vector<Award> all = awards(*hand.rules, hand.state);
                     return tuple_of(static_cast<int>(all.size()), [&](int i) {
                       const Award& award = all[static_cast<std::size_t>(i)];
                       return nb::make_tuple(award.pot, award.seat, chips_object(award.fractions));
                     });
                   })
      .def_prop_ro("winnings",
                   [](const HandInfo& hand) {
                     need_result(hand);
                     return tuple_of(hand.rules->seats,
                                     [&](int i) { return chips_object(hand.state.won[i]); });
                   })
      .def_prop_ro("payoffs",
                   [](const HandInfo& hand) {
                     need_result(hand);
                     return tuple_of(hand.rules->seats,
                                     [&](int i) { return chips_object(payoff_fractions(hand, i)); });
                   })
      .def_prop_ro("moves", [](const HandInfo& hand) {
        return tuple_of(static_cast<int>(hand.moves.size()),
                        [&](int i) { return nb::cast(hand.moves[static_cast<std::size_t>(i)]); });
      });
}

using Ints = std::vector<Chips>;

void make_game(Game* place, int seats, const Ints& stacks, const Ints& blinds, const Ints& antes,
               const Ints& least, const Ints& most, const Ints& max_raises, bool uncapped_heads_up,
               bool pot_limit, Chips cap, const Ints& first, const Ints& board_cards, int hole_cards,
               const Ints& deck, const std::vector<bool>& book) {
  new (place) Game;
  Game& game = *place;
  game.seats = seats;
  game.streets = static_cast<int>(first.size());
  game.hole_cards = hole_cards;
  game.deck_size = static_cast<int>(deck.size());
  const auto players = static_cast<std::size_t>(seats);
  const auto streets = static_cast<std::size_t>(game.streets);
  if (seats < 2 || seats > kMaxSeats || streets < 1 || streets > kMaxStreets || hole_cards < 1 ||
      hole_cards > kMaxHole || deck.size() > kDeckSize || stacks.size() != players ||
      blinds.size() != players || antes.size() != players || least.size() != streets ||
      most.size() != streets || max_raises.size() != streets || board_cards.size() != streets ||
      book.size() != 7 || board_cards.back() > kMaxBoard || hole_cards + board_cards.back() > kMaxHand ||
      seats * hole_cards + board_cards.back() > static_cast<Chips>(deck.size()))
    throw GameError("these numbers describe no game");
  const auto within = [](const Ints& numbers, Chips least_of_all, Chips most_of_all) {
    for (const Chips number : numbers)
      if (number < least_of_all || number > most_of_all)
        throw GameError(std::to_string(number) + " is out of bounds: it must be from " +
                        std::to_string(least_of_all) + " to " + std::to_string(most_of_all));
  };
  within(stacks, 1, kUnlimited);
  within(blinds, 0, kUnlimited);
  within(antes, 0, kUnlimited);
  within(least, 1, kUnlimited);
  within(most, 1, kUnlimited);
  within(max_raises, 0, 255);
  within(first, 0, seats - 1);
  within(board_cards, 0, kMaxBoard);
  within(deck, 0, kDeckSize - 1);
  within({cap}, 1, kUnlimited);
  if (!std::is_sorted(board_cards.begin(), board_cards.end()))
    throw GameError("cards do not leave the board");
  for (std::size_t i = 0; i < streets; ++i)
    if (least[i] > most[i]) throw GameError("the least raise is above the most");
  std::copy(stacks.begin(), stacks.end(), game.stack);
  std::copy(blinds.begin(), blinds.end(), game.blind);
  std::copy(antes.begin(), antes.end(), game.ante);
  std::copy(least.begin(), least.end(), game.least);
  std::copy(most.begin(), most.end(), game.most);
  for (std::size_t i = 0; i < streets; ++i) {
    game.max_raises[i] = static_cast<int>(max_raises[i]);
    game.first[i] = static_cast<int>(first[i]);
    game.board_cards[i] = static_cast<int>(board_cards[i]);
  }
  for (std::size_t i = 0; i < deck.size(); ++i) game.deck[i] = static_cast<std::uint8_t>(deck[i]);
  check_cards(game.deck, deck.size());
  game.common_ante = *std::min_element(antes.begin(), antes.end());
  game.uncapped_heads_up = uncapped_heads_up;
  game.pot_limit = pot_limit;
  game.cap = cap;
  game.book = {book[0], book[1], book[2], book[3], book[4], book[5], book[6]};
}

}  // namespace

void bind_table(nb::module_& m) {
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const ActionError& invalid) {
      raise_as("ActionError", invalid);
    } catch (const GameError& invalid) {
      raise_as("GameError", invalid);
    }
  });

  nb::class_<Game>(m, "GameRules")
      .def("__init__", &make_game, "seats"_a, "stacks"_a, "blinds"_a, "antes"_a, "least"_a, "most"_a,
           "max_raises"_a, "uncapped_heads_up"_a, "pot_limit"_a, "cap"_a, "first"_a, "board_cards"_a,
           "hole_cards"_a, "deck"_a, "book"_a);

  nb::class_<Action>(m, "Action", nb::is_final())
      .def(
          "__init__",
          [](Action* place, const std::string& kind, nb::object to) {
            new (place) Action(make_action(kind, to));
          },
          "kind"_a, "to"_a.none() = 0)
      .def_prop_ro("kind", [](const Action& action) { return kind_name(action.kind); })
      .def_ro("to", &Action::to)
      .def(
          "__eq__", [](const Action& a, const Action& b) { return a == b; }, nb::is_operator())
      .def("__hash__",
           [](const Action& a) {
             return static_cast<std::uint64_t>(a.to) * kActionKinds + static_cast<std::uint64_t>(a.kind);
           })
      .def("__str__", &describe)
      .def("__repr__",
           [](const Action& action) {
             const std::string name = kActionNames[static_cast<std::size_t>(action.kind)];
             return "Action('" + name + "'" + (action.to ? ", " + std::to_string(action.to) : "") + ")";
           })
      .def("__reduce__", [](nb::handle_t<Action> self) {
        if (!nb::inst_ready(self)) throw ActionError("this action was never made");
        const Action& action = *nb::inst_ptr<Action>(self);
        return nb::make_tuple(self.type(), nb::make_tuple(kind_name(action.kind), action.to));
      });

  nb::class_<Move>(m, "Move", nb::is_final())
      .def_ro("action", &Move::action, nb::rv_policy::copy)
      .def_ro("paid", &Move::paid)
      .def_prop_ro("street", [](const Move& move) { return static_cast<int>(move.street); })
      .def_prop_ro("seat", [](const Move& move) { return static_cast<int>(move.seat); })
      .def("__repr__", [](const Move& move) {
        return "Move(street=" + std::to_string(move.street) + ", seat=" + std::to_string(move.seat) + ", " +
               describe(move.action) + ")";
      });

  bind_hand_info(nb::class_<HandInfo>(m, "HandInfo", nb::type_slots(kHandInfoSlots)));
  nb::class_<Hand, HandInfo>(m, "Hand", nb::type_slots(kHandSlots))
      .def("__init__", &make_hand, "game"_a.none(), "seed"_a.none() = 0, "number"_a.none() = 0,
           "stacks"_a = nb::none(), "cards"_a = nb::none(), "mucked"_a = 0, "players"_a = nb::none(),
           "players_left"_a.none() = 0)
      .def("copy", [](nb::handle_t<Hand> self) { return copy_as(self.type(), *ready<Hand>(self.ptr())); })
      .def("view", &view_of, "seat"_a.none(), "Return what a seat may know at this moment.");
  nb::class_<View, HandInfo>(m, "View")
      .def("__init__", &make_view, "hand"_a, "seat"_a.none())
      .def_ro("seat", &View::seat)
      .def_prop_ro(
          "cards",
          [](const View& view) { return cards_tuple(view.state.hole[view.seat], view.rules->hole_cards); },
          "The seat's own hole cards.")
      .def_prop_ro(
          "to_act", [](const View& view) { return view.state.actor == view.seat; },
          "Whether it is this seat's turn.")
      .def_prop_ro(
          "stack",
          [](const View& view) {
            return view.state.behind[view.seat] + reserve(view, view.seat) +
                   view.state.won[view.seat] / kChipFractions;
          },
          "The chips that the seat has behind; rounded down if a pot was split.");

  m.attr("UNLIMITED") = kUnlimited;
}
