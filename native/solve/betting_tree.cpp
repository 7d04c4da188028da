#include "solve/betting_tree.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "simd/solver_rows.hpp"

namespace fivebet {
namespace {

// The table at one point of a street.
struct Table {
  int street;
  int player;            // to act
  Chips contributed[2];  // since the spot's start
  Chips base;            // contributed by each before this street
  Chips last_raise;
  bool opened;       // a player has acted on this street
  bool called_last;  // the first player called on the street before
  int raises = 0;    // bets and raises on this street; before the flop without the blinds
  std::size_t actions = 0;                 // since the spot's start
  std::vector<std::size_t> removals = {};  // removed lines that begin with these actions
};

bool is_same(const TreeAction& first, const TreeAction& second) {
  return first.kind == second.kind && (first.kind <= TreeAction::kCall || first.to == second.to);
}

std::string line_text(const std::vector<TreeAction>& line) {
  static constexpr const char* kNames[] = {"fold", "check", "call", "bet", "raise", "all-in"};
  std::string text;
  for (const TreeAction& action : line) {
    text += text.empty() ? "" : ", ";
    text += kNames[action.kind];
    if (action.kind > TreeAction::kCall) text += " " + std::to_string(action.to);
  }
  return text;
}

class Builder {
 public:
  Builder(const Spot& spot, std::size_t most)
      : spot_(spot), most_(most), is_removed_(spot.removed.size(), false) {}

  Betting build(std::vector<StreetStart> starts) {
    for (int street = spot_.first_street; street < kStreets; ++street) {
      forest_ = &betting_.streets[street];
      next_.clear();
      for (const StreetStart& start : starts) {
        tree_ = static_cast<std::int32_t>(forest_->roots.size());
        forest_->roots.push_back(static_cast<std::int32_t>(forest_->nodes.size()));
        grow({street, 0, {start.base, start.base}, start.base, 0, false, start.called, 0, start.actions,
              start.removals});
      }
      forest_->roots.push_back(static_cast<std::int32_t>(forest_->nodes.size()));
      starts = next_;
    }
    return std::move(betting_);
  }

  void check_removals() const {
    for (std::size_t i = 0; i < is_removed_.size(); ++i)
      if (!is_removed_[i])
        throw std::invalid_argument("'" + line_text(spot_.removed[i]) +
                                    "' cannot be removed: the betting has no such line");
  }

  Forest build_before_flop(const Blinds& blinds, std::vector<StreetStart>& starts) {
    blinds_ = &blinds;
    Forest forest;
    forest_ = &forest;
    forest.roots.push_back(0);
    grow({kPreflop, 1, {blinds.big_blind, blinds.small_blind}, 0, blinds.big_blind, false, false});
    forest.roots.push_back(static_cast<std::int32_t>(forest.nodes.size()));
    starts = next_;
    return forest;
  }

 private:
  static constexpr int kPreflop = -1;

  std::int32_t add(BettingNode::Kind kind, const Table& table, int player, std::int32_t parent,
                   TreeAction action) {
    if (++made_ > most_)
      throw std::invalid_argument("the betting has more than " + std::to_string(most_) +
                                  " nodes: offer fewer sizes");
    BettingNode node{};
    node.kind = kind;
    node.player = static_cast<std::int8_t>(player);
    node.parent = parent;
    node.tree = tree_;
    node.next_tree = -1;
    node.contributed[0] = table.contributed[0];
    node.contributed[1] = table.contributed[1];
    node.action = action;
    forest_->nodes.push_back(node);
    return static_cast<std::int32_t>(forest_->nodes.size() - 1);
  }

  std::int32_t close_street(const Table& table, std::int32_t parent, TreeAction action) {
    if (table.street == kStreets - 1) return add(BettingNode::kShowdown, table, -1, parent, action);
    if (table.contributed[0] >= spot_.stack || table.street == spot_.last_street)
      return add(BettingNode::kRunOut, table, -1, parent, action);
    const std::int32_t at = add(BettingNode::kChance, table, -1, parent, action);
    forest_->nodes[static_cast<std::size_t>(at)].next_tree = static_cast<std::int32_t>(next_.size());
    next_.push_back({table.contributed[0], table.player == 0 && action.kind == TreeAction::kCall,
                     table.actions, table.removals});
    return at;
  }

  // The actions offered to the player to act.
  std::vector<TreeAction> legal_actions(const Table& table) {
    const int player = table.player;
    const Chips to_call = table.contributed[1 - player] - table.contributed[player];
    const Chips stack = spot_.stack - table.base;
    std::vector<TreeAction> found;
    if (to_call > 0) found.push_back({TreeAction::kFold, 0});
    const Chips facing_bet = table.contributed[1 - player] - table.base;
    found.push_back({to_call > 0 ? TreeAction::kCall : TreeAction::kCheck, facing_bet});
    const bool raises = to_call > 0 || table.street == kPreflop;
    if (table.contributed[1 - player] < spot_.stack)
      for (const Chips to : targets(table, facing_bet, stack))
        found.push_back({to == stack ? TreeAction::kAllIn
                         : raises    ? TreeAction::kRaise
                                     : TreeAction::kBet,
                         to});
    remove(table, found);
    if (found.size() > kMaxActions)
      throw std::invalid_argument("a decision has " + std::to_string(found.size()) +
                                  " actions: offer fewer sizes");
    return found;
  }

  void remove(const Table& table, std::vector<TreeAction>& found) {
    for (const std::size_t removal : table.removals) {
      const std::vector<TreeAction>& line = spot_.removed[removal];
      if (line.size() != table.actions + 1) continue;
      const auto same = [&](const TreeAction& action) { return is_same(action, line.back()); };
      if (std::erase_if(found, same)) is_removed_[removal] = true;
      if (found.empty())
        throw std::invalid_argument("'" + line_text(line) +
                                    "' is the last action there: it cannot be removed");
    }
  }

  // To how much the player to act may bet or raise on this street.
  std::vector<Chips> targets(const Table& table, Chips facing_bet, Chips stack) const {
    if (spot_.limit) {
      const auto street = static_cast<std::size_t>(table.street - kPreflop);
      if (table.raises >= spot_.limit->max_raises[street]) return {};
      return {std::min(facing_bet + spot_.limit->bets[street], stack)};
    }
    if (table.street == kPreflop) {
      const auto level = static_cast<std::size_t>(table.raises);
      const auto& sizes = blinds_->raises[std::min(level, blinds_->raises.size() - 1)];
      return bet_targets({0, facing_bet, table.last_raise, stack, kStreets + 1}, sizes, spot_.thresholds);
    }
    const BetSizes& offered = spot_.bet_sizes[table.player][table.street];
    const bool donk = table.player == 0 && !table.opened && table.called_last && offered.has_donks;
    const std::vector<BetSize>& sizes = facing_bet > 0 ? offered.raises : donk ? offered.donks : offered.bets;
    const Facing facing = {spot_.pot + 2 * table.base, facing_bet, table.last_raise, stack,
                           kStreets - table.street};
    return bet_targets(facing, sizes, spot_.thresholds);
  }

  // A decision whose actions have not all been followed yet.
  struct Open {
    Table table;
    std::int32_t at;
    std::vector<TreeAction> actions;
    std::size_t next;
  };

  Open decide(const Table& table, std::int32_t parent, TreeAction action) {
    const int player = table.player;
    const std::int32_t at = add(BettingNode::kDecision, table, player, parent, action);
    Open open{table, at, legal_actions(table), 0};
    BettingNode& node = forest_->nodes[static_cast<std::size_t>(at)];
    node.actions = static_cast<std::int32_t>(open.actions.size());
    node.first = static_cast<std::int32_t>(forest_->children.size());
    node.row = forest_->rows[player];
    node.number = forest_->decisions[player]++;
    forest_->rows[player] += node.actions;
    forest_->children.resize(forest_->children.size() + open.actions.size());
    return open;
  }

  // Depth first and without recursion: small raises can follow each other more often than
  // a thread's stack could bear.
  void grow(const Table& root) {
    std::vector<Open> path;
    path.push_back(decide(root, -1, {}));
    while (!path.empty()) {
      Open& open = path.back();
      if (open.next == open.actions.size()) {
        path.pop_back();
        continue;
      }
      const TreeAction action = open.actions[open.next];
      const std::size_t slot =
          static_cast<std::size_t>(forest_->nodes[static_cast<std::size_t>(open.at)].first) + open.next++;
      const std::int32_t at = open.at;
      Table table = open.table;
      if (const auto ended = follow(table, at, action)) {
        forest_->children[slot] = *ended;
        continue;
      }
      path.push_back(decide(table, at, action));
      forest_->children[slot] = path.back().at;
    }
  }

  // Brings the table to the decision after an action, or returns the node that ends the street.
  std::optional<std::int32_t> follow(Table& table, std::int32_t at, TreeAction action) {
    const int player = table.player;
    const int other = 1 - player;
    const bool first = !table.opened;
    table.opened = true;
    std::erase_if(table.removals, [&](std::size_t removal) {
      const std::vector<TreeAction>& line = spot_.removed[removal];
      return line.size() <= table.actions + 1 || !is_same(line[table.actions], action);
    });
    ++table.actions;
    switch (action.kind) {
      case TreeAction::kFold: return add(BettingNode::kFolded, table, player, at, action);
      case TreeAction::kCheck:
        if (player == 1 || table.street == kPreflop) return close_street(table, at, action);
        break;
      case TreeAction::kCall:
        table.contributed[player] = table.contributed[other];
        // A limp leaves the big blind its option.
        if (table.street != kPreflop || !first) return close_street(table, at, action);
        break;
      default:
        ++table.raises;
        table.last_raise = table.base + action.to - table.contributed[other];
        table.contributed[player] = table.base + action.to;
    }
    table.player = other;
    return std::nullopt;
  }

  const Spot& spot_;
  const std::size_t most_;
  std::size_t made_ = 0;
  Betting betting_;
  Forest* forest_ = nullptr;
  std::int32_t tree_ = 0;
  std::vector<StreetStart> next_;
  const Blinds* blinds_ = nullptr;
  std::vector<bool> is_removed_;  // by line of the spot
};

}  // namespace

Betting build_betting(const Spot& spot, std::size_t most) {
  Builder builder(spot, most);
  StreetStart start{0, false};
  for (std::size_t i = 0; i < spot.removed.size(); ++i) start.removals.push_back(i);
  Betting betting = builder.build({start});
  builder.check_removals();
  return betting;
}

Betting build_betting(const Spot& spot, std::size_t most, std::vector<StreetStart> starts) {
  return Builder(spot, most).build(std::move(starts));
}

Forest build_preflop(const Spot& spot, const Blinds& blinds, std::vector<StreetStart>& starts) {
  if ((blinds.raises.empty() && !spot.limit) || blinds.small_blind > blinds.big_blind ||
      spot.stack <= blinds.big_blind)
    throw std::invalid_argument("stacks are above the blinds, and raises are given");
  return Builder(spot, 1'000'000).build_before_flop(blinds, starts);
}

}  // namespace fivebet
