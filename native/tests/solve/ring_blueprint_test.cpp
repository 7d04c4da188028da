// Ring blueprints: their words for a hand, their buckets, and what they learn.
#include "solve/ring_blueprint.hpp"

#include <algorithm>

#include "cards/suits.hpp"
#include "solve/ring_opponents.hpp"
#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

Game no_limit(int seats, Chips stack) {
  Game game;
  game.book = kAcpc;
  game.seats = seats;
  for (int card = 0; card < kDeckSize; ++card) game.deck[card] = static_cast<std::uint8_t>(card);
  for (int seat = 0; seat < seats; ++seat) game.stack[seat] = stack;
  game.blind[0] = seats == 2 ? 100 : 50;
  game.blind[1] = seats == 2 ? 50 : 100;
  for (int street = 0; street < 4; ++street) {
    game.least[street] = 100;
    game.most[street] = kUnlimited;
    game.max_raises[street] = 1000;
  }
  game.first[0] = seats == 2 ? 1 : 2;
  return game;
}

RingLine start(const Game& game) {
  RingLine line{};
  std::fill_n(&line.state.hole[0][0], kMaxSeats * kMaxHole, kUnknownCard);
  std::fill_n(line.state.board, kMaxBoard, kUnknownCard);
  start_hand(game, game.stack, line.state);
  return line;
}

constexpr Action kFold{ActionKind::kFold, 0}, kCall{ActionKind::kCall, 0};

std::uint64_t key_of(const Game& game, const RingLine& line, bool exploiting = false, const Habits& habits = {}) {
  return ring_key(game, line, ring_choice(game, line.state), exploiting, habits);
}

const Test choices("raises are by half the pot, by the pot, and all-in when that is near", [] {
  const Game game = no_limit(6, 20'000);
  RingLine line = start(game);
  const RingChoice open = ring_choice(game, line.state);
  check(open.mask == 0b01111, "fold, call, two raises");
  check(open.to[kRingSmall] == 225 && open.to[kRingLarge] == 350, "by half of 250 and by all of it");
  line.act(game, {ActionKind::kRaise, 350});
  check(ring_choice(game, line.state).mask == 0b01011, "one size for raises of raises");
  const Game shallow = no_limit(6, 600);
  check(ring_choice(shallow, start(shallow).state).mask == 0b11111, "six big blinds may go all-in");
});

const Test mapping("sizes between two are taken for the likelier by pseudo-harmonic mapping", [] {
  const Game game = no_limit(6, 20'000);
  const RingLine line = start(game);
  const RingChoice choice = ring_choice(game, line.state);
  const auto nearest = [&](Chips to) {
    return nearest_ring_action(game, line.state, choice, {ActionKind::kRaise, to});
  };
  check(nearest(200) == kRingSmall && nearest(5000) == kRingLarge, "beyond both ends");
  // Of pots 0.5 and 1 the even point is (0.5 + 1 + 2 * 0.5) / (2 + 1.5) = 5 / 7.
  check(nearest(278) == kRingSmall && nearest(279) == kRingLarge, "at 100 + 5/7 of 250");
});

const Test lines("lines that look alike are one, and others are not", [] {
  const Game game = no_limit(6, 20'000);
  RingLine folded = start(game), called = start(game);
  folded.act(game, kFold);
  called.act(game, kCall);
  check(key_of(game, folded) != key_of(game, called), "a caller is remembered");
  RingLine small = start(game), large = start(game);
  small.act(game, {ActionKind::kRaise, 300});
  large.act(game, {ActionKind::kRaise, 310});
  check(key_of(game, small) == key_of(game, large), "prices that are near are one");
  Habits habits{};
  check(key_of(game, small) != key_of(game, small, true, habits), "exploiting lines are apart");
  const std::uint64_t unknown = key_of(game, small, true, habits);
  habits[2] = Habit::kRaises;
  check(unknown != key_of(game, small, true, habits), "the raiser's habit counts");
  check(key_of(game, small) == key_of(game, small, false, habits), "but in exploiting lines only");
});

const Test flops("flops that differ in suits alone have the same buckets", [] {
  const RingSizes sizes{{kClasses, 40, 40, 40}};
  FlopBuckets flops(sizes);
  const CardSet flop = cards("Ah7h2d");
  const RingBuckets direct = ring_buckets(flop, sizes);
  const RingBuckets looked_up = flops(flop);
  const SuitMap& map = kSuitMaps[17];
  const RingBuckets mapped = flops(map_cards(flop, map));
  each_combo(flop, [&](int index, Combo combo) {
    const auto i = static_cast<std::size_t>(index);
    check(direct[i] == looked_up[i], "looked up as counted");
    check(direct[i] == mapped[static_cast<std::size_t>(map_combo(combo.low, combo.high, map))], "in other suits");
  });
});

const Test strengths("better hands are in higher buckets, and draws in others than made hands", [] {
  const RingSizes sizes{{kClasses, 40, 40, 40}};
  const CardSet board = cards("Ah7h2d5s");
  const RingBuckets buckets = ring_buckets(board, sizes);
  const auto bucket = [&](std::string_view hole) {
    const CardSet both = cards(hole);
    return buckets[static_cast<std::size_t>(
        combo_index(first_card(both), first_card(without_first(both))))];
  };
  check(bucket("AsAc") / kSwings > bucket("AsKc") / kSwings, "a set is above a pair");
  check(bucket("AsKc") / kSwings > bucket("9c8c") / kSwings, "a pair is above nothing");
  check(bucket("KhQh") % kSwings > bucket("AsKc") % kSwings, "a draw swings more than a pair");
});

RingBlueprint::Company alone() {
  RingBlueprint::Company company;
  company.weights = {1.0};
  company.exploiting = 0;
  return company;
}

const Test repeatable("one thread learns the same again, and discounts scale it", [] {
  const RingSizes sizes{{kClasses, 8, 8, 8}};
  std::vector<float> before[2];
  for (auto& numbers : before) {
    RingBlueprint ring({no_limit(3, 2000)}, sizes, 4'000'000);
    RingBlueprint::Company company = alone();
    company.exploiting = 0.5;
    ring.learn(1, 0, 2, company, 1);
    for (const std::uint64_t key : ring.keys()) numbers.push_back(*ring.rows(key).regrets);
    const float first = *ring.rows(ring.keys()[0]).regrets;
    ring.discount(0.5f, 0.25f);
    check(*ring.rows(ring.keys()[0]).regrets == 0.5f * first, "half of the regret");
  }
  check(before[0] == before[1] && before[0].size() > 10, "the same regrets");
});

const Test prices("whoever gets three to one for the last chips learns to call with everything", [] {
  // The small blind is all-in for two big blinds: the other pays one to win three, and the
  // worst class has 32 % against a random hand.
  const RingSizes sizes{{kClasses, 4, 4, 4}};
  const Game game = no_limit(2, 200);
  RingBlueprint ring({game}, sizes, 400'000);
  RingBlueprint::Company company = alone();
  company.deals = 500;
  ring.learn(3, 0, 8, company, 1);
  ring.discount(1.0f, 0.0f);  // how it began is forgotten
  ring.learn(3, 8, 8, company, 1);
  RingLine line = start(game);
  line.act(game, {ActionKind::kRaise, 200});
  const RingRows rows = ring.rows(key_of(game, line));
  check(rows.regrets != nullptr && rows.width == kClasses, "the line is known");
  double folds = 0, all = 0;
  for (std::size_t i = 0; i < kClasses; ++i) {
    folds += static_cast<double>(rows.sums[i]);
    all += static_cast<double>(rows.sums[i] + rows.sums[kClasses + i]);
  }
  check(folds < 0.1 * all, "hardly anything is folded");
});

const Test room("a blueprint without room says so", [] {
  RingBlueprint ring({no_limit(3, 2000)}, RingSizes{{kClasses, 8, 8, 8}}, 100);
  check_rejects([&] { ring.learn(1, 0, 1, alone(), 1); }, "too small a table");
});

const Test habits("styles have the habits that are seen of them", [] {
  check(kKnownStyles[0].habit() == Habit::kCalls, "who always calls");
  check(kKnownStyles[1].habit() == Habit::kRaises, "who always raises");
  check(kKnownStyles[3].habit() == Habit::kFolds, "who always folds");
  check(kKnownStyles[4].habit() == Habit::kSound, "who plays tight");
  check(kKnownStyles[6].habit() == Habit::kRaises, "the maniac");
  check(kKnownStyles[8].habit() == Habit::kFolds, "the timid");
});

}  // namespace
}  // namespace fivebet::testing
