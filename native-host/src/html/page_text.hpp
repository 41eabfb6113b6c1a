// The text of a page as one string, in which every element's text is a slice.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// Collects text nodes in document order with white space collapsed. Because an element's text is a
/// slice of it, nested elements cost nothing, however many and however long they are.
class PageText {
 public:
  struct Slice {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  void append(std::string_view text);
  std::size_t size() const { return text_.size(); }
  /// The slice, trimmed, cut to `bytes` at a UTF-8 border.
  std::string_view excerpt(Slice slice, std::size_t bytes) const;

 private:
  std::string text_;
};

/// The first words of a page, up to the limits of link.hpp. Unlike in PageText, block elements
/// separate words.
class FirstWords {
 public:
  bool full() const { return full_; }
  void separate() { pending_ = true; }
  void append(std::string_view text);
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::size_t words_ = 0;
  bool pending_ = true;  ///< white space came since the last word
  bool full_ = false;
};

}  // namespace tagtrail::host
