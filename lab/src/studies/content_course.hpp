// What a crawl for new text met as it went: pairs of words, and links to other sites.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "studies/thinned.hpp"
#include "tagtrail/engine.hpp"

namespace tagtrail::host {

/// So far.
struct ContentPoint {
  double requests = 0;
  double pairs = 0;    ///< distinct pairs of consecutive words
  double outside = 0;  ///< distinct URLs on other hosts that pages read link to

  bool operator==(const ContentPoint&) const = default;
};

struct ContentCourse {
  std::vector<ContentPoint> points;  ///< from nothing to the end, never falling
  /// Of `acebot`: how many patterns it selected, and the end of a crawl that began with them.
  double patterns = 0;
  std::optional<ContentPoint> second_visit;
};

class ContentSampler {
 public:
  explicit ContentSampler(const std::string& seed_url);

  void see(const Response& response);
  /// After the delivery of what was seen.
  void add(const Progress& progress);
  const ContentPoint& end() const { return course_.last(); }
  std::vector<ContentPoint> points() const { return course_.points(); }

 private:
  std::string host_;
  std::unordered_set<std::size_t> outside_;  ///< hashes of URLs
  Thinned<ContentPoint> course_;
};

}  // namespace tagtrail::host
