// Which URLs belong to the site (scope).
#pragma once

#include <memory>
#include <regex>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail {

/// `host`: same host and port. `site`: the seed's host less one leading `www.`, and its subdomains,
/// whatever scheme and port (the published rule). `prefix`: same host and port, path starts with
/// the seed URL's directory. `page`: the seed URL alone. `regex:EXPR`: ECMAScript, searched in the
/// canonical URL; one of over 2000 bytes is out.
class Scope {
 public:
  /// Errors: invalid_argument (unknown kind, bad or over-long expression), invalid_url (seed).
  static Expected<Scope> parse(std::string_view spec, std::string_view seed_key);

  /// `key` is a canonical URL.
  bool contains(std::string_view key) const;
  const std::string& spec() const { return spec_; }

 private:
  enum class Kind { host, site, prefix, page, regex };
  Kind kind_ = Kind::site;
  std::string spec_;
  std::string host_;
  std::string prefix_;
  std::shared_ptr<const std::regex> regex_;
};

}  // namespace tagtrail
