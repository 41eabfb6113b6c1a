// What policy `trail` knows of a link: about 28 yes-or-no features from its URL, its words and
// where it stands, each hashed to one of 2^20 slots (docs/policies.md, "trail").
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "learn/feature_slot.hpp"
#include "learn/target_model.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail {

/// The kinds of features, in the order in which LinkFeatures emits them.
enum class FeatureKind : std::uint8_t {
  url = 0,      ///< template, directories, extension, words, query keys
  anchor = 1,   ///< whole text, words, length
  heading = 2,  ///< nearest preceding heading
  place = 3,    ///< template of the source page with the tag path
  cross = 4,    ///< the URL's extension with tag path, with text, with directory
  list = 5,     ///< this very list on this very page
  source = 6,   ///< templates and directories of source and link
  depth = 7,
  page = 8,  ///< how many targets were found directly on the source page
  bias = 9,
  topic = 10,  ///< how far it is about the topic; only where there is one
};
inline constexpr std::size_t kFeatureKinds = 11;

/// What is the same for all links of one page.
struct SourceFacts {
  std::uint64_t url_template = 0;
  std::uint64_t directory = 0;
  std::uint32_t segments = 0;
  std::uint32_t id = 0;     ///< tells this page from others
  std::uint32_t depth = 0;  ///< of the page
};

/// Hashes of a tag path, to be kept per path.
struct PathFacts {
  std::uint64_t exact = 0;
  std::uint64_t normed = 0;  ///< digit runs are 0
  std::uint64_t tags = 0;    ///< without classes and ids
};

/// How many features of each kind.
using KindCounts = std::array<std::uint8_t, kFeatureKinds>;

/// The features of a link, borrowed.
struct LinkSlots {
  std::span<const FeatureSlot> all;  ///< sorted by kind
  const KindCounts& of_kind;

  std::span<const FeatureSlot> of(FeatureKind kind) const;
};

struct LinkFeatureSet {
  std::vector<FeatureSlot> slots;  ///< sorted by kind
  KindCounts of_kind{};
  std::uint64_t section = 0;  ///< host and first directory
  std::uint32_t sisters = 0;  ///< hash_without_languages() of its URL
  ExtensionClass extension = ExtensionClass::unknown;
  void clear();
  LinkSlots view() const { return {slots, of_kind}; }
};

/// Bit k set: features of kind k are left out (ablation studies).
using FeatureMask = std::uint32_t;

class LinkFeatures {
 public:
  /// `many_hosts`: the host alone is a feature, too. On one host it would say nothing.
  LinkFeatures(const TargetSet& wanted, FeatureMask without, bool many_hosts)
      : wanted_(wanted), without_(without), many_hosts_(many_hosts) {}

  static SourceFacts source_facts(std::string_view page_key, std::uint32_t id, std::uint32_t depth);
  static PathFacts path_facts(std::string_view tag_path);
  /// The slot of kind `page` for a source page with `targets` found directly on it.
  static FeatureSlot page_slot(double targets);
  /// The slots of kind `topic`, from that of links which are not about it at all.
  static FeatureSlot topic_slot(std::size_t step);

  /// Fills `out`; the page feature is that of a page without targets.
  void describe(std::string_view key, const LinkObservation& link, const PathFacts& path,
                const SourceFacts& source, LinkFeatureSet& out) const;

 private:
  bool wants(FeatureKind kind) const { return (without_ >> static_cast<unsigned>(kind) & 1U) == 0; }
  const TargetSet& wanted_;
  FeatureMask without_;
  bool many_hosts_;
};

}  // namespace tagtrail
