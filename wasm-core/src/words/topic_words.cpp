#include "tagtrail/topic_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "tagtrail/code_points.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "words/porter_stemmer.hpp"
#include "words/stop_words.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kTextBytes = 600;   // of a text that is looked at
constexpr std::size_t kWordBytes = 64;    // of one word of it
constexpr std::size_t kShortAlike = 5;    // bytes that words have at least which are alike
constexpr std::size_t kShortPart = 6;     // and those that are parts of others
constexpr double kSharedBeginning = 0.7;  // of the longer word
constexpr double kSharedGrams = 0.65;     // of both words (Dice)
constexpr double kSharedPairs = 0.5;      // of an unspaced word's pairs of letters

/// Thai to Khmer, and from the radicals of Chinese on: kana, ideographs, syllables of Korean.
bool is_unspaced(char32_t c) {
  return (c >= 0x0E00 && c <= 0x109F) || (c >= 0x1780 && c <= 0x17FF) ||
         (c >= 0x2E80 && c <= 0xD7AF) || (c >= 0xF900 && c <= 0xFAFF) || c >= 0x20000;
}

std::vector<std::uint32_t> ascending(std::vector<std::uint32_t> grams) {
  std::sort(grams.begin(), grams.end());
  grams.erase(std::unique(grams.begin(), grams.end()), grams.end());
  return grams;
}

std::vector<std::uint32_t> runs_of_three(std::string_view word) {
  std::vector<std::uint32_t> grams;
  for (std::size_t at = 0; at + 3 <= word.size(); ++at) {
    std::uint32_t gram = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      gram = gram << 8U | static_cast<unsigned char>(word[at + i]);
    }
    grams.push_back(gram);
  }
  return ascending(std::move(grams));
}

/// A letter has 21 bits, of which the lower 16 tell nearly all apart.
std::vector<std::uint32_t> pairs_of_letters(std::string_view word) {
  const std::u32string letters = code_points(to_valid_utf8(word));
  std::vector<std::uint32_t> grams;
  for (std::size_t at = 0; at + 2 <= letters.size(); ++at) {
    grams.push_back((static_cast<std::uint32_t>(letters[at]) & 0xFFFFU) << 16U |
                    (static_cast<std::uint32_t>(letters[at + 1]) & 0xFFFFU));
  }
  return ascending(std::move(grams));
}

double in_common(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  std::size_t common = 0;
  for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
    if (*left == *right) ++common;
    const bool advance_left = *left <= *right;
    const bool advance_right = *right <= *left;
    if (advance_left) ++left;
    if (advance_right) ++right;
  }
  return static_cast<double>(common);
}

bool begin_alike(std::string_view a, std::string_view b) {
  const auto shared = static_cast<std::size_t>(
      std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  return shared >= kShortAlike &&
         static_cast<double>(shared) >=
             kSharedBeginning * static_cast<double>(std::max(a.size(), b.size()));
}

template <typename Use>
void each_token(std::string_view plain, Use use) {
  while (!plain.empty()) {
    const std::size_t end = std::min(plain.find(' '), plain.size());
    use(utf8_prefix(plain.substr(0, end), kWordBytes));
    plain.remove_prefix(std::min(end + 1, plain.size()));
  }
}

}  // namespace

void TopicMatch::raise(std::size_t word, unsigned level) {
  if (level <= of(word)) return;
  bits_ = (bits_ & ~(std::uint64_t{kMost} << (2 * word))) | std::uint64_t{level} << (2 * word);
}

void TopicMatch::join(TopicMatch other, unsigned most) {
  for (std::size_t word = 0; word < TopicWords::kMostWords; ++word) {
    raise(word, std::min(other.of(word), most));
  }
}

bool TopicWords::says_nothing(std::string_view word) {
  static constexpr std::array<std::string_view, 11> kShort{"a",  "an", "as", "at", "by", "in",
                                                           "is", "of", "on", "or", "to"};
  return is_stop_word(word) || std::find(kShort.begin(), kShort.end(), word) != kShort.end();
}

TopicWords::Form TopicWords::form_of(std::string_view token) {
  const std::u32string letters = code_points(to_valid_utf8(token));
  Form form{std::string(token), porter_stem(token),
            std::any_of(letters.begin(), letters.end(), is_unspaced)};
  form.grams = form.unspaced ? pairs_of_letters(token) : runs_of_three(token);
  return form;
}

bool TopicWords::has(std::string_view token) const {
  return std::any_of(words_.begin(), words_.end(),
                     [&](const Word& word) { return word.front().text == token; });
}

void TopicWords::add(std::string_view typed) {
  const bool has_forms = typed.find('|') != typed.npos;
  Word word;
  each_token(plain_words(typed), [&](std::string_view token) {
    if (word.empty() && has(token)) return;
    word.push_back(form_of(token));
    if (!has_forms) words_.push_back(std::exchange(word, {}));
  });
  if (!word.empty()) words_.push_back(std::move(word));
}

Expected<TopicWords> TopicWords::parse(std::string_view about) {
  const auto refuse = [](const std::string& why) {
    return fail(ErrorCode::invalid_argument, "the topic " + why);
  };
  TopicWords topic;
  if (about.empty()) return topic;
  if (about.size() > kMostBytes) return refuse("is over " + std::to_string(kMostBytes) + " bytes");
  while (!about.empty()) {
    const auto end = std::find_if(about.begin(), about.end(), is_space);
    const auto size = static_cast<std::size_t>(end - about.begin());
    topic.add(about.substr(0, size));
    about.remove_prefix(std::min(about.size(), size + 1));
  }
  const auto empty = [](const Word& word) { return says_nothing(word.front().text); };
  if (!std::all_of(topic.words_.begin(), topic.words_.end(), empty)) {
    std::erase_if(topic.words_, empty);
  }
  if (topic.words_.empty()) return refuse("has no words");
  if (topic.words_.size() > kMostWords) {
    return refuse("has more than " + std::to_string(kMostWords) + " words");
  }
  std::size_t forms = 0;
  for (const Word& word : topic.words_) forms += word.size();
  if (forms > kMostForms) {
    return refuse("has more than " + std::to_string(kMostForms) + " forms of words");
  }
  return topic;
}

TopicMatch TopicWords::in(std::string_view text) const {
  return words_.empty() ? TopicMatch() : in_plain(plain_words(utf8_prefix(text, kTextBytes)));
}

TopicMatch TopicWords::in_name(std::string_view name) const {
  if (words_.empty()) return {};
  return in_plain(words_of_name(to_valid_utf8(percent_decode(name.substr(0, kTextBytes)))));
}

TopicMatch TopicWords::in_plain(std::string_view plain) const {
  TopicMatch match;
  each_token(plain, [&](std::string_view token) {
    const std::string stem = porter_stem(token);
    for (std::size_t word = 0; word < words_.size(); ++word) {
      for (const Form& form : words_[word]) {
        if (match.of(word) < kSame) match.raise(word, likeness(form, token, stem));
      }
    }
  });
  return match;
}

unsigned TopicWords::likeness(const Form& form, std::string_view token, const std::string& stem) {
  if (form.text == token || form.stem == stem) return kSame;
  if (form.unspaced) {
    if (token.find(form.text) != token.npos) return kSame;
    const double common = in_common(form.grams, pairs_of_letters(token));
    const bool enough = common >= kSharedPairs * static_cast<double>(form.grams.size());
    return common > 0 && enough ? kAlike : TopicMatch::kNone;
  }
  if (begin_alike(form.text, token)) return kAlike;
  if (form.text.size() < kShortPart || token.size() < kShortPart) return TopicMatch::kNone;
  if (token.find(form.text) != token.npos) return kAlike;
  const auto grams = runs_of_three(token);
  const double size = static_cast<double>(form.grams.size() + grams.size());
  return 2 * in_common(form.grams, grams) >= kSharedGrams * size ? kAlike : TopicMatch::kNone;
}

}  // namespace tagtrail
