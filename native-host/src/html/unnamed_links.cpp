#include "html/unnamed_links.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "html/elements.hpp"
#include "html/page_scripts.hpp"
#include "html/script_addresses.hpp"
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
  const std::string_view sends = address_in_handler(handler);
  if (!sends.empty()) links.push_back({place, std::string(sends)});
  for (std::string& file : files_in_script(utf8_prefix(handler, kHandlerBytes), kUnnamedLinks)) {
    if (file != sends) links.push_back({place, std::move(file)});
  }
}

std::string script_of_href(std::string_view href) {
  href = trim(href);
  if (!starts_with_ignoring_case(href, kJavaScript)) return {};
  href = utf8_prefix(href.substr(kJavaScript.size()), kHandlerBytes);
  std::string decoded = percent_decode(href);
  return to_valid_utf8(decoded) == decoded ? decoded : std::string(href);
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
    } else if (name == "onclick") {
      read_handler(value, "@onclick", links);
    } else if (name == "href") {
      if (const std::string script = script_of_href(value); !script.empty()) {
        read_handler(script, {}, links);
      }
    }
    if (name == "href" || (name == "src" && is_frame(element))) {
      if (std::string file = file_in_viewer(value); !file.empty()) {
        links.push_back({tag_path_token("@viewer", {}, {}), std::move(file)});
      }
    }
  }
  std::erase_if(links, [href](const UnnamedLink& link) { return link.address == href; });
  if (links.size() > kUnnamedLinks) links.resize(kUnnamedLinks);
  return links;
}

bool is_jump_menu(const GumboElement& select, bool in_form) {
  const std::string handler =
      ascii_lower(utf8_prefix(attribute_view(select, "onchange"), kHandlerBytes));
  for (const std::string_view word : {"location", "jump", "open("}) {
    if (handler.find(word) != std::string::npos) return true;
  }
  const bool is_field = in_form || attribute_value(select, "form") != nullptr;
  return !is_field || attribute_view(select, "name").empty();
}

std::string option_address(const GumboElement& option) {
  const std::string_view value = trim(attribute_view(option, "value"));
  const bool is_one = attribute_value(option, "disabled") == nullptr && is_clearly_address(value);
  return is_one ? std::string(value) : std::string{};
}

std::vector<std::string> ScriptFiles::take(const GumboNode* script) {
  std::vector<std::string> fresh;
  if (!is_script_text(script->v.element)) return fresh;
  const GumboVector& children = script->v.element.children;
  for (unsigned i = 0; i < children.length && known_.size() < kScriptFiles; ++i) {
    const auto* child = static_cast<const GumboNode*>(children.data[i]);
    if (child->type != GUMBO_NODE_TEXT) continue;
    const std::string_view text =
        std::string_view(child->v.text.text).substr(0, kScriptBytes - bytes_);
    bytes_ += text.size();
    for (std::string& file : files_in_script(text, kScriptFiles)) {
      if (known_.size() < kScriptFiles && known_.insert(file).second) {
        fresh.push_back(std::move(file));
      }
    }
  }
  return fresh;
}

}  // namespace tagtrail::host
