// Regret matching for all solvers: strategies from regrets, regrets from values.
//
// A strategy takes each action in proportion to its positive regret. Once the
// values of a decision's actions are known, its regrets are discounted and grow by
// what each action would have gained, and the average strategy moves by this
// iteration's weight. Hands stand in SIMD lanes; nothing here knows about cards.
#include <type_traits>

#include "simd/vectors.hpp"

namespace fivebet::FIVEBET_LEVEL {
namespace {

constexpr float kNegligible = 1e-30f;  // sums up to here count as none
constexpr float kWholeAverage = 65535.0f;
constexpr float kLargestRegret = 32767.0f;

struct Full {
  using Regret = float;
  using Average = float;
};

struct Compressed {
  using Regret = std::int16_t;
  using Average = std::uint16_t;
};

// Divides numbers by their sum; where it is zero, all become equal.
[[gnu::always_inline]] inline void normalise(Floats* parts, std::size_t actions) {
  Floats sum = parts[0];
  for (std::size_t a = 1; a < actions; ++a) sum += parts[a];
  const auto some = sum > kNegligible;
  const Floats each = 1.0f / (some ? sum : all(1.0f));
  const Floats even = all(1.0f / static_cast<float>(actions));
  for (std::size_t a = 0; a < actions; ++a) parts[a] = some ? parts[a] * each : even;
}

// Asks for lines that will soon be needed, as many as sixteen hands of a decision have.
template <class Number>
[[gnu::always_inline]] inline void prefetch(const Number* from, std::size_t actions) {
  for (std::size_t a = 0; a < actions; ++a) __builtin_prefetch(from + a * kLanes, 0, 2);
}

// Reach is split from the first decision to the last: the next one's rows stand behind.
template <class Number>
[[gnu::always_inline]] inline void prefetch_next(const Number* rows, std::size_t actions, std::size_t hands,
                                                 std::size_t hand) {
  prefetch(rows + actions * (hands + hand), actions);
}

// Values are accumulated from the last decision to the first: what stands before this one's
// rows is learnt next.
template <class Number>
[[gnu::always_inline]] inline void prefetch_previous(const Number* rows, std::size_t actions,
                                                     std::size_t hand) {
  prefetch(rows - actions * (hand + kLanes), actions);
}

// A decision's rows of values, one for each action, in registers where there are few: whatever is
// stored might change a list in memory.
template <class Row>
struct RowList {
  Row rows[kMaxActions];
  [[gnu::always_inline]] RowList(std::size_t actions, Row const* from) {
    for (std::size_t a = 0; a < actions; ++a) rows[a] = from[a];
  }
  [[gnu::always_inline]] Row operator[](std::size_t action) const { return rows[action]; }
};

// Three sources of the strategy of sixteen hands.
struct FromRegrets {
  template <class Stored>
  [[gnu::always_inline]] static void prefetch_after(const DecisionRows& rows, std::size_t actions,
                                                    std::size_t hand) {
    prefetch_next(static_cast<const typename Stored::Regret*>(rows.regrets), actions, rows.hands, hand);
  }
  template <class Stored>
  [[gnu::always_inline]] static void read(const DecisionRows& rows, std::size_t actions, std::size_t hand,
                                          Floats* strategy) {
    const auto* regrets = static_cast<const typename Stored::Regret*>(rows.regrets) + hand;
    for (std::size_t a = 0; a < actions; ++a) strategy[a] = positive(load(regrets + a * rows.hands));
    normalise(strategy, actions);
  }
};

struct FromAverage {
  template <class Stored>
  [[gnu::always_inline]] static void prefetch_after(const DecisionRows& rows, std::size_t actions,
                                                    std::size_t hand) {
    prefetch_next(static_cast<const typename Stored::Average*>(rows.average), actions, rows.hands, hand);
  }
  template <class Stored>
  [[gnu::always_inline]] static void read(const DecisionRows& rows, std::size_t actions, std::size_t hand,
                                          Floats* strategy) {
    const auto* average = static_cast<const typename Stored::Average*>(rows.average) + hand;
    for (std::size_t a = 0; a < actions; ++a) strategy[a] = load(average + a * rows.hands);
    normalise(strategy, actions);
  }
};

struct FromLock {
  template <class>
  [[gnu::always_inline]] static void prefetch_after(const DecisionRows&, std::size_t, std::size_t) {}
  template <class>
  [[gnu::always_inline]] static void read(const DecisionRows& rows, std::size_t actions, std::size_t hand,
                                          Floats* strategy) {
    for (std::size_t a = 0; a < actions; ++a) strategy[a] = load(rows.locked + a * rows.hands + hand);
  }
};

// Calls work(number of actions), a constant for the common ones.
template <class Work>
[[gnu::always_inline]] inline void by_actions(std::size_t actions, const Work& work) {
  switch (actions) {
    case 1: return work(std::integral_constant<std::size_t, 1>{});
    case 2: return work(std::integral_constant<std::size_t, 2>{});
    case 3: return work(std::integral_constant<std::size_t, 3>{});
    case 4: return work(std::integral_constant<std::size_t, 4>{});
    case 5: return work(std::integral_constant<std::size_t, 5>{});
    default: return work(actions);
  }
}

template <class Work>
[[gnu::always_inline]] inline void by_source(const DecisionRows& rows, bool average, const Work& work) {
  if (rows.locked) return work(FromLock{}, Full{});
  if (average) return rows.compressed ? work(FromAverage{}, Compressed{}) : work(FromAverage{}, Full{});
  return rows.compressed ? work(FromRegrets{}, Compressed{}) : work(FromRegrets{}, Full{});
}

template <class Source, class Stored>
[[gnu::always_inline]] inline void spread(const DecisionRows rows, std::size_t actions, const float* reach,
                                          float* const* to) {
  const RowList<float*> children(actions, to);
  for (std::size_t hand = 0; hand < rows.hands; hand += kLanes) {
    Source::template prefetch_after<Stored>(rows, actions, hand);
    const Floats here = load(reach + hand);
    if (none(here)) {
      for (std::size_t a = 0; a < actions; ++a) store(children[a] + hand, Floats{});
      continue;
    }
    Floats strategy[kMaxActions];
    strategy[0] = Floats{};  // compilers do not know that there is an action
    Source::template read<Stored>(rows, actions, hand, strategy);
    for (std::size_t a = 0; a < actions; ++a) store(children[a] + hand, here * strategy[a]);
  }
}

// What sixteen hands win by a strategy.
[[gnu::always_inline]] inline Floats weighed(std::size_t actions, const Floats* strategy,
                                             const RowList<const float*>& values, std::size_t hand) {
  Floats value = strategy[0] * load(values[0] + hand);
  for (std::size_t a = 1; a < actions; ++a) value += strategy[a] * load(values[a] + hand);
  return value;
}

template <class Source, class Stored>
[[gnu::always_inline]] inline void weigh(const DecisionRows rows, std::size_t actions,
                                         const float* const* from, float* value) {
  const RowList<const float*> values(actions, from);
  for (std::size_t hand = 0; hand < rows.hands; hand += kLanes) {
    Floats strategy[kMaxActions];
    strategy[0] = Floats{};  // compilers do not know that there is an action
    Source::template read<Stored>(rows, actions, hand, strategy);
    store(value + hand, weighed(actions, strategy, values, hand));
  }
}

struct Factors {
  Floats positive, negative, average_weight, lookahead;
  bool looks_ahead;
  explicit Factors(const Discount& discount)
      : positive(all(discount.positive)),
        negative(all(discount.negative)),
        average_weight(all(discount.average_weight)),
        lookahead(all(discount.lookahead)),
        looks_ahead(discount.lookahead > 0) {}
};

// Plays sixteen hands by the strategy of their regrets, discounts these, and adds what each
// action would have gained. Returns the value of the hands.
[[gnu::always_inline]] inline Floats learn(std::size_t actions, const RowList<const float*>& values,
                                           std::size_t hand, const Factors& factors, Floats* regrets,
                                           Floats* strategy) {
  for (std::size_t a = 0; a < actions; ++a) strategy[a] = positive(regrets[a]);
  normalise(strategy, actions);
  const Floats value = weighed(actions, strategy, values, hand);
  Floats sum{}, ahead{};  // of the new strategy: what it gains over the one that was played
  for (std::size_t a = 0; a < actions; ++a) {
    const Floats kept = regrets[a] * (regrets[a] > 0.0f ? factors.positive : factors.negative);
    const Floats gain = load(values[a] + hand) - value;
    regrets[a] = kept + gain;
    const Floats part = positive(regrets[a]);
    sum = a == 0 ? part : sum + part;
    ahead = a == 0 ? part * gain : ahead + part * gain;
  }
  if (!factors.looks_ahead) return value;
  return value + ahead * (factors.lookahead / (sum > kNegligible ? sum : all(1.0f)));
}

[[gnu::always_inline]] inline void update_full(const DecisionRows rows, std::size_t actions,
                                               const float* const* from, const Discount& discount,
                                               float* value) {
  const RowList<const float*> values(actions, from);
  auto* regrets = static_cast<float*>(rows.regrets);
  auto* average = static_cast<float*>(rows.average);
  const std::size_t hands = rows.hands;
  const Factors factors(discount);
  for (std::size_t hand = 0; hand < hands; hand += kLanes) {
    prefetch_previous(regrets, actions, hand);
    prefetch_previous(average, actions, hand);
    Floats strategy[kMaxActions], now[kMaxActions];
    strategy[0] = Floats{};  // compilers do not know that there is an action
    for (std::size_t a = 0; a < actions; ++a) now[a] = load(regrets + a * hands + hand);
    store(value + hand, learn(actions, values, hand, factors, now, strategy));
    for (std::size_t a = 0; a < actions; ++a) {
      store(regrets + a * hands + hand, now[a]);
      float* mean = average + a * hands + hand;
      const Floats before = load(mean);
      store(mean, before + (strategy[a] - before) * factors.average_weight);
    }
  }
}

[[gnu::always_inline]] inline Floats rounded(const Floats& x) {
  return x + (x < 0.0f ? all(-0.5f) : all(0.5f));
}

// As above, but new regrets wait in `fresh` until the largest is known.
[[gnu::always_inline]] inline void update_compressed(const DecisionRows rows, std::size_t actions,
                                                     const float* const* from, const Discount& discount,
                                                     float* value, float* fresh) {
  const RowList<const float*> values(actions, from);
  auto* regrets = static_cast<std::int16_t*>(rows.regrets);
  auto* average = static_cast<std::uint16_t*>(rows.average);
  const std::size_t hands = rows.hands;
  const Factors factors(discount);
  const Floats scale = all(*rows.scale);
  Floats largest{};
  for (std::size_t hand = 0; hand < hands; hand += kLanes) {
    prefetch_previous(regrets, actions, hand);
    prefetch_previous(average, actions, hand);
    Floats strategy[kMaxActions], now[kMaxActions];
    strategy[0] = Floats{};  // compilers do not know that there is an action
    for (std::size_t a = 0; a < actions; ++a) now[a] = scale * load(regrets + a * hands + hand);
    store(value + hand, learn(actions, values, hand, factors, now, strategy));
    for (std::size_t a = 0; a < actions; ++a) {
      largest = larger(largest, now[a] < 0.0f ? -now[a] : now[a]);
      store(fresh + a * hands + hand, now[a]);
      std::uint16_t* mean = average + a * hands + hand;
      const Floats before = load(mean);
      const Floats after = before + (strategy[a] * kWholeAverage - before) * factors.average_weight;
      store_cut(mean, after + 0.5f);
    }
  }
  float most = 0;
  for (std::size_t i = 0; i < kLanes; ++i) most = largest[i] > most ? largest[i] : most;
  *rows.scale = most / kLargestRegret;
  const Floats unit = all(most > kNegligible ? kLargestRegret / most : 0.0f);
  for (std::size_t i = 0; i < actions * hands; i += kLanes)
    store_cut(regrets + i, rounded(load(fresh + i) * unit));
}

}  // namespace

void split_reach(const DecisionRows& rows, bool average, const float* reach, float* const* children) {
  by_source(rows, average, [&]<class Source, class Stored>(Source, Stored) {
    by_actions(rows.actions, [&](auto n) { spread<Source, Stored>(rows, n, reach, children); });
  });
}

void strategy_value(const DecisionRows& rows, bool average, const float* const* values, float* value) {
  by_source(rows, average, [&]<class Source, class Stored>(Source, Stored) {
    by_actions(rows.actions, [&](auto n) { weigh<Source, Stored>(rows, n, values, value); });
  });
}

void update_regrets(const DecisionRows& rows, const float* const* values, const Discount& discount,
                    float* value, float* scratch) {
  if (rows.compressed)
    by_actions(rows.actions, [&](auto n) { update_compressed(rows, n, values, discount, value, scratch); });
  else
    by_actions(rows.actions, [&](auto n) { update_full(rows, n, values, discount, value); });
}

void add_rows(const float* const* rows, std::size_t n, std::size_t hands, float* sum) {
  for (std::size_t first = 0; first < n; first += kMaxActions) {  // chance has any number of rows
    const std::size_t left = n - first;
    by_actions(left < kMaxActions ? left : kMaxActions, [&](auto some) {
      const RowList<const float*> from(some, rows + first);
      for (std::size_t hand = 0; hand < hands; hand += kLanes) {
        Floats total = load(from[0] + hand);
        if (first) total += load(sum + hand);
        for (std::size_t i = 1; i < some; ++i) total += load(from[i] + hand);
        store(sum + hand, total);
      }
    });
  }
}

void max_rows(const float* const* rows, std::size_t n, std::size_t hands, float* best) {
  for (std::size_t hand = 0; hand < hands; hand += kLanes) {
    Floats top = load(rows[0] + hand);
    for (std::size_t i = 1; i < n; ++i) top = larger(top, load(rows[i] + hand));
    store(best + hand, top);
  }
}

void combine_rows(const float* const* rows, const float* factors, std::size_t n, std::size_t hands,
                  float* sum) {
  for (std::size_t hand = 0; hand < hands; hand += kLanes) {
    Floats total{};
    for (std::size_t i = 0; i < n; ++i) total += all(factors[i]) * load(rows[i] + hand);
    store(sum + hand, total);
  }
}

}  // namespace fivebet::FIVEBET_LEVEL
