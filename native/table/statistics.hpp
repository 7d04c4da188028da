// What a hand adds to its players' statistics, counted by opportunity.
//
// A counter looks at the table before each move: at what the player could have
// done and at what it does. It runs beside the table, in a loop of compiled
// players as well as over a hand that is kept. Every statistic is a pair, how
// often something was done and how often it could have been, by street; what
// concerns the hand as a whole stands with the first street. `docs/opponents.md`
// defines them one by one; fivebet.opponents.definitions has the same names.
#pragma once

#include <span>

#include "table/action.hpp"

namespace fivebet {

enum class Statistic : std::uint8_t {
  kSeen,
  kVpip,
  kPfr,
  kRfi,
  kLimp,
  kThreeBet,
  kFoldToThreeBet,
  kFourBet,
  kFoldToFourBet,
  kFiveBet,
  kSteal,
  kFoldToSteal,
  kCbet,
  kFoldToCbet,
  kDonkBet,
  kCheckFold,
  kCheckRaise,
  kCheck,
  kCall,
  kBet,
  kRaise,
  kFold,
  kBetSize,
  kShowdown,
  kWonShowdown,
  kWonSeeingFlop,
  kRaisedHand,
  kCalledHand,
  kWinnings,
  kSquaredWinnings,
  kSeats,
  kPot,
};
inline constexpr int kStatistics = 32;
inline constexpr const char* kStatisticNames[kStatistics] = {
    "seen", "vpip", "pfr", "rfi", "limp", "three_bet", "fold_to_three_bet", "four_bet",
    "fold_to_four_bet", "five_bet", "steal", "fold_to_steal", "cbet", "fold_to_cbet", "donk_bet",
    "check_fold", "check_raise", "check", "call", "bet", "raise", "fold", "bet_size", "showdown",
    "won_showdown", "won_seeing_flop", "raised_hand", "called_hand", "winnings",
    "squared_winnings", "seats", "pot"};

struct Count {
  double times;
  double opportunities;
};

// By street and statistic, for one seat.
using SeatCounts = Count[kMaxStreets][kStatistics];

// Who sits where, as far as it matters: the seats that steal and the blinds.
struct SeatRoles {
  Seats late;
  Seats blinds;
  Chips unit;  // in which winnings are counted: the big blind
};

class Counter {
 public:
  // `counts` are those of the game's seats, all zero.
  Counter(const Game& game, const SeatRoles& roles, SeatCounts* counts);

  // The seat to act is about to do this. Kinds are those that `act` gives back.
  void observe(const HandState& state, const Action& action);

  // After the last move so far.
  void finish(const HandState& state, const Chips* stacks);

 private:
  void reach(const HandState& state, int street);
  void count_before_flop(int seat, ActionKind kind, Chips call, bool can_raise);
  void count_after_flop(const HandState& state, ActionKind kind, bool can_raise);
  void count_raises(int seat, ActionKind kind, bool can_raise);
  void count_action(const HandState& state, const Action& action, Chips call, bool can_raise);
  void note(int seat, Statistic statistic, bool done);
  void note_once(int seat, Statistic statistic, bool done);
  // How many bets there are to match on this street, a blind included.
  int bets() const { return raises_ + (street_ == 0 && blinds_); }
  Count& at(int seat, int street, Statistic statistic) {
    return counts_[seat][street][static_cast<int>(statistic)];
  }

  const Game& game_;
  const SeatRoles roles_;
  const bool blinds_;
  SeatCounts* counts_;
  int street_ = 0;
  int raises_ = 0;          // bets and raises on this street, short ones too
  int second_bettor_ = -1;  // who made this street's second bet, and its third
  int third_bettor_ = -1;
  int aggressor_ = -1;   // the last to bet or raise on this street
  int leader_ = -1;      // the same of the street before
  int continuing_ = -1;  // who may bet on as a continuation, if anybody
  int continued_ = -1;   // who has
  int stealer_ = -1;
  Seats checked_ = 0;  // on this street, and have not been asked again since
  Seats entered_ = 0;  // before the flop, of their own will
};

// Counts a hand that is kept by playing its moves again; `deal` is what they led to.
void count_statistics(const Game& game, const SeatRoles& roles, const Chips* stacks,
                 std::span<const Move> moves, const HandState& state, SeatCounts* counts);

}  // namespace fivebet
