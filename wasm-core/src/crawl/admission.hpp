// Which URLs a crawl follows: those of its scope that are neither blocked nor look like crawler
// traps. Goes by the URL alone.
#pragma once

#include <string>
#include <string_view>

#include "tagtrail/config.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/scope.hpp"

namespace tagtrail {

/// With blocklist `paper` the published rule: longer than the seed URL by over 350 characters, or a
/// path segment or query word that occurs three times after percent-decoding. With `data` only a
/// non-empty path segment that occurs four times, as ever-growing relative links make them. Never
/// with `none`.
bool is_trap(Blocklist list, std::string_view key, std::string_view seed_key);

/// All URLs are canonical keys.
class Admission {
 public:
  /// `config`: a valid one.
  explicit Admission(const Config& config);

  /// Also by the rules of what is included and excluded.
  bool in_scope(std::string_view key) const { return scope_.contains(key) && rules_.admit(key); }
  bool admits(std::string_view key) const;
  /// Whether the scope takes it in, or the user has left it out: by rules, or by asking for one
  /// page alone.
  bool reaches(std::string_view key) const {
    return one_page_ || !rules_.admit(key) || scope_.contains(key);
  }
  /// Whether a file there may be asked for, though the scope does not take it in.
  bool admits_elsewhere(std::string_view key) const {
    return !reaches(key) && !blocked_url(blocklist_, key, targets_) && !is_tangled(key);
  }
  /// Whether its path repeats itself, as only relative links that grow make them (is_trap()).
  bool is_tangled(std::string_view key) const;
  /// Whether files of this extension (lower case, no dot) are wanted.
  bool wants_extension(std::string_view extension) const {
    return targets_.matches_extension(extension);
  }
  /// Whether its name says that it is one of the files wanted.
  bool promises_file(std::string_view key) const;
  /// The same of a link: by its name, or by what it is called where the name does not say what it
  /// is.
  bool promises_file(const LinkObservation& link) const;
  /// Whether its name says that it is a file where pages are wanted.
  bool promises_no_page(std::string_view key) const;

 private:
  Scope scope_;
  UrlRules rules_;
  TargetSet targets_;
  TargetSet files_;  ///< what is no page, where pages are wanted; else empty
  Blocklist blocklist_;
  std::string seed_url_;
  bool one_page_ = false;  ///< scope `page`
};

}  // namespace tagtrail
