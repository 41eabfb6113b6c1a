#include "content/flat_document.hpp"

#include "html/elements.hpp"
#include "html/walk_tree.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {

FlatDocument::FlatDocument(const GumboNode* document, std::string_view page_url) : base_(page_url) {
  walk_tree(document, *this);
}

void FlatDocument::enter(const GumboElement& element) {
  const Index at = size();
  elements_.push_back({&element, open_, at + 1, text_.size(), text_.size()});
  open_ = at;
  if (const char* id = attribute_value(element, "id")) ids_.emplace(id, at);
  base_.see(element);
}

void FlatDocument::leave(const GumboElement&) {
  Element& left = elements_[open_];
  left.end = size();
  left.text_end = text_.size();
  open_ = left.parent;
}

const char* FlatDocument::attribute(Index at, std::string_view name) const {
  return attribute_value(*elements_[at].node, name);
}

bool FlatDocument::is(Index at, GumboTag tag) const {
  const GumboElement& node = *elements_[at].node;
  return node.tag == tag && node.tag_namespace == GUMBO_NAMESPACE_HTML;
}

std::string_view FlatDocument::text_of(Index at) const {
  return text_between(elements_[at].text_begin, elements_[at].text_end);
}

std::string_view FlatDocument::text_between(std::size_t begin, std::size_t end) const {
  return std::string_view(text_).substr(begin, end - begin);
}

FlatDocument::Index FlatDocument::by_id(std::string_view id) const {
  const auto found = ids_.find(id);
  return found == ids_.end() ? kNone : found->second;
}

std::vector<std::string_view> words_of(const char* value) {
  std::vector<std::string_view> words;
  std::string_view rest = value == nullptr ? std::string_view{} : value;
  while (!(rest = trim(rest)).empty()) {
    std::size_t end = 0;
    while (end < rest.size() && !is_space(rest[end])) ++end;
    words.push_back(rest.substr(0, end));
    rest.remove_prefix(end);
  }
  return words;
}

}  // namespace tagtrail::host
