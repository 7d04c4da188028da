// Sets of cards, hole cards, suits and the deck.
#include <set>
#include <vector>

#include "cards/combos.hpp"
#include "cards/deck.hpp"
#include "cards/suits.hpp"
#include "tests/check.hpp"
#include "util/random.hpp"

namespace fivebet::testing {
namespace {

const Test combos_are_numbered("hole cards have one number each, and classes have 4, 6 or 12 of them", [] {
  int sizes[kClasses] = {};
  each_combo(0, [&](int index, Combo combo) {
    check(combo.low < combo.high && combo_index(combo.high, combo.low) == index, "a number and back");
    ++sizes[kClassTable[static_cast<std::size_t>(index)]];
  });
  int pairs = 0, suited = 0, offsuit = 0;
  for (const int size : sizes) {
    pairs += size == 6;
    suited += size == 4;
    offsuit += size == 12;
  }
  check(pairs == 13 && suited == 78 && offsuit == 78, "13 pairs, 78 suited and 78 offsuit classes");
});

const Test boards_are_completed("boards are completed in all ways", [] {
  const CardSet flop = cards("2c3c4c");
  std::set<CardSet> boards;
  each_full_board(flop, kDeck & ~flop, [&](CardSet board) { boards.insert(board); });
  check(boards.size() == choose(49, 2), "49 choose 2");
  for (const CardSet board : boards) check(count(board) == 5 && (board & flop) == flop, "five cards");
});

const Test suit_maps("maps of suits permute cards", [] {
  std::set<SuitMap> different(kSuitMaps.begin(), kSuitMaps.end());
  check(different.size() == 24 && kSuitMaps[0] == kSameSuits, "24 maps, the identity first");
  for (const SuitMap& map : kSuitMaps) {
    const CardSet set = draw(7);
    CardSet slow = 0;
    for (CardSet left = set; left; left = without_first(left)) slow |= card_set(map_card(first_card(left), map));
    check(map_cards(set, map) == slow, "a set goes where its cards go");
    check(rank_of(map_card(17, map)) == rank_of(17), "ranks stay");
  }
});

const Test decks_deal_every_card("a deck gives every card once, either way, and can be restored", [] {
  Xoshiro256 random(Stream(1, purpose_key("test")));
  Deck ascending(kDeck), descending = Deck::descending();
  for (int time = 0; time < 3; ++time) {
    CardSet one = 0, other = 0;
    for (int i = 0; i < kDeckSize; ++i) {
      one |= card_set(ascending.draw(random));
      other |= card_set(descending.draw_from_end(random));
    }
    check(one == kDeck && other == kDeck, "52 cards");
    ascending.restore();
    descending.restore();
  }
});

const Test draws_from_the_end("drawing from the end of a descending deck shuffles an ascending one from the front", [] {
  Stream one(3, purpose_key("test")), other(3, purpose_key("test"));
  std::vector<Card> slow;
  for (Card card = 0; card < kDeckSize; ++card) slow.push_back(card);
  Deck deck = Deck::descending();
  for (std::size_t i = 0; i < kDeckSize; ++i) {
    std::swap(slow[i], slow[i + one.below(kDeckSize - i)]);
    check(deck.draw_from_end(other) == slow[i], "the same card");
  }
});

const Test nth_cards("the n-th card of a set", [] {
  check(nth_card(cards("2c4dAs"), 0) == cards("2c") && nth_card(cards("2c4dAs"), 2) == cards("As"), "in order");
});

}  // namespace
}  // namespace fivebet::testing
