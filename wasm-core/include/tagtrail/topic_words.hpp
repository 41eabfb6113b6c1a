// The words of a topic that a user asks for, and how texts have them: the very word, its English
// stem, or something alike by its letters, so that other forms, compounds and languages without
// spaces are found without a dictionary.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail {

/// How one text has each word of a topic: 0 (not at all) to 3, two bits a word.
class TopicMatch {
 public:
  static constexpr unsigned kNone = 0;
  static constexpr unsigned kMost = 3;

  TopicMatch() = default;
  explicit TopicMatch(std::uint64_t bits) : bits_(bits) {}
  unsigned of(std::size_t word) const { return static_cast<unsigned>(bits_ >> (2 * word)) & kMost; }
  /// At least `level`.
  void raise(std::size_t word, unsigned level);
  /// As well as either of them has it, what `other` has at most as `most`.
  void join(TopicMatch other, unsigned most);
  std::uint64_t bits() const { return bits_; }

 private:
  std::uint64_t bits_ = 0;
};

class TopicWords {
 public:
  static constexpr std::size_t kMostWords = 32;
  static constexpr std::size_t kMostForms = 128;  ///< of all words
  static constexpr std::size_t kMostBytes = 4000;
  static constexpr unsigned kAlike = 2;  ///< what is alike by its letters alone
  static constexpr unsigned kSame = 3;   ///< the word, or its stem

  /// No words.
  TopicWords() = default;
  /// Words are separated by spaces, forms of one word by `|`: of `rent|Miete|Pacht 2023` a text
  /// with any of the three has the first word. Each word once, without case and accents; English
  /// function words only where there is no other. Errors: invalid_argument (too long, too many
  /// words or forms, none at all). An empty text is no topic: no words.
  static Expected<TopicWords> parse(std::string_view about);
  /// English words that say nothing. A site in another language has its own everywhere, and these
  /// nowhere, where they would weigh as much as the rarest. `word`: of plain_words().
  static bool says_nothing(std::string_view word);

  std::size_t size() const { return words_.size(); }
  /// The first of its forms.
  const std::string& at(std::size_t word) const { return words_[word].front().text; }
  /// Of a text in which case and accents count for nothing. Of very long texts the beginning
  /// counts.
  TopicMatch in(std::string_view text) const;
  /// Of a name or a path in a URL, as written: escapes are undone, `RateByAge` is three words.
  TopicMatch in_name(std::string_view name) const;

 private:
  struct Form {
    std::string text;  ///< plain_words()
    std::string stem;
    bool unspaced = false;  ///< of a script that has no spaces between words
    std::vector<std::uint32_t>
        grams{};  ///< ascending: runs of three bytes; unspaced: of two letters
  };
  using Word = std::vector<Form>;  ///< one at least

  static Form form_of(std::string_view token);
  /// Takes one word with its forms, as typed, or several where there is one form that is several.
  void add(std::string_view typed);
  bool has(std::string_view token) const;
  TopicMatch in_plain(std::string_view plain) const;
  static unsigned likeness(const Form& form, std::string_view token, const std::string& stem);

  std::vector<Word> words_;
};

}  // namespace tagtrail
