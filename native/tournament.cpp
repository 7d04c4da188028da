#include "tournament.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fivebet {
namespace {

constexpr std::uint64_t kSeatDraw = purpose_key("seat draw");
constexpr std::uint64_t kDealt = purpose_key("deal");

// The next of these chairs after one, around the table.
int next_after(Seats taken, int chair) { return seat_from(taken, chair + 1); }

// The last of these chairs before one, around the table.
int last_before(Seats taken, int chair) {
  const unsigned before = taken & ((1u << chair) - 1);
  const auto later = static_cast<unsigned>(taken & ~((2u << chair) - 1));
  return 31 - std::countl_zero(before ? before : later);
}

}  // namespace

Sitting::Sitting(TournamentPlan plan, std::vector<Entrant> entrants, const Strengths& strengths)
    : plan_(std::move(plan)),
      entrants_(std::move(entrants)),
      strengths_(strengths),
      habits_(entrants_.size()) {
  std::iota(game_.deck, game_.deck + kDeckSize, std::uint8_t{0});
  std::fill_n(game_.most, kMaxRounds, kUnlimited);
  std::fill_n(game_.max_raises, kMaxRounds, 255);
  deal_.mucked = 0;
}

std::uint64_t Sitting::play(const TournamentNumber& number, std::span<const std::uint64_t> seeds,
                            std::span<EntrantResult> results, std::vector<Chips>* trace) {
  std::uint64_t hands = 0;
  stacks_.assign(entrants_.size(), plan_.stack);
  std::fill(results.begin(), results.end(), EntrantResult{});
  left_ = static_cast<int>(entrants_.size());
  round_ = 0;
  draw_seats(number);
  while (left_ > 1) {
    for (Table& table : tables_) {
      if (at_most_one(table.taken)) continue;
      play_hand(table, number, seeds, results, trace);
      ++hands;
    }
    settle(results);
    ++round_;
    if (left_ > 1) {
      break_tables();
      balance();
    }
  }
  return hands;
}

void Sitting::draw_seats(const TournamentNumber& number) {
  const auto n = static_cast<int>(entrants_.size());
  std::vector<std::int32_t> order(entrants_.size());
  std::iota(order.begin(), order.end(), 0);
  Stream stream(plan_.seed, kSeatDraw, number.decks);
  for (std::size_t last = order.size() - 1; last > 0; --last)
    std::swap(order[last], order[stream.below(last + 1)]);
  first_tables_ = (n + plan_.seats - 1) / plan_.seats;
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

void Sitting::move_button(Table& table) {
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

// Entrants from the button's left; how many they are.
int Sitting::left_of(const Table& table, std::int32_t* players) const {
  int n = 0;
  int chair = table.seating.button;
  for (int left = std::popcount(table.taken); left > 0; --left) {
    chair = next_after(table.taken, chair);
    players[n++] = table.chairs[static_cast<std::size_t>(chair)];
  }
  return n;
}

BlindLevel Sitting::level() const {
  const std::uint64_t at = round_ / plan_.hands;
  if (at < plan_.levels.size()) return plan_.levels[at];
  // Blinds go on to double, as long as anybody could have as many chips.
  BlindLevel level = plan_.levels.back();
  for (std::uint64_t more = at - plan_.levels.size() + 1; more > 0 && std::max(level.big, level.ante) <= kUnlimited / 2;
       --more)
    level = {2 * level.small, 2 * level.big, 2 * level.ante};
  return level;
}

void Sitting::set_game(int seats, const BlindLevel& level, int small_at, int big_at) {
  game_.seats = seats;
  game_.common_ante = level.ante;
  for (int seat = 0; seat < seats; ++seat) {
    game_.ante[seat] = level.ante;
    game_.blind[seat] = seat == big_at ? level.big : seat == small_at ? level.small : 0;
  }
  std::fill_n(game_.least, kMaxRounds, level.big);
  const int biggest = static_cast<int>(std::max_element(game_.blind, game_.blind + seats) - game_.blind);
  game_.first[0] = (biggest + 1) % seats;
}

void Sitting::play_hand(Table& table, const TournamentNumber& number,
                        std::span<const std::uint64_t> seeds, std::span<EntrantResult> results,
                        std::vector<Chips>* trace) {
  move_button(table);
  std::int32_t players[kMaxSeats];
  const int seats = left_of(table, players);
  int small_at = -1;
  int big_at = -1;
  Chips stacks[kMaxSeats];
  for (int seat = 0; seat < seats; ++seat) {
    stacks[seat] = stacks_[static_cast<std::size_t>(players[seat])];
    // A place that its player has left has no blind.
    if (table.taken & seat_bit(table.seating.small) &&
        players[seat] == table.chairs[static_cast<std::size_t>(table.seating.small)])
      small_at = seat;
    if (players[seat] == table.chairs[static_cast<std::size_t>(table.seating.big)]) big_at = seat;
  }
  set_game(seats, level(), small_at, big_at);
  const std::uint64_t hand =
      round_ * static_cast<std::uint64_t>(first_tables_) + static_cast<std::uint64_t>(table.number);
  Stream stream(number.deck_seed, kDealt, hand);
  deal_cards(game_, stream, deal_);
  start(game_, stacks, deal_);
  seen_ = {};
  outlook_round_ = -1;
  for (int seat = 0; seat < seats; ++seat) known_[static_cast<std::size_t>(seat)].round = -1;
  while (!deal_.over) act(game_, deal_, players, hand, seeds);

  if (trace) trace->insert(trace->end(), {table.number, seats, deal_.actions});
  for (int seat = 0; seat < seats; ++seat) {
    const auto entrant = static_cast<std::size_t>(players[seat]);
    const Chips payoff = deal_.won[seat] / kParts + deal_.left[seat] - stacks[seat];
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
    habits.decided += seen_.decided >> seat & 1;
    habits.entered += seen_.entered >> seat & 1;
    habits.could_raise += seen_.could_raise >> seat & 1;
    habits.raised_first += seen_.raised_first >> seat & 1;
    habits.raised += seen_.raised >> seat & 1;
    habits.called += seen_.called >> seat & 1;
    habits.folded += seen_.folded >> seat & 1;
  }
}

void Sitting::act(const Game& game, Deal& deal, const std::int32_t* players, std::uint64_t hand,
                  std::span<const std::uint64_t> seeds) {
  const int seat = deal.actor;
  const Seats bit = seat_bit(seat);
  const bool first_street = deal.round == 0;
  const auto entrant = static_cast<std::size_t>(players[seat]);
  const Entrant& player = entrants_[entrant];
  const RandomKey key{seeds[entrant], hand};
  const bool owes = to_match(deal, seat) > deal.spent[seat];
  const Chips level = deal.level;
  if (first_street) {
    seen_.decided |= bit;
    if (may_raise(game, deal, seat)) seen_.could_raise |= bit;
  }
  switch (player.kind) {
    case EntrantKind::kFold: fivebet::play(Baseline::kFold, game, deal, key); break;
    case EntrantKind::kCall: fivebet::play(Baseline::kCall, game, deal, key); break;
    case EntrantKind::kRaise: fivebet::play(Baseline::kRaise, game, deal, key); break;
    case EntrantKind::kRandom: play_random(game, deal, key); break;
    case EntrantKind::kMix: play_mix(game, deal, key, player.mix.data()); break;
    case EntrantKind::kNetwork: think(game, deal, players, player, key); break;
  }
  if (!(deal.in & bit)) {
    seen_.folded |= bit;
  } else if (deal.level > level) {  // only bets and raises bring it up
    seen_.raised |= bit;
    if (first_street) {
      seen_.entered |= bit;
      seen_.raised_first |= bit;
    }
  } else if (owes) {
    seen_.called |= bit;
    if (first_street) seen_.entered |= bit;
  }
}

void Sitting::think(const Game& game, Deal& deal, const std::int32_t* players, const Entrant& player,
                    RandomKey key) {
  const int seat = deal.actor;
  if (outlook_round_ != deal.round) {
    outlook_round_ = deal.round;
    outlook_.set(strengths_, set_of(deal.board, game.board_cards[deal.round]));
  }
  const int opponents = std::min(std::popcount(deal.in) - 1, kMostOpponents);
  Known& known = known_[static_cast<std::size_t>(seat)];
  if (known.round != deal.round || known.opponents != opponents)
    known = {deal.round, static_cast<std::int8_t>(opponents),
             outlook_.strength(set_of(deal.hole[seat], game.hole_cards), opponents)};
  float inputs[kModelInputs];
  const float half = kHalfStack * static_cast<float>(game.least[0]);
  tell(game, deal, seat, known.strength, half, left_, habits_.data(), players,
       player.network->inputs() == kModelInputs, inputs);
  float triple[kOutputs];
  player.network->triple(inputs, triple);
  const Chosen chosen = choose(triple, player.thresholds, legal(game, deal), deal.spent[seat] - deal.base,
                               deal.left[seat], key.seed, key.hand, deal.actions);
  switch (chosen.choice) {
    case Chosen::kFold: return fold(game, deal);
    case Chosen::kCall: return check_or_call(game, deal);
    case Chosen::kRaise: return raise_to(game, deal, chosen.to);
  }
}

void Sitting::settle(std::span<EntrantResult> results) {
  if (busts_.empty()) return;
  for (Table& table : tables_)
    for (unsigned left = table.taken; left; left &= left - 1) {
      const int chair = std::countr_zero(left);
      if (stacks_[static_cast<std::size_t>(table.chairs[static_cast<std::size_t>(chair)])] == 0)
        table.taken &= static_cast<Seats>(~seat_bit(chair));
    }
  left_ -= static_cast<int>(busts_.size());
  rank(results);
  busts_.clear();
}

double Sitting::prize(int place) const {
  const auto at = static_cast<std::size_t>(place - 1);
  return at < plan_.payouts.size() ? plan_.payouts[at] * plan_.prize_pool : 0.0;
}

void Sitting::rank(std::span<EntrantResult> results) {
  std::sort(busts_.begin(), busts_.end(), [](const Bust& a, const Bust& b) {
    return std::pair(a.before, a.entrant) < std::pair(b.before, b.entrant);
  });
  const auto n = static_cast<int>(busts_.size());
  for (int from = 0, to = 0; from < n; from = to) {
    double shared = 0;
    for (; to < n && busts_[static_cast<std::size_t>(to)].before == busts_[static_cast<std::size_t>(from)].before; ++to)
      shared += prize(left_ + n - to);
    for (int i = from; i < to; ++i) {
      EntrantResult& result = results[static_cast<std::size_t>(busts_[static_cast<std::size_t>(i)].entrant)];
      result.place = left_ + n - i;
      result.prize = shared / (to - from);
    }
  }
  if (left_ != 1) return;
  const auto winner = static_cast<std::size_t>(
      std::find_if(stacks_.begin(), stacks_.end(), [](Chips chips) { return chips > 0; }) - stacks_.begin());
  results[winner].place = 1;
  results[winner].prize = prize(1);
}

void Sitting::seat(std::int32_t entrant, Table& table) {
  const auto free = static_cast<Seats>(((1u << plan_.seats) - 1) & ~table.taken);
  const int chair = seat_from(free, table.seated ? table.seating.big + 1 : 0);
  table.chairs[static_cast<std::size_t>(chair)] = entrant;
  table.taken |= seat_bit(chair);
}

void Sitting::break_tables() {
  const auto size = [](const Table& table) { return std::popcount(table.taken); };
  const auto by_size = [&](const Table& a, const Table& b) { return size(a) < size(b); };
  const auto needed = static_cast<std::size_t>((left_ + plan_.seats - 1) / plan_.seats);
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

void Sitting::balance() {
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
