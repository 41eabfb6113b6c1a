// A site without end, made up as it is asked for: to measure the engine alone, without HTML and
// without a database.
#pragma once

#include <cstdint>
#include <string>

#include "tagtrail/exchange.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail::host {

class SyntheticSite {
 public:
  static constexpr const char* kSeedUrl = "https://data.site.example/";
  static constexpr std::uint32_t kNewLinks = 5;  ///< a page

  /// With `unique_paths` every page has an id in its tag paths, as content systems write them.
  explicit SyntheticSite(bool unique_paths) : unique_paths_(unique_paths), random_(1) {}

  /// 40 links a page, 5 of them new; of the new ones one in ten is a file, one in twenty is dead.
  /// `issued` and the time are left to the caller.
  Response answer(std::uint64_t request_id, const std::string& url, Method method);

 private:
  Page page_of(std::uint64_t number);
  LinkObservation link_to(std::uint64_t target, std::uint64_t page, std::uint32_t position) const;
  static std::string url_of(std::uint64_t number);

  bool unique_paths_;
  Random random_;
  std::uint64_t known_ = 1;  ///< URLs named so far; the seed is number 0
};

}  // namespace tagtrail::host
