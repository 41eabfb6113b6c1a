#include "html/page_text.hpp"

#include "tagtrail/link.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
void PageText::append(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_space(text[at])) {
      if (!text_.empty() && text_.back() != ' ') text_.push_back(' ');
      while (at < text.size() && is_space(text[at])) ++at;
      continue;
    }
    const std::size_t word = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    text_.append(text, word, at - word);
  }
}

std::string_view PageText::excerpt(Slice slice, std::size_t bytes) const {
  const std::string_view whole(text_);
  return utf8_prefix(trim(whole.substr(slice.begin, slice.end - slice.begin)), bytes);
}

void FirstWords::append(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && !full_) {
    if (is_space(text[at])) {
      pending_ = true;
      ++at;
      continue;
    }
    const std::size_t from = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    if (pending_ && words_ == limits::kPageTextWords) {
      full_ = true;
      return;
    }
    if (pending_) {
      ++words_;
      if (!text_.empty()) text_.push_back(' ');
    }
    pending_ = false;
    text_.append(text, from, at - from);
    if (text_.size() > limits::kPageTextBytes) {
      text_.resize(utf8_prefix(text_, limits::kPageTextBytes).size());
      full_ = true;
    }
  }
}

}  // namespace tagtrail::host
