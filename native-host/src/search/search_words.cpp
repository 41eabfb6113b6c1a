#include "search/search_words.hpp"

#include <algorithm>
#include <array>

#include "tagtrail/code_points.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// Characters of words that stand side by side without spaces: Han, Hiragana, Katakana.
bool is_unspaced(char32_t point) {
  return (point >= 0x3041 && point <= 0x30FF) || (point >= 0x3400 && point <= 0x4DBF) ||
         (point >= 0x4E00 && point <= 0x9FFF) || (point >= 0xF900 && point <= 0xFAFF) ||
         (point >= 0x20000 && point <= 0x3FFFF);
}

/// A run of them, as words of two characters each.
void append_pairs(std::u32string_view run, std::string& text) {
  if (run.size() == 1) {
    append_utf8(text, run.front());
  }
  for (std::size_t at = 0; at + 1 < run.size(); ++at) {
    if (at > 0) text += ' ';
    append_utf8(text, run[at]);
    append_utf8(text, run[at + 1]);
  }
}

bool is_plain(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

struct TokenTaker {
  std::string_view text;
  const std::function<void(std::string_view, std::string_view)>& take;
};

int take_token(void* context, int, const char* token, int size, int start, int end) {
  const auto& taker = *static_cast<const TokenTaker*>(context);
  taker.take(
      {token, static_cast<std::size_t>(size)},
      taker.text.substr(static_cast<std::size_t>(start), static_cast<std::size_t>(end - start)));
  return SQLITE_OK;
}

/// What other words that mean the same begin with. Short words begin too many others, and a longer
/// number is another one. Of what ends in y the tokenizer makes an i in some forms and not in
/// others: `unemployment` is `unemploy`, and `unemployed` `unemploi`.
std::string beginning_of(std::string_view token) {
  constexpr std::size_t kLeast = 4;
  constexpr std::size_t kLong = 7;
  if (token.size() < kLeast || std::all_of(token.begin(), token.end(), is_digit)) return {};
  const bool turns = token.ends_with('y') || token.ends_with('i');
  return std::string(token.substr(0, token.size() - (turns && token.size() >= kLong ? 1 : 0)));
}

}  // namespace

std::string search_text(std::string_view text) {
  std::string searched;
  if (std::all_of(text.begin(), text.end(), is_plain)) {
    searched = text;
  } else {
    const std::u32string points = code_points(to_valid_utf8(text));
    for (std::size_t at = 0; at < points.size();) {
      std::size_t end = at;
      while (end < points.size() && is_unspaced(points[end])) ++end;
      if (end > at) {
        searched += ' ';
        append_pairs(std::u32string_view(points).substr(at, end - at), searched);
        searched += ' ';
        at = end;
      } else {
        append_utf8(searched, points[at++]);
      }
    }
  }
  std::replace_if(searched.begin(), searched.end(), is_control, ' ');
  return searched;
}

Expected<fts5_api*> fts5_of(const sqlite::Database& database) {
  fts5_api* api = nullptr;
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v2(database.handle(), "SELECT fts5(?)", -1, &raw, nullptr) == SQLITE_OK) {
    const sqlite::StatementPtr statement(raw);
    sqlite3_bind_pointer(raw, 1, static_cast<void*>(&api), "fts5_api_ptr", nullptr);
    sqlite3_step(raw);
  }
  if (api != nullptr) return api;
  return fail(ErrorCode::missing_dependency, "this SQLite was built without FTS5: search needs it");
}

Expected<WordReader> WordReader::create() {
  auto database = TRY(sqlite::Database::open(":memory:"));
  fts5_api* api = TRY(fts5_of(database));
  WordReader reader(std::move(database));
  void* context = nullptr;
  std::array<const char*, 3> words = {"unicode61", "remove_diacritics", "2"};
  Fts5Tokenizer* tokenizer = nullptr;
  if (api->xFindTokenizer(api, "porter", &context, &reader.functions_) != SQLITE_OK ||
      reader.functions_.xCreate(context, words.data(), static_cast<int>(words.size()),
                                &tokenizer) != SQLITE_OK) {
    return fail(ErrorCode::missing_dependency, "this SQLite's FTS5 lacks its tokenizer");
  }
  reader.tokenizer_ = {tokenizer, DeleteTokenizer{reader.functions_.xDelete}};
  return reader;
}

void WordReader::each(std::string_view text,
                      const std::function<void(std::string_view, std::string_view)>& take) const {
  TokenTaker taker{text, take};
  functions_.xTokenize(tokenizer_.get(), &taker, FTS5_TOKENIZE_DOCUMENT, text.data(),
                       static_cast<int>(text.size()), take_token);
}

std::vector<SearchWord> WordReader::words_of(std::string_view typed) const {
  constexpr std::size_t kTypedBytes = 4'000;
  const std::string text = search_text(utf8_prefix(typed, kTypedBytes));
  std::vector<SearchWord> words;
  each(text, [&](std::string_view token, std::string_view written) {
    const auto is_it = [&](const SearchWord& word) { return word.token == token; };
    if (words.size() >= kMostWords || std::any_of(words.begin(), words.end(), is_it)) return;
    words.push_back({std::string(written), std::string(token), beginning_of(token)});
  });
  return words;
}

bool is_filler(std::string_view word) {
  constexpr auto kFillers = std::to_array<std::string_view>(
      {"a",   "al",  "am",   "an",   "and", "as",   "at",  "auf", "by",  "con", "da",  "das",
       "de",  "del", "den",  "der",  "des", "di",   "die", "do",  "du",  "e",   "ein", "el",
       "en",  "et",  "for",  "from", "für", "im",   "in",  "is",  "je",  "la",  "las", "le",
       "les", "los", "nach", "o",    "of",  "on",   "or",  "par", "per", "por", "pro", "the",
       "to",  "und", "van",  "von",  "vs",  "with", "y",   "zu"});
  return std::find(kFillers.begin(), kFillers.end(), word) != kFillers.end();
}

}  // namespace tagtrail::host
