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

/// Pages into memory, wanted files to disk, nothing else. `url` answered. `lists_links`: it was
/// asked for as a sitemap or feed, which many servers send under types of text and of bytes.
BodyPlan plan_body(const BodyRules& rules, std::string_view url, const AnswerHead& head,
                   bool lists_links = false);

}  // namespace tagtrail::host
