// Writes the evaluator's tables as C++ at build time: make_tables FILE.
#include <cstdio>
#include <fstream>

#include "cards/rank_table.hpp"

namespace {

template <class Numbers>
void write(std::ostream& out, const char* type, const char* name, const Numbers& numbers) {
  out << "const " << type << " " << name << "[" << numbers.size() << "] = {\n";
  for (std::size_t i = 0; i < numbers.size(); ++i) out << numbers[i] << (i % 16 == 15 ? ",\n" : ",");
  out << "};\n";
}

}  // namespace

int main(int argc, char** argv) {
  using namespace fivebet;
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_tables FILE\n");
    return 2;
  }
  auto packed = pack(keyed_values(kRankKeys), kColumnBits);
  if (!packed) {
    std::fprintf(stderr, "make_tables: two hands of different value share a key\n");
    return 1;
  }
  // Any seven cards, even five of a rank, look up something inside the tables.
  const std::uint32_t highest = *std::max_element(kRankKeys.begin(), kRankKeys.end());
  packed->displacements.resize((7 * highest >> kColumnBits) + 1, 0);
  packed->values.resize(packed->values.size() + (1u << kColumnBits), 0);

  const std::vector<Score> scores = ranking::all_scores();
  if (scores.size() != kValues) {
    std::fprintf(stderr, "make_tables: %zu values, not %d\n", scores.size(), kValues);
    return 1;
  }

  std::vector<std::uint32_t> suit_keys(kAllRanks + 1, 0);
  std::vector<std::uint16_t> flush_values(kAllRanks + 1, 0);
  for (std::uint32_t ranks = 0; ranks <= kAllRanks; ++ranks) {
    for (int rank = 0; rank < kRanks; ++rank)
      if (ranks >> rank & 1) suit_keys[ranks] += kRankKeys[rank];
    if (std::popcount(ranks) < 5 || std::popcount(ranks) > 7) continue;
    suit_keys[ranks] |= 1u << 31;
    const Score score = ranking::flush_score(ranks);
    flush_values[ranks] = static_cast<std::uint16_t>(std::lower_bound(scores.begin(), scores.end(), score) -
                                                     scores.begin() + 1);
  }
  std::vector<int> category_starts(kCategories + 1, kValues + 1);
  for (int value = kValues; value >= 1; --value) category_starts[scores[value - 1] >> 26] = value;

  std::ofstream out(argv[1]);
  out << "#include \"cards/evaluator.hpp\"\nnamespace fivebet::tables {\n";
  write(out, "std::uint32_t", "displacements", packed->displacements);
  write(out, "std::uint16_t", "values", packed->values);
  write(out, "std::uint32_t", "suit_keys", suit_keys);
  write(out, "std::uint16_t", "flush_values", flush_values);
  write(out, "std::uint16_t", "category_starts", category_starts);
  out << "}\n";
  return out.good() ? 0 : 1;
}
