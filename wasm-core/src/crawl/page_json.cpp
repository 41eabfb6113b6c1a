#include "tagtrail/page_json.hpp"

#include <algorithm>
#include <array>

#include "crawl/page_forms_json.hpp"
#include "tagtrail/catalogue_table.hpp"
#include "tagtrail/decision_json.hpp"
#include "tagtrail/json_fields.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostBases = 1000;  // frames of one page

/// In the order of LinkElement.
constexpr std::array<std::string_view, 5> kElements{"a", "area", "frame", "iframe", "link"};
/// In the order of LinkKind.
constexpr std::array<std::string_view, 3> kLinkKinds{"file", "page", "out"};

/// Depth of a tag path is bounded by its bytes: tokens have one at least, and a slash.

/// Errors: invalid_data (no link), those of canonical_url().
Expected<LinkObservation> link_of(const Json& json, const std::vector<std::string>& bases,
                                  const std::string& page_url) {
  const auto written = json.is_object() ? json.find("written") : json.end();
  if (!json.is_object() || written == json.end() || !written->is_string()) {
    return fail(ErrorCode::invalid_data, "no link");
  }
  const std::uint64_t base = number_of(json, "base");
  auto url =
      TRY(canonical_url(trim(written->get_ref<const std::string&>()),
                        base < bases.size() ? bases[static_cast<std::size_t>(base)] : page_url));
  LinkObservation link;
  link.url = std::move(url);
  link.written = text_of(json, "written", limits::kWrittenBytes);
  link.tag_path = text_of(json, "tagPath", limits::kPathBytes);
  link.anchor = text_of(json, "anchor", limits::kAnchorBytes);
  link.heading = text_of(json, "heading", limits::kHeadingBytes);
  link.around = text_of(json, "around", limits::kAroundBytes);
  link.rel = text_of(json, "rel", limits::kRelBytes);
  link.hints = static_cast<std::uint8_t>(number_of(json, "hints") & link_hint::kAll);
  MembersIn(json).word("element", link.element, kElements);
  return link;
}

std::vector<std::string> bases_of(const Json& json, const std::string& page_url) {
  std::vector<std::string> bases;
  for (const Json& base : array_of(json, "bases")) {
    if (bases.size() >= kMostBases) break;
    auto key = base.is_string() ? canonical_url(base.get_ref<const std::string&>())
                                : Expected<std::string>(page_url);
    bases.push_back(key ? *key : page_url);
  }
  return bases;
}

/// Signs of catalogues that the page shows; addresses are made canonical here.
std::vector<std::string> signs_from_json(const Json& json, const std::string& page_url) {
  CatalogueSigns signs(page_url);
  for (const Json& given : array_of(json, "signs")) {
    if (!given.is_string()) continue;
    const auto& sign = given.get_ref<const std::string&>();
    if (sign.starts_with(kUrlSign)) {
      signs.add_url(std::string_view(sign).substr(kUrlSign.size()), page_url);
    } else if (sign.starts_with(kGeneratorSign)) {
      signs.add_generator(std::string_view(sign).substr(kGeneratorSign.size()));
    }
  }
  return signs.take();
}

/// A route: its document made canonical, the fragment as it is. Empty for what is none.
std::string route_of(std::string_view address) {
  const std::size_t hash = address.find('#');
  if (hash == std::string_view::npos) return {};
  auto document = canonical_url(trim(address.substr(0, hash)));
  return document ? std::move(*document).append(address.substr(hash)) : std::string();
}

/// What of the page leads to no request, of the kinds that a tab can tell.
std::vector<LeftOnPage> left_from_json(const Json& json, const std::string& page_url) {
  std::vector<LeftOnPage> left;
  for (const Json& given : array_of(json, "left")) {
    if (!given.is_object()) continue;
    const auto cause = left_out_cause_named(text_of(given, "cause", limits::kRelBytes));
    std::string what = text_of(given, "what", limits::kLeftWhatBytes);
    if (cause == LeftOutCause::routes) {
      what = route_of(what);
    } else if (cause == LeftOutCause::stays_empty) {
      what = page_url;
    } else if (cause == LeftOutCause::controls || cause == LeftOutCause::script_links ||
               cause == LeftOutCause::forms || cause == LeftOutCause::forms_more ||
               cause == LeftOutCause::inline_files) {
      what += " on " + page_url;
    } else if (cause != LeftOutCause::schemes) {
      continue;
    }
    const auto count = std::min<std::uint64_t>(number_of(given, "count"), UINT32_MAX);
    if (!what.empty() && count > 0) {
      add_left(left, {*cause, std::move(what), static_cast<std::uint32_t>(count)});
    }
  }
  return left;
}

constexpr auto link_look_members = [](auto& io, auto& look) {
  io("url", look.url);
  io.word("kind", look.kind, kLinkKinds);
  io("mime", look.mime);
  io("group", look.group);
  io("probability", look.probability);
  io("expected", look.expected);
  io("acts", look.acts);
};

}  // namespace

PageOnWire page_from_json(const Json& json, const std::string& page_url) {
  PageOnWire read;
  if (!json.is_object()) return read;
  Page& page = read.page;
  page.title = text_of(json, "title", limits::kTitleBytes);
  page.language = text_of(json, "language", limits::kRelBytes);
  page.text = text_of(json, "text", limits::kPageTextBytes);
  page.truncated = flag_of(json, "truncated");
  page.links_cut =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(number_of(json, "linksCut"), UINT32_MAX));
  const std::vector<std::string> bases = bases_of(json, page_url);
  const Json& links = array_of(json, "links");
  read.sent = links.size();
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (page.links.size() >= limits::kLinksPerPage) {
      page.truncated = true;
      page.links_cut += static_cast<std::uint32_t>(links.size() - i);
      break;
    }
    auto link = link_of(links[i], bases, page_url);
    if (!link) {
      if (link.error().code == ErrorCode::too_large) page.truncated = ++page.links_cut > 0;
      continue;
    }
    link->position = static_cast<std::uint32_t>(page.links.size());
    page.links.push_back(std::move(*link));
    read.sent_at.push_back(static_cast<std::uint32_t>(i));
  }
  page.forms = forms_from_json(json, page_url);
  page.catalogue.signs = signs_from_json(json, page_url);
  page.left = left_from_json(json, page_url);
  return read;
}

Expected<SeenPage> seen_page_from_json(const Json& json) {
  const auto page = json.is_object() ? json.find("page") : json.end();
  if (!json.is_object() || page == json.end() || !page->is_object()) {
    return fail(ErrorCode::invalid_argument, "there is no page");
  }
  const auto url = TRY(canonical_url(text_of(json, "url", kMaxUrlBytes)));
  SeenPage seen;
  seen.response.final_url = url;
  // Who has read a page has seen an answer, even where the browser did not tell which.
  const std::uint16_t status = status_of(json);
  const std::string mime = mime_essence(text_of(json, "mime", 256));
  seen.response.status = status == 0 ? std::uint16_t{200} : status;
  seen.response.mime = mime.empty() ? "text/html" : mime;
  seen.response.requests = 0;
  seen.response.via = Via::tab;
  seen.response.is_page = true;
  seen.content = page_from_json(*page, url);
  return seen;
}

Json look_to_json(const PageLook& look, const PageOnWire& page) {
  Json links(page.sent, MembersOut::of(LinkLook{}, link_look_members));
  for (std::size_t i = 0; i < look.links.size(); ++i) {
    links[page.sent_at[i]] = MembersOut::of(look.links[i], link_look_members);
  }
  Json groups = Json::array();
  for (const GroupLook& group : look.groups) {
    Json json = link_group_to_json(group.group);
    json["heading"] = group.heading;
    json["links"] = Json::array();
    for (const std::uint32_t link : group.links) json["links"].push_back(page.sent_at[link]);
    groups.push_back(std::move(json));
  }
  Json catalogues = Json::array();
  for (const CatalogueSite& site : look.catalogues) {
    catalogues.push_back({{"kind", site.kind->id}, {"name", site.kind->name}, {"base", site.base}});
  }
  return {{"links", std::move(links)},
          {"groups", std::move(groups)},
          {"catalogues", std::move(catalogues)}};
}

}  // namespace tagtrail
