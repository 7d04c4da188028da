// Tournaments of compiled players: what holds whoever plays, and matches with a known winner.
#include <algorithm>
#include <vector>

#include "tests/check.hpp"
#include "tournaments/tournament_series.hpp"

namespace fivebet::testing {
namespace {

const StrengthTables& preflop_only() {
  static const std::vector<float> preflop = [] {
    std::vector<float> numbers(kClasses * kMaxOpponents);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i % 97) / 97;
    return numbers;
  }();
  static const StrengthTables tables{preflop.data()};
  return tables;
}

TournamentStructure structure(int seats) {
  return {seats, 300, 6, {{5, 10, 0}, {10, 20, 2}}, {0.5, 0.3, 0.2}, 1000.0, 17};
}

const Test series_laws("places, prizes and chips of a tournament add up, and draws repeat", [] {
  std::vector<float> weights(41 * 6 + 7 * 3);
  for (float& weight : weights) weight = static_cast<float>(2 * random_unit() - 1);
  const Network network({kModelInputs, 6, kOutputs}, weights);
  std::vector<Entrant> entrants;
  for (int i = 0; i < 14; ++i) {
    Entrant entrant{static_cast<EntrantKind>(i % 6), nullptr, {0.3f, 0.6f}, {0.2, 0.3, 0.4, 0.1}};
    if (entrant.kind == EntrantKind::kNetwork) entrant.network = &network;
    entrants.push_back(entrant);
  }
  std::vector<std::uint64_t> seeds(entrants.size());
  for (std::uint64_t& seed : seeds) seed = random_word();
  std::vector<Chips> traces[2];
  std::vector<EntrantResult> results(entrants.size());
  for (std::vector<Chips>& trace : traces) {
    TournamentSeries series(structure(6), entrants, preflop_only());
    check(series.play({2, 1, 9}, seeds, results, &trace) > 14, "hands are played");
    std::vector<std::int32_t> places;
    double prizes = 0;
    Chips won = 0, lost = 0;
    for (const EntrantResult& result : results) {
      places.push_back(result.place);
      prizes += result.prize;
      won += result.chips_won;
      lost += result.chips_lost;
      check(result.place == 1 ? result.chips_won - result.chips_lost == 13 * 300
                              : result.chips_lost - result.chips_won == 300,
            "the winner has all chips and the others none");
    }
    std::sort(places.begin(), places.end());
    for (std::size_t i = 0; i < places.size(); ++i)
      check(places[i] == static_cast<std::int32_t>(i + 1), "one on each place");
    check_near(prizes, 1000, 1e-9, "the prize pool is paid out");
    check(won == lost, "no chip is made or lost");
    for (const Habits& habits : series.habits())
      check(habits.entered <= habits.decided && habits.raised_first <= habits.entered,
            "habits are counts");
  }
  check(traces[0] == traces[1], "the same draw is the same tournament");
  for (std::size_t at = 0; at < traces[0].size();) {
    Chips sum = 0;
    const auto seats = static_cast<std::size_t>(traces[0][at + 1]);
    check(seats >= 2 && seats <= 6, "two to six at a table");
    for (std::size_t i = 0; i < seats; ++i) sum += traces[0][at + 4 + 2 * i];
    check(sum == 0, "every hand is zero-sum");
    at += 3 + 2 * seats;
  }
});

const Test raiser_beats_folder("whoever always raises beats whoever folds when it must pay", [] {
  const std::vector<Entrant> entrants = {{EntrantKind::kFold, nullptr, {}, {}},
                                         {EntrantKind::kRaise, nullptr, {}, {}}};
  for (std::uint64_t rotation = 0; rotation < 2; ++rotation) {
    TournamentSeries series(structure(2), entrants, preflop_only());
    const std::uint64_t seeds[2] = {1, 2};
    std::vector<EntrantResult> results(2);
    series.play({0, rotation, 3}, seeds, results);
    check(results[1].place == 1 && results[0].place == 2, "places");
    // Only a blind that takes the folder's last chips makes it see a showdown.
    check(results[1].hands_won >= 15 && results[0].hands_won <= 2, "nearly every hand");
    check_near(results[1].prize, 500, 1e-9, "the first prize");
  }
});

}  // namespace
}  // namespace fivebet::testing
