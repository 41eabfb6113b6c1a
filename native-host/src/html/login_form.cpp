#include "html/login_form.hpp"

#include <vector>

#include "html/elements.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

bool is_password_field(const GumboElement& element) {
  return element.tag == GUMBO_TAG_INPUT &&
         equal_ignoring_case(trim(attribute_view(element, "type")), "password");
}

const GumboVector* children_of(const GumboNode* node) {
  if (node->type == GUMBO_NODE_DOCUMENT) return &node->v.document.children;
  const bool element = node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE;
  return element ? &node->v.element.children : nullptr;
}

}  // namespace

bool has_password_field(const ParsedPage& page) {
  // Most pages don't hold the word.
  if (find_ignoring_case(page.source(), "password") == std::string_view::npos) return false;
  std::vector<const GumboNode*> left;
  if (page.document() != nullptr) left.push_back(page.document());
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
