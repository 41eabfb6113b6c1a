#include "load/body_plan.hpp"

#include "html/type_sniffing.hpp"
#include "tagtrail/http_status.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {

BodyPlan plan_body(const BodyRules& rules, std::string_view url, const AnswerHead& head) {
  if (!has_content(head.status)) return BodyPlan::discard;
  if (is_html(head.mime)) return BodyPlan::memory;
  if (blocked_mime(rules.blocklist, head.mime, rules.wanted)) return BodyPlan::discard;
  // Without a type the body has to speak for itself.
  if (head.mime.empty()) return BodyPlan::file;
  if (rules.wanted.matches({head.mime, url, head.file_name, {}})) return BodyPlan::file;
  // The first bytes will tell.
  const std::string_view named = mime_by_name(head.mime, name_extension(url, head.file_name));
  if (!named.empty() && rules.wanted.matches({named, url, head.file_name, {}})) {
    return BodyPlan::file;
  }
  // Nor does this one say much: viewers of source code give a PDF so.
  if (head.mime == "text/plain" && rules.wanted.matches_extension(url_extension(url))) {
    return BodyPlan::file;
  }
  const bool source = (rules.sitemaps && may_list_links(head.mime, url)) ||
                      (rules.catalogues && describes_links(head.mime));
  return source ? BodyPlan::memory : BodyPlan::discard;
}

}  // namespace tagtrail::host
