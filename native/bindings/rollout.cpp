// Python bindings of selective sampling.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bindings/arrays.hpp"
#include "bindings/checks.hpp"
#include "bindings/hand_info.hpp"
#include "bindings/long_work.hpp"
#include "table/rollout.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace fivebet;

namespace {

using WeightRows = InputArray<double, nb::shape<-1, kCombos>>;
using Policies = InputArray<double, nb::shape<-1, kMaxStreets, 2, 3>>;

// A decision and what it looks at. It can be played out by several callers at once.
struct BoundRollout {
  nb::object view;
  std::vector<double> preflop;
  std::vector<double> now;
  std::unique_ptr<const Rollout> rollout;
};

void make(BoundRollout* place, nb::handle_t<View> seen, WeightRows weight_rows, Policies policy_rows,
          const std::vector<int>& basis, WeightArray preflop_shares, WeightArray now_shares, bool on_table) {
  const View& view = *ready<View>(seen.ptr());
  const Game& game = *view.rules;
  const HandState& state = view.state;
  const auto seats = static_cast<std::size_t>(game.seats);
  if (!game.holdem()) throw std::invalid_argument("hands are played out in hold'em only");
  if (state.actor != view.seat) throw std::invalid_argument("it is not this seat's turn");
  const auto* hole = state.hole[view.seat];
  const auto known = [](std::uint8_t card) { return card != kUnknownCard; };
  if (!std::all_of(hole, hole + game.hole_cards, known) ||
      !std::all_of(state.board, state.board + game.board_cards[state.street], known))
    throw std::invalid_argument("the seat's own cards or the board are unknown");
  need(weight_rows.shape(0) == seats && policy_rows.shape(0) == seats && basis.size() == seats,
       "one of each for each seat");
  const std::vector<double> weights = copied_weights(weight_rows, 1e9);
  const std::vector<double> policies = copied(policy_rows);
  need_finite(policies, "a policy's numbers are finite");
  std::vector<double> preflop = copied_weights(preflop_shares), now = copied(now_shares);
  need_within(now, 0, 1, "a share is a number from 0 to 1");
  Situation situation;
  situation.game = &game;
  situation.state = &state;
  situation.stack = std::min(view.stacks[static_cast<std::size_t>(view.seat)], game.cap);
  situation.preflop = preflop.data();
  situation.now = now.data();
  for (std::size_t seat = 0; seat < seats; ++seat) {
    need(basis[seat] >= 0 && basis[seat] <= 3, "no such policy");
    const double* numbers = policies.data() + seat * kMaxStreets * 2 * 3;
    SeatModel& model = situation.seats[seat];
    model.weights = weights.data() + seat * kCombos;
    model.policy.basis = static_cast<PolicyBasis>(basis[seat]);
    for (int street = 0; street < kMaxStreets; ++street) {
      for (int facing_bet = 0; facing_bet < 2; ++facing_bet, numbers += 3) {
        model.policy.fold[street][facing_bet] = numbers[0];
        model.policy.raise[street][facing_bet] = numbers[1];
        model.policy.bluff[street][facing_bet] = numbers[2];
      }
    }
  }
  new (place) BoundRollout{nb::borrow(seen), std::move(preflop), std::move(now),
                           std::make_unique<const Rollout>(situation, on_table)};
}

// Deals played, and for the call and the raise the mean and the standard error in chips.
std::tuple<std::int64_t, std::vector<double>, std::vector<double>, double> play(const BoundRollout& self,
                                                                                std::uint64_t seed,
                                                                                std::int64_t deals,
                                                                                double seconds, int threads) {
  need(deals >= 0 && deals <= std::int64_t{1} << 40 && !std::isnan(seconds), "no such budget");
  const RolloutSums sums = without_gil([&] { return self.rollout->play(seed, deals, seconds, threads); });
  const auto n = static_cast<double>(sums.deals);
  const auto parts = static_cast<double>(kChipFractions);
  std::vector<double> means;
  std::vector<double> errors;
  const auto spread = [&](double of_squares, double a, double b) {
    return sums.deals > 1 ? std::max(0.0, of_squares - a * b / n) / (n - 1) : HUGE_VAL;
  };
  double won[kChoices];
  double variance[kChoices];
  for (int choice = 0; choice < (self.rollout->can_raise() ? kChoices : 1); ++choice) {
    won[choice] = static_cast<double>(sums.won[choice]) / parts;
    variance[choice] =
        spread(static_cast<double>(sums.squared[choice]) / parts / parts, won[choice], won[choice]);
    means.push_back(sums.deals ? won[choice] / n : 0.0);
    errors.push_back(std::sqrt(variance[choice] / n));
  }
  double apart = 0;
  if (means.size() == kChoices && sums.deals > 1) {
    const double product = static_cast<double>(sums.product) / parts / parts;
    const double both = (product - won[kChooseCall] * won[kChooseRaise] / n) / (n - 1);
    apart = std::sqrt(std::max(0.0, variance[kChooseCall] + variance[kChooseRaise] - 2 * both) / n);
  }
  return {sums.deals, means, errors, apart};
}

// One chunk, deal by deal, in parts of a chip: what a call and a raise win.
Array<Chips> play_chunk(const BoundRollout& self, std::uint64_t seed, std::uint64_t chunk) {
  std::vector<Chips> winnings(kRolloutChunkDeals * kChoices, 0);
  self.rollout->play_chunk(seed, chunk, kRolloutChunkDeals,
                           reinterpret_cast<Chips(*)[kChoices]>(winnings.data()));
  return array(std::move(winnings), {kRolloutChunkDeals, kChoices});
}

}  // namespace

void bind_rollout(nb::module_& m) {
  nb::class_<BoundRollout>(m, "Rollout")
      .def("__init__", &make, "view"_a, "weights"_a, "policies"_a, "basis"_a, "preflop"_a, "now"_a,
           "on_table"_a = false)
      .def_prop_ro("can_raise", [](const BoundRollout& self) { return self.rollout->can_raise(); })
      .def_prop_ro("quick", [](const BoundRollout& self) { return self.rollout->quick(); })
      .def("play", &play, "seed"_a, "deals"_a, "seconds"_a, "threads"_a)
      .def("play_chunk", &play_chunk, "seed"_a, "chunk"_a);
  m.attr("ROLLOUT_CHUNK_DEALS") = kRolloutChunkDeals;
}
