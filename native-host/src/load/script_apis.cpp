#include "load/script_apis.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "load/url_template.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMostOfPage = 20;
constexpr std::size_t kMostOfShape = 5;
constexpr unsigned kVainAnswers = 3;
constexpr unsigned kUnproved = 3;
constexpr unsigned kCoveredPages = 5;
constexpr unsigned kTryAgainAfter = 50;
/// Pages without a tab before the first of a covered kind is shown in one again.
constexpr unsigned kFirstSpared = 5;
constexpr std::size_t kMostShapes = 10'000;
constexpr std::size_t kMostLinks = 1'000'000;

std::size_t hash_of_link(std::string_view url) { return std::hash<std::string_view>()(url); }

bool has_known_extension(std::string_view url) {
  return !mime_of_extension(url_extension(url)).empty();
}

/// `/script/json/api/datasets/0_page`: the shape of an address as a tag path.
std::string place_of_shape(std::string_view shape) {
  const std::size_t path = shape.find('/');
  std::string place(kScriptJson);
  if (path == std::string_view::npos) return place;
  for (const char c : shape.substr(path)) {
    const bool plain = is_digit(c) || (c >= 'a' && c <= 'z') || c == '/' || c == '*' || c == '-';
    place.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : plain ? c : '_');
  }
  return std::string(utf8_prefix(place, limits::kPathBytes));
}

LinkObservation link_to(const std::string& url, const std::string& shape, std::size_t position) {
  LinkObservation link;
  link.url = url;
  link.written = utf8_prefix(url, limits::kWrittenBytes);
  link.tag_path = place_of_shape(shape);
  link.element = LinkElement::link;
  link.position = static_cast<std::uint32_t>(position);
  return link;
}

}  // namespace

bool is_payload_of_page(std::string_view url) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"_payload.json", "__data.json", "page-data.json", "app-data.json"});
  const std::string_view path = split_url(url).path;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return path.find("/_next/data/") != std::string_view::npos ||
         path.find("/_nuxt/builds/") != std::string_view::npos ||
         std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

void ScriptApis::shown(std::string_view url, const std::vector<std::string>& asked, Page& page) {
  std::string kind = url_template(url);
  if (kinds_.contains(kind) || kinds_.size() < kMostShapes) {
    Kind& known = kinds_[std::move(kind)];
    known.covered = is_covered(url, page) ? known.covered + 1 : 0;
    known.spared = 0;
  }
  std::unordered_set<std::string> linked;
  for (const LinkObservation& link : page.links) {
    linked.insert(link.url);
    if (on_pages_.size() < kMostLinks) on_pages_.insert(hash_of_link(link.url));
  }
  std::map<std::string, std::size_t> told;
  std::size_t all = 0;
  for (const std::string& address : asked) {
    if (all >= kMostOfPage || page.links.size() >= limits::kLinksPerPage) break;
    if (has_known_extension(address) || !scope_.contains(address) || linked.contains(address))
      continue;
    const std::string shape = url_template(address);
    if (is_page(address, shape)) continue;
    if (told[shape] >= kMostOfShape || !is_told(shape)) {
      // A page that asks hundreds of times is one page still.
      told[shape] = kMostOfShape;
      leave(address, shape, page);
      continue;
    }
    linked.insert(address);
    ++told[shape];
    ++all;
    page.links.push_back(link_to(address, shape, page.links.size()));
  }
}

/// Of a shape that has never brought a link nothing is missed; what was left before one did is told
/// of then.
void ScriptApis::leave(const std::string& address, const std::string& shape, Page& page) {
  const auto known = shapes_.find(shape);
  if (known == shapes_.end() || known->second.negotiated) return;
  Shape& of = known->second;
  ++of.left;
  if (of.gained) {
    add_left(page.left, {LeftOutCause::script_json, address, std::exchange(of.left, 0U)});
  }
}

bool ScriptApis::is_page(const std::string& address, const std::string& shape) const {
  return kinds_.contains(shape) || on_pages_.contains(hash_of_link(address));
}

bool ScriptApis::is_told(const std::string& shape) {
  if (!shapes_.contains(shape) && shapes_.size() >= kMostShapes) return false;
  Shape& known = shapes_[shape];
  if (known.negotiated) return false;
  const bool tries = !known.gained && known.unproved < kUnproved;
  const bool pays = known.gained && known.vain < kVainAnswers;
  if (!tries && !pays && ++known.untold < kTryAgainAfter) return false;
  known.untold = 0;
  if (!known.gained) ++known.unproved;
  return true;
}

bool ScriptApis::is_covered(std::string_view url, const Page& page) const {
  bool by_json = false;
  for (const LinkObservation& link : page.links) {
    if (link.url == url || !scope_.contains(link.url)) continue;
    const std::size_t hash = hash_of_link(link.url);
    const bool in_json = in_json_.contains(hash);
    if (!in_json && !on_pages_.contains(hash)) return false;
    by_json = by_json || in_json;
  }
  return by_json;
}

bool ScriptApis::is_one(const Request& request) const {
  const std::string_view place = request.tag_path;
  const auto known = shapes_.find(url_template(request.url));
  if (known != shapes_.end() && known->second.negotiated) return false;
  if (place.starts_with(kScriptJson)) return true;
  return place.starts_with("/json/") && !has_known_extension(request.url) && known != shapes_.end();
}

void ScriptApis::came_as_page(std::string_view url) {
  if (shapes_.size() < kMostShapes) shapes_[url_template(url)].negotiated = true;
}

void ScriptApis::answered(std::string_view url, const Page& page) {
  bool is_new = false;
  for (const LinkObservation& link : page.links) {
    const std::size_t hash = hash_of_link(link.url);
    if (named_.size() < kMostLinks) named_.insert(hash);
    if (on_pages_.contains(hash) || in_json_.size() >= kMostLinks) continue;
    is_new = in_json_.insert(hash).second || is_new;
  }
  const auto known = shapes_.find(url_template(url));
  if (known == shapes_.end()) return;
  known->second.vain = is_new ? 0 : known->second.vain + 1;
  known->second.gained = known->second.gained || is_new;
}

bool ScriptApis::cover(std::string_view url) const {
  const auto known = kinds_.find(url_template(url));
  if (known == kinds_.end() || known->second.covered < kCoveredPages) return false;
  const unsigned looks = known->second.covered - kCoveredPages + 1;
  return known->second.spared < std::min(kTryAgainAfter, looks * kFirstSpared) &&
         named_.contains(hash_of_link(url));
}

void ScriptApis::spared(std::string_view url) {
  const auto known = kinds_.find(url_template(url));
  if (known != kinds_.end()) ++known->second.spared;
}

}  // namespace tagtrail::host
