#include "html/script_addresses.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "tagtrail/link.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/written_addresses.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kQuotes = "\"'`";
constexpr std::size_t kNowhere = std::string_view::npos;

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$';
}

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

/// The end of what is before `at` and the spaces there.
std::size_t skip_space_back(std::string_view text, std::size_t at) {
  while (at > 0 && is_space(text[at - 1])) --at;
  return at;
}

/// How the browser is sent elsewhere, and what stands before the address.
constexpr auto kSending = std::to_array<std::pair<std::string_view, char>>({
    {"location.href", '='},
    {"location.assign", '('},
    {"location.replace", '('},
    {"location", '='},
    {"open", '('},
});

/// Where the expression begins that one of these at `at` gets; else kNowhere.
std::size_t expression_of(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  if (!before.empty() && is_of_word(before.back())) return kNowhere;
  const std::string_view rest = text.substr(at);
  for (const auto& [word, sign] : kSending) {
    if (!rest.starts_with(word)) continue;
    // `request.open('GET', ...)`
    const bool others = word == "open" && before.ends_with('.') && !before.ends_with("window.");
    at = skip_space(text, at + word.size());
    if (others || at >= text.size() || text[at] != sign) return kNowhere;
    at = skip_space(text, at + 1);
    return at < text.size() && text[at] != '=' ? at : kNowhere;
  }
  return kNowhere;
}

/// Where the address begins: its quotation mark; else kNowhere.
std::size_t target_of(std::string_view text, std::size_t at) {
  const std::size_t begin = expression_of(text, at);
  const bool literal = begin != kNowhere && (text[begin] == '"' || text[begin] == '\'');
  return literal ? begin : kNowhere;
}

/// The first term of a sum, which is taken off; what stands in quotation marks and brackets is
/// whole. Nothing behind the last.
std::string_view next_term(std::string_view& sum) {
  std::size_t depth = 0;
  std::size_t at = 0;
  for (; at < sum.size(); ++at) {
    const char c = sum[at];
    if (kQuotes.find(c) != kNowhere) {
      at = sum.find(c, at + 1);
      if (at == kNowhere) break;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      if (depth-- == 0) break;
    } else if (depth == 0 && std::string_view("+;,}?\n").find(c) != kNowhere) {
      break;
    }
  }
  at = std::min(at, sum.size());
  const std::string_view term = trim(sum.substr(0, at));
  const bool goes_on = at < sum.size() && sum[at] == '+';
  sum.remove_prefix(goes_on ? at + 1 : sum.size());
  return term;
}

bool is_literal(std::string_view term) {
  const bool quoted =
      term.size() > 1 && kQuotes.find(term.front()) != kNowhere && term.back() == term.front();
  return quoted && term.find_first_of("\\$", 1) == kNowhere &&
         term.find(term.front(), 1) == term.size() - 1;
}

/// What stands in the last quotation marks of `getElementById('year')`, `elements["year"]`.
std::string_view last_quoted(std::string_view text) {
  const std::size_t close = text.find_last_of("\"'");
  if (close == kNowhere || close == 0) return {};
  const std::size_t open = text.rfind(text[close], close - 1);
  return open == kNowhere ? std::string_view{} : text.substr(open + 1, close - open - 1);
}

/// The control whose value a term is; nothing for another term. Empty: that with the handler.
std::optional<std::string_view> control_of(std::string_view term) {
  for (const std::string_view coding : {"encodeURIComponent(", "encodeURI(", "escape("}) {
    if (term.starts_with(coding) && term.ends_with(')')) {
      term = trim(term.substr(coding.size(), term.size() - coding.size() - 1));
    }
  }
  constexpr auto kEnds = std::to_array<std::string_view>({".value", ".val()"});
  std::string_view control;
  for (const std::string_view end : kEnds) {
    if (term.ends_with(end)) control = term.substr(0, term.size() - end.size());
  }
  if (const std::size_t options = control.find(".options["); options != kNowhere) {
    control = control.substr(0, options);
  }
  if (control.empty()) return std::nullopt;
  if (control == "this" || control == "event.target" || control == "$(this)") {
    return std::string_view{};
  }
  std::string_view name = control.ends_with(')') || control.ends_with(']')
                              ? last_quoted(control)
                              : control.substr(control.rfind('.') + 1);
  if (name.starts_with('#')) name.remove_prefix(1);
  if (name.empty() || name == "form") return std::nullopt;
  return name;
}

std::optional<FilledAddress> filled_by(std::string_view sum) {
  FilledAddress filled;
  bool found = false;
  while (!sum.empty()) {
    const std::string_view term = next_term(sum);
    if (is_literal(term)) {
      (found ? filled.after : filled.before).append(term.substr(1, term.size() - 2));
      continue;
    }
    const auto control = control_of(term);
    if (!control || found) return std::nullopt;
    filled.field = *control;
    found = true;
  }
  return found ? std::optional(std::move(filled)) : std::nullopt;
}

/// Whether a function of that name opens what it is given; `request.open` does not.
bool says_it_opens(std::string_view name) {
  constexpr auto kWords =
      std::to_array<std::string_view>({"open", "popup", "goto", "redirect", "navigate"});
  const std::string lower = ascii_lower(name.substr(name.rfind('.') + 1));
  return lower != "open" && std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
           return lower.find(word) != std::string::npos;
         });
}

std::optional<char> hex_pair(std::string_view digits) {
  if (digits.size() < 2) return std::nullopt;
  int value = 0;
  for (const char c : digits.substr(0, 2)) {
    const char lower = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    if (!is_digit(lower) && (lower < 'a' || lower > 'f')) return std::nullopt;
    value = 16 * value + (is_digit(lower) ? lower - '0' : lower - 'a' + 10);
  }
  if (value <= ' ' || value >= 0x7f) return std::nullopt;
  return static_cast<char>(value);
}

/// `\/` and the ASCII characters that are written by their numbers; others stay, and make it none.
std::string unescaped(std::string_view literal) {
  std::string text;
  for (std::size_t at = 0; at < literal.size(); ++at) {
    const std::string_view rest = literal.substr(at);
    const std::size_t head = rest.starts_with("\\u00") ? 4 : rest.starts_with("\\x") ? 2 : 0;
    if (const auto c = head == 0 ? std::nullopt : hex_pair(rest.substr(head))) {
      text.push_back(*c);
      at += head + 1;
    } else if (!rest.starts_with("\\/")) {
      text.push_back(rest.front());
    }
  }
  return text;
}

/// The word that ends a text, lower case: of `d3.csv` and `"url"` csv and url.
std::string last_word(std::string_view text) {
  text = text.substr(0, skip_space_back(text, text.size()));
  if (text.ends_with('"') || text.ends_with('\'')) text.remove_suffix(1);
  std::size_t begin = text.size();
  while (begin > 0 && is_of_word(text[begin - 1])) --begin;
  return ascii_lower(text.substr(begin));
}

/// Whether what stands before a literal says that it is an address: a function that loads it, or
/// what it is assigned to.
bool is_said_to_be_address(std::string_view script, std::size_t open) {
  constexpr auto kLoads = std::to_array<std::string_view>(
      {"fetch", "csv", "tsv", "dsv", "json", "xml", "text", "blob", "get", "getjson", "ajax",
       "load", "request", "axios", "readcsv", "loadcsv", "loadjson", "loaddata"});
  constexpr auto kHolds = std::to_array<std::string_view>(
      {"url", "uri", "href", "src", "file", "path", "dataurl", "data_url", "datafile", "data_file",
       "csvurl", "jsonurl", "fileurl", "source"});
  const std::string_view before = script.substr(0, skip_space_back(script, open));
  if (before.empty()) return false;
  const std::string_view rest = before.substr(0, before.size() - 1);
  const auto is_any = [](const auto& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  switch (before.back()) {
    case '(':
      return is_any(kLoads, last_word(rest));
    case ',':  // request.open("GET", "a.csv")
      return last_word(rest) == "get";
    case ':':
    case '=':
      return is_any(kHolds, last_word(rest));
    default:
      return false;
  }
}

/// The address that a literal is; empty when it is none.
std::string file_in_literal(std::string_view script, std::size_t open, std::size_t close) {
  std::string_view literal = script.substr(open + 1, close - open - 1);
  if (literal.size() > limits::kWrittenBytes || literal.find('.') == kNowhere) return {};
  // Of a literal within a literal the quotation marks are escaped.
  while (literal.ends_with('\\')) literal.remove_suffix(1);
  std::string text = unescaped(literal);
  const std::string_view path = std::string_view(text).substr(0, text.find_first_of("?#"));
  const bool is_one = text.find(' ') == kNowhere && names_data_file(text) &&
                      (path.find('/') != kNowhere || is_said_to_be_address(script, open));
  return is_one ? text : std::string{};
}

/// Whether the literal from one quotation mark to the other is no part of a sum, and no key.
bool stands_alone(std::string_view script, std::size_t open, std::size_t close) {
  std::size_t before = open;
  while (before > 0 && (is_space(script[before - 1]) || script[before - 1] == '\\')) --before;
  if (before > 0 && script[before - 1] == '+') return false;
  const std::size_t after = skip_space(script, close + 1);
  return after >= script.size() || (script[after] != '+' && script[after] != ':');
}

/// Whether nothing more stands in the line.
bool ends_line(std::string_view rest) {
  const std::size_t at = rest.find_first_not_of(" \t\r\f");
  return at != kNowhere && rest[at] == '\n';
}

/// The next address that a text sends the browser to from `at` on, which is set behind it; empty
/// for none.
std::string_view next_sent_to(std::string_view text, std::size_t& at) {
  while (true) {
    at = text.find_first_of("lo", at);  // their first letters
    if (at == kNowhere) return {};
    const std::string_view said = text.substr(at);
    const std::size_t quote = target_of(text, at++);
    if (quote == kNowhere) continue;
    const std::array<char, 3> ends{text[quote], '\\', '\n'};
    const std::size_t close = text.find_first_of({ends.data(), ends.size()}, quote + 1);
    if (close == kNowhere) return {};
    at = close;
    if (text[close] != text[quote]) continue;
    const std::string_view address = trim(text.substr(quote + 1, close - quote - 1));
    const std::size_t after = skip_space(text, close + 1);
    const bool whole = after >= text.size() ||
                       std::string_view(";,)}").find(text[after]) != kNowhere ||
                       (text[after] != '+' && ends_line(text.substr(close + 1)));
    // `this.location = 'Bern'` and `open('menu')` are no addresses.
    const bool sure = said.starts_with("location.") || address.find_first_of("/.?") != kNowhere;
    if (whole && sure && may_be_address(address)) return address;
  }
}

}  // namespace

std::string_view address_in_handler(std::string_view handler) {
  std::size_t at = 0;
  return next_sent_to(utf8_prefix(handler, kHandlerBytes), at);
}

std::vector<std::string> addresses_sent_to(std::string_view script, std::size_t most) {
  std::vector<std::string> addresses;
  std::size_t at = 0;
  while (addresses.size() < most) {
    const std::string_view address = next_sent_to(script, at);
    if (address.empty()) break;
    addresses.emplace_back(address);
  }
  return addresses;
}

std::optional<FilledAddress> filled_address(std::string_view handler) {
  handler = utf8_prefix(handler, kHandlerBytes);
  for (std::size_t at = handler.find_first_of("lo"); at != kNowhere;
       at = handler.find_first_of("lo", at + 1)) {
    const std::size_t begin = expression_of(handler, at);
    if (begin == kNowhere) continue;
    if (auto filled = filled_by(handler.substr(begin))) return filled;
  }
  return std::nullopt;
}

std::string_view opened_address(std::string_view handler) {
  handler = utf8_prefix(handler, kHandlerBytes);
  for (std::size_t at = handler.find('('); at != kNowhere; at = handler.find('(', at + 1)) {
    std::size_t name = at;
    while (name > 0 && (is_of_word(handler[name - 1]) || handler[name - 1] == '.')) --name;
    const std::size_t quote = skip_space(handler, at + 1);
    if (quote >= handler.size() || (handler[quote] != '"' && handler[quote] != '\'')) continue;
    const std::size_t close = handler.find(handler[quote], quote + 1);
    if (close == kNowhere) return {};
    const std::size_t after = skip_space(handler, close + 1);
    const bool whole = after < handler.size() && (handler[after] == ',' || handler[after] == ')');
    const std::string_view address = trim(handler.substr(quote + 1, close - quote - 1));
    if (whole && says_it_opens(handler.substr(name, at - name)) && is_clearly_address(address) &&
        address.find(' ') == kNowhere) {
      return address;
    }
  }
  return {};
}

std::vector<std::string> files_in_script(std::string_view script, std::size_t most) {
  std::vector<std::string> files;
  std::size_t open = kNowhere;
  for (std::size_t at = script.find_first_of(kQuotes); at != kNowhere && files.size() < most;
       at = script.find_first_of(kQuotes, at + 1)) {
    // Between neighbouring marks: so a mark that begins nothing, as in a comment, costs one
    // literal.
    if (open != kNowhere && script[open] == script[at]) {
      std::string file = file_in_literal(script, open, at);
      if (!file.empty() && stands_alone(script, open, at)) files.push_back(std::move(file));
    }
    open = at;
  }
  return files;
}

}  // namespace tagtrail::host
