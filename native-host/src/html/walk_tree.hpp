// The order in which a document tree is read, for all that read one.
#pragma once

#include <gumbo.h>

#include <vector>

namespace tagtrail::host {

/// Visits a tree in document order, without recursion: `visitor.enter(const GumboElement&)` before
/// what is in an element, `visitor.leave(const GumboElement&)` behind it, `visitor.text(const
/// char*)` for text. Comments are left out, and contents of <template>, unless the visitor has
/// `enter_template(const GumboElement&)` and that is true; `leave_template()` then comes behind
/// them. Null is an empty tree.
template <typename Visitor>
void walk_tree(const GumboNode* document, Visitor& visitor) {
  constexpr bool kTemplates = requires(const GumboElement& element) {
    visitor.enter_template(element);
  };
  struct Open {
    const GumboNode* node;
    const GumboVector* children;
    unsigned next = 0;
  };
  std::vector<Open> open;
  if (document != nullptr) open.push_back({document, &document->v.document.children});
  while (!open.empty()) {
    Open& top = open.back();
    if (top.next == top.children->length) {
      if (top.node->type == GUMBO_NODE_ELEMENT) visitor.leave(top.node->v.element);
      if constexpr (kTemplates) {
        if (top.node->type == GUMBO_NODE_TEMPLATE) visitor.leave_template();
      }
      open.pop_back();
      continue;
    }
    const auto* child = static_cast<const GumboNode*>(top.children->data[top.next++]);
    if constexpr (kTemplates) {
      if (child->type == GUMBO_NODE_TEMPLATE && visitor.enter_template(child->v.element)) {
        open.push_back({child, &child->v.element.children});
        continue;
      }
    }
    if (child->type == GUMBO_NODE_ELEMENT) {
      visitor.enter(child->v.element);
      open.push_back({child, &child->v.element.children});
    } else if (child->type == GUMBO_NODE_TEXT || child->type == GUMBO_NODE_WHITESPACE ||
               child->type == GUMBO_NODE_CDATA) {
      visitor.text(child->v.text.text);
    }
  }
}

}  // namespace tagtrail::host
