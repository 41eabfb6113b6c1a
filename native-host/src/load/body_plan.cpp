#include "load/body_plan.hpp"

#include "html/type_sniffing.hpp"
#include "tagtrail/checksum_names.hpp"
#include "tagtrail/http_status.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::uint64_t kNamelessBytes = 64ULL << 20;
constexpr std::string_view kNondescript = "application/octet-stream";

bool is_small(const AnswerHead& head) { return head.content_length.value_or(0) <= kNamelessBytes; }

/// Types of pages that nobody has registered: `text/htm`, `text/x-server-parsed-html`, that of
/// XHTML for telephones.
bool is_called_html(std::string_view mime) {
  return mime.ends_with("htm") || mime.ends_with("html") || mime.ends_with("html+xml");
}

/// What is no file to anybody, and names some: digests, lists by their name, scripts that download,
/// XML that programs read.
bool lists_files(std::string_view url, const AnswerHead& head) {
  constexpr std::uint64_t kMostBytes = 4ULL << 20;
  const std::string_view path = split_url(url).path;
  const std::string extension = url_extension(url);
  const bool text = head.mime == "text/plain" || is_nondescript(head.mime);
  const bool list = text && (is_checksum_name(path.substr(path.rfind('/') + 1)) ||
                             extension == "lst" || extension == "list" || extension == "urls");
  return (list || is_xml_of_any_kind(head.mime) || is_download_script(head.mime, url)) &&
         head.content_length.value_or(0) <= kMostBytes;
}

}  // namespace

BodyPlan plan_body(const BodyRules& rules, std::string_view url, const AnswerHead& head,
                   bool lists_links) {
  const bool leads_on = head.status >= 300 && head.status < 400 && head.status != 304;
  const bool shows_where = leads_on && head.location.empty();
  // Some applications answer 404 with a page of theirs; the core tells those from pages for errors.
  const bool page = has_content(head.status) || is_away(head.status) || shows_where;
  if (page && is_html(head.mime)) return BodyPlan::memory;
  if (!has_content(head.status)) return BodyPlan::discard;
  // What is said meanwhile is not what was asked for.
  if (is_pending(head.status)) return BodyPlan::discard;
  if (is_drawing(head.mime)) {
    return rules.wanted.names(head.mime) ? BodyPlan::file : BodyPlan::memory;
  }
  if (blocked_mime(rules.blocklist, head.mime, rules.wanted)) {
    // Tables of types call some data media; the first bytes tell, where there are not too many.
    const bool named = rules.wanted.matches({kNondescript, url, head.file_name, {}});
    const bool may_be_data = is_media(head.mime) && named && is_small(head);
    return may_be_data ? BodyPlan::file : BodyPlan::discard;
  }
  // Without a type the body has to speak for itself.
  if (head.mime.empty()) return BodyPlan::file;
  if (rules.wanted.matches({head.mime, url, head.file_name, {}})) return BodyPlan::file;
  // The first bytes will tell: whether it is what its name says, ...
  const std::string extension = name_extension(url, head.file_name);
  const std::string_view named = mime_by_name(head.mime, extension);
  const bool may_be_wanted =
      !named.empty() && rules.wanted.matches({named, url, head.file_name, {}});
  if (may_be_wanted || rules.wanted.matches_extension(extension)) return BodyPlan::file;
  const bool called = lists_links && (head.mime == "text/plain" || is_nondescript(head.mime));
  const bool markdown =
      head.mime == "text/markdown" || head.mime == "text/x-markdown" ||
      (head.mime == "text/plain" && (extension == "md" || extension == "markdown"));
  const bool source = (rules.sitemaps && (called || markdown || may_list_links(head.mime, url))) ||
                      (rules.catalogues && (describes_links(head.mime) || lists_files(url, head)));
  // XML of any kind may be a page.
  const bool may_be_page =
      is_called_html(head.mime) || head.mime == "text/xml" || head.mime == "application/xml";
  if (source || may_be_page) return BodyPlan::memory;
  // ... or what it is that has no name, if it does not cost too much to find out.
  // Text of other kinds may be a stream of events without end.
  const bool may_be_a_file =
      head.mime == "text/plain" || (is_nondescript(head.mime) && !head.mime.starts_with("text/"));
  return is_nameless(extension) && is_small(head) && may_be_a_file ? BodyPlan::file
                                                                   : BodyPlan::discard;
}

}  // namespace tagtrail::host
