// Which elements of a page may speak RDFa.
#pragma once

#include <vector>

#include "content/flat_document.hpp"

namespace tagtrail::host {

/// Most elements of most pages don't, and need no look at what they would speak of.
class RdfaSpeakers {
 public:
  explicit RdfaSpeakers(const FlatDocument& page);
  /// Whether there is one from `begin` up to but not including `end`. Must be asked in ascending
  /// order of `begin`.
  bool any_in(FlatDocument::Index begin, FlatDocument::Index end);

 private:
  std::vector<FlatDocument::Index> all_;
  std::size_t next_ = 0;
};

}  // namespace tagtrail::host
