// HTML to link observations with libgumbo: the host's counterpart of the extension's content
// script.
#pragma once

#include <string>
#include <string_view>

#include "html/charset.hpp"
#include "html/html_tree.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/link.hpp"

namespace tagtrail::host {

/// What a page may take: of its bytes so many are read (`body`), these, their UTF-8 where that
/// differs, and the tree have `tree` bytes, and its links with all their strings `links`.
struct PageLimits {
  std::size_t body = limits::kPageBytes;
  std::size_t tree = kTreeBytes;
  std::size_t links = limits::kLinkBytes;

  /// Less of each in proportion, where all together would be over `bytes`.
  static PageLimits within(std::uint64_t bytes);
};

struct ReadOptions {
  std::string_view url;           ///< canonical key of the page
  std::string_view content_type;  ///< whole header value; its charset parameter counts
  bool cut = false;               ///< the body was cut: marks the page
  PageLimits most{};
};

/// Parses `html` (any encoding: BOM, then HTTP charset, then meta prescan, else UTF-8 when valid
/// and windows-1252 when not) as HTML5 and returns title, language, text and links within limits.
/// Links: href of a and area, src of frame and iframe; those that canonical_url() refuses
/// (mailto:, javascript:, invalid, over-long) are left out. The first <base href> counts for the
/// whole document. Links inside <template> are ignored, unless it is a shadow root; inside
/// <noscript> they are read. Never fails: any
/// bytes are some document. Bounded memory and no recursion on the depth of the tree.
Page read_page(std::string_view html, const ReadOptions& options);

/// A page as it was parsed, for those who want to know more of it than read_page() tells.
class ParsedPage {
 public:
  /// `html` and `options` must outlive it.
  ParsedPage(std::string_view html, const ReadOptions& options);

  /// As HtmlTree::document().
  const GumboNode* document() const { return tree_.document(); }
  /// What it was parsed from, in UTF-8; positions in the tree are its bytes.
  std::string_view source() const { return source_.text; }
  /// What it was in, as charset.hpp names it.
  const std::string& encoding() const { return source_.encoding; }
  /// What read_page() returns.
  Page read() const;

 private:
  const ReadOptions& options_;
  bool over_;
  std::string storage_;
  HtmlText source_;
  HtmlTree tree_;
};

/// Local name of the root element of an XML document, empty when the first KiB shows none.
std::string xml_root_name(std::string_view body);

}  // namespace tagtrail::host
