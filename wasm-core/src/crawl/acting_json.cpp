#include "tagtrail/acting_json.hpp"

#include "crawl/json_members.hpp"

namespace tagtrail {

Json acting_link_to_json(const ActingLink& link) {
  return {{"url", link.url},          {"page", link.page},     {"anchor", link.anchor},
          {"tagPath", link.tag_path}, {"reason", link.reason}, {"sure", link.sure}};
}

Expected<ActingLink> acting_link_from_json(const Json& json) {
  Members in(json);
  ActingLink link;
  link.url = in.text("url");
  link.page = in.text("page");
  link.anchor = in.text("anchor");
  link.tag_path = in.text("tagPath");
  link.reason = in.text("reason");
  link.sure = in.boolean("sure");
  if (!in.ok()) return fail(ErrorCode::invalid_data, "malformed link that acts");
  return link;
}

}  // namespace tagtrail
