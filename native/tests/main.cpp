// Tests of the core without Python, for the sanitizers: every kernel at every
// level that this machine can run, against counting the slow way.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "equity/board_completions.hpp"
#include "table/statistics.hpp"
#include "util/thread_pool.hpp"
#include "equity/exact_equity.hpp"
#include "equity/three_random.hpp"
#include "solve/jam_fold.hpp"
#include "equity/matchups.hpp"
#include "equity/monte_carlo.hpp"
#include "util/parallel_for.hpp"
#include "solve/public_tree.hpp"
#include "cards/hand_ranking.hpp"
#include "table/rollout.hpp"
#include "solve/postflop_solver.hpp"
#include "util/random.hpp"
#include "equity/hand_strength.hpp"
#include "table/hand_state.hpp"

using namespace fivebet;

namespace {

int checks = 0;

void check(bool holds, const std::string& what) {
  ++checks;
  if (holds) return;
  std::fprintf(stderr, "failed (%s): %s\n", kernels().level, what.c_str());
  std::exit(1);
}

std::mt19937_64 generator(20240229);

CardSet draw(int n, CardSet blocked = 0) {
  CardSet cards = 0;
  while (count(cards) < n) cards |= card_set(static_cast<Card>(generator() % kDeckSize)) & ~blocked;
  return cards;
}

// The best score of all five-card subsets, by the rules alone.
Score slow_score(CardSet cards) {
  Score best = 0;
  std::vector<Card> list;
  for (CardSet left = cards; left; left = without_first(left)) list.push_back(first_card(left));
  for (unsigned pick = 0; pick < 1u << list.size(); ++pick) {
    if (std::popcount(pick) != 5) continue;
    RankCounts counts{};
    std::uint32_t ranks = 0;
    int suits = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!(pick >> i & 1)) continue;
      ++counts[static_cast<std::size_t>(rank_of(list[i]))];
      ranks |= 1u << rank_of(list[i]);
      suits |= 1 << suit_of(list[i]);
    }
    const Score score =
        std::popcount(static_cast<unsigned>(suits)) == 1 ? ranking::flush_score(ranks) : ranking::rank_score(counts);
    best = std::max(best, score);
  }
  return best;
}

void test_values() {
  const std::vector<Score> scores = ranking::all_scores();
  check(scores.size() == kValues, "there are 7,462 values");
  std::vector<CardSet> hands;
  for (int i = 0; i < 3000; ++i) hands.push_back(draw(5 + i % 3));
  std::vector<Value> values(hands.size());
  kernels().evaluate(hands.data(), hands.size(), values.data());
  for (std::size_t i = 0; i < hands.size(); ++i)
    check(scores[values[i] - 1u] == slow_score(hands[i]), "a value is the best of all five");
}

void test_counts() {
  std::vector<std::uint64_t> histogram(kValues + 1, 0);
  for (Card lowest = 0; lowest < kDeckSize - 4; ++lowest) kernels().count_values(5, lowest, histogram.data());
  std::uint64_t by_category[kCategories] = {};
  for (int value = 1; value <= kValues; ++value)
    by_category[category_of(static_cast<Value>(value))] += histogram[static_cast<std::size_t>(value)];
  const std::uint64_t known[kCategories] = {1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40};
  for (int i = 0; i < kCategories; ++i) check(by_category[i] == known[i], "five-card hands by category");
}

void test_heads_up() {
  for (int round = 0; round < 6; ++round) {
    const CardSet board = draw(3 + round % 3);
    std::vector<double> first(kCombos, 0.0);
    std::vector<double> second(kCombos, 0.0);
    for (int i = 0; i < 25; ++i) {
      first[generator() % kCombos] = 0.25 * static_cast<double>(1 + generator() % 4);
      second[generator() % kCombos] = 1;
    }
    const ShowdownSums sums = heads_up(first.data(), second.data(), board, 0, 1 + round % 2);
    const Weights both[] = {first.data(), second.data()};
    const ShowdownSums same = multiway(both, board, 0, 0, kCombos, 2, std::atomic<bool>{false});
    double share = 0;
    double slow_share = 0;
    for (std::size_t i = 0; i < sums.share.size(); ++i) {
      check(std::abs(sums.share[i] - same.share[i]) < 1e-6, "two ways to enumerate agree");
      check(std::abs(sums.dealt[i] - same.dealt[i]) < 1e-6, "two ways to enumerate agree on deals");
      if (i < kCombos) share += sums.share[i];
    }
    for (int a = 0; a < kCombos; ++a) {
      for (int b = 0; b < kCombos && first[static_cast<std::size_t>(a)] > 0; ++b) {
        const CardSet ours = combo_at(a).cards();
        const CardSet theirs = combo_at(b).cards();
        if (!(second[static_cast<std::size_t>(b)] > 0)) continue;
        if (ours & theirs || (ours | theirs) & board) continue;
        const CardSet used = ours | theirs | board;
        const double weight = first[static_cast<std::size_t>(a)];
        for (Card x = 0; x < kDeckSize; ++x) {
          if (count(board) < 5 && card_set(x) & used) continue;
          for (Card y = 0; y < (count(board) < 4 ? x : 1); ++y) {
            if (count(board) < 4 && card_set(y) & used) continue;
            CardSet end = board;
            if (count(board) < 5) end |= card_set(x);
            if (count(board) < 4) end |= card_set(y);
            const Value mine = evaluate(end | ours);
            const Value other = evaluate(end | theirs);
            slow_share += weight * (mine > other ? 1.0 : mine == other ? 0.5 : 0.0);
          }
          if (count(board) == 5) break;
        }
      }
    }
    check(std::abs(share - slow_share) < 1e-6, "enumeration agrees with dealing one by one");
  }
}

void test_boards_by_rank() {
  for (int players = 2; players <= 10; players += 4) {
    PlayersOnBoard table{};
    table.players = players;
    CardSet used = 0;
    for (int i = 0; i < players; ++i) used |= table.hands[i] = draw(2, used);
    const CardSet dead = draw(29 - 2 * players, used);  // leaves 23 cards: 33,649 boards
    std::int64_t counts[kWinnerSets] = {};
    kernels().enumerate_boards(table, dead, counts);
    std::int64_t slow[kWinnerSets] = {};
    for (CardSet board = 31; board <= kDeck; board = next_set(board)) {
      if (board & (used | dead)) continue;
      Value best = 0;
      for (int i = 0; i < players; ++i) best = std::max(best, evaluate(board | table.hands[i]));
      unsigned set = 0;
      for (int i = 0; i < players; ++i)
        set |= static_cast<unsigned>(evaluate(board | table.hands[i]) == best) << i;
      ++slow[set];
    }
    for (int set = 0; set < kWinnerSets; ++set)
      check(counts[set] == slow[set], "boards by rank and suit agree with boards one by one");
  }
}

void test_matchups() {
  check(count_matchups() == 47008, "47,008 matchups differ by more than suits");
  const MatchupTable table = solve_matchups(2);
  for (int i = 0; i < 60; ++i) {
    const auto a = static_cast<std::size_t>(generator() % kCombos);
    const auto b = static_cast<std::size_t>(generator() % kCombos);
    const PlayersOnBoard pair{2, {combo_at(static_cast<int>(a)).cards(), combo_at(static_cast<int>(b)).cards()}};
    if (pair.hands[0] & pair.hands[1]) continue;
    std::int64_t counts[kWinnerSets] = {};
    kernels().enumerate_boards(pair, 0, counts);
    check(table.wins[a * kCombos + b] == counts[1], "matchup table: wins");
    check(table.ties[a * kCombos + b] == counts[3], "matchup table: ties");
  }
}

void test_deals() {
  std::vector<double> any(kCombos, 1.0);
  std::vector<double> pairs(kCombos, 0.0);
  for (int i = 0; i < kCombos; ++i)
    if (rank_of(combo_at(i).low) == rank_of(combo_at(i).high)) pairs[static_cast<std::size_t>(i)] = 0.1 * (1 + i % 10);
  for (int players = 2; players <= 10; ++players) {
    std::vector<Weights> ranges;
    for (int i = 0; i < players; ++i) ranges.push_back(i % 3 ? pairs.data() : any.data());
    SamplerTables tables(ranges, 0, 0);
    tables.sampler.per_combo = true;
    std::vector<std::uint64_t> shares(static_cast<std::size_t>(players * kCombos));
    std::vector<std::uint64_t> dealt(shares);
    DealCounts counts;
    counts.combo_shares = shares.data();
    counts.combo_deals = dealt.data();
    kernels().sample_deals(tables.sampler, 7, 3, counts);
    check(counts.deals == kChunkDeals && !counts.stuck, "a chunk is dealt");
    std::uint64_t whole = 0;
    for (const std::uint64_t part : shares) whole += part;
    check(whole == kChunkDeals * kPotFractions, "every pot is given away once");
  }
  std::vector<double> aces(kCombos, 0.0);
  aces[kCombos - 1] = 1;
  const Weights clash[] = {aces.data(), aces.data()};
  DealCounts counts;
  kernels().sample_deals(SamplerTables(clash, 0, 0).sampler, 1, 0, counts);
  check(counts.stuck && counts.deals == 0, "hands that need the same cards are given up");
}

void test_strength() {
  const CardSet hole = card_set(26 + 7) | card_set(26 + 6);                     // 9h8h
  const CardSet board = card_set(26 + 8) | card_set(26 + 9) | card_set(13 + 0);  // ThJh2d
  const std::vector<double> any(kCombos, 1.0);
  const HandPotential now = hand_potential(hole, any.data(), board, 0);
  check(now.now[0] == 280 && now.now[1] == 9 && now.now[2] == 792, "9h8h on ThJh2d");
}

void test_field() {
  std::vector<std::int64_t> points(kClasses, 0);
  const CardSet board = draw(5);
  add_three_random_points({board, 1}, points.data());
  std::int64_t sum = 0;
  for (const std::int64_t n : points) sum += n;
  // Four players share each pot: a quarter of all deals of hole cards.
  check(sum == std::int64_t{1081} * kOpponentTriples * 12 / 4, "shares of a field add up to one pot");
}

void test_stream() {
  Stream stream(1, purpose_key("test"), 2, 3);
  std::vector<std::uint64_t> words;
  for (int i = 0; i < 20; ++i) words.push_back(stream.next());
  for (std::size_t at : {0u, 3u, 4u, 7u, 19u}) {
    stream.seek(at);
    check(stream.position() == at && stream.next() == words[at], "a stream can be read from anywhere");
  }
  for (int i = 0; i < 1000; ++i) check(stream.below(7) < 7 && stream.uniform() < 1, "bounds hold");
}

// What throws on any thread is told to the caller, and the next round is as good as ever.
void test_threads() {
  ThreadPool pool(3);
  for (const std::size_t bad : {0u, 7u, 99u}) {
    const auto work = [&](std::size_t i) {
      if (i == bad) throw std::runtime_error("piece " + std::to_string(i));
    };
    std::string told[2];
    try {
      parallel_for(100, 3, work);
    } catch (const std::runtime_error& error) {
      told[0] = error.what();
    }
    try {
      pool.run(100, [&](std::size_t i, std::size_t) { work(i); });
    } catch (const std::runtime_error& error) {
      told[1] = error.what();
    }
    const std::string wanted = "piece " + std::to_string(bad);
    check(told[0] == wanted && told[1] == wanted, "an error of a thread is told");
    std::atomic<int> done{0};
    pool.run(100, [&](std::size_t, std::size_t) { ++done; });
    parallel_for(100, 3, [&](std::size_t) { ++done; });
    check(done == 200, "threads work on after an error");
  }
}

// Counted beside the table or afterwards is the same, and nothing is done more often than it can be.
void check_counts(const Game& game, const SeatRoles& roles, const std::vector<Move>& moves,
                  const HandState& state, const SeatCounts* beside) {
  SeatCounts after[kMaxSeats] = {};
  count_statistics(game, roles, game.stack, moves, state, after);
  bool alike = true;
  bool shares = true;
  for (int seat = 0; seat < game.seats; ++seat)
    for (int street = 0; street < kMaxRounds; ++street)
      for (int i = 0; i < kStatistics; ++i) {
        const Count one = beside[seat][street][i];
        const Count other = after[seat][street][i];
        alike &= one.times == other.times && one.opportunities == other.opportunities;
        shares &= i >= static_cast<int>(Statistic::kBetSize) || one.times <= one.opportunities;
      }
  check(alike, "hands are counted alike beside the table and afterwards");
  check(shares, "nothing is done more often than it can be");
}

// Random hands of random games: the rules never ask for the impossible, and no
// chip is made or lost.
void test_table() {
  const auto below = [](Chips n) { return static_cast<Chips>(generator() % static_cast<std::uint64_t>(n)); };
  for (int round = 0; round < 20000; ++round) {
    Game game;
    game.book = round % 2 ? kTda : kAcpc;
    game.seats = static_cast<int>(2 + below(9));
    game.pot_limit = round % 3 == 0;
    for (int card = 0; card < kDeckSize; ++card) game.deck[card] = static_cast<std::uint8_t>(card);
    game.blind[game.seats == 2] = 1 + below(5);
    game.blind[game.seats != 2] = 2 * game.blind[game.seats == 2];
    game.common_ante = below(3);
    game.first[0] = game.seats == 2 ? 1 : 2 % game.seats;
    Chips before = 0;
    for (int seat = 0; seat < game.seats; ++seat) {
      game.stack[seat] = 1 + below(60);
      game.ante[seat] = game.common_ante;
      before += game.stack[seat];
    }
    for (int street = 0; street < kMaxRounds; ++street) {
      game.least[street] = game.big_blind();
      game.most[street] = kUnlimited;
      game.max_raises[street] = 255;
    }
    HandState state{};
    Stream stream(static_cast<std::uint64_t>(round), purpose_key("table"));
    deal_cards(game, stream, state);
    start_hand(game, game.stack, state);
    const SeatRoles roles{0b1, 0b11, 10};
    std::vector<Move> moves;
    SeatCounts beside[kMaxSeats] = {};
    Counter counter(game, roles, beside);
    while (!state.over) {
      const LegalActions legal = legal_actions(game, state);
      check(legal.call >= 0 && (!legal.raise || legal.min_to <= legal.max_to), "bounds are bounds");
      const Chips choice = below(4);
      Action action{legal.call > 0 ? ActionKind::kCall : ActionKind::kCheck, 0};
      if (choice == 0 && legal.fold)
        action.kind = ActionKind::kFold;
      else if (choice == 1 && legal.raise)
        action = {state.level == state.base ? ActionKind::kBet : ActionKind::kRaise,
                  legal.min_to + below(legal.max_to - legal.min_to + 1)};
      counter.observe(state, action);
      moves.push_back(act(game, state, action));
      check(moves.back().action == action, "a move is what it was meant to be");
      check(moves.size() < 1000, "a hand ends");
    }
    counter.finish(state, game.stack);
    check_counts(game, roles, moves, state, beside);
    Chips after = 0;
    for (int seat = 0; seat < game.seats; ++seat) after += kChipFractions * state.behind[seat] + state.won[seat];
    check(state.decided && after == kChipFractions * before, "no chip is made or lost");
  }
}

// Terminals of random boards, hand by hand.
void test_terminals() {
  for (int round = 0; round < 20; ++round) {
    Ranges ranges;
    for (auto& weights : ranges.weights) {
      weights.assign(kCombos, 0.0f);
      for (int i = 0; i < 40 + 60 * round; ++i) weights[generator() % kCombos] = 1.0f;
    }
    const CardSet cards = draw(5);
    const Runouts runouts = build_runouts({cards, ranges, 2, true, {}}, 1);
    const Board& board = runouts.boards[2][0];
    const auto& ours = board.hands[0].hands;
    const auto& theirs = board.hands[1].hands;
    const std::size_t width = board.hands[1].stride;
    std::vector<float> reach(kLanes * width, 0.0f), values(kLanes * board.hands[0].stride, 0.0f);
    AlignedBuffer room(terminal_scratch_size(ours.size(), theirs.size()) * sizeof(float));
    Terminals terminals{};
    terminals.kind = static_cast<Terminals::Kind>(round % 3);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      for (std::size_t i = 0; i < theirs.size(); ++i)
        reach[lane * width + i] = static_cast<float>(generator() % 100) / 100;
      terminals.reach[lane] = reach.data() + lane * width;
      terminals.values[lane] = values.data() + lane * board.hands[0].stride;
      terminals.show[lane] = terminals.kind == Terminals::kFolds ? 0.0f : 1.0f + static_cast<float>(lane);
      terminals.all[lane] = terminals.kind == Terminals::kShowdowns ? 0.0f : 0.5f;
    }
    kernels().terminal_values(board.hands[0].table(theirs.size()), terminals, room.floats());
    for (std::size_t lane = 0; lane < kLanes; lane += 5)
      for (std::size_t i = 0; i < ours.size(); i += 7) {
        double sum = 0;
        for (std::size_t j = 0; j < theirs.size(); ++j) {
          if (ours[i].cards() & theirs[j].cards()) continue;
          const int a = evaluate(cards | ours[i].cards()), b = evaluate(cards | theirs[j].cards());
          sum += static_cast<double>(reach[lane * width + j]) *
                 (static_cast<double>(terminals.show[lane]) * ((a > b) - (a < b)) +
                  static_cast<double>(terminals.all[lane]));
        }
        check(std::abs(sum - static_cast<double>(terminals.values[lane][i])) < 2e-2, "terminals add up");
      }
  }
}

// A turn spot on two threads, wide and small: both players' values cancel.
void test_solver() {
  Ranges ranges;
  for (auto& weights : ranges.weights) {
    weights.assign(kCombos, 0.0f);
    for (int i = 0; i < 60; ++i) weights[generator() % kCombos] = 1.0f;
  }
  for (const bool compressed : {false, true}) {
    Spot spot;
    spot.first_street = 1;
    spot.pot = 20;
    spot.stack = 60;
    for (auto& player : spot.bet_sizes)
      for (BetSizes& sizes : player) {
        sizes.bets = {{BetSize::kPot, 0.7, 0}, {BetSize::kGeometric, 0, 0}};
        sizes.raises = {{BetSize::kLast, 2.5, 0}};
      }
    Solver solver(spot, draw(4), ranges, compressed, true, 2);
    solver.allocate();
    double weight = 0;
    for (int t = 1; t <= 20; ++t) {
      weight = weight * (t - 1) / t + 1;
      solver.iterate({0.9f, 0.5f, static_cast<float>(1 / weight)});
    }
    double sum = 0, best = 0;
    for (int player = 0; player < 2; ++player) {
      sum += solver.expected_value(player, solver.root_values(player, Update::kAverage));
      best += solver.expected_value(player, solver.root_values(player, Update::kBestResponse));
    }
    check(std::abs(sum) < 1e-3, "what one wins the other loses");
    check(best > -1e-3 && best < 20, "best responses gain, less and less");
  }
}

void test_small_games() {
  // Matching pennies behind each other's back cannot be given without hands: the
  // first player's coin is its hand, the second guesses.
  PublicTree tree({{PublicNode::kDecision, 1, {1, 2}, 0, 0},
                   {PublicNode::kEnd, 0, {}, 0, 1.0f},
                   {PublicNode::kEnd, 0, {}, 0, -1.0f}},
                  2, 1, {{0.5f, -0.5f}});
  for (int t = 0; t < 50; ++t) tree.iterate({1.0f, 1.0f, 1.0f / static_cast<float>(t + 1)});
  check(std::abs(tree.values(1, false)[0]) < 1e-3f, "a coin is fair");

  JamFoldTable table;
  table.players = 4;
  table.stacks = {100, 60, 140, 80};
  table.blinds = {0, 0, 5, 10};
  table.prizes = {50, 30, 20};
  JamFoldSolver solver(table);
  for (std::uint64_t t = 0; t < 4; ++t) solver.iterate(1, t, 512, {1.0f, 1.0f, 0.5f}, 2);
  const JamFoldSolver::Measure measured = solver.measure(1, 1024, 2);
  double sum = 0;
  for (const double value : measured.values) sum += value;
  check(std::abs(sum) < 1e-6, "prizes are shared out");
}

// Hands played out from anywhere in a limit hand: quick betting and table agree.
void test_rollout() {
  const auto below = [](std::uint64_t n) { return static_cast<int>(generator() % n); };
  std::vector<double> shares(kCombos);
  for (double& share : shares) share = static_cast<double>(below(1000)) / 1000;
  for (int round = 0; round < 200; ++round) {
    Game game;
    game.book = round % 2 ? kTda : kAcpc;
    game.seats = 2 + below(9);
    for (int card = 0; card < kDeckSize; ++card) game.deck[card] = static_cast<std::uint8_t>(card);
    game.blind[game.seats == 2] = 5;
    game.blind[game.seats != 2] = 10;
    game.first[0] = game.seats == 2 ? 1 : 2 % game.seats;
    const bool short_stacks = round % 5 == 0;
    for (int seat = 0; seat < game.seats; ++seat) game.stack[seat] = short_stacks ? 1 + below(99) : kUnlimited;
    for (int street = 0; street < kMaxRounds; ++street) {
      game.least[street] = game.most[street] = street < 2 ? 10 : 20;
      game.max_raises[street] = 3;
    }
    HandState state{};
    Stream stream(static_cast<std::uint64_t>(round), purpose_key("rollout test"));
    deal_cards(game, stream, state);
    start_hand(game, game.stack, state);
    for (int moves = below(20); moves > 0 && !state.over; --moves) check_or_call(game, state);
    if (state.over) continue;
    Situation situation;
    situation.game = &game;
    situation.state = &state;
    situation.stack = game.stack[state.actor];
    situation.preflop = situation.now = shares.data();
    std::vector<std::vector<double>> weights;
    for (int seat = 0; seat < game.seats; ++seat) {
      weights.emplace_back(kCombos, 1.0);
      for (double& weight : weights.back())
        if (seat % 2) weight = below(3);
      Policy& policy = situation.seats[seat].policy;
      policy.by = static_cast<PolicyBasis>(below(3));
      for (int street = 0; street < kMaxRounds; ++street)
        for (int facing_bet = 0; facing_bet < 2; ++facing_bet) {
          policy.fold[street][facing_bet] = 0.3;
          policy.raise[street][facing_bet] = 0.8;
          policy.bluff[street][facing_bet] = 0.1 * below(3);
        }
    }
    for (int seat = 0; seat < game.seats; ++seat) situation.seats[seat].weights = weights[static_cast<std::size_t>(seat)].data();
    const Rollout quick(situation, false);
    const Rollout slow(situation, true);
    check(quick.quick() == !short_stacks && !slow.quick(), "deep limit hands are bet quickly");
    Chips one[kRolloutChunkDeals][kChoices];
    Chips other[kRolloutChunkDeals][kChoices];
    for (std::uint64_t chunk = 0; chunk < 3; ++chunk) {
      quick.play_chunk(1, chunk, kRolloutChunkDeals, one);
      slow.play_chunk(1, chunk, kRolloutChunkDeals, other);
      check(std::equal(&one[0][0], &one[0][0] + kRolloutChunkDeals * kChoices, &other[0][0]), "quick hands are the table's");
    }
    const RolloutSums alone = quick.play(2, 500, HUGE_VAL, 1);
    const RolloutSums many = quick.play(2, 500, HUGE_VAL, 3);
    check(alone.deals == 500 && alone.won[0] == many.won[0] && alone.product == many.product, "threads do not matter");
  }
}

}  // namespace

int main() {
  test_table();
  test_rollout();
  test_stream();
  test_threads();
  test_strength();
  test_field();
  for (const char* level : {"baseline", "avx2", "avx512"}) {
    if (!use_kernels(level)) continue;
    test_values();
    test_counts();
    test_heads_up();
    test_boards_by_rank();
    test_deals();
    test_matchups();
    test_terminals();
    test_solver();
    test_small_games();
    std::printf("%s: fine\n", level);
  }
  std::printf("%d checks hold\n", checks);
}
