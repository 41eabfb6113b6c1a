#include "tagtrail/feedback.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tagtrail/json_fields.hpp"
#include "tagtrail/link.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

using Json = nlohmann::json;

/// In the order of Word.
constexpr std::array<std::string_view, 11> kWords{"neutral", "good",   "useless", "only",
                                                  "example", "fetch",  "paid",    "allow",
                                                  "forbid",  "linked", "again"};
// Tokens have one byte at least, and a slash.
constexpr double kMaxFiles = 1e9;
constexpr std::size_t kMostShown = 1000;  // tag paths

tl::unexpected<Error> bad(const char* what) { return fail(ErrorCode::invalid_argument, what); }

bool is_canonical(const std::string& url) {
  const auto key = canonical_url(url);
  return key && *key == url;
}

Expected<void> validate_shown(const std::vector<std::vector<std::string>>& groups) {
  std::size_t paths = 0;
  for (const auto& group : groups) {
    for (const std::string& path : group) {
      if (path.empty() || path.size() > limits::kPathBytes) return bad("a tag path shown is none");
    }
    // A group without a path counts too.
    paths += std::max<std::size_t>(1, group.size());
  }
  if (paths > kMostShown) return bad("too many groups were shown");
  return {};
}

/// A member that may be missing. False when it is of another type.
template <typename T>
bool read_optional(const Json& json, const char* name, T& value) {
  const auto member = json.find(name);
  return member == json.end() || read_json(*member, value);
}

/// Empty stays empty.
Expected<void> make_canonical(std::string& url) {
  if (!url.empty()) url = TRY(canonical_url(url));
  return {};
}

}  // namespace

std::string_view to_string(Word word) { return kWords[static_cast<std::size_t>(word)]; }

Expected<void> validate(const Feedback& feedback) {
  const bool names_url = feedback.word == Word::example || feedback.word == Word::fetch ||
                         feedback.word == Word::again;
  const bool needs_path = feedback.word != Word::fetch && feedback.word != Word::allow &&
                          feedback.word != Word::forbid && feedback.word != Word::linked &&
                          feedback.word != Word::again;
  if (feedback.tag_path.empty() && needs_path) {
    return bad("feedback needs the tag path of a link");
  }
  if (feedback.tag_path.size() > limits::kPathBytes) return bad("the tag path is too long");
  if (feedback.anchor.size() > limits::kAnchorBytes) return bad("the anchor is too long");
  const bool may_name_url =
      names_url || ((feedback.word == Word::allow || feedback.word == Word::forbid) &&
                    feedback.tag_path.empty());
  if (feedback.url.empty() ? names_url : !may_name_url) {
    return bad(
        "'example', 'fetch' and 'again' name a URL, 'allow' and 'forbid' without a tag path may");
  }
  if (!feedback.url.empty() && !is_canonical(feedback.url)) {
    return fail(ErrorCode::invalid_url, "the URL asked for is not canonical");
  }
  if (!feedback.page.empty() && !is_canonical(feedback.page)) {
    return fail(ErrorCode::invalid_url, "the URL of the page is not canonical");
  }
  const bool counts = feedback.word == Word::paid;
  if (!(feedback.files >= 0) || feedback.files > kMaxFiles)
    return bad("impossible number of files");
  if (counts != (feedback.requests > 0) || (!counts && feedback.files > 0)) {
    return bad("'paid' has files and at least one request, no other");
  }
  return validate_shown(feedback.shown);
}

bool comes_first(const LinkGroup& a, const LinkGroup& b) {
  const double expects_a = a.expected.value_or(-1);
  const double expects_b = b.expected.value_or(-1);
  if (expects_a != expects_b) return expects_a > expects_b;
  return a.files != b.files ? a.files > b.files : a.id < b.id;
}

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
  Feedback feedback;
  MembersIn in(json);
  in.word("word", feedback.word, kWords);
  if (!in.ok()) return bad("feedback has no known word");
  std::string anchor;
  if (!read_optional(json, "tagPath", feedback.tag_path) ||
      !read_optional(json, "url", feedback.url) || !read_optional(json, "anchor", anchor) ||
      !read_optional(json, "page", feedback.page)) {
    return bad("feedback has a text that is none");
  }
  if (!read_optional(json, "shown", feedback.shown)) {
    return bad("feedback 'shown' is no list of groups");
  }
  feedback.anchor = std::string(utf8_prefix(anchor, limits::kAnchorBytes));
  if (feedback.word == Word::paid) {
    in("files", feedback.files);
    in("requests", feedback.requests);
    if (!in.ok()) return bad("feedback 'paid' has files and requests");
  }
  TRY(make_canonical(feedback.url));
  TRY(make_canonical(feedback.page));
  TRY(validate(feedback));
  return feedback;
}

}  // namespace tagtrail
