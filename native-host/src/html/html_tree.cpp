#include "html/html_tree.hpp"

#include "html/tree_arena.hpp"

namespace tagtrail::host {

HtmlTree::HtmlTree(std::string_view utf8, std::size_t most)
    : arena_(std::make_unique<TreeArena>()) {
  // libgumbo wants a pointer even for an empty document.
  const char* text = utf8.empty() ? "" : utf8.data();
  cut_ = !arena_->parse(text, utf8.size(), most);
  document_ = arena_->document();
}

HtmlTree::~HtmlTree() = default;

}  // namespace tagtrail::host
