#include <array>
#include <cmath>

#include "crawl/json_members.hpp"
#include "tagtrail/feedback.hpp"
#include "tagtrail/link.hpp"
#include "tagtrail/tag_path.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

/// In the order of Word; the first four are words about groups.
constexpr std::array<std::string_view, 9> kWords{"neutral", "good", "useless", "only",  "example",
                                                 "fetch",   "paid", "allow",   "forbid"};
constexpr std::array<std::string_view, 4> kGroupWords{"neutral", "good", "useless", "only"};
constexpr std::size_t kMostAnchors = 10;

tl::unexpected<Error> bad(const std::string& what) {
  return fail(ErrorCode::invalid_argument, "feedback " + what);
}

/// A member that may be missing. False when it is of another type.
bool read_text(const Json& json, const char* name, std::string& value) {
  const auto member = json.find(name);
  if (member == json.end()) return true;
  if (!member->is_string()) return false;
  value = member->get<std::string>();
  return true;
}

/// Empty stays empty.
Expected<void> make_canonical(std::string& url) {
  if (url.empty()) return {};
  auto key = TRY(canonical_url(url));
  url = std::move(key);
  return {};
}

/// False when it is there and no list of lists of texts.
bool read_shown(const Json& json, std::vector<std::vector<std::string>>& shown) {
  const auto member = json.find("shown");
  if (member == json.end()) return true;
  if (!member->is_array()) return false;
  for (const Json& group : *member) {
    if (!group.is_array()) return false;
    auto& paths = shown.emplace_back();
    for (const Json& path : group) {
      if (!path.is_string()) return false;
      paths.push_back(path.get<std::string>());
    }
  }
  return true;
}

}  // namespace

Json feedback_to_json(const Feedback& feedback) {
  Json json = {{"word", to_string(feedback.word)}, {"tagPath", feedback.tag_path}};
  if (!feedback.url.empty()) json["url"] = feedback.url;
  if (!feedback.anchor.empty()) json["anchor"] = feedback.anchor;
  if (!feedback.page.empty()) json["page"] = feedback.page;
  if (feedback.word == Word::paid) {
    json["files"] = feedback.files;
    json["requests"] = feedback.requests;
  }
  if (!feedback.shown.empty()) json["shown"] = feedback.shown;
  return json;
}

Expected<Feedback> feedback_from_json(const Json& json) {
  Members in(json);
  Feedback feedback;
  feedback.word = static_cast<Word>(in.one_of("word", kWords));
  if (!in.ok()) return bad("has no known word");
  std::string anchor;
  if (!read_text(json, "tagPath", feedback.tag_path) || !read_text(json, "url", feedback.url) ||
      !read_text(json, "anchor", anchor) || !read_text(json, "page", feedback.page)) {
    return bad("has a text that is none");
  }
  if (!read_shown(json, feedback.shown)) return bad("'shown' is no list of groups");
  feedback.anchor = std::string(utf8_prefix(anchor, limits::kAnchorBytes));
  if (feedback.word == Word::paid) {
    feedback.files = in.real("files");
    feedback.requests = in.number("requests");
    if (!in.ok()) return bad("'paid' has files and requests");
  }
  for (std::string* url : {&feedback.url, &feedback.page}) {
    TRY(make_canonical(*url));
  }
  TRY(validate(feedback));
  return feedback;
}

Json link_group_to_json(const LinkGroup& group) {
  return {{"id", group.id},
          {"tagPath", group.tag_path},
          {"readable", readable_tag_path(group.tag_path)},
          {"word", to_string(group.word)},
          {"anchors", group.anchors},
          {"open", group.open},
          {"withheld", group.withheld},
          {"acting", group.acting},
          {"requests", group.requests},
          {"files", group.files},
          {"expected", group.expected ? Json(*group.expected) : Json(nullptr)}};
}

Expected<LinkGroup> link_group_from_json(const Json& json) {
  const auto malformed = [] { return fail(ErrorCode::invalid_data, "malformed group of links"); };
  Members in(json);
  LinkGroup group;
  const std::uint64_t id = in.number("id");
  group.id = static_cast<std::uint32_t>(id);
  group.tag_path = in.text("tagPath");
  group.word = static_cast<Word>(in.one_of("word", kGroupWords));
  group.open = in.number("open");
  group.withheld = in.number("withheld");
  group.acting = in.number("acting");
  group.requests = in.number("requests");
  group.files = in.number("files");
  if (!in.ok() || id != group.id) return malformed();
  const auto anchors = json.find("anchors");
  if (anchors == json.end() || !anchors->is_array() || anchors->size() > kMostAnchors) {
    return malformed();
  }
  for (const Json& anchor : *anchors) {
    if (!anchor.is_string()) return malformed();
    group.anchors.push_back(anchor.get<std::string>());
  }
  const auto expected = json.find("expected");
  if (expected == json.end()) return malformed();
  if (!expected->is_null()) {
    if (!expected->is_number() || !std::isfinite(expected->get<double>())) return malformed();
    group.expected = expected->get<double>();
  }
  return group;
}

}  // namespace tagtrail
