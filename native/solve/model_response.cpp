#include "solve/model_response.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "cards/deck.hpp"
#include "solve/ring_buckets.hpp"
#include "util/interruption.hpp"
#include "util/random.hpp"

namespace fivebet {
namespace {

constexpr std::uint64_t kPurpose = purpose_key("model response");
constexpr std::uint64_t kThinning = purpose_key("model response, thinning");
constexpr std::array<float, kStrengthLevels - 1> kLevelBounds{
    0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.58f, 0.65f, 0.72f, 0.78f, 0.83f, 0.88f, 0.92f, 0.95f, 0.97f, 0.99f};
// Of the pot after calling: bets of 0.26, 0.59, 1.3, 2.5, 5, 10 and 30 pots. Players who call a bet
// of twice the pot fold to one of fifty, so that what all-ins are called with needs bands of its own.
constexpr std::array<double, 7> kPriceBounds{0.17, 0.27, 0.36, 0.417, 0.4545, 0.476, 0.492};
constexpr std::array<double, kModelRaises - 1> kSizeBounds{0.62, 1.4};
constexpr int kStreetCount = 4;
constexpr int kFacing = 4, kPrices = 8;
constexpr int kFold = 0, kPassive = 1, kSmallRaise = 2;
constexpr int kMostRaises = 3;       // of a no-limit street that are thought of ahead
constexpr double kPruned = 1e-3;     // lines with less of the weight are not followed
constexpr double kSeldom = 0.02;     // nor what the opponent does more seldom in a situation
constexpr float kLight = 0.1f;       // deals with less weight go on for others
constexpr double kNearAllIn = 0.75;  // raises above this part of the stack are all-in
constexpr std::array<std::size_t, 6> kBoards{128, 0, 0, 64, 60, 0};  // drawn, by the cards that are known
constexpr int kDraws = 3;

template <std::size_t N, class Number>
int band(Number value, const std::array<Number, N>& bounds) {
  return static_cast<int>(std::upper_bound(bounds.begin(), bounds.end(), value) - bounds.begin());
}

int level_of(float strength) { return band(strength, kLevelBounds); }

// Whether ranks (bit 0 a deuce, bit 12 an ace) hold a straight.
bool has_straight(unsigned ranks) {
  const unsigned m = ranks << 1 | (ranks >> 12 & 1);
  return m & m << 1 & m << 2 & m << 3 & m << 4;
}

unsigned ranks_of(CardSet cards) {
  unsigned ranks = 0;
  for (int card = 0; card < kDeckSize; ++card)
    if (cards >> card & 1) ranks |= 1u << rank_of(card);
  return ranks;
}

int draw_of(unsigned board_ranks, const std::array<int, 4>& board_suits, int low, int high) {
  const int first = suit_of(low), second = suit_of(high);
  for (const int suit : {first, second}) {
    const int own = (first == suit) + (second == suit);
    if (board_suits[static_cast<std::size_t>(suit)] + own == 4 && board_suits[static_cast<std::size_t>(suit)] < 4)
      return 2;
  }
  const unsigned ranks = board_ranks | 1u << rank_of(low) | 1u << rank_of(high);
  if (has_straight(ranks)) return 0;
  int outs = 0;
  for (unsigned rank = 0; rank < 13; ++rank)
    outs += has_straight(ranks | 1u << rank) && !has_straight(board_ranks | 1u << rank);
  return outs >= 2 ? 1 : 0;
}

Chips pot_after_call(const Game& game, const HandState& state, Chips call) { return pot_of(game, state) + call; }

// What a raise by a part of the pot brings one's bet to, or 0 where none is possible.
Chips sized_raise(const Game& game, const HandState& state, const LegalActions& legal, double part) {
  if (!legal.raise) return 0;
  if (game.fixed_limit()) return legal.min_to;
  const auto pot = static_cast<double>(pot_after_call(game, state, legal.call));
  const auto level = static_cast<double>(state.contributed[state.actor] + legal.call - state.base);
  const double to = std::min(level + part * pot + 0.5, static_cast<double>(legal.max_to));
  if (to > kNearAllIn * static_cast<double>(legal.max_to)) return legal.max_to;
  return std::max(static_cast<Chips>(to), legal.min_to);
}

StrengthLevels levels_of(CardSet board, const Strengths& strengths) {
  StrengthLevels levels{};
  each_combo(board, [&](int combo, Combo) {
    const auto i = static_cast<std::size_t>(combo);
    levels[i] = static_cast<std::uint8_t>(level_of(strengths[i]));
  });
  return levels;
}

// The bucket of each of our hands on a board.
class BoardBuckets {
 public:
  explicit BoardBuckets(CardSet board) : ranks_(ranks_of(board)), draws_(count(board) == 3 || count(board) == 4) {
    for (int card = 0; card < kDeckSize; ++card)
      if (board >> card & 1) ++suits_[static_cast<std::size_t>(suit_of(card))];
  }

  std::uint8_t operator()(Combo hand, float strength) const {
    const int level = level_of(strength);
    return static_cast<std::uint8_t>(level * kDraws + kind_of(hand, strength, level));
  }

 private:
  int kind_of(Combo hand, float strength, int level) const {
    if (draws_) return draw_of(ranks_, suits_, hand.low, hand.high);
    const float low = level ? kLevelBounds[static_cast<std::size_t>(level) - 1] : 0.0f;
    const float high = level + 1 < kStrengthLevels ? kLevelBounds[static_cast<std::size_t>(level)] : 1.0f;
    return std::clamp(static_cast<int>(kDraws * (strength - low) / (high - low)), 0, kDraws - 1);
  }

  unsigned ranks_;
  std::array<int, 4> suits_{};
  bool draws_;
};

StrengthLevels buckets_of(CardSet board, const Strengths& strengths) {
  const BoardBuckets bucket_of(board);
  StrengthLevels buckets{};
  each_combo(board, [&](int combo, Combo hand) {
    const auto i = static_cast<std::size_t>(combo);
    buckets[i] = bucket_of(hand, strengths[i]);
  });
  return buckets;
}

// A street of a deal: its board, and the strength of all hands on it.
struct DealtStreet {
  BoardBuckets bucket_of{0};
  Strengths strengths{};
};
using DealtStreets = std::array<DealtStreet, kStreetCount>;

// One number for a model and a level of strength.
std::uint8_t model_cell(std::size_t model, std::size_t level) {
  return static_cast<std::uint8_t>(model * kStrengthLevels + level);
}

// The deals of a response, as what each player knows on each street, and who wins.
struct SampledDeals {
  std::size_t count = 0;
  std::array<std::vector<std::uint8_t>, kStreetCount> own;
  std::array<std::vector<std::uint8_t>, kStreetCount> other;  // the opponent's model and level: see model_cell
  std::vector<std::uint8_t> model;                            // of the opponent
  std::vector<float> won;     // 1, 0 or -1: what we win of a stake
  std::vector<float> weight;  // how often it was dealt
  bool exact = false;         // all deals that there are, and not a sample

  void add(const DealtStreets& streets, std::size_t ours, std::size_t theirs, std::size_t played_by) {
    for (std::size_t street = 0; street < kStreetCount; ++street) {
      const auto& [bucket_of, strengths] = streets[street];
      own[street].push_back(bucket_of(kComboTable[ours], strengths[ours]));
      other[street].push_back(model_cell(played_by, static_cast<std::size_t>(level_of(strengths[theirs]))));
    }
    const Strengths& last = streets.back().strengths;
    model.push_back(static_cast<std::uint8_t>(played_by));
    won.push_back(static_cast<float>((last[ours] > last[theirs]) - (last[ours] < last[theirs])));
    weight.push_back(1);
    ++count;
  }
};

// All deals on a river against each model, those that neither player can tell apart taken together.
SampledDeals river_deals(CardSet board, std::span<const double> weights) {
  const Strengths strengths = present_strengths(board);
  const StrengthLevels own = buckets_of(board, strengths), other = levels_of(board, strengths);
  const std::size_t models = weights.size() / kCombos;
  constexpr std::size_t kOwnResults = std::size_t{kResponseBuckets} * 3;
  std::vector<double> cells(kStrengthLevels * kOwnResults * models);
  each_combo(board, [&](int combo, Combo) {
    const auto theirs = static_cast<std::size_t>(combo);
    std::array<int, kOwnResults> pairs{};  // by our bucket and the result
    each_combo(board | kComboSets[theirs], [&](int mine, Combo) {
      const auto ours = static_cast<std::size_t>(mine);
      const std::size_t result = strengths[ours] > strengths[theirs] ? 2 : strengths[ours] < strengths[theirs] ? 0 : 1;
      ++pairs[own[ours] * std::size_t{3} + result];
    });
    for (std::size_t at = 0; at < kOwnResults; ++at)
      for (std::size_t model = 0; pairs[at] && model < models; ++model)
        cells[(other[theirs] * kOwnResults + at) * models + model] += pairs[at] * weights[model * kCombos + theirs];
  });
  SampledDeals deals;
  deals.exact = true;
  std::vector<double> totals(models);
  for (std::size_t i = 0; i < cells.size(); ++i) totals[i % models] += cells[i];
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t model = i % models, at = i / models % kOwnResults, level = i / models / kOwnResults;
    if (!(totals[model] > 0)) throw std::invalid_argument("the opponent has no hand that is possible");
    if (!(cells[i] > 0)) continue;
    for (std::size_t street = 0; street < kStreetCount; ++street) {
      deals.own[street].push_back(static_cast<std::uint8_t>(at / 3));
      deals.other[street].push_back(model_cell(model, level));
    }
    deals.model.push_back(static_cast<std::uint8_t>(model));
    deals.won.push_back(static_cast<float>(at % 3) - 1);
    deals.weight.push_back(static_cast<float>(cells[i] / totals[model]));
    ++deals.count;
  }
  return deals;
}

// Our hands as they are dealt for a sample: half of them any, half of them by bucket, each bucket as often as
// another. What a bucket wins is a mean over its own deals, so that it does not matter how many there are, but for
// its error: the best hundredth of the hands, with which most is won, would be in a hundredth of the deals.
class OwnHands {
 public:
  OwnHands(CardSet board, const StrengthLevels& buckets) {
    std::array<std::vector<std::uint16_t>, kResponseBuckets> sorted;
    each_combo(board, [&](int combo, Combo) {
      const auto hand = static_cast<std::uint16_t>(combo);
      all_.push_back(hand);
      sorted[buckets[hand]].push_back(hand);
    });
    for (auto& hands : sorted)
      if (!hands.empty()) by_bucket_.push_back(std::move(hands));
  }

  std::size_t draw(Xoshiro256& random) const {
    const auto one_of = [&](const auto& from) -> const auto& {
      return from[static_cast<std::size_t>(random.below(static_cast<std::uint32_t>(from.size())))];
    };
    return random.next() >> 63 ? one_of(all_) : one_of(one_of(by_bucket_));
  }

 private:
  std::vector<std::uint16_t> all_;
  std::vector<std::vector<std::uint16_t>> by_bucket_;  // those that have any
};

SampledDeals sample_deals(CardSet board, std::span<const double> weights, const Strengths& preflop,
                          const ResponseOptions& options) {
  Xoshiro256 random(Stream(options.seed, kPurpose, options.index, 0));
  const std::size_t models = weights.size() / kCombos;
  std::vector<double> sums(weights.size());  // of the weights up to each hand, by model
  for (std::size_t model = 0; model < models; ++model) {
    double total = 0;
    for (std::size_t i = 0; i < kCombos; ++i)
      sums[model * kCombos + i] = total += (kComboSets[i] & board) ? 0.0 : weights[model * kCombos + i];
    if (!(total > 0)) throw std::invalid_argument("the opponent has no hand that is possible");
  }
  SampledDeals deals;
  const int known = count(board);
  const std::size_t pairs = options.deals / kBoards[static_cast<std::size_t>(known)] + 1;
  DealtStreets streets;
  const auto know = [&](std::size_t street, CardSet cards) {
    streets[street] = {BoardBuckets(cards), cards ? present_strengths(cards) : preflop};
  };
  know(0, 0);
  const std::size_t now = known ? static_cast<std::size_t>(known) - 2 : 0;
  if (known) know(now, board);
  const OwnHands ours_of(board, buckets_of(board, streets[now].strengths));
  for (std::size_t tried = 0; deals.count < options.deals && tried < 20 * options.deals; tried += pairs) {
    interruption_point();
    Deck deck(kDeck & ~board);
    CardSet full = board;
    for (int cards = known + 1; cards <= 5; ++cards) {
      full |= card_set(deck.draw(random));
      if (cards >= 3) know(static_cast<std::size_t>(cards) - 2, full);
    }
    for (std::size_t pair = 0; pair < pairs && deals.count < options.deals; ++pair) {
      // Pairs of deals have the same model, so that both halves know all models.
      const std::size_t model = deals.count / 2 % models;
      const auto first = sums.begin() + static_cast<std::ptrdiff_t>(model * kCombos);
      const auto last = first + kCombos;
      const double at = last[-1] * static_cast<double>(random.next() >> 11) * 0x1p-53;
      const auto theirs =
          std::min<std::size_t>(static_cast<std::size_t>(std::upper_bound(first, last, at) - first), kCombos - 1);
      const CardSet gone = full | kComboSets[theirs];
      const std::size_t ours = ours_of.draw(random);
      if ((kComboSets[theirs] & full) || (kComboSets[ours] & gone)) continue;
      deals.add(streets, ours, theirs, model);
    }
  }
  if (!deals.count) throw std::invalid_argument("no deal is possible with these weights");
  return deals;
}

// Means of numbers by bucket, and how sure they are. Winnings come times the weight of their deal.
class BucketMeans {
 public:
  using Means = std::array<double, kResponseBuckets>;

  BucketMeans(const SampledDeals& deals, std::span<const std::uint8_t> own, std::size_t models)
      : deals_(deals), own_(own), weights_(models * kResponseBuckets) {
    for (std::size_t i = 0; i < deals.count; ++i) weights_[cell(i)] += static_cast<double>(deals.weight[i]);
  }

  // The mean of all deals; not a number where there is none.
  template <class Number>
  Means of(Number&& number) const {
    Means sums{}, total{};
    for (std::size_t i = 0; i < deals_.count; ++i) sums[own_[i]] += number(i);
    for (std::size_t at = 0; at < weights_.size(); ++at) total[at % kResponseBuckets] += weights_[at];
    for (std::size_t b = 0; b < sums.size(); ++b) sums[b] = total[b] > 0 ? sums[b] / total[b] : std::nan("");
    return sums;
  }

  // How far the mean against the opponent, who is one of the models, may be from the mean of all: the
  // models differ, and each mean is one of a sample.
  template <class Number>
  Means errors(Number&& number) const {
    std::vector<double> sums(weights_.size()), second_moments(weights_.size());
    for (std::size_t i = 0; i < deals_.count; ++i) {
      const double x = number(i);
      sums[cell(i)] += x;
      second_moments[cell(i)] += x * x;
    }
    Means errors{};
    for (std::size_t b = 0; b < errors.size(); ++b) {
      double total = 0, first = 0, second = 0;
      for (std::size_t at = b; at < sums.size(); at += kResponseBuckets) {
        total += weights_[at];
        first += sums[at];
        second += second_moments[at];
      }
      if (!(total > 0)) continue;
      const double mean = first / total;
      double between = 0;
      for (std::size_t at = b; at < sums.size(); at += kResponseBuckets) {
        const double weight = weights_[at];
        if (!(weight > 0)) continue;
        const double own = sums[at] / weight, spread = std::max(second_moments[at] / weight - own * own, 0.0);
        // Of the difference, what the sample alone makes is taken off.
        const double sampled = deals_.exact ? 0.0 : spread / std::max(weight - 1, 1.0);
        between += weight * ((own - mean) * (own - mean) - sampled);
      }
      const double spread = std::max(second / total - mean * mean, 0.0) / std::max(total - 1, 1.0);
      errors[b] = std::sqrt(std::max(between / total, 0.0) + (deals_.exact ? 0.0 : spread));
    }
    return errors;
  }

 private:
  std::size_t cell(std::size_t i) const { return deals_.model[i] * std::size_t{kResponseBuckets} + own_[i]; }

  const SampledDeals& deals_;
  std::span<const std::uint8_t> own_;
  std::vector<double> weights_;  // by model and bucket
};

// Sums of winnings by bucket, apart for each half of the deals.
using BucketSums = std::array<double, 2 * kResponseBuckets>;

// The deals that are left on a line of betting, with their weights.
struct DealsLeft {
  std::vector<std::uint32_t> deal;
  std::vector<std::uint32_t> before;  // the place of each on the line before the opponent's last action
  std::vector<float> weight;
  std::size_t count = 0;  // in use of what is allocated

  explicit DealsLeft(std::size_t most) : deal(most), before(most), weight(most) {}
  std::size_t size() const { return count; }
};

class ResponseWalk {
 public:
  ResponseWalk(const Game& game, const OpponentModels& model, const SampledDeals& deals, int player,
               const ResponseOptions& options)
      : game_(game), model_(model), deals_(deals), player_(player), options_(options),
        random_(Stream(options.seed, kThinning, options.index, 0)),
        least_(kPruned * std::accumulate(deals.weight.begin(), deals.weight.end(), 0.0)) {}

  ModelResponse root(const HandState& state) {
    ModelResponse response;
    response.actions = own_actions(state, options_.first_sizes, true);
    const auto& own = deals_.own[static_cast<std::size_t>(state.street)];
    const std::size_t actions = response.actions.size();
    DealsLeft all(deals_.count);
    std::iota(all.deal.begin(), all.deal.end(), 0u);
    std::iota(all.before.begin(), all.before.end(), 0u);
    all.weight = deals_.weight;
    all.count = deals_.count;
    std::vector<std::vector<float>> won(actions, std::vector<float>(deals_.count));
    for (std::size_t a = 0; a < actions; ++a) step(state, response.actions[a], all, won[a].data());
    const BucketMeans means(deals_, own, model_.count());
    for (const std::vector<float>& each : won) {
      const auto number = [&](std::size_t i) { return static_cast<double>(each[i]); };
      const auto mean = means.of(number), error = means.errors(number);
      response.values.insert(response.values.end(), mean.begin(), mean.end());
      response.errors.insert(response.errors.end(), error.begin(), error.end());
    }
    return response;
  }

 private:
  void step(const HandState& state, const Action& action, const DealsLeft& left, float* won) {
    HandState next = state;
    replay_action(game_, next, action);
    walk(next, left, won);
  }

  // Writes what we win in each deal that is left, times its weight.
  void walk(const HandState& state, const DealsLeft& left, float* won) {
    interruption_point();
    if (state.over) return finish(state, left, won);
    if (state.actor == player_)
      choose(state, left, won);
    else
      answer(state, left, won);
  }

  void finish(const HandState& state, const DealsLeft& left, float* won) const {
    const int other = 1 - player_;
    if (std::has_single_bit(static_cast<unsigned>(state.in))) {
      const bool ours = state.in & seat_bit(player_);
      const auto chips =
          static_cast<float>(ours ? state.contributed[other] + state.dead : -state.contributed[player_]);
      for (std::size_t i = 0; i < left.size(); ++i) won[i] = chips * left.weight[i];
      return;
    }
    const auto half_dead = 0.5f * static_cast<float>(state.dead);
    const auto stake = half_dead + static_cast<float>(std::min(state.contributed[0], state.contributed[1]));
    for (std::size_t i = 0; i < left.size(); ++i)
      won[i] = (stake * deals_.won[left.deal[i]] + half_dead) * left.weight[i];
  }

  std::vector<Action> own_actions(const HandState& state, const std::vector<double>& sizes, bool first) const {
    const LegalActions legal = legal_actions(game_, state);
    std::vector<Action> actions;
    if (legal.call > 0) actions.push_back({ActionKind::kFold, 0});
    actions.push_back({legal.call > 0 ? ActionKind::kCall : ActionKind::kCheck, 0});
    if (!legal.raise || (!first && !game_.fixed_limit() && state.raises >= kMostRaises)) return actions;
    const ActionKind kind = state.street > 0 && !legal.call ? ActionKind::kBet : ActionKind::kRaise;
    std::vector<Chips> tos;
    for (const double size : sizes) tos.push_back(sized_raise(game_, state, legal, size));
    tos.push_back(legal.max_to);
    std::sort(tos.begin(), tos.end());
    tos.erase(std::unique(tos.begin(), tos.end()), tos.end());
    for (const Chips to : tos) actions.push_back({kind, to});
    return actions;
  }

  // Takes, for each bucket of each half, the action that wins most in the other half.
  void choose(const HandState& state, const DealsLeft& left, float* won) {
    const std::vector<Action> actions = own_actions(state, options_.later_sizes, false);
    const auto& own = deals_.own[static_cast<std::size_t>(state.street)];
    const std::uint32_t others = deals_.exact ? 0 : 1;  // the half that follows a choice
    std::vector<std::uint8_t> bucket(left.size());      // and half
    for (std::size_t i = 0; i < left.size(); ++i)
      bucket[i] = static_cast<std::uint8_t>(2u * own[left.deal[i]] + (left.deal[i] & others));
    std::vector<float> other(left.size());
    BucketSums best{};
    for (std::size_t a = 0; a < actions.size(); ++a) {
      float* to = a == 0 ? won : other.data();
      step(state, actions[a], left, to);
      BucketSums sums{};
      for (std::size_t i = 0; i < left.size(); ++i) sums[bucket[i]] += static_cast<double>(to[i]);
      if (a == 0) {
        best = sums;
        continue;
      }
      std::array<bool, 2 * kResponseBuckets> better{};
      for (std::size_t b = 0; b < best.size(); ++b) {
        better[b ^ others] = sums[b] > best[b];
        best[b] = std::max(best[b], sums[b]);
      }
      for (std::size_t i = 0; i < left.size(); ++i)
        if (better[bucket[i]]) won[i] = other[i];
    }
  }

  // Divides the weights among the opponent's actions.
  void answer(const HandState& state, const DealsLeft& left, float* won) {
    const LegalActions legal = legal_actions(game_, state);
    const int situation = model_situation(game_, state);
    const auto& levels = deals_.other[static_cast<std::size_t>(state.street)];
    struct Branch {
      Action action;
      std::vector<float> chances;  // by model and level
    };
    std::vector<Branch> branches;
    const auto add = [&](const Action& action, int number) {
      auto found = std::find_if(branches.begin(), branches.end(), [&](const Branch& b) { return b.action == action; });
      if (found == branches.end())
        found = branches.insert(branches.end(), {action, std::vector<float>(model_.count() * kStrengthLevels)});
      for (std::size_t cell = 0; cell < found->chances.size(); ++cell)
        found->chances[cell] += model_.chance(cell / kStrengthLevels, situation, cell % kStrengthLevels, number);
    };
    const Action passive{legal.call > 0 ? ActionKind::kCall : ActionKind::kCheck, 0};
    const bool raises = legal.raise && (game_.fixed_limit() || state.raises < kMostRaises);
    add(legal.call > 0 ? Action{ActionKind::kFold, 0} : passive, kFold);
    add(passive, kPassive);
    for (int i = 0; i < kModelRaises; ++i) {
      const Chips to = raises ? sized_raise(game_, state, legal, model_.sizes[static_cast<std::size_t>(i)]) : 0;
      const ActionKind kind = state.street > 0 && !legal.call ? ActionKind::kBet : ActionKind::kRaise;
      add(raises ? Action{kind, to} : passive, kSmallRaise + i);
    }
    std::vector<std::uint8_t> cells(left.size());
    for (std::size_t i = 0; i < left.size(); ++i) cells[i] = levels[left.deal[i]];
    // What is not followed counts as checking or calling.
    const std::span<const float> weights(left.weight.data(), left.size());
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    // It stands before all raises, and stays there when some of them are taken out.
    const auto is_passive = [&](const Branch& branch) { return branch.action == passive; };
    Branch& usual = *std::find_if(branches.begin(), branches.end(), is_passive);
    std::vector<float> sums(model_.count() * kStrengthLevels);  // of weights by model and level
    for (std::size_t i = 0; i < left.size(); ++i) sums[cells[i]] += left.weight[i];
    std::erase_if(branches, [&](const Branch& branch) {
      if (branch.action.kind != ActionKind::kBet && branch.action.kind != ActionKind::kRaise) return false;
      const double sum = std::inner_product(sums.begin(), sums.end(), branch.chances.begin(), 0.0);
      if (sum >= std::max(least_, kSeldom * all)) return false;
      for (std::size_t cell = 0; cell < branch.chances.size(); ++cell) usual.chances[cell] += branch.chances[cell];
      return true;
    });
    std::fill_n(won, left.size(), 0.0f);
    std::vector<float> part_won;
    DealsLeft part = take_spare();
    for (const Branch& branch : branches) {
      deals_after(left, cells, branch.chances, part);
      if (!part.size()) continue;
      part_won.resize(part.size());
      step(state, branch.action, part, part_won.data());
      for (std::size_t i = 0; i < part.size(); ++i) won[part.before[i]] += part_won[i];
    }
    spare_.push_back(std::move(part));
  }

  // The deals that are left after an action with these chances. Of those that have become light some go on in the
  // place of all, with more weight: so long lines cost no more than they matter, and means stay what they are.
  void deals_after(const DealsLeft& left, std::span<const std::uint8_t> cells, std::span<const float> chances,
                   DealsLeft& part) {
    const float light = deals_.exact ? 0.0f : kLight;
    float carried = light * static_cast<float>(random_.next() >> 40) * 0x1p-24f;
    std::size_t count = 0;
    // Every deal is written, and the place kept for the next one where it does not go on.
    for (std::size_t i = 0; i < left.size(); ++i) {
      const float weight = left.weight[i] * chances[cells[i]];
      const bool heavy = weight >= light;
      carried += heavy ? 0.0f : weight;
      const bool stands_in = !heavy && carried >= light;
      carried -= stands_in ? light : 0.0f;
      part.deal[count] = left.deal[i];
      part.before[count] = static_cast<std::uint32_t>(i);
      part.weight[count] = heavy ? weight : light;
      count += heavy || stands_in;
    }
    part.count = count;
  }

  DealsLeft take_spare() {
    if (spare_.empty()) return DealsLeft(deals_.count);
    DealsLeft taken = std::move(spare_.back());
    spare_.pop_back();
    return taken;
  }

  const Game& game_;
  const OpponentModels& model_;
  const SampledDeals& deals_;
  int player_;
  const ResponseOptions& options_;
  Xoshiro256 random_;
  std::vector<DealsLeft> spare_;  // allocated, and not in use
  double least_;  // the weight from which on a line is followed
};

}  // namespace

StrengthLevels strength_levels(CardSet board, const Strengths& preflop) {
  return levels_of(board, board ? present_strengths(board) : preflop);
}

StrengthLevels response_buckets(CardSet board, const Strengths& preflop) {
  return buckets_of(board, board ? present_strengths(board) : preflop);
}

int model_situation(const Game& game, const HandState& state) {
  const LegalActions legal = legal_actions(game, state);
  // Nothing, the blind or a bet, a raise, or more than one.
  const int facing = legal.call > 0 ? 1 + std::clamp(state.raises - (state.street > 0), 0, kFacing - 2) : 0;
  const auto call = static_cast<double>(legal.call);
  const double price = call / (static_cast<double>(pot_of(game, state)) + call);
  return (state.street * kFacing + facing) * kPrices + (legal.call > 0 ? band(price, kPriceBounds) : 0);
}

double raise_fraction(const Game& game, const HandState& state, const Action& action) {
  const LegalActions legal = legal_actions(game, state);
  const auto level = static_cast<double>(state.contributed[state.actor] + legal.call - state.base);
  return (static_cast<double>(action.to) - level) / static_cast<double>(pot_after_call(game, state, legal.call));
}

int model_action(const Game& game, const HandState& state, const Action& action) {
  if (action.kind == ActionKind::kFold) return kFold;
  if (action.kind == ActionKind::kCheck || action.kind == ActionKind::kCall) return kPassive;
  return game.fixed_limit() ? kSmallRaise : kSmallRaise + band(raise_fraction(game, state, action), kSizeBounds);
}

ModelResponse respond_to_model(const Game& game, const HandState& state, const OpponentModels& model,
                               std::span<const double> weights, const Strengths& preflop,
                               const ResponseOptions& options) {
  if (game.seats != 2 || !game.holdem()) throw std::invalid_argument("a model's response is for hold'em for two");
  if (state.over) throw std::invalid_argument("the hand is over: nobody is to respond");
  const CardSet board = set_of(state.board, game.board_cards[state.street]);
  if (weights.size() != model.count() * kCombos) throw std::invalid_argument("every model needs weights of its own");
  const SampledDeals deals =
      count(board) == 5 ? river_deals(board, weights) : sample_deals(board, weights, preflop, options);
  ModelResponse response = ResponseWalk(game, model, deals, state.actor, options).root(state);
  response.buckets = response_buckets(board, preflop);
  return response;
}

}  // namespace fivebet
