#include "table/rollout.hpp"

#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>

#include "cards/evaluator.hpp"
#include "util/interruption.hpp"
#include "util/parallel_for.hpp"
#include "util/random.hpp"

namespace fivebet {

namespace {

constexpr std::uint64_t kPurpose = purpose_key("rollout");
// How often hole cards are redrawn if somebody else holds one of them already.
constexpr int kMaxRedraws = 64;
// Random hands that a hand is measured against on boards to come.
constexpr int kReferences = 8;

// The betting of limit games without all-ins, by the rules of hand_state.hpp.
class QuickBetting {
 public:
  // Whether the full rules would do the same from here to the end of any hand.
  static bool fits(const Game& game, const HandState& state) {
    if (state.in != state.can_act || state.unmatched || game.uncapped_heads_up) return false;
    Chips most = state.level;
    for (int street = state.street; street < game.streets; ++street) {
      if (game.least[street] != game.most[street]) return false;
      most += game.max_raises[street] * game.least[street];
    }
    if (most >= INT32_MAX / (2 * kMaxSeats)) return false;
    for (unsigned left = state.in; left; left &= left - 1) {
      const int seat = std::countr_zero(left);
      if (state.contributed[seat] + state.behind[seat] <= most) return false;
    }
    return true;
  }

  QuickBetting(const Game& game, const HandState& state)
      : level_(static_cast<int>(state.level)),
        pot_(static_cast<int>(pot_of(game, state))),
        in_(state.in),
        to_act_(state.to_act),
        raises_(state.raises),
        street_(state.street),
        actor_(state.actor) {
    for (int seat = 0; seat < game.seats; ++seat)
      contributed_[seat] = static_cast<int>(state.contributed[seat]);
  }

  void deal_cards(const CardSet*, const std::uint8_t*) {}
  bool over() const { return actor_ < 0; }
  int actor() const { return actor_; }
  int street() const { return street_; }
  unsigned in() const { return in_; }
  Chips pot(const Game&) const { return pot_; }
  Chips to_call() const { return level_ - contributed_[actor_]; }
  bool can_raise(const Game& game) const {
    return raises_ < std::min(kMaxSimulatedRaises, game.max_raises[street_]);
  }

  void fold(const Game& game) {
    to_act_ &= ~(1u << actor_);
    in_ &= ~(1u << actor_);
    pass(game);
  }
  void call(const Game& game) {
    to_act_ &= ~(1u << actor_);
    pay(level_ - contributed_[actor_]);
    pass(game);
  }
  void raise(const Game& game) {
    level_ += static_cast<int>(game.least[street_]);
    ++raises_;
    to_act_ = in_ & ~(1u << actor_);
    pay(level_ - contributed_[actor_]);
    pass(game);
  }

  // What a seat has won or lost, in fractions of a chip.
  Chips winnings(const Game& game, int seat, const CardSet* holes, CardSet board) const {
    const Chips paid = kChipFractions * contributed_[seat];
    if (!(in_ >> seat & 1)) return -paid;
    if (!(in_ & (in_ - 1))) return kChipFractions * pot_ - paid;
    const Value ours = evaluate(board | holes[seat]);
    Chips winners = 1;
    Chips before = 0;  // winners left of us, to whom odd chips go first
    for (unsigned left = in_ & ~(1u << seat); left; left &= left - 1) {
      const int other = std::countr_zero(left);
      const Value theirs = evaluate(board | holes[other]);
      if (theirs > ours) return -paid;
      winners += theirs == ours;
      before += theirs == ours && other < seat;
    }
    if (game.book.splits_fractions) return kChipFractions * pot_ / winners - paid;
    return kChipFractions * (pot_ / winners + (before < pot_ % winners)) - paid;
  }

 private:
  void pay(int chips) {
    contributed_[actor_] += chips;
    pot_ += chips;
  }
  void pass(const Game& game) {
    if (!(in_ & (in_ - 1))) {
      actor_ = -1;
    } else if (to_act_) {
      actor_ = seat_from(static_cast<Seats>(to_act_), actor_);
    } else if (street_ + 1 == game.streets) {
      actor_ = -1;
    } else {
      ++street_;
      raises_ = 0;
      to_act_ = in_;
      actor_ = seat_from(static_cast<Seats>(to_act_), game.first[street_]);
    }
  }

  int contributed_[kMaxSeats];
  int level_;
  int pot_;
  unsigned in_;
  unsigned to_act_;
  int raises_;
  int street_;
  int actor_;
};

// The full rules: any stacks and bet sizes; a raise is the smallest one.
class TableBetting {
 public:
  TableBetting(const Game&, const HandState& state)
      : state_(state), had_(state.behind[state.actor] + state.contributed[state.actor]) {}

  void deal_cards(const CardSet* holes, const std::uint8_t* board) {
    for (unsigned left = state_.in; left; left &= left - 1) {
      const int seat = std::countr_zero(left);
      state_.hole[seat][0] = static_cast<std::uint8_t>(first_card(holes[seat]));
      state_.hole[seat][1] = static_cast<std::uint8_t>(first_card(without_first(holes[seat])));
    }
    std::copy(board, board + kMaxBoard, state_.board);
  }
  bool over() const { return state_.over; }
  int actor() const { return state_.actor; }
  int street() const { return state_.street; }
  unsigned in() const { return state_.in; }
  Chips pot(const Game& game) const { return pot_of(game, state_); }
  Chips to_call() const {
    const int seat = state_.actor;
    return std::min(to_match(state_, seat) - state_.contributed[seat], state_.behind[seat]);
  }
  bool can_raise(const Game& game) const {
    return state_.raises < kMaxSimulatedRaises && may_raise(game, state_, state_.actor);
  }
  void fold(const Game& game) { fivebet::fold(game, state_); }
  void call(const Game& game) { check_or_call(game, state_); }
  void raise(const Game& game) { raise_to(game, state_, legal_actions(game, state_).min_to); }
  Chips winnings(const Game&, int seat, const CardSet*, CardSet) const {
    return state_.won[seat] + kChipFractions * (state_.behind[seat] - had_);
  }

 private:
  HandState state_;
  Chips had_;
};

// Draws cards that are not used yet, and numbers of 32 bits.
class Dealer {
 public:
  explicit Dealer(Stream stream) : random_(stream) {}

  std::uint32_t bits() {
    if (have_) {
      have_ = false;
      return static_cast<std::uint32_t>(word_ >> 32);
    }
    word_ = random_.next();
    have_ = true;
    return static_cast<std::uint32_t>(word_);
  }
  double uniform() { return bits() * 0x1p-32; }

  std::uint8_t card() {
    while (true) {
      const auto card = static_cast<Card>(std::uint64_t{bits()} * kDeckSize >> 32);
      if (used >> card & 1) continue;
      used |= card_set(card);
      return static_cast<std::uint8_t>(card);
    }
  }

  CardSet hole(const std::vector<AliasEntry>& table) {
    for (int tries = table.empty() ? kMaxRedraws : 0; tries < kMaxRedraws; ++tries) {
      const std::uint64_t product = std::uint64_t{bits()} * table.size();
      const AliasEntry& entry = table[product >> 32];
      const CardSet both = entry.hands[(product & UINT32_MAX) > entry.threshold];
      if (used & both) continue;
      used |= both;
      return both;
    }
    const CardSet first = card_set(card());
    return first | card_set(card());
  }

  CardSet used = 0;

 private:
  Xoshiro256 random_;
  std::uint64_t word_ = 0;
  bool have_ = false;
};

// The cards of one simulated hand, and how strong each player is on each street.
class SampledDeal {
 public:
  SampledDeal(const Situation& situation, bool strengths)
      : situation_(situation), strengths_(strengths), start_(situation.state->street) {
    const HandState& state = *situation.state;
    std::copy(state.board, state.board + kMaxBoard, board);
    holes[state.actor] = set_of(state.hole[state.actor], situation.game->hole_cards);
    seen_ = holes[state.actor] | set_of(state.board, situation.game->board_cards[start_]);
  }

  void deal(const std::vector<std::vector<AliasEntry>>& tables, Dealer& dealer) {
    const Game& game = *situation_.game;
    dealer.used = seen_;
    const int us = situation_.state->actor;
    for (int turn = 1; turn < game.seats; ++turn) {
      const int seat = us + turn < game.seats ? us + turn : us + turn - game.seats;
      if (!(situation_.state->in >> seat & 1)) continue;
      holes[seat] = dealer.hole(tables[static_cast<std::size_t>(seat)]);
    }
    for (int i = game.board_cards[start_]; i < game.board_cards[game.streets - 1]; ++i)
      board[i] = dealer.card();
    whole_board = set_of(board, game.board_cards[game.streets - 1]);
    if (!strengths_) return;
    for (CardSet& reference : references_) {
      const CardSet first = card_set(dealer.card());
      reference = first | card_set(dealer.card());
    }
    valued_ = 0;
    std::fill(&strength_[0][0], &strength_[0][0] + kMaxSeats * kMaxStreets, -1.0);
  }

  // The share of random hands that a seat beats on a street.
  double strength(int seat, int street) {
    double& known = strength_[seat][street];
    if (known >= 0) return known;
    const int index = combo_index(first_card(holes[seat]), first_card(without_first(holes[seat])));
    if (street == 0) return known = situation_.preflop[index];
    if (street == start_) return known = situation_.now[index];
    const CardSet on_board = set_of(board, situation_.game->board_cards[street]);
    if (!(valued_ >> street & 1)) {
      valued_ |= 1u << street;
      for (int i = 0; i < kReferences; ++i) values_[street][i] = evaluate(on_board | references_[i]);
    }
    const Value value = evaluate(on_board | holes[seat]);
    int halves = 1;  // the hand itself ties with itself
    for (int i = 0; i < kReferences; ++i)
      halves += (values_[street][i] < value) + (values_[street][i] <= value);
    return known = halves / (2.0 * (kReferences + 1));
  }

  // The street on which the decision is due.
  int start() const { return start_; }

  CardSet holes[kMaxSeats] = {};
  CardSet whole_board = 0;
  std::uint8_t board[kMaxBoard];

 private:
  const Situation& situation_;
  bool strengths_;
  int start_;
  CardSet seen_ = 0;
  unsigned valued_ = 0;
  CardSet references_[kReferences];
  Value values_[kMaxStreets][kReferences];
  double strength_[kMaxSeats][kMaxStreets];
};

bool by_chance(PolicyBasis basis) {
  return basis == PolicyBasis::kChance || basis == PolicyBasis::kChanceOnce;
}

// The quantile by which a player's policy acts: low ones fold, high ones raise.
template <class Betting>
double action_quantile(const Policy& policy, const Betting& betting, SampledDeal& sampled, Dealer& dealer) {
  if (by_chance(policy.basis)) return dealer.uniform();
  const double beaten = sampled.strength(betting.actor(), betting.street());
  if (policy.basis == PolicyBasis::kStrength) {
    if (betting.street() == 0 || betting.street() == sampled.start()) return beaten;
    // Counted strengths come in steps: within one, chance decides.
    constexpr double kStep = 1.0 / (kReferences + 1);
    return std::clamp(beaten + (dealer.uniform() - 0.5) * kStep, 0.0, 1.0);
  }
  double all = beaten;
  for (int others = std::popcount(betting.in()) - 2; others > 0; --others) all *= beaten;
  return all;
}

template <class Betting>
Chips play_out(const Situation& situation, Betting& betting, SampledDeal& sampled, Dealer& dealer) {
  const Game& game = *situation.game;
  int acted_on = betting.street();
  unsigned acted = 0;  // who has acted on that street since the decision
  while (!betting.over()) {
    const Policy& policy = situation.seats[betting.actor()].policy;
    const int street = betting.street();
    if (street != acted_on) {
      acted_on = street;
      acted = 0;
    }
    const Chips price = betting.to_call();
    const std::size_t facing_bet = price > 0;  // a bool would be written and read back in other sizes
    const double at = action_quantile(policy, betting, sampled, dealer);
    double fold = policy.fold[street][facing_bet];
    if (facing_bet && policy.basis == PolicyBasis::kOdds)
      fold += static_cast<double>(price) / static_cast<double>(betting.pot(game) + price);
    const unsigned actor = 1u << betting.actor();
    if (policy.basis == PolicyBasis::kChanceOnce && (acted & actor)) fold = 0;
    acted |= actor;
    const bool gives_up = at < fold;
    const double bluff = policy.bluff[street][facing_bet];
    bool raises = at >= policy.raise[street][facing_bet];
    if (bluff > 0 && (gives_up || (!facing_bet && !raises))) raises = dealer.uniform() < bluff;
    if (raises && betting.can_raise(game))
      betting.raise(game);
    else if (gives_up && facing_bet)
      betting.fold(game);
    else
      betting.call(game);
  }
  return betting.winnings(game, situation.state->actor, sampled.holes, sampled.whole_board);
}

template <class Betting>
void play_deals(const Situation& situation, const std::vector<std::vector<AliasEntry>>& tables,
                bool strengths, bool can_raise, Dealer& dealer, int deals, Chips (*winnings)[kChoices]) {
  const Game& game = *situation.game;
  Betting facing_bet(game, *situation.state);
  SampledDeal sampled(situation, strengths);
  for (int i = 0; i < deals; ++i) {
    sampled.deal(tables, dealer);
    facing_bet.deal_cards(sampled.holes, sampled.board);
    Betting called = facing_bet;
    called.call(game);
    winnings[i][kChooseCall] = play_out(situation, called, sampled, dealer);
    winnings[i][kChooseRaise] = 0;
    if (!can_raise) continue;
    Betting raised = facing_bet;
    raised.raise(game);
    winnings[i][kChooseRaise] = play_out(situation, raised, sampled, dealer);
  }
}

}  // namespace

void RolloutSums::add(const RolloutSums& other) {
  deals += other.deals;
  product += other.product;
  for (int i = 0; i < kChoices; ++i) {
    won[i] += other.won[i];
    squared[i] += other.squared[i];
  }
}

Rollout::Rollout(const Situation& situation, bool on_table)
    : situation_(situation),
      tables_(static_cast<std::size_t>(situation.game->seats)),
      can_raise_(may_raise(*situation.game, *situation.state, situation.state->actor)),
      quick_(!on_table && QuickBetting::fits(*situation.game, *situation.state)),
      strengths_(false) {
  const Game& game = *situation.game;
  const HandState& state = *situation.state;
  const CardSet seen =
      set_of(state.hole[state.actor], game.hole_cards) | set_of(state.board, game.board_cards[state.street]);
  for (int seat = 0; seat < game.seats; ++seat) {
    if (!(state.in >> seat & 1)) continue;
    strengths_ |= !by_chance(situation.seats[seat].policy.basis);
    if (seat == state.actor || any_two(situation.seats[seat].weights, seen)) continue;
    tables_[static_cast<std::size_t>(seat)] = alias_table(situation.seats[seat].weights, seen);
  }
}

void Rollout::play_chunk(std::uint64_t seed, std::uint64_t chunk, int deals,
                         Chips (*winnings)[kChoices]) const {
  Dealer dealer(Stream(seed, kPurpose, chunk));
  (quick_ ? play_deals<QuickBetting> : play_deals<TableBetting>)(situation_, tables_, strengths_, can_raise_,
                                                                 dealer, deals, winnings);
  // Chips that do not count as contributed: antes that not everybody pays.
  const HandState& state = *situation_.state;
  const Chips sunk =
      kChipFractions * (situation_.stack - state.behind[state.actor] - state.contributed[state.actor]);
  for (int i = 0; i < deals; ++i)
    for (int choice = 0; choice < kChoices; ++choice) winnings[i][choice] -= sunk;
}

RolloutSums Rollout::play(std::uint64_t seed, std::int64_t deals, double seconds, int threads) const {
  using Clock = std::chrono::steady_clock;
  // Longer than any clock runs: there is no limit.
  constexpr double kMostSeconds = 1e9;
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(std::min(seconds, kMostSeconds)));
  const auto chunks =
      static_cast<std::size_t>(deals / kRolloutChunkDeals + (deals % kRolloutChunkDeals != 0));
  std::atomic<std::size_t> next{0};
  std::mutex adding;
  RolloutSums all;
  const auto work = [&](std::size_t) {
    RolloutSums sums;
    Chips winnings[kRolloutChunkDeals][kChoices];
    for (std::size_t chunk = next++; chunk < chunks; chunk = next++) {
      interruption_point();
      if (seconds < kMostSeconds && Clock::now() >= deadline) break;
      const auto left = deals - static_cast<std::int64_t>(chunk) * kRolloutChunkDeals;
      const int n = static_cast<int>(std::min<std::int64_t>(left, kRolloutChunkDeals));
      play_chunk(seed, chunk, n, winnings);
      for (int i = 0; i < n; ++i) sums.add(winnings[i]);
    }
    const std::lock_guard lock(adding);
    all.add(sums);
  };
  const auto workers = std::min(chunks, static_cast<std::size_t>(std::clamp(threads, 1, kMaxThreads)));
  parallel_for(workers, static_cast<int>(workers), work);
  return all;
}

}  // namespace fivebet
