// Where the body of an answer goes, decided from its head: alike for all who fetch.
#pragma once

#include <string_view>

#include "fetch/downloader.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {

struct BodyRules {
  TargetSet wanted;
  Blocklist blocklist = Blocklist::data;
  bool sitemaps = false;    ///< sitemaps, feeds and robots.txt are wanted as pages
  bool catalogues = false;  ///< so is what describes_links()
};

/// Pages into memory, wanted files to disk, nothing else. `url` answered.
BodyPlan plan_body(const BodyRules& rules, std::string_view url, const AnswerHead& head);

}  // namespace tagtrail::host
