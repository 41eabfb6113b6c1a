#include "load/body_plan.hpp"

#include "html/type_sniffing.hpp"
#include "tagtrail/http_status.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::uint64_t kNamelessBytes = 64ULL << 20;

}  // namespace

BodyPlan plan_body(const BodyRules& rules, std::string_view url, const AnswerHead& head) {
  // Some applications answer so with a page of theirs; the core tells those from pages for errors.
  const bool page = has_content(head.status) || is_away(head.status);
  if (page && is_html(head.mime)) return BodyPlan::memory;
  if (!has_content(head.status)) return BodyPlan::discard;
  // What is said meanwhile is not what was asked for.
  if (is_pending(head.status)) return BodyPlan::discard;
  if (blocked_mime(rules.blocklist, head.mime, rules.wanted)) return BodyPlan::discard;
  // Without a type the body has to speak for itself.
  if (head.mime.empty()) return BodyPlan::file;
  if (rules.wanted.matches({head.mime, url, head.file_name, {}})) return BodyPlan::file;
  // The first bytes will tell: whether it is what its name says, ...
  const std::string extension = name_extension(url, head.file_name);
  const std::string_view named = mime_by_name(head.mime, extension);
  const bool may_be_wanted =
      !named.empty() && rules.wanted.matches({named, url, head.file_name, {}});
  if (may_be_wanted || rules.wanted.matches_extension(extension)) return BodyPlan::file;
  const bool source = (rules.sitemaps && may_list_links(head.mime, url)) ||
                      (rules.catalogues && describes_links(head.mime));
  if (source) return BodyPlan::memory;
  // ... or what it is that has no name, if it does not cost too much to find out.
  const bool small = head.content_length.value_or(0) <= kNamelessBytes;
  // Text may be a stream of events without end.
  const bool may_be_a_file = is_nondescript(head.mime) && !head.mime.starts_with("text/");
  return is_nameless(extension) && small && may_be_a_file ? BodyPlan::file : BodyPlan::discard;
}

}  // namespace tagtrail::host
