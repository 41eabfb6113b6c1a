// A document tree by libgumbo, in memory and time that hostile pages can't blow up.
#pragma once

#include <gumbo.h>

#include <memory>
#include <string_view>

namespace tagtrail::host {

class TreeArena;

/// Of a tree, where nothing else is said. A page of ordinary markup needs seven times its own size;
/// a small one that needs hundreds is hostile.
inline constexpr std::size_t kTreeBytes = 160ULL << 20;

/// The tree of one document. libgumbo itself has no limits: nesting costs it quadratic time,
/// and it frees trees recursively. So it works in an arena that counts what it does, ends it when
/// a limit is reached (the tree read so far remains usable), and frees everything at once.
class HtmlTree {
 public:
  /// Parses UTF-8, which must outlive the tree, in at most `most` bytes.
  explicit HtmlTree(std::string_view utf8, std::size_t most = kTreeBytes);
  ~HtmlTree();
  HtmlTree(const HtmlTree&) = delete;
  HtmlTree& operator=(const HtmlTree&) = delete;

  /// The document node; null only if not even that could be made.
  const GumboNode* document() const { return document_; }
  /// Whether a limit was reached and the tree ends early.
  bool cut() const { return cut_; }

 private:
  std::unique_ptr<TreeArena> arena_;
  const GumboNode* document_ = nullptr;
  bool cut_ = false;
};

}  // namespace tagtrail::host
