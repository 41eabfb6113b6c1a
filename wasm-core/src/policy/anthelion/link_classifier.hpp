// Anthelion's word on a link: how likely it is a result, by its URL and the pages that link to it,
// learnt from the answers of the crawl.
#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "learn/instance_classifier.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class LinkClassifier {
 public:
  LinkClassifier(const AnthelionParameters& parameters, const PolicyContext& context);

  /// Whether it looks at the pages that link to a link.
  bool sees_parents() const { return parents_; }
  /// Whether it has learnt from results and from others: before, it knows nothing.
  bool is_ready() const { return learnt_[0] && learnt_[1]; }
  /// P(result), from 0 to 1; 0.5 before it is ready. `good_parents`: results known to link there.
  double probability(std::string_view key, std::uint32_t good_parents) const;

  /// What a URL turned out to be. Learnt when more than a batch of them waits; true when it has
  /// become ready by that.
  bool answered(UrlId url, std::uint32_t good_parents, bool good);

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  struct Label {
    UrlId url = 0;
    std::uint32_t good_parents = 0;
    bool good = false;
  };
  Instance instance_of(std::string_view key, std::uint32_t good_parents) const;
  void learn();

  const PolicyContext& context_;
  bool tokens_;
  bool parents_;
  std::uint32_t batch_;
  std::uint64_t training_pages_;  ///< answers it learns from
  std::unique_ptr<InstanceClassifier> model_;
  std::uint64_t taken_ = 0;       ///< answers, with those that wait
  std::array<bool, 2> learnt_{};  ///< [1]: from a result
  std::vector<Label> waiting_;
};

}  // namespace tagtrail
