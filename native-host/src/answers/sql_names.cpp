#include "answers/sql_names.hpp"

#include <sqlite3.h>
#include <utf8proc.h>

#include "tagtrail/code_points.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kNameBytes = 60;

bool is_word_character(utf8proc_int32_t character) {
  switch (utf8proc_category(character)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
      return true;
    default:
      return false;
  }
}

/// Whatever is between words becomes one `_`.
std::string plain_words(std::string_view words) {
  const std::string valid = to_valid_utf8(words.substr(0, 4 * kNameBytes));
  const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(valid.data());
  auto left = static_cast<utf8proc_ssize_t>(valid.size());
  std::string name;
  bool gap = false;
  while (left > 0) {
    utf8proc_int32_t character = 0;
    const utf8proc_ssize_t size = utf8proc_iterate(at, left, &character);
    if (size <= 0) break;
    if (is_word_character(character)) {
      if (gap && !name.empty()) name += '_';
      gap = false;
      name.append(reinterpret_cast<const char*>(at), static_cast<std::size_t>(size));
    } else {
      gap = true;
    }
    at += size;
    left -= size;
  }
  return name;
}

bool is_keyword(std::string_view name) {
  return sqlite3_keyword_check(name.data(), static_cast<int>(name.size())) != 0;
}

bool is_reserved(std::string_view name) {
  return starts_with_ignoring_case(name, "sqlite_") || starts_with_ignoring_case(name, "tagtrail_");
}

}  // namespace

bool SqlNames::is_free(std::string_view name) const { return !taken_.contains(ascii_lower(name)); }

void SqlNames::take(std::string_view name) { taken_.insert(ascii_lower(name)); }

void SqlNames::give_back(std::string_view name) { taken_.erase(ascii_lower(name)); }

std::string SqlNames::of(std::string_view words, std::string_view otherwise) {
  std::string name(utf8_prefix(plain_words(words), kNameBytes));
  if (name.empty()) name = otherwise;
  if (is_digit(name.front()) || is_reserved(name)) name.insert(0, "_");
  if (is_keyword(name)) name += '_';
  if (!is_free(name)) {
    std::size_t& last = last_of_[ascii_lower(name)];
    std::string numbered;
    do {
      last = last == 0 ? 2 : last + 1;
      numbered = name + "_" + std::to_string(last);
    } while (!is_free(numbered));
    name = std::move(numbered);
  }
  take(name);
  return name;
}

std::string sql_quoted(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

}  // namespace tagtrail::host
