// What readers of interfaces whose answers no table describes (shared/data/catalogues.txt) share.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "feeds/described_links.hpp"
#include "feeds/texts.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail::host {

/// `json` without what lies deeper than so many objects and lists; what is no JSON is discarded.
inline nlohmann::json json_within(std::string_view json, int depth) {
  const auto within = [depth](int at, nlohmann::json::parse_event_t /*event*/,
                              nlohmann::json& /*value*/) { return at <= depth; };
  return nlohmann::json::parse(json, within, false);
}

/// Null: it is no object, or has no such member.
inline const nlohmann::json* member_of(const nlohmann::json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto member = object.find(name);
  return member == object.end() ? nullptr : &*member;
}

/// Empty: there is no text of that name.
inline std::string text_at(const nlohmann::json& object, const char* name) {
  const nlohmann::json* member = member_of(object, name);
  return member != nullptr && member->is_string() ? member->get<std::string>() : std::string();
}

inline bool true_at(const nlohmann::json& object, const char* name) {
  const nlohmann::json* member = member_of(object, name);
  return member != nullptr && member->is_boolean() && member->get<bool>();
}

/// Without a query, and without slashes at its end.
inline std::string bare_address(std::string_view url) {
  std::string path(without_query(url));
  while (path.ends_with('/')) path.pop_back();
  return path;
}

/// Percent-encoded but for its slashes: a path in a name is one.
inline std::string encoded_path(std::string_view name) {
  std::string path;
  for (const char c : name) path += c == '/' ? "/" : percent_encoded(std::string_view(&c, 1));
  return path;
}

/// Where there is no room for more, the page is marked as truncated.
inline void add_answer_link(Page& page, std::string url, std::string_view text,
                            std::string_view place) {
  if (page.links.size() >= kSourceLinks) {
    page.truncated = true;
    ++page.links_cut;
    return;
  }
  LinkObservation link;
  link.written = utf8_prefix(url, limits::kWrittenBytes);
  link.url = std::move(url);
  link.tag_path = place;
  link.anchor = collapsed(text, limits::kAnchorBytes);
  link.element = LinkElement::link;
  link.position = static_cast<std::uint32_t>(page.links.size());
  page.links.push_back(std::move(link));
}

}  // namespace tagtrail::host
