#include "crawl/admission.hpp"

#include <algorithm>
#include <vector>

#include "crawl/file_labels.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/objective.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kPublishedExtraLength = 350;

void split_into(std::vector<std::string_view>& words, std::string_view text,
                std::string_view separators) {
  for (;;) {
    const std::size_t end = text.find_first_of(separators);
    words.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

/// How often the most frequent word occurs.
std::ptrdiff_t most_frequent(std::vector<std::string_view>& words) {
  std::sort(words.begin(), words.end());
  std::ptrdiff_t most = 0;
  for (auto at = words.begin(); at != words.end();) {
    const auto end = std::upper_bound(at, words.end(), *at);
    most = std::max(most, end - at);
    at = end;
  }
  return most;
}

}  // namespace

bool is_trap(Blocklist list, std::string_view key, std::string_view seed_key) {
  if (list == Blocklist::none) return false;
  const UrlParts parts = split_url(key);
  if (parts.path.empty()) return false;
  const std::string path = percent_decode(parts.path.substr(1));
  std::vector<std::string_view> words;
  split_into(words, path, "/");
  if (list == Blocklist::data) {
    std::erase(words, std::string_view{});
    return most_frequent(words) >= 4;
  }
  if (key.size() > seed_key.size() + kPublishedExtraLength) return true;
  const std::string query = percent_decode(parts.query);
  if (!query.empty()) split_into(words, query, "&=");
  return most_frequent(words) >= 3;
}

Admission::Admission(const Config& config)
    : scope_(*Scope::of(config)),
      rules_(*UrlRules::parse(config.bounds)),
      targets_(wanted_files(config)),
      files_(objective_of(config).of_pages ? *TargetSet::parse("data") : TargetSet{}),
      blocklist_(*parse_blocklist(config.blocklist)),
      seed_url_(config.seed_url),
      one_page_(config.scope == "page") {}

bool Admission::admits(std::string_view key) const {
  return in_scope(key) && !promises_no_page(key) && !blocked_url(blocklist_, key, targets_) &&
         !is_tangled(key);
}

bool Admission::is_tangled(std::string_view key) const {
  // A file leads nowhere, and so into no trap, however often its path says the same.
  const bool file = blocklist_ == Blocklist::data && promises_file(key);
  return !file && is_trap(blocklist_, key, seed_url_);
}

bool Admission::promises_no_page(std::string_view key) const {
  return files_.matches_extension(url_extension(key)) && !is_named_as_link_source(key);
}

bool Admission::promises_file(std::string_view key) const {
  return targets_.matches_extension(url_extension(key)) && !is_named_as_link_source(key);
}

bool Admission::promises_file(const LinkObservation& link) const {
  if (promises_file(std::string_view(link.url))) return true;
  if (!names_no_type(link.url)) return false;
  return labels_file(link.anchor,
                     [this](std::string_view extension) { return wants_extension(extension); });
}

}  // namespace tagtrail
