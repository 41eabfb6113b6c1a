// The links that policy `trail` knows, by URL id: features, where each was found, what is known of
// it. Features lie in one arena, so that a link costs about 56 bytes and 4 a feature.
#pragma once

#include <span>
#include <vector>

#include "features/link_features.hpp"
#include "policy/trail/place_counts.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

struct TrailLink {
  std::uint64_t slots = 0;  ///< where its features begin in the arena
  KindCounts of_kind{};
  ExtensionClass extension = ExtensionClass::unknown;
  bool known = false;    ///< this URL is a link of ours
  bool waiting = false;  ///< not requested yet
  UrlId source = 0;
  PathId path = 0;
  PlaceId tags = 0;           ///< place: tag path without classes and ids
  PlaceId section = 0;        ///< place: host and first directory
  PlaceId list = 0;           ///< place: tag path without numbers
  std::uint32_t sisters = 0;  ///< hash_without_languages() of its URL
  float realised = -1;        ///< its value once requested, -1 before
  /// Targets expected of it when it was scored last, in units of kWorthUnit; 0 once
  /// requested.
  std::uint32_t worth = 0;
};

/// Whole units, so that sums hang on no order and never drift.
inline constexpr double kWorthUnit = 1.0 / 1024;

class LinkStore {
 public:
  /// `topical`: links have features of kind `topic`, too.
  explicit LinkStore(bool topical) : kinds_(kFeatureKinds - (topical ? 0 : 1)) {}

  /// Adds the link of URL `id`; its features are copied.
  TrailLink& add(UrlId id, const LinkFeatureSet& features);
  bool contains(UrlId id) const { return id < links_.size() && links_[id].known; }
  UrlId size() const { return static_cast<UrlId>(links_.size()); }
  TrailLink& at(UrlId id) { return links_[id]; }
  const TrailLink& at(UrlId id) const { return links_[id]; }
  /// Of a link that at() gave.
  UrlId id_of(const TrailLink& link) const { return static_cast<UrlId>(&link - links_.data()); }
  std::span<FeatureSlot> slots(const TrailLink& link);
  std::span<const FeatureSlot> slots(const TrailLink& link) const;
  LinkSlots view(const TrailLink& link) const { return {slots(link), link.of_kind}; }
  /// Slots that more than half of these links share, of the kinds that tell groups apart. Of many
  /// links some are asked, spread over all.
  std::vector<FeatureSlot> shared_slots(const std::vector<UrlId>& links) const;
  /// The one slot of kind `page`, null when that kind is left out.
  FeatureSlot* page_slot(const TrailLink& link);

  void save(ByteWriter& out) const;
  /// False when malformed or when something refers beyond what is known.
  bool load(ByteReader& in, const PolicyContext::Known& known, PlaceId places);

 private:
  static std::size_t size_of(const TrailLink& link);
  std::uint64_t append(std::span<const FeatureSlot> slots);

  static constexpr std::size_t kChunk = std::size_t{1} << 16U;
  std::size_t kinds_;  ///< of features that are saved; `topic` is the last
  std::vector<TrailLink> links_;
  std::vector<std::vector<FeatureSlot>> chunks_;  ///< no link's features straddle two
};

}  // namespace tagtrail
