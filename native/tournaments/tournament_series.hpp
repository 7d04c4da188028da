// Series of tournaments of compiled players, hand by hand as fivebet.arena directs them.
//
// The rules of seating, blinds and places are those of the Python director and are stated
// there; the same hands are played here with the same cards, and a test holds both to
// that. The tournaments of a series are played one after the other; meanwhile the players'
// habits are counted, which networks can see at all tables.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tournaments/baseline_players.hpp"
#include "tournaments/network_player.hpp"

namespace fivebet {

struct BlindLevel {
  Chips small;
  Chips big;
  Chips ante;
};

struct TournamentStructure {
  int seats;  // at a table, at most
  Chips stack;
  std::uint64_t hands;  // on each level
  std::vector<BlindLevel> levels;
  std::vector<double> payouts;  // by place
  double prize_pool;
  std::uint64_t seed;  // of the seat draw
};

// One tournament of a series: which decks, and by how many chairs everybody has moved.
struct TournamentDraw {
  std::uint64_t decks;
  std::uint64_t rotation;
  std::uint64_t deck_seed;
};

enum class EntrantKind : std::uint8_t { kFold, kCall, kRaise, kRandom, kMix, kNetwork };

struct Entrant {
  EntrantKind kind;
  const Network* network = nullptr;
  RaiseThresholds thresholds{};
  std::array<double, 4> mix{};
  float stretch = 0;  // of the network's inputs
};

// The result of one entrant in one tournament.
struct EntrantResult {
  double prize = 0;
  std::int32_t place = 0;
  std::int32_t hands = 0;
  std::int32_t hands_won = 0;
  std::int32_t hands_lost = 0;
  Chips chips_won = 0;
  Chips chips_lost = 0;
};

class TournamentSeries {
 public:
  TournamentSeries(TournamentStructure structure, std::vector<Entrant> entrants,
                   const StrengthTables& strengths);

  // Plays one tournament; `seeds` are those of the entrants' draws. Hands are
  // written down if `trace` is given: for each the table, the number of seats,
  // actions taken, then entrant and payoff by seat.
  std::uint64_t play(const TournamentDraw& number, std::span<const std::uint64_t> seeds,
                     std::span<EntrantResult> results, std::vector<Chips>* trace = nullptr);

  std::span<const Habits> habits() const { return habits_; }

 private:
  struct Seating {
    int button = -1;
    int small = -1;
    int big = -1;
  };
  struct Table {
    int number = 0;
    Seats taken = 0;  // chairs
    std::array<std::int32_t, kMaxSeats> chairs{};
    int first_button = 0;
    bool seated = false;
    Seating seating;
  };

  void draw_seats(const TournamentDraw& number);
  void move_button(Table& table);
  int players_from_button(const Table& table, std::int32_t* players) const;
  void play_hand(Table& table, const TournamentDraw& number, std::span<const std::uint64_t> seeds,
                 std::span<EntrantResult> results, std::vector<Chips>* trace);
  void act(const Game& game, HandState& state, const std::int32_t* players, std::uint64_t hand,
           std::span<const std::uint64_t> seeds);
  void act_by_network(const Game& game, HandState& state, const std::int32_t* players, const Entrant& player,
                      RandomKey key);
  void settle(std::span<EntrantResult> results);
  void rank(std::span<EntrantResult> results);
  double prize(int place) const;
  void break_tables();
  void balance();
  void seat(std::int32_t entrant, Table& table);
  BlindLevel level() const;
  void set_game(int seats, const BlindLevel& level, int small_at, int big_at);

  TournamentStructure structure_;
  std::vector<Entrant> entrants_;
  const StrengthTables& strengths_;
  std::vector<Habits> habits_;

  std::vector<Chips> stacks_;
  std::vector<Table> tables_;  // those that are left, by number
  int first_tables_ = 0;
  std::uint64_t round_ = 0;
  int players_left_ = 0;
  struct Bust {
    Chips before;
    std::int32_t entrant;
  };
  std::vector<Bust> busts_;

  Game game_;
  HandState state_;
  // Hand strength by seat, once for each street and number of opponents.
  StrengthLookup lookup_;
  int lookup_round_ = -1;
  struct CachedStrength {
    std::int8_t street;
    std::int8_t opponents;
    float strength;
  };
  std::array<CachedStrength, kMaxSeats> strength_cache_{};
  struct HabitFlags {
    Seats decided, entered, raised_first, raised, called, folded;
  };
  HabitFlags habit_flags_{};
};

}  // namespace fivebet
