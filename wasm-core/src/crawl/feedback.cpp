#include "tagtrail/feedback.hpp"

#include <algorithm>
#include <cmath>

#include "tagtrail/link.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

// Tokens have one byte at least, and a slash.
constexpr std::size_t kMaxPathBytes = limits::kPathDepth * (limits::kPathTokenBytes + 1);
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
      if (path.empty() || path.size() > kMaxPathBytes) return bad("a tag path shown is none");
    }
    // A group without a path counts too.
    paths += std::max<std::size_t>(1, group.size());
  }
  if (paths > kMostShown) return bad("too many groups were shown");
  return {};
}

}  // namespace

std::string_view to_string(Word word) {
  switch (word) {
    case Word::neutral:
      return "neutral";
    case Word::good:
      return "good";
    case Word::useless:
      return "useless";
    case Word::only:
      return "only";
    case Word::example:
      return "example";
    case Word::fetch:
      return "fetch";
    case Word::paid:
      return "paid";
    case Word::allow:
      return "allow";
    case Word::forbid:
      return "forbid";
  }
  return "neutral";
}

Expected<void> validate(const Feedback& feedback) {
  const bool names_url = feedback.word == Word::example || feedback.word == Word::fetch;
  const bool needs_path =
      feedback.word != Word::fetch && feedback.word != Word::allow && feedback.word != Word::forbid;
  if (feedback.tag_path.empty() && needs_path) {
    return bad("feedback needs the tag path of a link");
  }
  if (feedback.tag_path.size() > kMaxPathBytes) return bad("the tag path is too long");
  if (feedback.anchor.size() > limits::kAnchorBytes) return bad("the anchor is too long");
  if (names_url != !feedback.url.empty()) return bad("'example' and 'fetch' name a URL, no other");
  if (names_url && !is_canonical(feedback.url)) {
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

}  // namespace tagtrail
