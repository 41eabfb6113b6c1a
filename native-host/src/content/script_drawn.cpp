#include "content/script_drawn.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "html/elements.hpp"
#include "html/page_scripts.hpp"
#include "html/walk_tree.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// A page that says more than this has something to say without its scripts.
constexpr std::size_t kFewWords = 60;
/// A page that asks for scripts, but has more links than these, only does without some comfort.
constexpr std::size_t kFewLinks = 5;
constexpr std::size_t kNoticeBytes = 1'000;
/// A page that leads nowhere and is scripts and their data for the most part is shown by them.
constexpr std::size_t kScriptBytes = 20'000;
constexpr std::size_t kScriptBytesOfWord = 100;

constexpr auto kRoots = std::to_array<std::string_view>(
    {"app", "root", "__next", "__nuxt", "___gatsby", "main-app", "q-app"});
constexpr auto kLoading = std::to_array<std::string_view>(
    {"loading", "please wait", "loading please wait", "chargement", "chargement en cours", "laden",
     "wird geladen", "cargando", "caricamento", "caricamento in corso", "carregando"});

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool has_element(const GumboVector& children) {
  for (unsigned i = 0; i < children.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(children.data[i]);
    if (child->type == GUMBO_NODE_ELEMENT) return true;
  }
  return false;
}

/// Nothing but white space and comments.
bool is_blank(const GumboVector& children) {
  for (unsigned i = 0; i < children.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(children.data[i]);
    if (child->type != GUMBO_NODE_WHITESPACE && child->type != GUMBO_NODE_COMMENT) return false;
  }
  return true;
}

bool is_island(const GumboElement& element) {
  std::string_view tag(element.original_tag.data, element.original_tag.length);
  return starts_with_ignoring_case(tag, "<astro-island");
}

/// A table without any row but those of its head.
bool has_head_alone(const GumboElement& table) {
  bool head = false;
  for (unsigned i = 0; i < table.children.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(table.children.data[i]);
    if (child->type != GUMBO_NODE_ELEMENT) continue;
    const GumboElement& part = child->v.element;
    head = head || part.tag == GUMBO_TAG_THEAD;
    if (part.tag == GUMBO_TAG_TBODY && !is_blank(part.children)) return false;
  }
  return head;
}

bool is_list(GumboTag tag) {
  return tag == GUMBO_TAG_UL || tag == GUMBO_TAG_OL || tag == GUMBO_TAG_TABLE ||
         tag == GUMBO_TAG_TBODY;
}

class RootReader {
 public:
  void enter(const GumboElement& element) {
    if (element.tag == GUMBO_TAG_NOSCRIPT) ++in_noscript_;
    in_script_ = element.tag == GUMBO_TAG_SCRIPT;
    if (element.tag == GUMBO_TAG_TABLE && in_noscript_ == 0 && has_head_alone(element)) {
      empty_root = true;
    }
    // An island of Astro; what is drawn on the server stands within.
    const bool island = element.tag == GUMBO_TAG_UNKNOWN && is_island(element);
    if (island && in_noscript_ == 0 && !has_element(element.children)) empty_root = true;
    const bool is_main = element.tag == GUMBO_TAG_MAIN || attribute_view(element, "role") == "main";
    if (is_main && in_noscript_ == 0 && is_blank(element.children)) empty_root = true;
    const std::string_view id = attribute_view(element, "id");
    if (id.empty() || in_noscript_ > 0) return;
    if (is_list(element.tag) && is_blank(element.children)) empty_root = true;
    if (element.tag != GUMBO_TAG_DIV) return;
    empty_root = empty_root || (is_one_of(id, kRoots) && !has_element(element.children));
  }
  void leave(const GumboElement& element) {
    if (element.tag == GUMBO_TAG_NOSCRIPT) --in_noscript_;
    in_script_ = false;
  }
  void text(const char* text) {
    if (in_script_) script_bytes += std::string_view(text).size();
    if (in_noscript_ > 0 && notice.size() < kNoticeBytes) {
      notice.append(utf8_prefix(text, kNoticeBytes)).append(" ");
    }
  }

  bool empty_root = false;       ///< or the part of the page that is its own, or a list of it
  std::string notice;            ///< to those without scripts
  std::size_t script_bytes = 0;  ///< within the page, with data for them

 private:
  unsigned in_noscript_ = 0;
  bool in_script_ = false;
};

/// Of a link in a template: not one that is to be filled in.
bool is_whole(std::string_view address) {
  return !address.empty() && address.front() != '#' &&
         address.find_first_of("{}$<%") == std::string_view::npos;
}

class LoadReader {
 public:
  void enter(const GumboElement& element) {
    loads = loads || (in_template_ > 0 && is_whole(attribute_view(element, "href")));
    in_script_ = element.tag == GUMBO_TAG_SCRIPT && is_javascript(attribute_view(element, "type"));
  }
  void leave(const GumboElement& /*element*/) { in_script_ = false; }
  /// A shadow root's links are read as the page's own.
  bool enter_template(const GumboElement& element) {
    if (gumbo_get_attribute(&element.attributes, "shadowrootmode") != nullptr) return false;
    ++in_template_;
    return true;
  }
  void leave_template() { --in_template_; }
  void text(const char* text) {
    constexpr auto kLoads = std::to_array<std::string_view>(
        {"fetch(", "XMLHttpRequest", ".ajax(", ".getJSON(", "$.get(", "$.post(", "axios",
         "EventSource(", "WebSocket(", "ajax:", "\"ajax\":", "sAjaxSource"});
    if (!in_script_ || loads) return;
    const std::string_view script(text);
    loads = std::any_of(kLoads.begin(), kLoads.end(), [script](std::string_view word) {
      return script.find(word) != std::string_view::npos;
    });
  }

  bool loads = false;

 private:
  bool in_script_ = false;
  unsigned in_template_ = 0;
};

std::size_t links_elsewhere(const Page& page, std::string_view url) {
  return static_cast<std::size_t>(
      std::count_if(page.links.begin(), page.links.end(), [url](const LinkObservation& link) {
        const std::string_view mime = mime_of_extension(url_extension(link.url));
        const bool names_file = !mime.empty() && !is_html(mime);
        return (link.element != LinkElement::link || names_file) && link.url != url;
      }));
}

}  // namespace

bool is_drawn_by_scripts(const ParsedPage& parsed, const Page& page, std::string_view url) {
  const std::size_t links = links_elsewhere(page, url);
  const auto words = static_cast<std::size_t>(std::count(page.text.begin(), page.text.end(), ' '));
  if (links == 0 && words < kFewWords) return true;
  if (is_one_of(plain_words(page.text), kLoading)) return true;
  RootReader reader;
  walk_tree(parsed.document(), reader);
  const bool asks = find_ignoring_case(reader.notice, "javascript") != std::string_view::npos;
  // Addresses that stand in a script lead nowhere yet.
  const bool leads_on = std::any_of(page.links.begin(), page.links.end(), [url](const auto& link) {
    const bool here = split_url(link.url).host == split_url(url).host;
    return link.element != LinkElement::link && link.url != url && here;
  });
  const bool mostly_scripts =
      !leads_on && reader.script_bytes > std::max(kScriptBytes, words * kScriptBytesOfWord);
  return reader.empty_root || mostly_scripts || (asks && links < kFewLinks && words < kFewWords);
}

bool loads_by_script(const ParsedPage& parsed) {
  LoadReader reader;
  walk_tree(parsed.document(), reader);
  return reader.loads;
}

}  // namespace tagtrail::host
