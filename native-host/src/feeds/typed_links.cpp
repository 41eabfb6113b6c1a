#include "feeds/typed_links.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "content/document_base.hpp"
#include "feeds/described_links.hpp"
#include "feeds/texts.hpp"
#include "html/elements.hpp"
#include "html/walk_tree.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/written_addresses.hpp"

namespace tagtrail::host {
namespace {

struct TypedLink {
  std::string href;
  std::string rel;
  std::string type;
  std::string title;
};

constexpr auto kRelations =
    std::to_array<std::string_view>({"item", "next", "describedby", "linkset", "alternate"});
/// Of elements and header fields: parts of a document, as HTML 4 has them, and files.
constexpr auto kParts = std::to_array<std::string_view>(
    {"enclosure", "contents", "toc", "chapter", "section", "appendix"});
/// What scripts will ask for: only data.
constexpr std::string_view kAhead = "preload";
/// Of elements alone: what describes the site's search.
constexpr std::string_view kSearch = "search";
constexpr std::string_view kDescriptionMime = "application/opensearchdescription+xml";

bool loads_ahead(std::string_view rel, std::string_view href) {
  return ascii_lower(trim(rel)) == kAhead && names_data_file(trim(href));
}

/// The first relation that leads to data or to what describes it; empty: none.
std::string_view useful_relation(std::string_view rels) {
  while (!(rels = trim(rels)).empty()) {
    const std::string_view rel = rels.substr(0, rels.find_first_of(" \t"));
    const auto* const found = std::find(kRelations.begin(), kRelations.end(), ascii_lower(rel));
    if (found != kRelations.end()) return *found;
    const auto* const part = std::find(kParts.begin(), kParts.end(), ascii_lower(rel));
    if (part != kParts.end()) return *part;
    rels.remove_prefix(rel.size());
  }
  return {};
}

/// Null where the address is none, or there are too many.
LinkObservation* add_link(Page& page, std::string_view href, std::string tag_path,
                          std::string_view base) {
  if (page.links.size() >= limits::kLinksPerPage) return nullptr;
  auto key = canonical_url(trim(href), base);
  if (!key) return nullptr;
  LinkObservation& link = page.links.emplace_back();
  link.url = std::move(*key);
  link.written = utf8_prefix(to_valid_utf8(href), limits::kWrittenBytes);
  link.tag_path = std::move(tag_path);
  link.element = LinkElement::link;
  link.position = static_cast<std::uint32_t>(page.links.size() - 1);
  return &link;
}

void add(Page& page, const TypedLink& typed, std::string_view place, std::string_view base) {
  const bool describes_search =
      typed.type == kDescriptionMime && ascii_lower(trim(typed.rel)) == kSearch;
  const std::string_view rel = describes_search                     ? kSearch
                               : loads_ahead(typed.rel, typed.href) ? kAhead
                                                                    : useful_relation(typed.rel);
  if (rel.empty()) return;
  LinkObservation* const link =
      add_link(page, typed.href, std::string(place) + "." + std::string(rel), base);
  if (link == nullptr) return;
  link->anchor = collapsed(typed.title, limits::kAnchorBytes);
  link->around = collapsed(typed.type, limits::kAroundBytes);
  link->rel = rel;
}

/// WordPress names the root of its interface by this relation, and for each page what it says of
/// that page (an `alternate` below the root): its own text once more, and no data.
constexpr std::string_view kInterfaceRelation = "https://api.w.org/";

std::string interface_root(const std::vector<TypedLink>& links, std::string_view base) {
  const auto root = std::find_if(links.begin(), links.end(), [](const TypedLink& link) {
    return trim(link.rel) == kInterfaceRelation;
  });
  if (root == links.end()) return {};
  return canonical_url(trim(root->href), base).value_or(std::string());
}

void add_all(Page& page, const std::vector<TypedLink>& links, std::string_view place,
             std::string_view base) {
  const std::string root = interface_root(links, base);
  for (const TypedLink& link : links) {
    if (link.href.empty()) continue;
    const auto key = canonical_url(trim(link.href), base);
    const bool interface = !root.empty() && key && std::string_view(*key).starts_with(root);
    if (!interface) add(page, link, place, base);
  }
}

/// RFC 8288, 3: `<URI>; name=value; name="value", <URI>...`.
class FieldReader {
 public:
  explicit FieldReader(std::string_view field) : rest_(field) {}

  /// False at the end, or where the field is none.
  bool next(TypedLink& link) {
    rest_ = trim(rest_);
    while (rest_.starts_with(',')) rest_ = trim(rest_.substr(1));
    const std::size_t end = rest_.find('>');
    if (!rest_.starts_with('<') || end == std::string_view::npos) return false;
    link.href = rest_.substr(1, end - 1);
    rest_ = trim(rest_.substr(end + 1));
    while (rest_.starts_with(';')) {
      rest_ = trim(rest_.substr(1));
      parameter(link);
      rest_ = trim(rest_);
    }
    return true;
  }

 private:
  void parameter(TypedLink& link) {
    const std::size_t end = std::min(rest_.find_first_of("=;,"), rest_.size());
    const std::string name = ascii_lower(trim(rest_.substr(0, end)));
    rest_.remove_prefix(end);
    if (!rest_.starts_with('=')) return;
    rest_ = trim(rest_.substr(1));
    const std::string value = rest_.starts_with('"') ? quoted() : token();
    std::string* place = name == "rel"     ? &link.rel
                         : name == "type"  ? &link.type
                         : name == "title" ? &link.title
                                           : nullptr;
    if (place != nullptr && place->empty()) *place = to_valid_utf8(value);
  }

  std::string token() {
    const std::size_t end = std::min(rest_.find_first_of(";,"), rest_.size());
    const std::string value(trim(rest_.substr(0, end)));
    rest_.remove_prefix(end);
    return value;
  }

  std::string quoted() {
    std::string value;
    std::size_t at = 1;
    for (; at < rest_.size() && rest_[at] != '"'; ++at) {
      if (rest_[at] == '\\' && at + 1 < rest_.size()) ++at;
      value.push_back(rest_[at]);
    }
    rest_.remove_prefix(std::min(at + 1, rest_.size()));
    return value;
  }

  std::string_view rest_;
};

std::vector<TypedLink> links_of_field(std::string_view field, std::size_t most) {
  FieldReader reader(field);
  std::vector<TypedLink> links;
  for (TypedLink link; links.size() < most && reader.next(link); link = {}) links.push_back(link);
  return links;
}

class ElementReader {
 public:
  explicit ElementReader(std::string_view url) : base_(url) {}

  void enter(const GumboElement& element) {
    base_.see(element);
    if (element.tag != GUMBO_TAG_LINK || links.size() >= kTypedLinks) return;
    const std::string mime = mime_essence(attribute_view(element, "type"));
    const bool data = describes_links(mime) || mime == "text/csv" || mime == "application/xml" ||
                      mime == "text/xml" || mime == "application/rdf+xml" ||
                      mime == "application/zip" || mime == kDescriptionMime;
    const std::string rel = ascii_lower(trim(attribute_view(element, "rel")));
    constexpr auto kSaying =
        std::to_array<std::string_view>({"item", "next", "describedby", "linkset"});
    const bool says = loads_ahead(rel, attribute_view(element, "href")) || is_one_of(rel, kParts) ||
                      ((mime.empty() || is_html(mime)) && is_one_of(rel, kSaying));
    if (!data && !says && rel != kInterfaceRelation) return;
    links.push_back({std::string(attribute_view(element, "href")),
                     std::string(attribute_view(element, "rel")), mime,
                     std::string(attribute_view(element, "title"))});
  }
  void leave(const GumboElement& /*element*/) {}
  void text(const char* /*text*/) {}
  const std::string& base() const { return base_.url(); }

  std::vector<TypedLink> links;

 private:
  DocumentBase base_;
};

}  // namespace

bool is_data_relation(std::string_view rel) { return is_one_of(rel, kRelations); }

void add_header_links(Page& page, std::string_view field, std::string_view url) {
  add_all(page, links_of_field(field, kTypedLinks), "/header/link", url);
}

void add_refresh_link(Page& page, std::string_view field, std::string_view url) {
  const std::string_view to = refresh_address(field);
  if (!to.empty()) add_link(page, to, "/header/refresh", url);
}

Page read_linkset(std::string_view text, std::string_view url) {
  Page page;
  add_all(page, links_of_field(text, kSourceLinks), "/linkset/link", url);
  page.truncated = page.links.size() >= kSourceLinks;
  return page;
}

void add_element_links(Page& page, const GumboNode* document, std::string_view url) {
  ElementReader reader(url);
  walk_tree(document, reader);
  add_all(page, reader.links, "/header/element", reader.base());
}

}  // namespace tagtrail::host
