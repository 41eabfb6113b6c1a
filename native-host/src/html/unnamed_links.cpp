#include "html/unnamed_links.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "html/elements.hpp"
#include "html/page_scripts.hpp"
#include "html/script_addresses.hpp"
#include "html/walk_tree.hpp"
#include "tagtrail/tag_path.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/written_addresses.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kData = "data-";
constexpr std::string_view kJavaScript = "javascript:";

template <std::size_t N>
bool is_any(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

/// Of an attribute that holds nothing but an address.
bool is_address_to_go_to(std::string_view value) {
  return may_be_address(value) && value.find(' ') == std::string_view::npos;
}

bool is_like_link(const GumboElement& element) {
  return element.tag == GUMBO_TAG_A || element.tag == GUMBO_TAG_TR ||
         attribute_view(element, "role") == "link";
}

bool is_frame(const GumboElement& element) {
  return element.tag == GUMBO_TAG_IFRAME || element.tag == GUMBO_TAG_FRAME ||
         element.tag == GUMBO_TAG_EMBED;
}

/// Of `data-name`.
bool names_link(const GumboElement& element, std::string_view name, std::string_view value) {
  if (name == "href" && is_address_to_go_to(value)) return true;
  if ((name == "url" || name == "link") && is_like_link(element) && is_address_to_go_to(value)) {
    return true;
  }
  if (!names_data_file(value)) return false;
  // Elsewhere a name alone is what a file is to be called.
  constexpr auto kOfAddresses =
      std::to_array<std::string_view>({"href", "url", "src", "link", "file", "pdf"});
  return value.substr(0, value.find_first_of("?#")).find('/') != std::string_view::npos ||
         is_any(name, kOfAddresses);
}

/// The addresses that a text of JavaScript leads to.
void read_handler(std::string_view handler, const std::string& place,
                  std::vector<UnnamedLink>& links) {
  std::string_view sends = address_in_handler(handler);
  if (sends.empty()) sends = opened_address(handler);
  if (!sends.empty()) links.push_back({place, std::string(sends)});
  for (std::string& file : files_in_script(utf8_prefix(handler, kHandlerBytes), kUnnamedLinks)) {
    if (file != sends) links.push_back({place, std::move(file)});
  }
}

bool is_press(std::string_view name) {
  constexpr auto kPresses =
      std::to_array<std::string_view>({"onclick", "ondblclick", "onmousedown", "onmouseup",
                                       "onpointerdown", "onpointerup", "ontouchend"});
  return is_any(name, kPresses);
}

/// What an address becomes with what a control says; empty: none.
std::string filled_with(const FilledAddress& filled, std::string_view value) {
  std::string address = filled.before + std::string(value) + filled.after;
  return !value.empty() && is_address_to_go_to(address) ? address : std::string();
}

/// Of attributes that hold an address which no reader of pages follows.
bool describes_address(const GumboElement& element, std::string_view name, std::string_view value) {
  if (name == "longdesc") return is_address_to_go_to(value);
  if (name == "src") {
    constexpr auto kOthers = std::to_array<GumboTag>(
        {GUMBO_TAG_IFRAME, GUMBO_TAG_FRAME, GUMBO_TAG_EMBED, GUMBO_TAG_SCRIPT, GUMBO_TAG_IMG});
    const bool other = std::find(kOthers.begin(), kOthers.end(), element.tag) != kOthers.end();
    return !other && names_data_file(value);
  }
  if (name == "content" && element.tag == GUMBO_TAG_META) {
    const bool says = attribute_value(element, "itemprop") != nullptr ||
                      attribute_view(element, "name").starts_with("citation_");
    return says && names_data_file(value);
  }
  const bool said =
      name == "resource" || name == "cite" || (name == "value" && element.tag == GUMBO_TAG_PARAM);
  return said && names_data_file(value);
}

std::string script_of_href(std::string_view href) {
  href = trim(href);
  if (!starts_with_ignoring_case(href, kJavaScript)) return {};
  href = utf8_prefix(href.substr(kJavaScript.size()), kHandlerBytes);
  std::string decoded = percent_decode(href);
  return to_valid_utf8(decoded) == decoded ? decoded : std::string(href);
}

/// The words of an <option>.
std::string text_of(const GumboNode* option) {
  std::string text;
  const GumboVector& children = option->v.element.children;
  for (unsigned i = 0; i < children.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(children.data[i]);
    if (child->type == GUMBO_NODE_TEXT) text.append(child->v.text.text);
  }
  return collapse_space(text);
}

bool is_script_text(const GumboElement& script) {
  const std::string_view type = attribute_view(script, "type");
  return is_javascript(type) || ascii_lower(type).find("json") != std::string::npos;
}

}  // namespace

std::vector<UnnamedLink> links_in_attributes(const GumboElement& element) {
  std::vector<UnnamedLink> links;
  const std::string_view href = attribute_view(element, "href");
  for (unsigned i = 0; i < element.attributes.length && links.size() < kUnnamedLinks; ++i) {
    const auto* attribute = static_cast<const GumboAttribute*>(element.attributes.data[i]);
    const std::string_view name = attribute->name;
    const std::string_view value = trim(attribute->value);
    if (name.starts_with(kData) && (value.starts_with('{') || value.starts_with('['))) {
      const std::string place = tag_path_token("@" + std::string(name), {}, {});
      for (std::string& file : files_in_script(value, kUnnamedLinks)) {
        links.push_back({place, std::move(file)});
      }
    } else if (name.starts_with(kData)) {
      if (value == href || !names_link(element, name.substr(kData.size()), value)) continue;
      links.push_back({tag_path_token("@" + std::string(name), {}, {}), std::string(value)});
    } else if (is_press(name)) {
      read_handler(value, "@" + std::string(name), links);
      const auto filled = filled_address(value);
      if (filled && filled->field.empty()) {
        std::string address = filled_with(*filled, trim(attribute_view(element, "value")));
        if (!address.empty()) links.push_back({"@" + std::string(name), std::move(address)});
      }
    } else if (describes_address(element, name, value)) {
      links.push_back({tag_path_token("@" + std::string(name), {}, {}), std::string(value)});
    } else if (name == "href") {
      if (const std::string script = script_of_href(value); !script.empty()) {
        read_handler(script, {}, links);
      }
    }
    const bool shown =
        (name == "src" && is_frame(element)) || (name == "data" && element.tag == GUMBO_TAG_OBJECT);
    if (name == "href" || shown) {
      if (std::string file = file_in_viewer(value); !file.empty()) {
        links.push_back({tag_path_token("@viewer", {}, {}), std::move(file)});
      }
    }
  }
  std::erase_if(links, [href](const UnnamedLink& link) { return link.address == href; });
  if (links.size() > kUnnamedLinks) links.resize(kUnnamedLinks);
  return links;
}

void JumpMenus::read_handlers() {
  struct Handlers {
    std::vector<FilledAddress>& found;
    void enter(const GumboElement& element) {
      for (const char* name : {"onclick", "onsubmit"}) {
        const char* handler = attribute_value(element, name);
        if (handler == nullptr || found.size() >= kUnnamedLinks) continue;
        auto filled = filled_address(handler);
        if (filled && !filled->field.empty()) found.push_back(std::move(*filled));
      }
    }
    void leave(const GumboElement& /*element*/) {}
    void text(const char* /*text*/) {}
  };
  Handlers handlers{elsewhere_};
  walk_tree(document_, handlers);
  document_ = nullptr;
}

bool JumpMenus::enter(const GumboElement& select, bool in_form) {
  if (document_ != nullptr) read_handlers();
  const std::string_view handler = attribute_view(select, "onchange");
  const std::string lower = ascii_lower(utf8_prefix(handler, kHandlerBytes));
  const auto has = [&](std::string_view word) { return lower.find(word) != std::string::npos; };
  const bool is_field = in_form || attribute_value(select, "form") != nullptr;
  jumps_ = has("location") || has("jump") || has("open(") || !is_field ||
           attribute_view(select, "name").empty();
  filled_.clear();
  const std::string_view name = attribute_view(select, "name");
  const std::string_view id = attribute_view(select, "id");
  const auto is_own = [&](std::string_view field) { return field == name || field == id; };
  if (auto own = filled_address(handler); own && (own->field.empty() || is_own(own->field))) {
    filled_.push_back(std::move(*own));
  }
  std::copy_if(elsewhere_.begin(), elsewhere_.end(), std::back_inserter(filled_),
               [&](const FilledAddress& filled) { return is_own(filled.field); });
  return jumps_ || !filled_.empty();
}

std::vector<UnnamedLink> JumpMenus::links_of(const GumboNode* option) const {
  const GumboElement& element = option->v.element;
  std::vector<UnnamedLink> links;
  if (attribute_value(element, "disabled") != nullptr) return links;
  const char* written = attribute_value(element, "value");
  const std::string value = written != nullptr ? std::string(trim(written)) : text_of(option);
  for (const char* name : {"data-url", "data-link"}) {
    const std::string_view address = trim(attribute_view(element, name));
    if (jumps_ && is_address_to_go_to(address)) {
      links.push_back({tag_path_token("@" + std::string(name), {}, {}), std::string(address)});
    }
  }
  if (jumps_ && filled_.empty() && written != nullptr && is_clearly_address(value)) {
    links.push_back({{}, value});
  }
  for (const FilledAddress& filled : filled_) {
    if (links.size() >= kUnnamedLinks) break;
    std::string address = filled_with(filled, value);
    if (!address.empty()) links.push_back({{}, std::move(address)});
  }
  return links;
}

std::vector<std::string_view> files_in_text(std::string_view text) {
  constexpr std::string_view kScheme = "://";
  std::vector<std::string_view> files;
  for (std::size_t at = text.find(kScheme); at != std::string_view::npos;
       at = text.find(kScheme, at + 1)) {
    const std::size_t secure = at >= 5 && equal_ignoring_case(text.substr(at - 5, 5), "https");
    const bool plain = at >= 4 && equal_ignoring_case(text.substr(at - 4, 4), "http");
    if (!secure && !plain) continue;
    std::string_view address = text.substr(at - (secure ? 5 : 4));
    address = address.substr(0, address.find_first_of(" \t\r\n\f<>\"'"));
    // What ends a sentence, and the bracket around it.
    while (!address.empty() && std::string_view(".,;:!?)]").find(address.back()) != address.npos) {
      address.remove_suffix(1);
    }
    if (names_data_file(address)) files.push_back(address);
  }
  return files;
}

std::vector<UnnamedLink> ScriptLinks::take(const GumboNode* script) {
  std::vector<UnnamedLink> fresh;
  if (!is_script_text(script->v.element)) return fresh;
  const bool runs = is_javascript(attribute_view(script->v.element, "type"));
  const auto add = [&](std::string place, std::string address) {
    if (known_.size() < kScriptLinks && known_.insert(address).second) {
      fresh.push_back({std::move(place), std::move(address)});
    }
  };
  const GumboVector& children = script->v.element.children;
  for (unsigned i = 0; i < children.length && !is_full(); ++i) {
    const auto* child = static_cast<const GumboNode*>(children.data[i]);
    if (child->type != GUMBO_NODE_TEXT) continue;
    const std::string_view text =
        std::string_view(child->v.text.text).substr(0, kScriptBytes - bytes_);
    bytes_ += text.size();
    for (std::string& file : files_in_script(text, kScriptLinks)) add({}, std::move(file));
    if (!runs) continue;
    for (std::string& to : addresses_sent_to(text, kScriptLinks)) add("@sends", std::move(to));
  }
  return fresh;
}

}  // namespace tagtrail::host
