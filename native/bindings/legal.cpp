// The Python class of what the seat to act may do.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

#include "table/action.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

namespace {

bool operator==(const LegalActions& a, const LegalActions& b) {
  return a.fold == b.fold && a.call == b.call && a.raise == b.raise && a.min_to == b.min_to &&
         a.max_to == b.max_to;
}

bool allows(const LegalActions& legal, const Action& action) {
  switch (action.kind) {
    case ActionKind::kFold: return legal.fold;
    case ActionKind::kCheck: return legal.call == 0;
    case ActionKind::kCall: return legal.call > 0;
    default: return legal.raise && legal.min_to <= action.to && action.to <= legal.max_to;
  }
}

Action passive(const LegalActions& legal) { return {legal.call ? ActionKind::kCall : ActionKind::kCheck, 0}; }

nb::tuple choices(const LegalActions& legal) {
  nb::list found;
  if (legal.fold) found.append(Action{ActionKind::kFold, 0});
  found.append(passive(legal));
  if (legal.raise) found.append(Action{ActionKind::kRaise, legal.min_to});
  if (legal.raise && legal.max_to != legal.min_to) found.append(Action{ActionKind::kRaise, legal.max_to});
  return nb::tuple(found);
}

std::string in_words(const LegalActions& legal) {
  std::string words = legal.fold ? "fold, " : "";
  words += legal.call ? "call " + std::to_string(legal.call) : "check";
  if (legal.raise) words += ", raise to " + std::to_string(legal.min_to);
  if (legal.raise && legal.max_to != legal.min_to) words += " to " + std::to_string(legal.max_to);
  return words;
}

nb::tuple fields(const LegalActions& legal) {
  return nb::make_tuple(legal.fold, legal.call, legal.raise, legal.min_to, legal.max_to);
}

}  // namespace

void bind_legal(nb::module_& m) {
  nb::class_<LegalActions>(m, "Legal", nb::is_final(),
                           "The legal actions: whether one may fold, the cost of a call, the bounds of a "
                           "raise.\n\n"
                           "Bets and raises are amounts *to* which one's chips on this street go; the "
                           "bounds are 0\nwhere raising is not allowed. `action in legal` says whether "
                           "the rules allow an action,\nwhere a check is not a call.")
      .def(
          "__init__",
          [](LegalActions* place, bool can_fold, Chips call, bool can_raise, Chips min_raise,
             Chips max_raise) { new (place) LegalActions{call, min_raise, max_raise, can_fold, can_raise}; },
          "can_fold"_a, "call"_a, "can_raise"_a, "min_raise"_a, "max_raise"_a)
      .def_ro("can_fold", &LegalActions::fold)
      .def_ro("call", &LegalActions::call)
      .def_ro("can_raise", &LegalActions::raise)
      .def_ro("min_raise", &LegalActions::min_to)
      .def_ro("max_raise", &LegalActions::max_to)
      .def_prop_ro("passive", &passive, "The check, or the call where there is something to call.")
      .def_prop_ro("choices", &choices, "One action of each kind, and both bounds of a raise.")
      .def(
          "__contains__",
          [](const LegalActions& legal, nb::object action) {
            return nb::isinstance<Action>(action) && nb::inst_ready(action) &&
                   allows(legal, *nb::inst_ptr<Action>(action));
          },
          nb::arg().none())
      .def(
          "__eq__", [](const LegalActions& a, const LegalActions& b) { return a == b; }, nb::is_operator())
      .def("__hash__", [](const LegalActions& legal) { return nb::hash(fields(legal)); })
      .def("__str__", &in_words)
      .def("__repr__", [](const LegalActions& legal) { return "<Legal: " + in_words(legal) + ">"; })
      .def("__reduce__", [](nb::handle_t<LegalActions> self) {
        return nb::make_tuple(self.type(), fields(nb::cast<const LegalActions&>(self)));
      });
}
