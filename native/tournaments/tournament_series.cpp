#include "tournaments/tournament_series.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "util/interruption.hpp"

namespace fivebet {
namespace {

constexpr std::uint64_t kSeatDraw = purpose_key("seat draw");
constexpr std::uint64_t kDealPurpose = purpose_key("deal");

// The next of these chairs after one, around the table.
int next_after(Seats taken, int chair) { return seat_from(taken, chair + 1); }

// The last of these chairs before one, around the table.
int last_before(Seats taken, int chair) {
  const unsigned before = taken & ((1u << chair) - 1);
  const auto later = static_cast<unsigned>(taken & ~((2u << chair) - 1));
  return 31 - std::countl_zero(before ? before : later);
}

}  // namespace

TournamentSeries::TournamentSeries(TournamentStructure structure, std::vector<Entrant> entrants,
                                   const StrengthTables& strengths)
    : structure_(std::move(structure)),
      entrants_(std::move(entrants)),
      strengths_(strengths),
      habits_(entrants_.size()) {
  std::iota(game_.deck, game_.deck + kDeckSize, std::uint8_t{0});
  std::fill_n(game_.most, kMaxStreets, kUnlimited);
  std::fill_n(game_.max_raises, kMaxStreets, 255);
  state_.mucked = 0;
}

std::uint64_t TournamentSeries::play(const TournamentDraw& number, std::span<const std::uint64_t> seeds,
                                     std::span<EntrantResult> results, std::vector<Chips>* trace) {
  std::uint64_t hands = 0;
  stacks_.assign(entrants_.size(), structure_.stack);
  std::fill(results.begin(), results.end(), EntrantResult{});
  players_left_ = static_cast<int>(entrants_.size());
  round_ = 0;
  draw_seats(number);
  while (players_left_ > 1) {
    for (Table& table : tables_) {
      if (at_most_one(table.taken)) continue;
      interruption_point();
      play_hand(table, number, seeds, results, trace);
      ++hands;
    }
    settle(results);
    ++round_;
    if (players_left_ > 1) {
      break_tables();
      balance();
    }
  }
  return hands;
}

void TournamentSeries::draw_seats(const TournamentDraw& number) {
  const auto n = static_cast<int>(entrants_.size());
  std::vector<std::int32_t> order(entrants_.size());
  std::iota(order.begin(), order.end(), 0);
  Stream stream(structure_.seed, kSeatDraw, number.decks);
  for (std::size_t last = order.size() - 1; last > 0; --last)
    std::swap(order[last], order[stream.below(last + 1)]);
  first_tables_ = (n + structure_.seats - 1) / structure_.seats;
  tables_.assign(static_cast<std::size_t>(first_tables_), Table{});
  for (int i = 0; i < n; ++i) {
    Table& table = tables_[static_cast<std::size_t>(i % first_tables_)];
    const int chair = i / first_tables_;
    const std::uint64_t at = (static_cast<std::uint64_t>(i) + number.rotation) % order.size();
    table.chairs[static_cast<std::size_t>(chair)] = order[at];
    table.taken |= seat_bit(chair);
  }
  for (int i = 0; i < first_tables_; ++i) {
    Table& table = tables_[static_cast<std::size_t>(i)];
    table.number = i;
    table.first_button =
        static_cast<int>(stream.below(static_cast<std::uint64_t>(std::popcount(table.taken))));
  }
}

void TournamentSeries::move_button(Table& table) {
  const Seats taken = table.taken;
  const auto from_button = [&](int button) {
    const int first = next_after(taken, button);
    const bool two = std::popcount(taken) == 2;
    table.seating = {button, two ? button : first, two ? first : next_after(taken, first)};
  };
  if (!table.seated) {
    table.seated = true;
    return from_button(seat_from(taken, table.first_button));
  }
  const Seating last = table.seating;
  const int big = next_after(taken, last.big);
  if (std::popcount(taken) == 2) return from_button(next_after(taken, big));
  const int small = last.big;
  const int button = last.small != last.button ? last.small : last_before(taken, small);
  table.seating = {button, small, big};
}

// Fills in the entrants from the button's left and returns how many they are.
int TournamentSeries::players_from_button(const Table& table, std::int32_t* players) const {
  int n = 0;
  int chair = table.seating.button;
  for (int left = std::popcount(table.taken); left > 0; --left) {
    chair = next_after(table.taken, chair);
    players[n++] = table.chairs[static_cast<std::size_t>(chair)];
  }
  return n;
}

BlindLevel TournamentSeries::level() const {
  const std::uint64_t at = round_ / structure_.hands;
  if (at < structure_.levels.size()) return structure_.levels[at];
  // After the last level blinds double, as long as anybody could have so many chips.
  BlindLevel level = structure_.levels.back();
  for (std::uint64_t more = at - structure_.levels.size() + 1;
       more > 0 && std::max(level.big, level.ante) <= kUnlimited / 2; --more)
    level = {2 * level.small, 2 * level.big, 2 * level.ante};
  return level;
}

void TournamentSeries::set_game(int seats, const BlindLevel& level, int small_at, int big_at) {
  game_.seats = seats;
  game_.common_ante = level.ante;
  for (int seat = 0; seat < seats; ++seat) {
    game_.ante[seat] = level.ante;
    game_.blind[seat] = seat == big_at ? level.big : seat == small_at ? level.small : 0;
  }
  std::fill_n(game_.least, kMaxStreets, level.big);
  const int biggest = static_cast<int>(std::max_element(game_.blind, game_.blind + seats) - game_.blind);
  game_.first[0] = (biggest + 1) % seats;
}

void TournamentSeries::play_hand(Table& table, const TournamentDraw& number,
                                 std::span<const std::uint64_t> seeds, std::span<EntrantResult> results,
                                 std::vector<Chips>* trace) {
  move_button(table);
  std::int32_t players[kMaxSeats];
  const int seats = players_from_button(table, players);
  int small_at = -1;
  int big_at = -1;
  Chips stacks[kMaxSeats];
  for (int seat = 0; seat < seats; ++seat) {
    stacks[seat] = stacks_[static_cast<std::size_t>(players[seat])];
    // There is no blind on a chair that its player has left.
    if (table.taken & seat_bit(table.seating.small) &&
        players[seat] == table.chairs[static_cast<std::size_t>(table.seating.small)])
      small_at = seat;
    if (players[seat] == table.chairs[static_cast<std::size_t>(table.seating.big)]) big_at = seat;
  }
  set_game(seats, level(), small_at, big_at);
  const std::uint64_t hand =
      round_ * static_cast<std::uint64_t>(first_tables_) + static_cast<std::uint64_t>(table.number);
  Stream stream(number.deck_seed, kDealPurpose, hand);
  deal_cards(game_, stream, state_);
  start_hand(game_, stacks, state_);
  habit_flags_ = {};
  lookup_round_ = -1;
  for (int seat = 0; seat < seats; ++seat) strength_cache_[static_cast<std::size_t>(seat)].street = -1;
  while (!state_.over) act(game_, state_, players, hand, seeds);

  if (trace) trace->insert(trace->end(), {table.number, seats, state_.actions});
  for (int seat = 0; seat < seats; ++seat) {
    const auto entrant = static_cast<std::size_t>(players[seat]);
    const Chips payoff = state_.won[seat] / kChipFractions + state_.behind[seat] - stacks[seat];
    if (trace) trace->insert(trace->end(), {players[seat], payoff});
    stacks_[entrant] += payoff;
    EntrantResult& result = results[entrant];
    ++result.hands;
    if (payoff > 0) {
      ++result.hands_won;
      result.chips_won += payoff;
    } else if (payoff < 0) {
      ++result.hands_lost;
      result.chips_lost -= payoff;
    }
    if (stacks_[entrant] == 0) busts_.push_back({stacks[seat], players[seat]});
    Habits& habits = habits_[entrant];
    habits.decided += habit_flags_.decided >> seat & 1;
    habits.entered += habit_flags_.entered >> seat & 1;
    habits.raised_first += habit_flags_.raised_first >> seat & 1;
    habits.raised += habit_flags_.raised >> seat & 1;
    habits.called += habit_flags_.called >> seat & 1;
    habits.folded += habit_flags_.folded >> seat & 1;
  }
}

void TournamentSeries::act(const Game& game, HandState& state, const std::int32_t* players,
                           std::uint64_t hand, std::span<const std::uint64_t> seeds) {
  const int seat = state.actor;
  const Seats bit = seat_bit(seat);
  const bool first_street = state.street == 0;
  const auto entrant = static_cast<std::size_t>(players[seat]);
  const Entrant& player = entrants_[entrant];
  const RandomKey key{seeds[entrant], hand};
  const bool owes = to_match(state, seat) > state.contributed[seat];
  const Chips level = state.level;
  if (first_street) habit_flags_.decided |= bit;
  switch (player.kind) {
    case EntrantKind::kFold: fivebet::play(Baseline::kFold, game, state, key); break;
    case EntrantKind::kCall: fivebet::play(Baseline::kCall, game, state, key); break;
    case EntrantKind::kRaise: fivebet::play(Baseline::kRaise, game, state, key); break;
    case EntrantKind::kRandom: play_random(game, state, key); break;
    case EntrantKind::kMix: play_mix(game, state, key, player.mix.data()); break;
    case EntrantKind::kNetwork: act_by_network(game, state, players, player, key); break;
  }
  if (!(state.in & bit)) {
    habit_flags_.folded |= bit;
  } else if (state.level > level) {  // only bets and raises bring it up
    habit_flags_.raised |= bit;
    if (first_street) {
      habit_flags_.entered |= bit;
      habit_flags_.raised_first |= bit;
    }
  } else if (owes) {
    habit_flags_.called |= bit;
    if (first_street) habit_flags_.entered |= bit;
  }
}

void TournamentSeries::act_by_network(const Game& game, HandState& state, const std::int32_t* players,
                                      const Entrant& player, RandomKey key) {
  const int seat = state.actor;
  if (lookup_round_ != state.street) {
    lookup_round_ = state.street;
    lookup_.set(strengths_, set_of(state.board, game.board_cards[state.street]));
  }
  const int opponents = std::min(std::popcount(state.in) - 1, kMaxOpponents);
  CachedStrength& known = strength_cache_[static_cast<std::size_t>(seat)];
  if (known.street != state.street || known.opponents != opponents)
    known = {state.street, static_cast<std::int8_t>(opponents),
             lookup_.strength(set_of(state.hole[seat], game.hole_cards), opponents)};
  float inputs[kModelInputs];
  const float half = kHalfStack * static_cast<float>(game.least[0]);
  encode_inputs(game, state, seat, known.strength, half, players_left_, habits_.data(), players,
                player.network->inputs() == kModelInputs, player.stretch, inputs);
  float probabilities[kOutputs];
  player.network->forward(inputs, probabilities);
  const NetworkAction chosen = sample_action(probabilities, player.thresholds, legal_actions(game, state),
                                             state.contributed[seat] - state.base, state.behind[seat],
                                             key.seed, key.hand, state.actions);
  switch (chosen.choice) {
    case NetworkAction::kFold: return fold(game, state);
    case NetworkAction::kCall: return check_or_call(game, state);
    case NetworkAction::kRaise: return raise_to(game, state, chosen.to);
  }
}

void TournamentSeries::settle(std::span<EntrantResult> results) {
  if (busts_.empty()) return;
  for (Table& table : tables_)
    for (unsigned left = table.taken; left; left &= left - 1) {
      const int chair = std::countr_zero(left);
      if (stacks_[static_cast<std::size_t>(table.chairs[static_cast<std::size_t>(chair)])] == 0)
        table.taken &= static_cast<Seats>(~seat_bit(chair));
    }
  players_left_ -= static_cast<int>(busts_.size());
  rank(results);
  busts_.clear();
}

double TournamentSeries::prize(int place) const {
  const auto at = static_cast<std::size_t>(place - 1);
  return at < structure_.payouts.size() ? structure_.payouts[at] * structure_.prize_pool : 0.0;
}

void TournamentSeries::rank(std::span<EntrantResult> results) {
  std::sort(busts_.begin(), busts_.end(), [](const Bust& a, const Bust& b) {
    return std::pair(a.before, a.entrant) < std::pair(b.before, b.entrant);
  });
  const auto n = static_cast<int>(busts_.size());
  for (int from = 0, to = 0; from < n; from = to) {
    double shared = 0;
    for (; to < n &&
           busts_[static_cast<std::size_t>(to)].before == busts_[static_cast<std::size_t>(from)].before;
         ++to)
      shared += prize(players_left_ + n - to);
    for (int i = from; i < to; ++i) {
      EntrantResult& result = results[static_cast<std::size_t>(busts_[static_cast<std::size_t>(i)].entrant)];
      result.place = players_left_ + n - i;
      result.prize = shared / (to - from);
    }
  }
  if (players_left_ != 1) return;
  const auto winner = static_cast<std::size_t>(
      std::find_if(stacks_.begin(), stacks_.end(), [](Chips chips) { return chips > 0; }) - stacks_.begin());
  results[winner].place = 1;
  results[winner].prize = prize(1);
}

void TournamentSeries::seat(std::int32_t entrant, Table& table) {
  const auto free = static_cast<Seats>(((1u << structure_.seats) - 1) & ~table.taken);
  const int chair = seat_from(free, table.seated ? table.seating.big + 1 : 0);
  table.chairs[static_cast<std::size_t>(chair)] = entrant;
  table.taken |= seat_bit(chair);
}

void TournamentSeries::break_tables() {
  const auto size = [](const Table& table) { return std::popcount(table.taken); };
  const auto by_size = [&](const Table& a, const Table& b) { return size(a) < size(b); };
  const auto needed = static_cast<std::size_t>((players_left_ + structure_.seats - 1) / structure_.seats);
  while (tables_.size() > needed) {
    // The smallest, and of those the last.
    auto broken = tables_.begin();
    for (auto table = tables_.begin(); table != tables_.end(); ++table)
      if (size(*table) <= size(*broken)) broken = table;
    const Table gone = *broken;
    tables_.erase(broken);
    for (unsigned left = gone.taken; left; left &= left - 1)
      seat(gone.chairs[static_cast<std::size_t>(std::countr_zero(left))],
           *std::min_element(tables_.begin(), tables_.end(), by_size));
  }
}

void TournamentSeries::balance() {
  const auto by_size = [](const Table& a, const Table& b) {
    return std::popcount(a.taken) < std::popcount(b.taken);
  };
  while (true) {
    Table& fullest = *std::max_element(tables_.begin(), tables_.end(), by_size);
    Table& smallest = *std::min_element(tables_.begin(), tables_.end(), by_size);
    if (std::popcount(fullest.taken) - std::popcount(smallest.taken) < 2) return;
    const int chair = seat_from(fullest.taken, fullest.seated ? fullest.seating.big + 1 : 0);
    fullest.taken &= static_cast<Seats>(~seat_bit(chair));
    seat(fullest.chairs[static_cast<std::size_t>(chair)], smallest);
  }
}

}  // namespace fivebet
