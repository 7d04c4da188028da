// Buckets of hands on a board, by how they compare with means ("centroids") of many hands.
//
// On flop and turn a hand is described by how its strength at the end is distributed over
// all cards to come, as a cumulative histogram: two histograms are then as far apart as
// probability has to be moved. On the river it is described by its equity against each of
// several groups of opponents' hole cards (Johanson and others, 2013). A hand belongs to the
// bucket whose centroid is nearest. Players of these buckets forget in which ones they
// were on earlier streets (imperfect recall).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "cards/card_set.hpp"
#include "cards/suits.hpp"

namespace fivebet {

inline constexpr std::size_t kFeatures = 16;
inline constexpr int kOpponentGroups = 8;
inline constexpr std::uint16_t kNoBucket = 0xffff;
using Features = std::array<float, kFeatures>;
using OpponentGroups = std::array<std::uint8_t, kClasses>;

// The features of all hands on a board of three to five cards; zeros for impossible ones.
void hand_features(CardSet board, const OpponentGroups& groups, std::vector<Features>& features);

// Finds the nearest of many points. Those are visited in order of their means, nearest mean
// first, until no other can be nearer.
class NearestCentroid {
 public:
  explicit NearestCentroid(const std::vector<Features>& centroids);
  std::uint16_t find(const Features& features) const;
  std::size_t size() const { return sorted_.size(); }

 private:
  struct Centroid {
    float sum;
    std::uint16_t number;
    Features features;
  };
  std::vector<Centroid> sorted_;
};

class BoardBuckets {
 public:
  // Centroids of flop, turn and river.
  BoardBuckets(const OpponentGroups& groups, const std::array<std::vector<Features>, 3>& centroids);

  BoardBuckets(const BoardBuckets&) = delete;
  BoardBuckets& operator=(const BoardBuckets&) = delete;

  int size(int street) const { return static_cast<int>(centroids_[static_cast<std::size_t>(street)].size()); }
  // The bucket of each combo on a board, kNoBucket for impossible ones. Flops are looked up
  // once for all that differ by suits only. Threads may call it at the same time.
  void assign(CardSet board, std::uint16_t* bucket_of) const;

 private:
  struct Flop {
    std::once_flag made;
    std::vector<std::uint16_t> bucket_of;
  };
  void compute(CardSet board, std::uint16_t* bucket_of) const;

  OpponentGroups groups_;
  std::array<NearestCentroid, 3> centroids_;
  mutable std::unordered_map<CardSet, std::unique_ptr<Flop>> flops_;  // by the least of all like it
};

}  // namespace fivebet
