#include "export/page/site_sections.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// No canonical URL holds it.
constexpr char kBetween = '\n';
constexpr std::string_view kOtherHosts = "*";
/// Keys of a level that are told apart while answers are counted.
constexpr std::size_t kMostKeys = 20'000;
/// A section of its own has at least this share of all answers.
constexpr std::uint64_t kLeastShare = 150;
constexpr std::size_t kMostOfLevel = 60;
constexpr std::size_t kMostHosts = 40;

/// Up to two folders, and how many keys from there outwards there are.
struct Key {
  std::string text;
  std::size_t first = 0;  ///< length of the key without the second folder
  std::size_t host = 0;   ///< and without both
};

std::string host_of(std::string_view url) {
  const std::string origin = origin_of(url);
  const std::size_t end = origin.find("://");
  return end == std::string::npos ? origin : origin.substr(end + 3);
}

/// The folder in front of `rest`, which is taken off; empty: there is none. A name without a dot is
/// a folder too where it is the first: sites give `/news` and `/news/1`.
std::string_view take_folder(std::string_view& rest, bool is_first) {
  const std::size_t end = rest.find('/');
  if (end == std::string_view::npos) {
    if (!is_first || rest.find('.') != std::string_view::npos) return {};
    return std::exchange(rest, {});
  }
  const std::string_view folder = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return folder;
}

Key key_of(std::string_view url) {
  Key key;
  key.text = host_of(url);
  key.first = key.host = key.text.size();
  std::string_view path = split_url(url).path;
  if (path.starts_with('/')) path.remove_prefix(1);
  const std::string_view outer = take_folder(path, true);
  if (outer.empty()) return key;
  key.text.append(1, kBetween).append(outer);
  key.first = key.text.size();
  const std::string_view inner = take_folder(path, false);
  if (!inner.empty()) key.text.append(1, kBetween).append(inner);
  return key;
}

}  // namespace

void SiteSections::add(std::string_view url, bool is_file) {
  const Key key = key_of(url);
  const std::string_view text = key.text;
  const auto count_in = [&](Tree& tree, std::string_view at) {
    auto place = tree.find(at);
    if (place == tree.end()) {
      if (tree.size() >= kMostKeys) return false;
      place = tree.emplace(at, Counts{}).first;
    }
    ++place->second.answers;
    place->second.files += is_file ? 1 : 0;
    return true;
  };
  ++total_;
  if (text.size() > key.first && count_in(second_, text)) return;
  if (key.first > key.host && count_in(first_, text.substr(0, key.first))) return;
  if (count_in(hosts_, text.substr(0, key.host))) return;
  Counts& others = hosts_[std::string(kOtherHosts)];
  ++others.answers;
  others.files += is_file ? 1 : 0;
}

void SiteSections::merge_small(Tree& from, Tree& into, std::uint64_t least, std::size_t most) {
  std::vector<std::pair<std::uint64_t, std::string>> sizes;
  for (const auto& [key, counts] : from) sizes.emplace_back(counts.answers, key);
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  for (std::size_t at = 0; at < sizes.size(); ++at) {
    const auto& [answers, key] = sizes[at];
    if (at < most && answers >= least) continue;
    const std::size_t end = key.rfind(kBetween);
    Counts& outer = into[end == std::string::npos ? std::string(kOtherHosts) : key.substr(0, end)];
    const auto moved = from.find(key);
    outer.answers += moved->second.answers;
    outer.files += moved->second.files;
    from.erase(moved);
  }
}

void SiteSections::settle() {
  const std::uint64_t least = std::max<std::uint64_t>(2, total_ / kLeastShare);
  merge_small(second_, first_, least, kMostOfLevel);
  merge_small(first_, hosts_, least, kMostOfLevel);
  Tree others;
  merge_small(hosts_, others, 1, kMostHosts);
  for (const auto& [key, counts] : others) {
    Counts& all = hosts_[key];
    all.answers += counts.answers;
    all.files += counts.files;
  }
  for (const Tree* level : {&second_, &first_, &hosts_}) {
    for (const auto& [key, counts] : *level) {
      const std::size_t end = std::min(key.find(kBetween), key.size());
      std::string path = key.substr(end) + "/";
      std::replace(path.begin(), path.end(), kBetween, '/');
      list_.push_back({key.substr(0, end), path, counts.answers, counts.files});
    }
  }
  std::stable_sort(list_.begin(), list_.end(), [](const SiteSection& a, const SiteSection& b) {
    return a.answers > b.answers;
  });
  for (std::size_t at = 0; at < list_.size(); ++at) {
    std::string key = list_[at].host + list_[at].path;
    places_.emplace(std::move(key), at);
  }
}

std::size_t SiteSections::place_of(std::string_view url) const {
  const Key key = key_of(url);
  for (const std::size_t length : {key.text.size(), key.first, key.host}) {
    std::string name = key.text.substr(0, length) + "/";
    std::replace(name.begin(), name.end(), kBetween, '/');
    const auto found = places_.find(name);
    if (found != places_.end()) return found->second;
  }
  const auto others = places_.find(std::string(kOtherHosts) + "/");
  if (others != places_.end()) return others->second;
  return list_.empty() ? 0 : list_.size() - 1;
}

}  // namespace tagtrail::host
