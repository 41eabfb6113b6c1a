// The pages read, each with some of its children: when a child's value becomes known, or a target
// is found late, the page's value was wrong and is corrected.
#pragma once

#include <cstdint>
#include <vector>

#include "policy/trail/lessons.hpp"
#include "policy/trail/link_store.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail {

struct PageRecord {
  LessonId lesson = 0;         ///< what was learnt of it: the link that led there, its label
  double targets = 0;          ///< found directly on it, late ones included
  double foreseen = 0;         ///< of those, not requested yet
  std::uint32_t realised = 0;  ///< children whose value is known
  std::vector<UrlId> children;
};

class PageRecords {
 public:
  /// At most this many children are kept, drawn at random.
  static constexpr std::size_t kChildren = 64;

  PageRecord& add(UrlId page, LessonId lesson, std::vector<UrlId> children, Random& random);
  /// Null when the page has no record (the start page).
  PageRecord* find(UrlId page);

  void save(ByteWriter& out) const;
  /// Every link that is referred to must be in `links`, and lessons must be among the first
  /// `lessons`.
  bool load(ByteReader& in, const LinkStore& links, std::size_t lessons);

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  std::vector<PageRecord> records_;
  std::vector<std::uint32_t> by_page_;
};

}  // namespace tagtrail
