#include "store/stopped_requests.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostAddresses = 50;
constexpr std::size_t kMostEmptyPages = 20;
constexpr std::size_t kMostMethods = 20;
constexpr std::size_t kToldAddresses = 3;

std::string text_in(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_string() ? member->get<std::string>() : std::string();
}

const Json& list_in(const Json& object, const char* name) {
  static const Json none = Json::array();
  const auto member = object.find(name);
  return member != object.end() && member->is_array() ? *member : none;
}

/// `a, b, c, ...`
template <typename Items, typename Text>
std::string few_of(const Items& items, Text text) {
  std::vector<std::string> told;
  for (const auto& item : items) {
    if (told.size() == kToldAddresses) {
      told.emplace_back("...");
      break;
    }
    told.push_back(text(item));
  }
  return fmt::format("{}", fmt::join(told, ", "));
}

}  // namespace

void StoppedRequests::add(One one) {
  is_new_ = true;
  // A page may think of any method.
  const bool known = methods_.contains(one.method) || methods_.size() < kMostMethods;
  methods_[known ? one.method : "..."] += one.count;
  if (one.url.empty()) return;
  const auto same = std::find_if(named_.begin(), named_.end(), [&one](const One& other) {
    return other.method == one.method && other.url == one.url;
  });
  if (same != named_.end()) {
    same->count += one.count;
  } else if (named_.size() < kMostAddresses) {
    named_.push_back(std::move(one));
  }
}

void StoppedRequests::add_empty_page(const std::string& url) {
  const bool known = std::find(empty_pages_.begin(), empty_pages_.end(), url) != empty_pages_.end();
  if (known || empty_pages_.size() == kMostEmptyPages) return;
  is_new_ = true;
  empty_pages_.push_back(url);
}

std::uint64_t StoppedRequests::count() const {
  return std::accumulate(methods_.begin(), methods_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& one) { return sum + one.second; });
}

std::uint64_t StoppedRequests::count_of(std::string_view method) const {
  const auto found = methods_.find(method);
  return found == methods_.end() ? 0 : found->second;
}

Json StoppedRequests::to_json() const {
  if (methods_.empty()) return nullptr;
  Json json = {{"count", count()}, {"methods", methods_}, {"requests", Json::array()}};
  for (const One& one : named_) {
    json["requests"].push_back(
        {{"method", one.method}, {"url", one.url}, {"page", one.page}, {"count", one.count}});
  }
  if (!empty_pages_.empty()) json["emptyPages"] = empty_pages_;
  return json;
}

Json StoppedRequests::brief_json() const {
  if (methods_.empty()) return nullptr;
  return {{"count", count()},
          {"methods", methods_},
          {"example", named_.empty() ? std::string() : named_.front().url}};
}

StoppedRequests StoppedRequests::from_text(std::string_view text) {
  StoppedRequests read;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return read;
  if (const auto methods = json.find("methods"); methods != json.end() && methods->is_object()) {
    for (const auto& [method, count] : methods->items()) {
      if (count.is_number_unsigned()) read.add({method, {}, {}, count.get<std::uint64_t>()});
    }
  }
  for (const Json& one : list_in(json, "requests")) {
    if (!one.is_object() || read.named_.size() == kMostAddresses) break;
    const auto count = one.find("count");
    if (count == one.end() || !count->is_number_unsigned()) continue;
    read.named_.push_back({text_in(one, "method"), text_in(one, "url"), text_in(one, "page"),
                           count->get<std::uint64_t>()});
  }
  for (const Json& page : list_in(json, "emptyPages")) {
    if (page.is_string()) read.add_empty_page(page.get<std::string>());
  }
  read.is_new_ = false;
  return read;
}

std::optional<std::string> StoppedRequests::news() {
  if (!is_new_) return std::nullopt;
  is_new_ = false;
  return to_json().dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::string> StoppedRequests::lines() const {
  const std::uint64_t all = count();
  if (all == 0) return {};
  std::vector<std::string> methods;
  for (const auto& [method, times] : methods_) methods.push_back(method);
  std::string text = fmt::format("{} of pages' scripts that might change something {} stopped ({})",
                                 all == 1 ? "1 request" : fmt::format("{} requests", all),
                                 all == 1 ? "was" : "were", fmt::join(methods, ", "));
  if (!named_.empty()) {
    text += ": " + few_of(named_, [](const One& one) { return one.url; });
  }
  std::vector<std::string> lines{std::move(text)};
  if (!empty_pages_.empty()) {
    lines.push_back("  without a link then: " +
                    few_of(empty_pages_, [](const std::string& page) { return page; }));
  }
  if (count_of("POST") > 0) {
    lines.emplace_back(
        "  their pages may show less; to let scripts send by POST: --allow-posts, in another "
        "--out");
  } else {
    lines.emplace_back("  their pages may show less");
  }
  return lines;
}

}  // namespace tagtrail::host
