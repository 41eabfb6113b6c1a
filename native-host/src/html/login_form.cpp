#include "html/login_form.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "html/charset.hpp"
#include "html/elements.hpp"
#include "html/html_tree.hpp"
#include "tagtrail/link.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

bool is_password_field(const GumboElement& element) {
  return element.tag == GUMBO_TAG_INPUT &&
         ascii_lower(trim(attribute_view(element, "type"))) == "password";
}

const GumboVector* children_of(const GumboNode* node) {
  if (node->type == GUMBO_NODE_DOCUMENT) return &node->v.document.children;
  const bool element = node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE;
  return element ? &node->v.element.children : nullptr;
}

}  // namespace

bool has_password_field(std::string_view html, std::string_view content_type) {
  html = html.substr(0, static_cast<std::size_t>(limits::kPageBytes));
  std::string storage;
  const std::string_view text = html_as_utf8(html, content_type, storage);
  // Most pages don't hold the word, and need no tree.
  constexpr std::string_view kWord = "password";
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
  if (std::search(text.begin(), text.end(), kWord.begin(), kWord.end(), same) == text.end()) {
    return false;
  }
  const HtmlTree tree(text);
  std::vector<const GumboNode*> left;
  if (tree.document() != nullptr) left.push_back(tree.document());
  while (!left.empty()) {
    const GumboNode* node = left.back();
    left.pop_back();
    if (node->type == GUMBO_NODE_ELEMENT && is_password_field(node->v.element)) return true;
    const GumboVector* children = children_of(node);
    for (unsigned i = 0; children != nullptr && i < children->length; ++i) {
      left.push_back(static_cast<const GumboNode*>(children->data[i]));
    }
  }
  return false;
}

}  // namespace tagtrail::host
