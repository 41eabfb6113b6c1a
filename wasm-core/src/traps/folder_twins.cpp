#include "traps/folder_twins.hpp"

#include <algorithm>
#include <vector>

#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"
#include "traps/hashes.hpp"
#include "traps/url_aspects.hpp"

namespace tagtrail {
namespace {

/// Two names may be alike by chance.
constexpr std::size_t kFewestNames = 4;
constexpr std::size_t kMostFolders = 20'000;
constexpr std::size_t kMostTwins = 2'000;
/// Folders within folders; each takes a part away.
constexpr int kMostSteps = 32;

/// Of a list, whose text may be cut.
constexpr std::size_t kRowsCompared = 50;

struct List {
  std::uint64_t says = 0;  ///< 0: too little
  bool described = false;  ///< there is a number beside each file
};

/// Whether a number stands between the names of files, in the order of the text.
bool are_described(const std::vector<std::string_view>& names, std::string_view text) {
  std::size_t at = text.find(names.front());
  for (std::size_t i = 0; i + 1 < names.size() && at != std::string_view::npos; ++i) {
    const std::size_t end = at + names[i].size();
    at = text.find(names[i + 1], end);
    const std::string_view between = text.substr(end, at == std::string_view::npos ? at : at - end);
    if (between.find_first_of("0123456789") == std::string_view::npos) return false;
  }
  return names.size() > 1 && at != std::string_view::npos;
}

/// What a page lists of its own folder, with what it says between the first file and the last.
/// What stands above may name the folder itself, in which others of the list may lie.
List list_of(std::string_view folder, const Page& page) {
  std::uint64_t sum = 0;
  std::size_t names = 0;
  std::vector<std::string_view> rows;
  for (const LinkObservation& link : page.links) {
    const std::string_view url = link.url;
    if (url.size() <= folder.size() || !url.starts_with(folder)) continue;
    if (has_query(url)) continue;
    sum += hash_of(std::string(url.substr(folder.size())) + '\n' + link.anchor);
    ++names;
    if (!url.ends_with('/') && rows.size() < kRowsCompared) rows.push_back(link.anchor);
  }
  if (names < kFewestNames) return {};
  if (rows.empty()) return {sum, true};
  const std::string_view text = page.text;
  const std::size_t begin = text.find(rows.front());
  const std::size_t end = text.find(rows.back(), begin);
  if (begin < end && end != std::string_view::npos) sum += hash_of(text.substr(begin, end - begin));
  return {sum, are_described(rows, text)};
}

}  // namespace

std::uint64_t FolderTwins::read(std::string_view key, const Page& page) {
  const std::string folder(folder_of(key));
  const auto [list, described] = list_of(folder, page);
  if (list == 0 || twin_around(key) != twins_.end()) return list;
  const auto known = lists_.find(list);
  if (known == lists_.end()) {
    if (lists_.size() < kMostFolders) lists_.emplace(list, folder);
  } else if (known->second != folder && twins_.size() < kMostTwins) {
    add_twin(folder, {known->second, described || folder.starts_with(known->second)});
  }
  return list;
}

void FolderTwins::add_twin(const std::string& folder, Twin twin) {
  if (folder.starts_with(twin.original)) loops_.insert(hash_of(folder));
  twins_.emplace(folder, std::move(twin));
}

/// The folder that its path lies in and that is a twin, the outermost; the end: in none.
FolderTwins::Twins::const_iterator FolderTwins::twin_around(std::string_view key) const {
  key = without_query(key);
  for (std::size_t end = origin_of(key).size(); end != std::string_view::npos;) {
    const auto found = twins_.find(std::string(key.substr(0, end + 1)));
    if (found != twins_.end()) return found;
    end = key.find('/', end + 1);
  }
  return twins_.end();
}

std::optional<FolderTwins::Original> FolderTwins::original_of(std::string_view key) const {
  if (twins_.empty()) return std::nullopt;
  Original original{0, std::string(key)};
  for (int step = 0; step < kMostSteps; ++step) {
    const auto twin = twin_around(original.key);
    if (twin == twins_.end()) break;
    if (step == 0) original.folder = hash_of(twin->first);
    original.key = twin->second.original + original.key.substr(twin->first.size());
    original.described = original.described && twin->second.described;
  }
  if (original.folder == 0) return std::nullopt;
  return original;
}

void FolderTwins::save(ByteWriter& out) const {
  out.var(lists_.size());
  for (const std::uint64_t list : sorted_keys(lists_)) {
    out.u64(list);
    out.text(lists_.at(list));
  }
  out.var(twins_.size());
  for (const std::string& folder : sorted_keys(twins_)) {
    out.text(folder);
    out.text(twins_.at(folder).original);
    out.boolean(twins_.at(folder).described);
  }
}

bool FolderTwins::load(ByteReader& in) {
  lists_.clear();
  twins_.clear();
  loops_.clear();
  for (std::size_t left = in.count(9); left > 0; --left) {
    const std::uint64_t list = in.u64();
    lists_.emplace(list, in.text());
  }
  for (std::size_t left = in.count(3); left > 0; --left) {
    const std::string folder = in.text();
    Twin twin;
    twin.original = in.text();
    twin.described = in.boolean();
    add_twin(folder, std::move(twin));
  }
  return in.ok();
}

}  // namespace tagtrail
