// Sites without end, made up as they are asked: a small office with 40 files, and one trap.
#pragma once

#include <ostream>
#include <set>
#include <string>

#include "fake_site.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail::testing {

enum class Trap { none, calendar, facets, session, exports, repositories, tracker, portal };
std::ostream& operator<<(std::ostream& out, Trap trap);

class EndlessSite {
 public:
  explicit EndlessSite(Trap trap) : trap_(trap) {}

  Response answer(const Request& request);
  /// Distinct contents of the files that were asked for.
  std::size_t contents() const { return contents_.size(); }
  static constexpr std::size_t kFiles = 40;
  /// Files that a person would want which lie in the trap itself.
  static std::size_t files_in(Trap trap);
  /// Of those, the ones that were asked for.
  std::size_t wanted() const { return wanted_.size(); }

 private:
  using Links = std::vector<std::pair<std::string, std::string>>;
  Response page(const std::string& words, const Links& links) const;
  Response file(const std::string& content);
  Response calendar(const std::string& month);
  Response facets(const std::string& query);
  Response listing(const std::string& path, const std::string& query);
  Response repository(const std::string& query);
  Response tracker(const std::string& path, const std::string& query);
  Response portal(const std::string& path, const std::string& query);

  Trap trap_;
  std::set<std::string> contents_;
  std::set<std::string> wanted_;
  Random random_{7};
};

struct Crawled {
  std::uint64_t requests = 0;
  std::size_t contents = 0;
  std::size_t wanted = 0;
  bool ended = false;
  Progress progress;
};
/// At most `most` requests; with `restored` each step by an engine restored from the one before.
Crawled crawl_endless(Trap trap, Config config, std::uint64_t most, bool restored = false);

}  // namespace tagtrail::testing
