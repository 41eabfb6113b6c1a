// Which URLs belong to a crawl (scope), and which of them are left out all the same.
#pragma once

#include <memory>
#include <regex>
#include <string>
#include <string_view>

#include "tagtrail/config.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail {

/// `host`: same host and port. `site`: the seed's host less one leading `www.`, and its subdomains,
/// whatever scheme and port (the published rule). `prefix`: same host and port, path starts with
/// the seed URL's directory. `page`: the seed URL alone. Of several seed URLs, what is so of one of
/// them. `web`: every URL. `regex:EXPR`: ECMAScript, searched in the canonical URL; one of over
/// 2000 bytes is out.
class Scope {
 public:
  /// Errors: invalid_argument (unknown kind, bad or over-long expression), invalid_url (seed).
  static Expected<Scope> parse(std::string_view spec, std::string_view seed_key);
  /// That of a crawl, with all of its seed URLs. Errors: the same.
  static Expected<Scope> of(const Config& config);

  /// `key` is a canonical URL.
  bool contains(std::string_view key) const;
  const std::string& spec() const { return spec_; }

 private:
  enum class Kind { host, site, prefix, page, web, regex };
  struct Places;
  bool contains_parent_of(std::string_view host) const;
  bool contains_folder_of(std::string_view key) const;

  Kind kind_ = Kind::site;
  std::string spec_;
  std::shared_ptr<const Places> places_;  ///< of the seed URLs, as the kind has them
  std::shared_ptr<const std::regex> regex_;
};

/// What of the scope is followed: CrawlBounds::include and exclude.
class UrlRules {
 public:
  /// Errors: invalid_argument (bad or over-long expression).
  static Expected<UrlRules> parse(const CrawlBounds& bounds);

  /// `key` is a canonical URL. One of over 2000 bytes is not admitted where there is a rule.
  bool admit(std::string_view key) const;

 private:
  std::shared_ptr<const std::regex> include_;  ///< null: all
  std::shared_ptr<const std::regex> exclude_;  ///< null: none
};

}  // namespace tagtrail
