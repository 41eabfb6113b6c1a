// Files that pages link to and that the crawl leaves, because they are on hosts out of its scope.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_set>

#include "crawl/admission.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/engine.hpp"

namespace tagtrail {

class FilesElsewhere {
 public:
  /// Addresses that are told apart; what comes later is not counted.
  static constexpr std::size_t kMost = 100'000;

  /// Borrowed.
  explicit FilesElsewhere(const Admission& admission) : admission_(admission) {}

  /// A link that is not followed, of a page; both canonical URLs. Counts if it names a wanted file
  /// on another host than the page's that no link may lead to, and was not met before.
  void note(std::string_view link, std::string_view page);
  const ElsewhereReport& report() const { return report_; }

  void save(ByteWriter& out) const;
  /// False when malformed.
  bool load(ByteReader& in);

 private:
  const Admission& admission_;
  std::unordered_set<std::uint64_t> files_;
  ElsewhereReport report_;
};

}  // namespace tagtrail
