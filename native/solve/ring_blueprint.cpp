#include "solve/ring_blueprint.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "cards/deck.hpp"
#include "solve/ring_opponents.hpp"
#include "util/memory.hpp"
#include "util/parallel_for.hpp"

namespace fivebet {
namespace {

constexpr std::size_t kSlots = std::size_t{1} << 20;
constexpr std::uint64_t kPurpose = purpose_key("ring blueprint");
constexpr float kLeastRegret = -30'000.0f;  // in big blinds: what is worse can still become good
constexpr float kHopeless = -3'000.0f;      // actions below are seldom tried
constexpr float kTriedAnyway = 0.1f;
constexpr float kKnownHabit = 0.6f;  // how often the habit of an opponent is known

std::uint64_t hashed(std::uint64_t key) {
  key *= 0x9E3779B97F4A7C15;
  return key ^ key >> 29;
}

float load(const float& number) {
  return std::atomic_ref<float>(const_cast<float&>(number)).load(std::memory_order_relaxed);
}
void store(float& number, float value) {
  std::atomic_ref<float>(number).store(value, std::memory_order_relaxed);
}

template <class Random>
std::size_t draw_index(std::span<const double> weights, Random& random) {
  double total = 0;
  for (const double weight : weights) total += weight;
  double left = total * static_cast<double>(draw_unit(random));
  for (std::size_t i = 0; i + 1 < weights.size(); ++i)
    if ((left -= weights[i]) < 0) return i;
  return weights.size() - 1;
}

// Each class's place among all hands, from the weakest up, by strength over all boards against
// one random hand as the boards of some draws have it.
const std::array<float, kCombos>& preflop_strengths() {
  static const std::array<float, kCombos> strengths = [] {
    std::array<double, kClasses> sums{}, counts{};
    for (std::uint64_t index = 0; index < 400; ++index) {
      Stream stream(0, kPurpose, index, 1);
      Deck deck = Deck::descending();
      CardSet board = 0;
      for (int i = 0; i < 5; ++i) board |= card_set(deck.draw(stream));
      const auto shares = present_strengths(board);
      each_combo(board, [&](int combo, Combo) {
        const auto i = static_cast<std::size_t>(combo);
        sums[kClassTable[i]] += static_cast<double>(shares[i]);
        ++counts[kClassTable[i]];
      });
    }
    std::array<std::uint16_t, kCombos> order{};
    for (std::size_t i = 0; i < kCombos; ++i) order[i] = static_cast<std::uint16_t>(i);
    const auto mean = [&](std::size_t i) { return sums[kClassTable[i]] / counts[kClassTable[i]]; };
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return mean(a) < mean(b); });
    std::array<float, kCombos> places{};
    for (std::size_t i = 0; i < kCombos; ++i)
      places[order[i]] = (static_cast<float>(i) + 0.5f) / static_cast<float>(kCombos);
    return places;
  }();
  return strengths;
}

}  // namespace

// The cards of a deal, as buckets and strengths by street and seat.
struct RingBlueprint::DealtHands {
  std::uint8_t hole[kMaxSeats][2];
  std::uint8_t board[5];
  std::uint8_t bucket[kRingStreets][kMaxSeats];
  float strength[kRingStreets][kMaxSeats];
};

// One player's walk through a deal.
class RingBlueprint::Traversal {
 public:
  Traversal(RingBlueprint& table, const Game& game, const DealtHands& deal, int player, bool exploiting,
            Xoshiro256& random)
      : table_(table), game_(game), deal_(deal), player_(player), exploiting_(exploiting), random_(random) {}

  void draw_opponents(double styles) {
    for (int seat = 0; seat < game_.seats; ++seat) {
      const auto at = static_cast<std::size_t>(seat);
      by_style_[at] = seat != player_ && draw_unit(random_) < static_cast<float>(styles);
      habits_[at] = Habit::kSound;
      if (!by_style_[at]) continue;
      styles_[at] = draw_style(random_);
      if (draw_unit(random_) < kKnownHabit) habits_[at] = styles_[at].habit();
    }
  }

  void run(const Chips* stacks) {
    RingLine line{};
    for (int seat = 0; seat < game_.seats; ++seat) std::copy_n(deal_.hole[seat], 2, line.state.hole[seat]);
    std::copy_n(deal_.board, 5, line.state.board);
    start_hand(game_, stacks, line.state);
    walk(line, 1.0f);
  }

 private:
  // What the player wins from here on average, in big blinds.
  float walk(const RingLine& line, float own_reach) {
    if (line.state.over) {
      const auto won = static_cast<double>(line.state.won[player_]) / static_cast<double>(kChipFractions);
      return static_cast<float>((won - static_cast<double>(line.state.contributed[player_])) /
                                static_cast<double>(game_.big_blind()));
    }
    const int seat = line.state.actor;
    const RingChoice choice = ring_choice(game_, line.state);
    if (seat != player_) return act(line, choice, other_action(line, choice), own_reach);
    if (std::has_single_bit(choice.mask)) return act(line, choice, kRingCall, own_reach);
    const RingRows rows = table_.find(ring_key(game_, line, choice, exploiting_, habits_), true);
    rows.visits->fetch_add(1, std::memory_order_relaxed);
    return choose(line, choice, rows, own_reach);
  }

  float choose(const RingLine& line, const RingChoice& choice, const RingRows& rows, float own_reach) {
    const auto bucket = static_cast<std::size_t>(deal_.bucket[line.state.street][player_]);
    const auto width = static_cast<std::size_t>(rows.width);
    float chances[kRingActions], values[kRingActions], value = 0, tried = 0;
    bool skipped[kRingActions] = {};
    const int actions = current(choice, rows, bucket, chances);
    for (int i = 0, action = 0; action < kRingActions; ++action) {
      if (!choice.has(action)) continue;
      const float regret = load(rows.regrets[static_cast<std::size_t>(i) * width + bucket]);
      skipped[i] = regret < kHopeless && draw_unit(random_) >= kTriedAnyway;
      if (!skipped[i]) {
        values[i] = act(line, choice, action, own_reach * chances[i]);
        value += chances[i] * values[i];
        tried += chances[i];
      }
      ++i;
    }
    if (tried <= 0) return 0;
    value /= tried;
    for (int i = 0; i < actions; ++i) {
      const std::size_t at = static_cast<std::size_t>(i) * width + bucket;
      if (!skipped[i])
        store(rows.regrets[at], std::max(load(rows.regrets[at]) + values[i] - value, kLeastRegret));
      store(rows.sums[at], load(rows.sums[at]) + own_reach * chances[i]);
    }
    return value;
  }

  // Regret matching; returns the number of actions.
  static int current(const RingChoice& choice, const RingRows& rows, std::size_t bucket, float* chances) {
    const int actions = std::popcount(choice.mask);
    float total = 0;
    for (int i = 0; i < actions; ++i) {
      chances[i] = std::max(
          load(rows.regrets[static_cast<std::size_t>(i) * static_cast<std::size_t>(rows.width) + bucket]), 0.0f);
      total += chances[i];
    }
    for (int i = 0; i < actions; ++i)
      chances[i] = total > 0 ? chances[i] / total : 1.0f / static_cast<float>(actions);
    return actions;
  }

  int other_action(const RingLine& line, const RingChoice& choice) {
    const HandState& state = line.state;
    const auto seat = static_cast<std::size_t>(state.actor);
    if (std::has_single_bit(choice.mask)) return kRingCall;
    if (exploiting_ && by_style_[seat]) {
      const auto call = static_cast<float>(legal_actions(game_, state).call);
      const float odds = call / (static_cast<float>(pot_of(game_, state)) + call);
      const auto others = static_cast<float>(std::popcount(static_cast<unsigned>(state.in)) - 1);
      const float power = state.street == 0 ? std::sqrt(others) : others;
      const float strength = std::pow(deal_.strength[state.street][seat], power);
      return style_action(styles_[seat], choice, state.street, strength, odds, random_);
    }
    const RingRows rows = table_.find(ring_key(game_, line, choice, false, {}), true);
    float chances[kRingActions];
    current(choice, rows, deal_.bucket[state.street][seat], chances);
    float left = draw_unit(random_);
    int last = kRingCall;
    for (int i = 0, action = 0; action < kRingActions; ++action) {
      if (!choice.has(action)) continue;
      if (chances[i] > 0) {
        last = action;
        if ((left -= chances[i]) < 0) break;
      }
      ++i;
    }
    return last;
  }

  float act(const RingLine& line, const RingChoice& choice, int action, float own_reach) {
    RingLine next = line;
    next.act(game_, ring_action(choice, action));
    return walk(next, own_reach);
  }

  RingBlueprint& table_;
  const Game& game_;
  const DealtHands& deal_;
  int player_;
  bool exploiting_;
  Xoshiro256& random_;
  std::array<bool, kMaxSeats> by_style_{};
  std::array<RingStyle, kMaxSeats> styles_{};
  Habits habits_{};
};

RingBlueprint::RingBlueprint(std::vector<Game> games, const RingSizes& sizes, std::size_t numbers)
    : games_(std::move(games)), sizes_(sizes), room_(numbers), flops_(sizes) {
  if (games_.empty()) throw std::invalid_argument("a blueprint needs a game");
  for (const Game& game : games_) {
    if (!game.holdem() || game.pot_limit)
      throw std::invalid_argument("ring blueprints are for limit and no-limit hold'em");
    if (game.big_blind() < 1) throw std::invalid_argument("a ring blueprint counts in big blinds: give blinds");
  }
  for (std::size_t street = 1; street < kRingStreets; ++street) {
    const int size = sizes.buckets[street];
    if (size < kSwings || size > 240 || (street < 3 && size % kSwings))
      throw std::invalid_argument("a street has 4 to 240 buckets, on flop and turn a multiple of 4");
  }
  regrets_ = AlignedBuffer(numbers * sizeof(float));
  sums_ = AlignedBuffer(numbers * sizeof(float));
  slots_ = std::make_unique<Slot[]>(kSlots);
  visits_ = std::make_unique<std::atomic<std::uint32_t>[]>(kSlots);
}

RingRows RingBlueprint::rows_at(const Slot& slot, std::uint64_t key) const {
  std::uint64_t start = 0;
  while (!(start = slot.start.load(std::memory_order_acquire))) std::this_thread::yield();
  if (start - 1 >= room_) throw std::invalid_argument("the blueprint has more lines than room: give more memory");
  const auto at = static_cast<std::size_t>(start - 1);
  return {regrets_.floats() + at, sums_.floats() + at, &visits_[static_cast<std::size_t>(&slot - slots_.get())],
          sizes_.buckets[static_cast<std::size_t>(key_street(key))]};
}

RingRows RingBlueprint::find(std::uint64_t key, bool may_add) const {
  for (std::size_t at = hashed(key) % kSlots, tried = 0; tried < kSlots; at = (at + 1) % kSlots, ++tried) {
    Slot& slot = slots_[at];
    std::uint64_t there = slot.key.load(std::memory_order_acquire);
    if (!there) {
      if (!may_add) return {};
      if (slot.key.compare_exchange_strong(there, key)) {
        const auto width = static_cast<std::uint64_t>(sizes_.buckets[static_cast<std::size_t>(key_street(key))]);
        const auto numbers = width * static_cast<std::uint64_t>(std::popcount(key_mask(key)));
        std::uint64_t start = used_.fetch_add(numbers);
        if (start + numbers > room_) start = room_;  // found to be too much by whoever reads it
        slot.start.store(start + 1, std::memory_order_release);
        there = key;
      }
    }
    if (there == key) return rows_at(slot, key);
  }
  throw std::invalid_argument("the blueprint has too many lines");
}

RingRows RingBlueprint::rows(std::uint64_t key) const { return find(key, false); }
RingRows RingBlueprint::add(std::uint64_t key) { return find(key, true); }

std::vector<std::uint64_t> RingBlueprint::keys() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
  for (std::size_t i = 0; i < kSlots; ++i)
    if (const std::uint64_t key = slots_[i].key.load()) found.emplace_back(slots_[i].start.load(), key);
  std::sort(found.begin(), found.end());
  std::vector<std::uint64_t> keys;
  for (const auto& [start, key] : found) keys.push_back(key);
  return keys;
}

void RingBlueprint::discount(float regrets, float sums) {
  const std::size_t numbers = std::min<std::size_t>(used_.load(), room_);
  for (std::size_t i = 0; i < numbers; ++i) {
    regrets_.floats()[i] *= regrets;
    sums_.floats()[i] *= sums;
  }
}

void RingBlueprint::learn(std::uint64_t seed, std::uint64_t start, std::uint64_t boards, const Company& company,
                          int threads) {
  if (company.weights.size() != games_.size()) throw std::invalid_argument("every game has a weight");
  preflop_strengths();
  parallel_for(boards, threads, [&](std::size_t index) {
    Xoshiro256 random(Stream(seed, kPurpose, start + index, 0));
    Deck deck = Deck::descending();
    DealtHands deal;
    for (std::uint8_t& card : deal.board) card = static_cast<std::uint8_t>(deck.draw(random));
    const CardSet flop = set_of(deal.board, 3), turn = set_of(deal.board, 4), river = set_of(deal.board, 5);
    const RingBuckets buckets[3] = {flops_(flop), ring_buckets(turn, sizes_), ring_buckets(river, sizes_)};
    const std::array<float, kCombos> strengths[3] = {present_strengths(flop), present_strengths(turn),
                                                     present_strengths(river)};
    for (int number = 0; number < company.deals; ++number) {
      interruption_point();
      const Game& game = games_[draw_index(company.weights, random)];
      Deck left(kDeck & ~river);
      for (int seat = 0; seat < game.seats; ++seat) {
        for (std::uint8_t& card : deal.hole[seat]) card = static_cast<std::uint8_t>(left.draw(random));
        const auto combo = static_cast<std::size_t>(combo_index(deal.hole[seat][0], deal.hole[seat][1]));
        deal.bucket[0][seat] = kClassTable[combo];
        deal.strength[0][seat] = preflop_strengths()[combo];
        for (std::size_t street = 1; street < kRingStreets; ++street) {
          deal.bucket[street][seat] = buckets[street - 1][combo];
          deal.strength[street][seat] = strengths[street - 1][combo];
        }
      }
      Chips stacks[kMaxSeats];
      std::copy_n(game.stack, kMaxSeats, stacks);
      if (!company.depths.empty()) {
        const double depth = company.depths[random.below(static_cast<std::uint32_t>(company.depths.size()))];
        std::fill_n(stacks, kMaxSeats, static_cast<Chips>(depth * static_cast<double>(game.big_blind())));
      }
      const bool exploiting = static_cast<double>(draw_unit(random)) < company.exploiting;
      for (int player = 0; player < game.seats; ++player) {
        Traversal traversal(*this, game, deal, player, exploiting, random);
        if (exploiting) traversal.draw_opponents(company.styles);
        traversal.run(stacks);
      }
    }
  });
}

}  // namespace fivebet
