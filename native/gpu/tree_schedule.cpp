#include "gpu/tree_schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace fivebet::gpu {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }
int count(std::size_t n) { return static_cast<int>(n); }

// How many terminals are worth a step while something can be split, how many rows splits leave
// free, and which of the splits of a row comes first.
struct Policy {
  int enough, reserve;
  bool reversed;
};

// Takes whatever can be done next: joins, which free rows, before terminals if they are
// enough, before splits, the latest first, before fewer terminals.
class Scheduler {
 public:
  Scheduler(const TreeParts& from, int most_rows, const Policy& policy)
      : from_(from), most_rows_(most_rows), policy_(policy) {
    find_uses();
    row_of_reach_.assign(at(from.row_count), -1);
    row_of_reach_[0] = take_row();
    enter(0);
  }

  std::optional<TreeParts> run() {
    while (to_.joins.size() < from_.joins.size())
      if (!join_next() && !value_alike() && !value(policy_.enough) && !split_next() && !value(1))
        return std::nullopt;
    to_.row_count = used_rows_;
    to_.root_value = to_.joins.back().value;
    return std::move(to_);
  }

 private:
  // A value is known by its leaf, or by its join behind all leaves.
  int value_of_join(std::size_t join) const { return count(from_.leaves.size() + join); }

  void find_uses() {
    std::vector<int> holds(at(from_.row_count), -1);
    for (std::size_t i = 0; i < from_.leaves.size(); ++i) holds[at(from_.leaves[i].value)] = count(i);
    consumer_.assign(from_.leaves.size() + from_.joins.size(), -1);
    row_of_value_.assign(consumer_.size(), -1);
    missing_.resize(from_.joins.size());
    values_.resize(from_.joins.size());
    for (std::size_t i = 0; i < from_.joins.size(); ++i) {
      const Join& join = from_.joins[i];
      missing_[i] = join.actions;
      for (int a = 0; a < join.actions; ++a) {
        values_[i].push_back(holds[at(from_.rows[at(join.first + a)])]);
        consumer_[at(values_[i].back())] = count(i);
      }
      holds[at(join.value)] = value_of_join(i);
    }
    users_.assign(at(from_.row_count), 0);
    for (const Split& split : from_.splits) ++users_[at(split.from)];
    for (const Group& group : from_.groups) ++users_[at(group.reach)];
  }

  int free_rows() const { return count(free_.size()) + most_rows_ - used_rows_; }

  int take_row() {
    if (free_.empty()) return used_rows_++;
    const int row = free_.back();
    free_.pop_back();
    return row;
  }

  // Reach has come to a row: what starts from it can be done.
  void enter(int reach) {
    const auto before = static_cast<std::ptrdiff_t>(ready_splits_.size());
    for (std::size_t i = 0; i < from_.splits.size(); ++i)
      if (from_.splits[i].from == reach) ready_splits_.push_back(count(i));
    if (policy_.reversed) std::reverse(ready_splits_.begin() + before, ready_splits_.end());
    for (std::size_t i = 0; i < from_.groups.size(); ++i)
      if (from_.groups[i].reach == reach)
        (from_.groups[i].needs == kEverybody ? ready_folds_ : ready_shows_).push_back(count(i));
  }

  void hand_on(int value, int row) {
    row_of_value_[at(value)] = row;
    const int join = consumer_[at(value)];
    if (join >= 0 && --missing_[at(join)] == 0) ready_joins_.push_back(join);
  }

  void add_step(StepKind kind) {
    if (kind != kJoin) free_waiting();
    if (to_.steps.empty() || to_.steps.back().kind != kind || kind == kValue) to_.steps.push_back({kind, 0});
    ++to_.steps.back().count;
  }

  // New regrets wait in the actions' rows until the last of several joins in a row.
  void free_waiting() {
    free_.insert(free_.end(), waiting_.begin(), waiting_.end());
    waiting_.clear();
  }

  bool join_next() {
    if (ready_joins_.empty()) return false;
    const int number = ready_joins_.back();
    const Join& join = from_.joins[at(number)];
    bool anew = false;
    if (join.own && free_rows() == 0) {
      if (waiting_.empty()) return false;
      free_waiting();
      anew = true;
    }
    ready_joins_.pop_back();
    if (anew) to_.steps.push_back({kJoin, 0});
    add_step(kJoin);
    Join here = join;
    here.first = count(to_.rows.size());
    for (const int value : values_[at(number)]) to_.rows.push_back(row_of_value_[at(value)]);
    const auto actions = to_.rows.end() - join.actions;
    here.value = join.own ? take_row() : *actions;
    std::vector<int>& freed = join.own ? waiting_ : free_;
    freed.insert(freed.end(), actions + (join.own ? 0 : 1), to_.rows.end());
    to_.joins.push_back(here);
    hand_on(value_of_join(at(number)), here.value);
    return true;
  }

  int rows_needed(const Group& group) const { return group.leaves - (users_[at(group.reach)] == 1 ? 1 : 0); }

  // As many of the groups as are valued together, the latest first, that there are rows for.
  std::vector<int> pick(std::vector<int> groups) const {
    std::sort(groups.begin(), groups.end(), [&](int a, int b) {
      return from_.groups[at(a)].reach > from_.groups[at(b)].reach;
    });
    std::vector<int> picked;
    int rows = free_rows() + count(waiting_.size());
    for (const int group : groups) {
      const int needed = rows_needed(from_.groups[at(group)]);
      if (count(picked.size()) == kTogether || needed > rows) continue;
      picked.push_back(group);
      rows -= needed;
    }
    return picked;
  }

  void value(const std::vector<int>& groups) {
    free_waiting();
    to_.steps.push_back({kValue, count(groups.size())});
    for (const int number : groups) {
      const Group& group = from_.groups[at(number)];
      const int row = row_of_reach_[at(group.reach)];
      const bool last = --users_[at(group.reach)] == 0;
      to_.groups.push_back({row, count(to_.leaves.size()), group.leaves, group.needs});
      for (int i = 0; i < group.leaves; ++i) {
        Leaf leaf = from_.leaves[at(group.first + i)];
        leaf.value = last && i == 0 ? row : take_row();
        to_.leaves.push_back(leaf);
        hand_on(group.first + i, leaf.value);
      }
      for (auto* ready : {&ready_shows_, &ready_folds_}) std::erase(*ready, number);
    }
  }

  // A full step of folds alone, or of showdowns.
  bool value_alike() {
    for (const auto* ready : {&ready_shows_, &ready_folds_})
      if (const auto groups = pick(*ready); count(groups.size()) == kTogether) {
        value(groups);
        return true;
      }
    return false;
  }

  bool value(int at_least) {
    std::vector<int> all = ready_shows_;
    all.insert(all.end(), ready_folds_.begin(), ready_folds_.end());
    std::vector<int> best = pick(ready_shows_);
    for (const auto& groups : {pick(ready_folds_), pick(all)})
      if (groups.size() > best.size()) best = groups;
    if (count(best.size()) < at_least) return false;
    value(best);
    return true;
  }

  bool split_next() {
    for (std::size_t i = ready_splits_.size(); i-- > 0;) {
      const Split& split = from_.splits[at(ready_splits_[i])];
      const bool last = users_[at(split.from)] == 1;
      if (split.actions - (last ? 1 : 0) > free_rows() + count(waiting_.size()) - policy_.reserve) continue;
      ready_splits_.erase(ready_splits_.begin() + static_cast<std::ptrdiff_t>(i));
      add_step(kSplit);
      --users_[at(split.from)];
      Split here = split;
      here.from = row_of_reach_[at(split.from)];
      here.first = count(to_.rows.size());
      for (int a = 0; a < split.actions; ++a) {
        const int reach = from_.rows[at(split.first + a)];
        row_of_reach_[at(reach)] = last && a == 0 ? here.from : take_row();
        to_.rows.push_back(row_of_reach_[at(reach)]);
        enter(reach);
      }
      to_.splits.push_back(here);
      return true;
    }
    return false;
  }

  const TreeParts& from_;
  int most_rows_;
  Policy policy_;
  TreeParts to_;
  std::vector<int> users_, row_of_reach_;     // by row of reach, as numbered before
  std::vector<int> consumer_, row_of_value_;  // by value
  std::vector<std::vector<int>> values_;      // by join
  std::vector<int> missing_;                  // of them
  std::vector<int> ready_splits_, ready_shows_, ready_folds_, ready_joins_;
  std::vector<int> free_, waiting_;
  int used_rows_ = 0;
};

// What a block waits for: steps of terminals, most of all with showdowns, and joins.
int cost(const TreeParts& parts) {
  int cost = 0;
  std::size_t group = 0;
  for (const WalkStep& step : parts.steps) {
    if (step.kind == kJoin) ++cost;
    if (step.kind != kValue) continue;
    bool shows = false;
    for (int i = 0; i < step.count; ++i) shows |= (parts.groups[group++].needs & kShow) != 0;
    cost += shows ? 6 : 3;
  }
  return cost;
}

}  // namespace

std::vector<WalkStep> plain_steps(const TreeParts& parts) {
  std::vector<WalkStep> steps;
  steps.push_back({kSplit, count(parts.splits.size())});
  for (std::size_t i = 0; i < parts.groups.size(); i += at(kTogether))
    steps.push_back({kValue, std::min(kTogether, count(parts.groups.size() - i))});
  steps.push_back({kJoin, count(parts.joins.size())});
  return steps;
}

bool schedule(TreeParts& parts, int most_rows) {
  if (parts.joins.empty()) return false;
  std::optional<TreeParts> best;
  for (int enough = kTogether + 1; enough > 0; --enough)
    for (int reserve = 4; reserve >= 0; --reserve)
      for (const bool reversed : {false, true}) {
        auto scheduled = Scheduler(parts, most_rows, {enough, reserve, reversed}).run();
        if (scheduled && (!best || cost(*scheduled) < cost(*best))) best = std::move(scheduled);
      }
  if (best) parts = *std::move(best);
  return best.has_value();
}

}  // namespace fivebet::gpu
