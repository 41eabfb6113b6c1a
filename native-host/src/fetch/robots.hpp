// robots.txt: parser and matcher of RFC 9309, with Crawl-delay and Sitemap lines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fetch/robots_rules.hpp"

namespace tagtrail::host {

/// The rules of one robots.txt for one user agent. Immutable after parsing.
class Robots {
 public:
  /// Parses at most the first 500 KiB (RFC 9309 2.5). `agent` is the product token, e.g.
  /// "tagtrail".
  static Robots parse(std::string_view text, std::string_view agent);
  /// For 4xx answers: everything allowed. For 5xx and unreachable: everything disallowed.
  static Robots allow_all();
  static Robots disallow_all();

  /// `path_and_query` as in the canonical URL, starting with '/'. Longest match wins, Allow wins
  /// ties, `*` and `$` as in the RFC; percent-encoding compared after normalisation.
  bool allows(std::string_view path_and_query) const;
  /// Seconds, if the group (or `*`) names a valid one.
  std::optional<double> crawl_delay() const { return crawl_delay_; }
  /// How many Allow and Disallow lines hold for the agent.
  std::size_t rules() const { return rules_.size(); }
  const std::vector<std::string>& sitemaps() const { return sitemaps_; }
  /// About how much memory the rules have: many times the text where a site wants it so.
  std::size_t bytes() const { return rules_.bytes(); }

 private:
  RobotsRules rules_;
  std::optional<double> crawl_delay_;
  std::vector<std::string> sitemaps_;
};

}  // namespace tagtrail::host
