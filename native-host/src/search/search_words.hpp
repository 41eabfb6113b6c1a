// The words of a search and of what is searched, by one tokenizer: that of SQLite's FTS5.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// By which words are told apart and made one: case and accents don't count, and English endings
/// (`regions`, `region`). A word that begins so is found as well (SearchWord::beginning), which
/// does for other languages what the endings do for English.
inline constexpr const char* kTokenizer = "porter unicode61 remove_diacritics 2";

/// Text as it is indexed and searched, of any bytes: valid UTF-8 without control characters, and
/// where a script has no spaces between words (Chinese, Japanese) every two characters that stand
/// side by side are a word.
std::string search_text(std::string_view text);

struct SearchWord {
  std::string written;  ///< letters and digits alone
  std::string token;    ///< as the tokenizer has it
  /// Tokens that begin so count, too; empty: none do.
  std::string beginning;

  bool is_token(std::string_view other) const {
    return other == token || (!beginning.empty() && other.starts_with(beginning));
  }
};

struct DeleteTokenizer {
  void (*destroy)(Fts5Tokenizer*) = nullptr;
  void operator()(Fts5Tokenizer* tokenizer) const { destroy(tokenizer); }
};

/// SQLite's tokenizer, by itself. Not thread-safe.
class WordReader {
 public:
  /// Errors: missing_dependency, where this SQLite has no FTS5.
  static Expected<WordReader> create();

  /// `take` gets each token, and where it stands in `text`.
  void each(
      std::string_view text,
      const std::function<void(std::string_view token, std::string_view written)>& take) const;
  /// The words of what somebody typed, each once, at most 32; none of what is typed is syntax.
  std::vector<SearchWord> words_of(std::string_view typed) const;

 private:
  explicit WordReader(sqlite::Database database) : database_(std::move(database)) {}

  sqlite::Database database_;
  fts5_tokenizer functions_{};
  std::unique_ptr<Fts5Tokenizer, DeleteTokenizer> tokenizer_;
};

inline constexpr std::size_t kMostWords = 32;

/// Words that say nothing of what a table is about: `of`, `by`, `nach`, `par`. `word`: lower case.
bool is_filler(std::string_view word);

/// FTS5 as this connection has it, borrowed from it. Errors: missing_dependency.
Expected<fts5_api*> fts5_of(const sqlite::Database& database);

}  // namespace tagtrail::host
