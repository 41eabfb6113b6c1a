// What the pages of a job say of the data sets that its files belong to.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
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

/// What the page of one target after the other says; those of one page come together mostly. Where
/// it says nothing, what the page that led to it says of it as a file: records of catalogues name
/// the pages on which their files are.
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
  Expected<void> turn_to_describing();

  const TargetList& targets_;
  std::string page_;
  PageDatasets now_;
  std::optional<std::unordered_map<std::string, std::string>> describing_pages_;
  std::string describing_page_;
  PageDatasets describing_;
};

}  // namespace tagtrail::host
