// Trees in an order that needs few rows.
#include "gpu/tree_schedule.hpp"

#include <utility>
#include <vector>

#include "tests/check.hpp"

namespace fivebet::testing {
namespace {

using gpu::TreeParts;

// A line of raises: the opponent folds, calls or raises, then the player does, and so on.
TreeParts raises(int depth) {
  TreeParts parts;
  int rows = 1, reach = 0;
  const auto leaf = [&](int value, float show) { parts.leaves.push_back({value, show, 1.0f}); };
  std::vector<std::pair<int, int>> splits;  // first row of reach, and the player's own folds
  for (int i = 0; i < depth; ++i) {
    const int first = static_cast<int>(parts.rows.size());
    parts.splits.push_back({3 * i, i, 3, reach, first});
    for (int a = 0; a < 3; ++a) parts.rows.push_back(rows + a);
    for (int a = 0; a < 2; ++a) {
      parts.groups.push_back({rows + a, static_cast<int>(parts.leaves.size()), 1, a == 0 ? 2 : 1});
      leaf(rows + a, a == 0 ? 0.0f : 1.0f);
    }
    reach = rows + 2;
    rows += 3;
    parts.groups.push_back({reach, static_cast<int>(parts.leaves.size()), 2, 3});
    leaf(reach, 0.0f);
    leaf(rows, 1.0f);
    splits.push_back({reach, rows++});
  }
  int value = -1;
  for (int i = depth; i-- > 0;) {
    const auto [fold, call] = splits[static_cast<std::size_t>(i)];
    const int own = static_cast<int>(parts.rows.size());
    parts.rows.insert(parts.rows.end(), {fold, call});
    if (value >= 0) parts.rows.push_back(value);
    parts.joins.push_back({1, 3 * i, i, value >= 0 ? 3 : 2, rows, own});
    const int theirs = static_cast<int>(parts.rows.size());
    parts.rows.insert(parts.rows.end(), {fold - 2, fold - 1, rows++});
    parts.joins.push_back({0, 3 * i, i, 3, fold - 2, theirs});
    value = fold - 2;
  }
  parts.row_count = rows;
  parts.root_value = value;
  return parts;
}

// Follows a program with numbers in place of rows: reach halves, values add up. Returns the root's.
double follow(const TreeParts& parts) {
  std::vector<double> rows(static_cast<std::size_t>(parts.row_count), 1e9);
  const auto row = [&](int i) -> double& { return rows[static_cast<std::size_t>(i)]; };
  const auto named = [&](int i) { return parts.rows[static_cast<std::size_t>(i)]; };
  row(0) = 1;
  std::size_t split = 0, group = 0, join = 0;
  for (const gpu::WalkStep& step : parts.steps) {
    std::vector<std::pair<int, double>> waiting;
    for (int n = 0; n < step.count; ++n) {
      if (step.kind == gpu::kSplit) {
        const gpu::Split& here = parts.splits[split++];
        const double reach = row(here.from);
        for (int a = 0; a < here.actions; ++a) row(named(here.first + a)) = reach * (0.2 + 0.1 * a);
      } else if (step.kind == gpu::kValue) {
        const gpu::Group& here = parts.groups[group++];
        for (int i = 0; i < here.leaves; ++i) {
          const gpu::Leaf& leaf = parts.leaves[static_cast<std::size_t>(here.first + i)];
          waiting.emplace_back(leaf.value, row(here.reach) * static_cast<double>(1 + leaf.show));
        }
      } else {
        const gpu::Join& here = parts.joins[join++];
        double sum = 0;
        for (int a = 0; a < here.actions; ++a) sum += row(named(here.first + a));
        if (here.own)  // their rows have something else until the step ends
          for (int a = 0; a < here.actions; ++a) row(named(here.first + a)) = 1e9;
        row(here.value) = here.own ? sum / here.actions : sum;
      }
    }
    for (const auto& [to, value] : waiting) row(to) = value;
  }
  return row(parts.root_value);
}

const Test few_rows("trees are walked with few rows, and come to the same values", [] {
  for (int depth = 1; depth <= 6; ++depth) {
    TreeParts plain = raises(depth);
    plain.steps = gpu::plain_steps(plain);
    TreeParts scheduled = raises(depth);
    check(gpu::schedule(scheduled, 4 + 4 * depth), "rows are enough");
    check(scheduled.row_count <= 4 + 4 * depth, "and are not exceeded");
    check_near(follow(scheduled), follow(plain), 1e-12, "the value of the root");
    for (const gpu::WalkStep& step : scheduled.steps)
      check(step.kind != gpu::kValue || step.count <= gpu::kTogether, "not too many are valued at once");
  }
  TreeParts parts = raises(6);
  check(!gpu::schedule(parts, 5), "five rows are too few");
  check(parts.row_count == raises(6).row_count, "and nothing has changed");
});

}  // namespace
}  // namespace fivebet::testing
