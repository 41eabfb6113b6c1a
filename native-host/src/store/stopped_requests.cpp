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

using Named = std::vector<StoppedRequests::One>;

void name(Named& named, StoppedRequests::One one) {
  if (one.url.empty()) return;
  const auto same = std::find_if(named.begin(), named.end(), [&one](const auto& other) {
    return other.method == one.method && other.url == one.url;
  });
  if (same != named.end()) {
    same->count += one.count;
  } else if (named.size() < kMostAddresses) {
    named.push_back(std::move(one));
  }
}

Json list_of(const Named& named) {
  Json list = Json::array();
  for (const auto& one : named) {
    list.push_back(
        {{"method", one.method}, {"url", one.url}, {"page", one.page}, {"count", one.count}});
  }
  return list;
}

std::uint64_t count_in(const Json& object) {
  const auto count = object.find("count");
  return count != object.end() && count->is_number_unsigned() ? count->get<std::uint64_t>() : 0;
}

Named read_list(const Json& object) {
  Named named;
  for (const Json& one : list_in(object, "requests")) {
    if (!one.is_object() || named.size() == kMostAddresses) break;
    const std::uint64_t count = count_in(one);
    if (count == 0) continue;
    named.push_back({text_in(one, "method"), text_in(one, "url"), text_in(one, "page"), count});
  }
  return named;
}

std::string url_of(const StoppedRequests::One& one) { return one.url; }

}  // namespace

void StoppedRequests::add(One one) {
  is_new_ = true;
  if (one.kind != Kind::stopped) {
    Counted& counted = one.kind == Kind::sent ? sent_ : own_network_;
    counted.count += one.count;
    return name(counted.named, std::move(one));
  }
  // A page may think of any method.
  const bool known = methods_.contains(one.method) || methods_.size() < kMostMethods;
  methods_[known ? one.method : "..."] += one.count;
  name(named_, std::move(one));
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
  if (methods_.empty() && sent_.count == 0 && own_network_.count == 0) return nullptr;
  Json json = {{"count", count()}, {"methods", methods_}, {"requests", list_of(named_)}};
  if (!empty_pages_.empty()) json["emptyPages"] = empty_pages_;
  const auto add = [&json](const char* member, const Counted& counted) {
    if (counted.count == 0) return;
    json[member] = {{"count", counted.count}, {"requests", list_of(counted.named)}};
  };
  add("sent", sent_);
  add("ownNetwork", own_network_);
  return json;
}

Json StoppedRequests::brief_json() const {
  if (methods_.empty() && sent_.count == 0 && own_network_.count == 0) return nullptr;
  const auto example = [](const Named& named) {
    return named.empty() ? std::string() : named.front().url;
  };
  Json json = {{"count", count()}, {"methods", methods_}, {"example", example(named_)}};
  const auto add = [&](const char* member, const Counted& counted) {
    if (counted.count == 0) return;
    json[member] = {{"count", counted.count}, {"example", example(counted.named)}};
  };
  add("sent", sent_);
  add("ownNetwork", own_network_);
  return json;
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
  read.named_ = read_list(json);
  const auto take = [&json](const char* name, Counted& counted) {
    const auto member = json.find(name);
    if (member != json.end() && member->is_object()) {
      counted = {count_in(*member), read_list(*member)};
    }
  };
  take("sent", read.sent_);
  take("ownNetwork", read.own_network_);
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
  std::vector<std::string> lines;
  const auto counted = [](std::uint64_t all, const char* one, const char* many) {
    return all == 1 ? fmt::format("1 request {}", one) : fmt::format("{} requests {}", all, many);
  };
  const auto examples = [](const Named& named) {
    return named.empty() ? std::string() : ": " + few_of(named, url_of);
  };
  if (own_network_.count > 0) {
    lines.push_back(counted(own_network_.count, "of pages for your own network was refused",
                            "of pages for your own network were refused") +
                    examples(own_network_.named));
  }
  if (sent_.count > 0) {
    lines.push_back(counted(sent_.count,
                            "of pages' scripts that may have changed something was sent",
                            "of pages' scripts that may have changed something were sent") +
                    " (POST)" + examples(sent_.named));
  }
  const std::uint64_t all = count();
  if (all == 0) return lines;
  std::vector<std::string> methods;
  for (const auto& [method, times] : methods_) methods.push_back(method);
  lines.push_back(counted(all, "of pages' scripts that might change something was stopped",
                          "of pages' scripts that might change something were stopped") +
                  fmt::format(" ({})", fmt::join(methods, ", ")) + examples(named_));
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
