// What the pages of a job say of the data sets that its files belong to.
#pragma once

#include <string>
#include <vector>

#include "content/datasets_json.hpp"
#include "store/targets.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// What all data sets of a site have in common.
struct SiteWords {
  std::vector<std::string> publishers;  ///< each once, at most 20
  std::string license;                  ///< empty: none, or not all say the same
};

/// What the page of one target after the other says; those of one page come together mostly.
class SaidOfSets {
 public:
  /// Borrowed.
  explicit SaidOfSets(const TargetList& targets) : targets_(targets) {}

  Expected<void> turn_to(const TargetRow& target);
  /// Of the target that was turned to. Null: its page says nothing.
  const DatasetFacts* of(const TargetRow& target) const;
  /// Of all targets.
  Expected<SiteWords> of_site();

 private:
  const TargetList& targets_;
  std::string page_;
  PageDatasets now_;
};

}  // namespace tagtrail::host
