#include "content/word_pairs.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "html/elements.hpp"
#include "html/walk_tree.hpp"
#include "tagtrail/page_content.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kWordBytes = 64;

struct Range {
  char32_t first, last;
};

/// Beyond ASCII: Latin-1's signs, general punctuation to dingbats, CJK punctuation, full-width
/// signs, what is no character.
constexpr Range kBetweenWords[] = {
    {0x80, 0xA9},     {0xAB, 0xB4},      {0xB6, 0xB9},     {0xBB, 0xBF},     {0xD7, 0xD7},
    {0xF7, 0xF7},     {0x2000, 0x206F},  {0x20A0, 0x20CF}, {0x2190, 0x2BFF}, {0x3000, 0x3004},
    {0x3008, 0x3020}, {0x3030, 0x3030},  {0x30FB, 0x30FB}, {0xFE10, 0xFE1F}, {0xFE30, 0xFE6F},
    {0xFEFF, 0xFEFF}, {0xFF01, 0xFF0F},  {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65},
    {0xFFE0, 0xFFFF}, {0x1F000, 0x1FAFF}};

bool is_between_words(char32_t point) {
  return std::any_of(std::begin(kBetweenWords), std::end(kBetweenWords), [&](const Range& range) {
    return point >= range.first && point <= range.last;
  });
}

/// Collects hashes, and only so many that memory is bounded.
class LowestDistinct {
 public:
  void add(std::uint32_t value) {
    values_.push_back(value);
    if (values_.size() == 2 * limits::kWordPairs) settle();
  }
  std::vector<std::uint32_t> take() {
    settle();
    return std::move(values_);
  }

 private:
  void settle() {
    std::sort(values_.begin(), values_.end());
    values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
    values_.resize(std::min(values_.size(), limits::kWordPairs));
  }
  std::vector<std::uint32_t> values_;
};

/// What walk_tree() calls.
class PairReader {
 public:
  void enter(const GumboElement& element) {
    if (!is_inline(element.tag)) end_word();
    if (element.tag_namespace != GUMBO_NAMESPACE_HTML) return;
    if (is_muted(element.tag)) ++muted_;
    if (element.tag == GUMBO_TAG_BODY) ++bodies_;
  }

  void leave(const GumboElement& element) {
    if (!is_inline(element.tag)) end_word();
    if (element.tag_namespace != GUMBO_NAMESPACE_HTML) return;
    if (is_muted(element.tag)) --muted_;
    if (element.tag == GUMBO_TAG_BODY) --bodies_;
  }

  void text(const char* text) {
    if (muted_ > 0 || bodies_ == 0) return;
    for (std::string_view rest(text); !rest.empty();) rest.remove_prefix(read_character(rest));
  }

  std::vector<std::uint32_t> take() {
    end_word();
    return pairs_.take();
  }

 private:
  /// Returns its length.
  std::size_t read_character(std::string_view text) {
    const char c = text.front();
    const auto lead = static_cast<unsigned char>(c);
    if (lead < 0x80) {
      const bool upper = c >= 'A' && c <= 'Z';
      if (upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
        add(upper ? static_cast<char>(c - 'A' + 'a') : c);
      } else {
        end_word();
      }
      return 1;
    }
    const auto length =
        std::min(static_cast<std::size_t>(std::max(std::countl_one(lead), 1)), text.size());
    char32_t point = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
      point = (point << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    if (is_between_words(point)) {
      end_word();
    } else if (word_.size() + length <= kWordBytes) {
      word_.append(text.substr(0, length));
    }
    return length;
  }

  void add(char c) {
    if (word_.size() < kWordBytes) word_ += c;
  }

  void end_word() {
    if (word_.empty()) return;
    if (!before_.empty()) pairs_.add(word_pair_hash(before_, word_));
    before_.swap(word_);
    word_.clear();
  }

  LowestDistinct pairs_;
  std::string before_;
  std::string word_;
  std::size_t muted_ = 0;
  std::size_t bodies_ = 0;
};

}  // namespace

std::uint32_t word_pair_hash(std::string_view first, std::string_view second) {
  std::uint32_t hash = 0x811C9DC5U;
  const auto add = [&](char c) { hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193U; };
  for (const char c : first) add(c);
  add(' ');
  for (const char c : second) add(c);
  return hash;
}

std::vector<std::uint32_t> read_word_pairs(const GumboNode* document) {
  PairReader reader;
  walk_tree(document, reader);
  return reader.take();
}

}  // namespace tagtrail::host
