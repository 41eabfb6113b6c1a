// A document tree as a list, in which whatever is inside an element is a range.
#pragma once

#include <gumbo.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "content/document_base.hpp"

namespace tagtrail::host {

/// The elements of a document in document order. Subtrees are skipped and texts of nested elements
/// taken in no time, however deep they are. Keeps pointers into the tree, which must outlive it.
class FlatDocument {
 public:
  using Index = std::uint32_t;
  static constexpr Index kNone = 0xFFFFFFFFU;

  struct Element {
    const GumboElement* node;
    Index parent;  ///< kNone for the root
    Index end;     ///< the first element behind what is inside of this
    std::size_t text_begin;
    std::size_t text_end;
  };

  /// `page_url`: canonical key. A null document has no elements.
  FlatDocument(const GumboNode* document, std::string_view page_url);

  Index size() const { return static_cast<Index>(elements_.size()); }
  const Element& operator[](Index at) const { return elements_[at]; }
  /// The value of an attribute; null when absent.
  const char* attribute(Index at, std::string_view name) const;
  bool has(Index at, std::string_view name) const { return attribute(at, name) != nullptr; }
  /// Whether it is this element of HTML (not of SVG or MathML).
  bool is(Index at, GumboTag tag) const;
  /// All text inside (DOM textContent).
  std::string_view text_of(Index at) const;
  /// Text between two positions of it: see Element::text_begin.
  std::string_view text_between(std::size_t begin, std::size_t end) const;
  /// The first element with that id; kNone when there is none.
  Index by_id(std::string_view id) const;

  const std::string& page_url() const { return base_.page_url(); }
  /// What relative URLs are relative to.
  const std::string& base_url() const { return base_.url(); }

  // What walk_tree() calls.
  void enter(const GumboElement& element);
  void leave(const GumboElement& element);
  void text(const char* text) { text_.append(text); }

 private:
  std::vector<Element> elements_;
  std::string text_;
  std::unordered_map<std::string_view, Index> ids_;
  DocumentBase base_;
  Index open_ = kNone;  ///< while it is read: the innermost element
};

/// The words of an attribute that holds a set of them; none for null. Views into `value`.
std::vector<std::string_view> words_of(const char* value);

}  // namespace tagtrail::host
