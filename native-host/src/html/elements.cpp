#include "html/elements.hpp"

#include <algorithm>
#include <array>

#include "tagtrail/acting.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/tag_path.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/written_addresses.hpp"

namespace tagtrail::host {
namespace {

/// Whatever library an attribute is of: `data-hx-post` is `hx-post`.
unsigned hints_of(std::string_view name, std::string_view value) {
  constexpr auto kCommands = std::to_array<std::string_view>(
      {"hx-delete", "hx-post", "hx-put", "hx-patch", "ic-delete-from", "ic-post-to", "ic-put-to",
       "ic-patch-to", "post-url", "delete-url"});
  constexpr auto kChanging = std::to_array<std::string_view>({"post", "put", "patch", "delete"});
  const auto has = [name](std::string_view part) { return name.find(part) != name.npos; };
  const std::string_view bare = name.starts_with("data-") ? name.substr(5) : name;
  unsigned hints = 0;
  // The name of what asks, `confirm-action`; a text may speak of confirmed cases.
  const bool told_to_ask = name.starts_with("data-") && value.find("confirm") != value.npos &&
                           value.find("confirmed") == value.npos && value.find(' ') == value.npos;
  if (has("confirm") || told_to_ask ||
      (name == "onclick" && value.find("confirm(") != value.npos)) {
    hints |= link_hint::kConfirms;
  }
  const auto is_one = [](const auto& list, std::string_view text) {
    return std::find(list.begin(), list.end(), text) != list.end();
  };
  // An answer that is shown nowhere was not asked for to be read.
  const bool shown_nowhere = bare == "hx-swap" && trim(value) == "none";
  // What is sent, `table=a&sql=b`; a number is that of an article.
  const bool holds_post = bare == "post" && value.find('=') != value.npos;
  if (is_one(kCommands, bare) || shown_nowhere || holds_post ||
      (bare.ends_with("method") && is_one(kChanging, ascii_lower(trim(value))))) {
    hints |= link_hint::kOtherMethod;
  }
  if (has("click") || has("mousedown") || has("ajax") || has("callback") || name == "data-action" ||
      name == "data-module-action" || name == "data-remote") {
    hints |= link_hint::kHandles;
  }
  return hints;
}

/// Where in a file of drawings the one is that is shown: `#icon-trash`.
std::string_view drawing_of(const GumboElement& element) {
  if (element.tag_namespace != GUMBO_NAMESPACE_SVG) return {};
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto* attribute = static_cast<const GumboAttribute*>(element.attributes.data[i]);
    const std::string_view value = attribute->value;
    const std::size_t hash = value.find('#');
    const bool shown = std::string_view(attribute->name) == "href" && hash != value.npos;
    if (shown) return value.substr(hash + 1);
  }
  return {};
}

}  // namespace

const char* attribute_value(const GumboElement& element, std::string_view name) {
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto* attribute = static_cast<const GumboAttribute*>(element.attributes.data[i]);
    if (attribute->attr_namespace == GUMBO_ATTR_NAMESPACE_NONE && name == attribute->name) {
      return attribute->value;
    }
  }
  return nullptr;
}

std::string_view attribute_view(const GumboElement& element, std::string_view name) {
  const char* value = attribute_value(element, name);
  return value == nullptr ? std::string_view{} : value;
}

void append_element(std::string& path, const GumboElement& element) {
  std::string_view tag = gumbo_normalized_tagname(element.tag);
  if (element.tag == GUMBO_TAG_UNKNOWN) {
    GumboStringPiece name = element.original_tag;
    gumbo_tag_from_original_text(&name);
    tag = name.data == nullptr ? std::string_view{} : std::string_view(name.data, name.length);
  }
  const std::string_view classes = attribute_view(element, "class");
  const std::string_view id = attribute_view(element, "id");
  if (classes.empty() && id.empty() && element.tag != GUMBO_TAG_UNKNOWN) {
    append_tag_path(path, tag);
  } else {
    append_tag_path(path, tag_path_token(tag, classes, id));
  }
}

LinkElement link_element(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_A:
      return LinkElement::a;
    case GUMBO_TAG_AREA:
      return LinkElement::area;
    case GUMBO_TAG_FRAME:
      return LinkElement::frame;
    case GUMBO_TAG_IFRAME:
      return LinkElement::iframe;
    default:
      return LinkElement::link;
  }
}

std::uint8_t hints_of(const GumboElement& element) {
  unsigned hints = 0;
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto* attribute = static_cast<const GumboAttribute*>(element.attributes.data[i]);
    if (attribute->attr_namespace != GUMBO_ATTR_NAMESPACE_NONE) continue;
    hints |= hints_of(attribute->name, attribute->value);
  }
  return static_cast<std::uint8_t>(hints);
}

bool sign_says_that_it_acts(const GumboElement& element) {
  constexpr std::size_t kNamesBytes = 500;
  constexpr auto kSpoken = std::to_array<const char*>({"aria-label", "title", "alt"});
  const bool labelled = std::any_of(kSpoken.begin(), kSpoken.end(), [&](const char* name) {
    return label_acts(attribute_view(element, name).substr(0, kNamesBytes));
  });
  return labelled || sign_acts(attribute_view(element, "class").substr(0, kNamesBytes)) ||
         sign_acts(drawing_of(element).substr(0, kNamesBytes));
}

bool names_link_source(const GumboElement& element) {
  const std::string type = mime_essence(attribute_view(element, "type"));
  const std::string rel = ascii_lower(collapse_space(attribute_view(element, "rel")));
  for (std::string_view rest = rel; !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (word == "sitemap" || (word == "alternate" && is_feed(type))) return true;
    // What comes next, which a script of the page loads then.
    const bool ahead = word == "prefetch" || word == "prerender" ||
                       (word == "preload" && attribute_view(element, "as") == "fetch");
    if (ahead && names_data_file(trim(attribute_view(element, "href")))) return true;
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  }
  return false;
}

std::string_view refresh_address(const GumboElement& meta) {
  if (ascii_lower(attribute_view(meta, "http-equiv")) != "refresh") return {};
  return refresh_address(attribute_view(meta, "content"));
}

std::string_view refresh_address(std::string_view content) {
  std::string_view rest = trim(content);
  rest.remove_prefix(std::min(rest.find_first_not_of("0123456789."), rest.size()));
  if (rest.empty() || (rest.front() != ';' && rest.front() != ',' && !is_space(rest.front()))) {
    return {};
  }
  rest = trim(rest);
  if (rest.starts_with(';') || rest.starts_with(',')) rest = trim(rest.substr(1));
  if (ascii_lower(rest.substr(0, 3)) == "url") {
    const std::string_view value = trim(rest.substr(3));
    if (value.starts_with('=')) rest = trim(value.substr(1));
  }
  if (!rest.starts_with('"') && !rest.starts_with('\'')) return rest;
  return rest.substr(1, rest.find(rest.front(), 1) - 1);
}

std::string_view shown_document(const GumboElement& element) {
  constexpr auto kTypes = std::to_array<std::string_view>(
      {"application/pdf", "text/html", "application/xhtml+xml", "text/csv", "text/plain",
       "application/json", "text/xml", "application/xml", "image/svg+xml"});
  const std::string_view address =
      attribute_view(element, element.tag == GUMBO_TAG_EMBED ? "src" : "data");
  const std::string type = mime_essence(attribute_view(element, "type"));
  if (std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end()) return address;
  const std::string_view path = address.substr(0, address.find_first_of("?#"));
  const std::string name = ascii_lower(path.substr(path.rfind('/') + 1));
  const bool names_page = type.empty() && (name.find('.') == std::string::npos ||
                                           name.ends_with(".html") || name.ends_with(".htm"));
  return names_page || name.ends_with(".pdf") || name.ends_with(".svg") ||
                 name.ends_with(".svgz") || names_data_file(address)
             ? address
             : std::string_view{};
}

const char* drawn_link(const GumboElement& element) {
  if (element.tag_namespace != GUMBO_NAMESPACE_SVG || element.tag != GUMBO_TAG_A) return nullptr;
  if (const char* href = attribute_value(element, "href"); href != nullptr) return href;
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto* attribute = static_cast<const GumboAttribute*>(element.attributes.data[i]);
    if (attribute->attr_namespace == GUMBO_ATTR_NAMESPACE_XLINK &&
        std::string_view(attribute->name) == "href") {
      return attribute->value;
    }
  }
  return nullptr;
}

bool is_heading(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_H1:
    case GUMBO_TAG_H2:
    case GUMBO_TAG_H3:
    case GUMBO_TAG_H4:
    case GUMBO_TAG_H5:
    case GUMBO_TAG_H6:
    case GUMBO_TAG_DT:
    case GUMBO_TAG_TH:
    case GUMBO_TAG_LEGEND:
    case GUMBO_TAG_CAPTION:
      return true;
    default:
      return false;
  }
}

bool is_surrounding(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_P:
    case GUMBO_TAG_LI:
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH:
    case GUMBO_TAG_DD:
    case GUMBO_TAG_DT:
    case GUMBO_TAG_DIV:
    case GUMBO_TAG_SECTION:
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_TR:
    case GUMBO_TAG_FIGURE:
    case GUMBO_TAG_BODY:
      return true;
    default:
      return false;
  }
}

bool is_muted(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_STYLE:
    case GUMBO_TAG_TEMPLATE:
    case GUMBO_TAG_NOSCRIPT:
    case GUMBO_TAG_NOFRAMES:
    case GUMBO_TAG_NOEMBED:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_TITLE:
      return true;
    default:
      return false;
  }
}

bool is_inline(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_A:
    case GUMBO_TAG_ABBR:
    case GUMBO_TAG_B:
    case GUMBO_TAG_BIG:
    case GUMBO_TAG_CODE:
    case GUMBO_TAG_EM:
    case GUMBO_TAG_FONT:
    case GUMBO_TAG_I:
    case GUMBO_TAG_MARK:
    case GUMBO_TAG_S:
    case GUMBO_TAG_SMALL:
    case GUMBO_TAG_SPAN:
    case GUMBO_TAG_STRIKE:
    case GUMBO_TAG_STRONG:
    case GUMBO_TAG_SUB:
    case GUMBO_TAG_SUP:
    case GUMBO_TAG_TT:
    case GUMBO_TAG_U:
    case GUMBO_TAG_WBR:
      return true;
    default:
      return false;
  }
}

}  // namespace tagtrail::host
