#include "table/luck.hpp"

#include "cards/combos.hpp"
#include "cards/evaluator.hpp"
#include "simd/kernels.hpp"
#include "util/interruption.hpp"

namespace fivebet {

namespace {

constexpr int kBoardSize = 5;
constexpr Value kTopValue = 0xfffe;          // above every hand
constexpr Value kNoValue = 0xffff;           // hand and board share a card
constexpr std::size_t kAllAfterFlop = 1326;  // more boards than two cards to come can make

// Adds to each winner's seat its part of a pot.
void add_split(Seats winners, double weight, double* of) {
  const double each = weight / std::popcount(winners);
  each_seat(winners, [&](int seat) { of[seat] += each; });
}

struct Replay {
  const Game& game;
  HandState state;
  HoleCards holes;
  CardSet board;

  Replay(const Game& played, const HandState& finished, const Chips* stacks)
      : game(played), state(finished), holes{played.seats, {}}, board(set_of(finished.board, kBoardSize)) {
    for (int seat = 0; seat < game.seats; ++seat)
      holes.hands[seat] = set_of(state.hole[seat], game.hole_cards);
    start_hand(game, stacks, state);
  }

  CardSet board_on(int street) const { return set_of(state.board, game.board_cards[street]); }
};

PotShares shares_on(const Replay& hand, Seats players, CardSet board, std::size_t samples, std::uint64_t seed,
                    std::uint64_t number, int part) {
  if (samples == 0 && board == 0) return preflop_pot_shares(hand.holes, players);
  static constexpr std::uint64_t kPurpose = purpose_key("luck");
  const std::size_t most = board ? kAllAfterFlop : samples;
  return pot_shares(hand.holes, players,
                    boards_to_come(board, hand.holes.all(), most,
                                   Stream(seed, kPurpose, number, static_cast<std::uint64_t>(part))));
}

// Adds by how much the pots are worth more to each seat before than after a deal.
void add_difference(const CheckedDown& down, const auto& before, const auto& after, int seats, double* term) {
  for (int i = 0; i < down.n; ++i) {
    const PotShares first = before(down.pots[i].players);
    const PotShares then = after(down.pots[i].players);
    const auto chips = static_cast<double>(down.pots[i].chips);
    for (int seat = 0; seat < seats; ++seat) term[seat] += chips * (first.seat[seat] - then.seat[seat]);
  }
}

CardLuck replay_luck(const Game& game, const HandState& finished, const Chips* stacks,
                     const std::vector<Move>& moves, bool run_out_only, std::size_t samples,
                     std::uint64_t seed, std::uint64_t number) {
  CardLuck luck{};
  Replay hand(game, finished, stacks);
  int part = 0;
  const auto on = [&](CardSet board, std::size_t drawn) {
    return [&hand, &part, board, drawn, seed, number](Seats players) {
      return shares_on(hand, players, board, drawn, seed, number, part++);
    };
  };
  if (!run_out_only)
    add_difference(
        check_down(game, hand.state),
        [](Seats players) {
          PotShares equal{};
          add_split(players, 1, equal.seat);
          return equal;
        },
        on(0, samples), game.seats, luck.terms[kHoleCards]);
  int street = hand.state.over ? 0 : hand.state.street;
  for (const Move& made : moves) {
    street = hand.state.street;
    replay_action(game, hand.state, made.action);
    if (hand.state.over || hand.state.street == street || run_out_only) continue;
    add_difference(check_down(game, hand.state), on(hand.board_on(street), samples),
                   on(hand.board_on(hand.state.street), samples), game.seats, luck.terms[kFlop + street]);
  }
  if (!at_most_one(hand.state.in) && street + 1 < game.streets)
    add_difference(check_down(game, hand.state), on(hand.board_on(street), 0), on(hand.board, 0), game.seats,
                   luck.terms[kRunOut]);
  return luck;
}

}  // namespace

CardSet HoleCards::all() const {
  CardSet all = 0;
  for (int seat = 0; seat < seats; ++seat) all |= hands[seat];
  return all;
}

std::vector<CardSet> boards_to_come(CardSet board, CardSet dead, std::size_t most, Stream stream) {
  const CardSet left = kDeck & ~(board | dead);
  const int missing = kBoardSize - count(board);
  std::vector<CardSet> boards;
  if (const std::uint64_t all = choose(count(left), missing); all <= most) {
    boards.reserve(all);
    each_full_board(board, left, [&](CardSet full) { boards.push_back(full); });
    return boards;
  }
  Xoshiro256 random(stream);
  boards.reserve(most);
  while (boards.size() < most) {
    interruption_point(boards.size());
    CardSet drawn = board;
    while (count(drawn) < kBoardSize) {
      // Six bits name a card; names of no card, and of cards that are gone, are skipped.
      for (std::uint64_t word = random.next(), n = 0; n < 10 && count(drawn) < kBoardSize; ++n, word >>= 6)
        drawn |= card_set(static_cast<Card>(word & 63)) & left;
    }
    boards.push_back(drawn);
  }
  return boards;
}

PotShares pot_shares(const HoleCards& holes, Seats players, const std::vector<CardSet>& boards) {
  PotShares sum{};
  Value values[kMaxSeats];
  std::uint64_t round = 0;
  for (const CardSet board : boards) {
    interruption_point(++round);
    each_seat(players, [&](int seat) { values[seat] = evaluate(holes.hands[seat] | board); });
    add_split(best_hands(players, values), 1, sum.seat);
  }
  for (double& of : sum.seat) of /= static_cast<double>(boards.size());
  return sum;
}

PotShares preflop_pot_shares(const HoleCards& holes, Seats players) {
  PlayersOnBoard table{0, {}};
  int seat_of[kMaxSeats];
  each_seat(players, [&](int seat) {
    seat_of[table.players] = seat;
    table.hands[table.players++] = holes.hands[seat];
  });
  std::int64_t counts[kWinnerSets] = {};
  kernels().enumerate_boards(table, holes.all(), counts);
  PotShares sum{};
  double boards = 0;
  for (unsigned set = 1; set < 1u << table.players; ++set) {
    Seats winners = 0;
    each_seat(static_cast<Seats>(set), [&](int i) { winners |= seat_bit(seat_of[i]); });
    add_split(winners, static_cast<double>(counts[set]), sum.seat);
    boards += static_cast<double>(counts[set]);
  }
  for (double& of : sum.seat) of /= boards;
  return sum;
}

void range_shares(const HoleCards& holes, int seat, Seats players, const std::vector<CardSet>& boards,
                  double* columns) {
  const auto others = static_cast<Seats>(players & ~seat_bit(seat));
  const bool plays = players & seat_bit(seat);
  const CardSet taken = holes.all() & ~holes.hands[seat];
  std::vector<std::size_t> combos;
  std::vector<CardSet> hands;
  each_combo(taken, [&](int index, Combo combo) {
    combos.push_back(static_cast<std::size_t>(index));
    hands.push_back(combo.cards());
  });
  const std::size_t n = hands.size();
  std::vector<CardSet> full(n);
  std::vector<Value> values(n);
  std::vector<double> met(n, 0), sums(n * static_cast<std::size_t>(holes.seats), 0);
  Value theirs[kMaxSeats];
  for (const CardSet board : boards) {
    interruption_point();
    for (std::size_t i = 0; i < n; ++i) full[i] = hands[i] | board;
    kernels().evaluate(full.data(), n, values.data());
    for (std::size_t i = 0; i < n; ++i) {
      if (hands[i] & board) values[i] = kNoValue;
      met[i] += values[i] != kNoValue;
    }
    each_seat(others, [&](int other) { theirs[other] = evaluate(holes.hands[other] | board); });
    const Seats best = best_hands(others, theirs);
    const Value to_beat = plays ? theirs[std::countr_zero(static_cast<unsigned>(best))] : kTopValue;
    const double tied = 1.0 / (std::popcount(best) + 1);
    const double alone = 1.0 / std::popcount(best);
    each_seat(best, [&](int other) {
      double* sum = sums.data() + n * static_cast<std::size_t>(other);
      for (std::size_t i = 0; i < n; ++i)
        sum[i] += values[i] < to_beat ? alone : values[i] == to_beat ? tied : 0;
    });
    double* own = sums.data() + n * static_cast<std::size_t>(seat);
    for (std::size_t i = 0; i < n; ++i)
      own[i] += values[i] == kNoValue || values[i] < to_beat ? 0 : values[i] == to_beat ? tied : 1;
  }
  for (int of = 0; of < holes.seats; ++of) {
    const double* sum = sums.data() + n * static_cast<std::size_t>(of);
    double* column = columns + static_cast<std::size_t>(of) * kCombos;
    for (std::size_t i = 0; i < n; ++i) column[combos[i]] = met[i] > 0 ? sum[i] / met[i] : 0;
  }
}

CheckedDown check_down(const Game& game, HandState state) {
  while (!state.over) check_or_call(game, state);
  CheckedDown down{0, {}, {}};
  down.n = side_pots(game, state, down.pots);
  std::copy(state.contributed, state.contributed + kMaxSeats, down.contributed);
  return down;
}

CardLuck card_luck(const Game& game, const HandState& finished, const Chips* stacks,
                   const std::vector<Move>& moves, std::size_t samples, std::uint64_t seed,
                   std::uint64_t number) {
  return replay_luck(game, finished, stacks, moves, false, samples, seed, number);
}

CardLuck run_out_luck(const Game& game, const HandState& finished, const Chips* stacks,
                      const std::vector<Move>& moves) {
  return replay_luck(game, finished, stacks, moves, true, 0, 0, 0);
}

}  // namespace fivebet
