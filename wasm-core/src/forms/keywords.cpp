#include "forms/keywords.hpp"

#include <algorithm>

#include "tagtrail/text.hpp"
#include "words/stop_words.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kShortest = 3;
constexpr std::size_t kLongest = 30;
constexpr std::size_t kMostLinks = 300;  // of a page
/// Of the first pages the text has words to begin with.
constexpr std::uint32_t kTextPages = 20;
/// From so many pages on a word in more than 8 titles of 10 names the site; of the first pages the
/// text counts, too, whose menus are on all of them.
constexpr std::uint32_t kEnoughPages = 3;

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Words of a text in lower case, each once.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t begin = at;
    while (at < text.size() && is_word(text[at])) ++at;
    if (at - begin < kShortest || at - begin > kLongest) continue;
    std::string word = ascii_lower(text.substr(begin, at - begin));
    const bool number = is_digit(word.front()) && word.size() != 4;
    if (!number && !is_stop_word(word) && !is_url_stop_word(word)) words.push_back(std::move(word));
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

}  // namespace

void Keywords::count(std::string_view text, bool title) {
  for (const std::string& word : words_of(text)) {
    WordId id = words_.find(word);
    if (id == StringTable::kNone) {
      if (counts_.size() >= kMost) continue;
      id = words_.intern(word);
      counts_.push_back(0);
      titles_.push_back(0);
    }
    ++counts_[id];
    if (title) ++titles_[id];
  }
}

void Keywords::read(const Page& page, const std::vector<const LinkObservation*>& links,
                    bool answer) {
  if (!answer) {
    ++pages_;
    count(page.title, true);
    if (pages_ <= kTextPages) count(page.text, true);
  }
  for (std::size_t i = 0; i < std::min(links.size(), kMostLinks); ++i) {
    count(links[i]->anchor, false);
  }
}

std::optional<WordId> Keywords::best(const std::vector<bool>& used) const {
  std::optional<WordId> best;
  for (WordId id = 0; id < counts_.size(); ++id) {
    if (id < used.size() && used[id]) continue;
    const bool of_site =
        pages_ >= kEnoughPages && std::uint64_t{titles_[id]} * 10 > std::uint64_t{pages_} * 8;
    if (of_site) continue;
    // Of words that stand in as many, the longer one says more.
    const auto weight = [this](WordId word) {
      return std::pair(counts_[word], words_.at(word).size());
    };
    if (!best || weight(id) > weight(*best)) best = id;
  }
  return best;
}

void Keywords::save(ByteWriter& out) const {
  out.var(pages_);
  words_.save(out);
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    out.var(counts_[i]);
    out.var(titles_[i]);
  }
}

bool Keywords::load(ByteReader& in) {
  pages_ = static_cast<std::uint32_t>(in.var());
  if (!words_.load(in) || words_.size() > kMost) return false;
  for (WordId id = 0; id < words_.size() && in.ok(); ++id) {
    counts_.push_back(static_cast<std::uint32_t>(in.var()));
    titles_.push_back(static_cast<std::uint32_t>(in.var()));
  }
  return in.ok();
}

}  // namespace tagtrail
