// Tables of HTML that is called a spreadsheet, which is how many programs export: by their tags
// alone, as a page would be too large for a tree.
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "tables/readers.hpp"
#include "tables/sheet_cells.hpp"
#include "tables/text_encoding.hpp"
#include "tagtrail/code_points.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kHtmlTextBytes = 32'768;
constexpr std::size_t kMostSpan = 1'000;
constexpr std::size_t kDeepestHtmlTable = 8;

struct NamedCharacter {
  std::string_view name;
  char32_t code;
};
constexpr auto kNamed = std::to_array<NamedCharacter>({{"amp", '&'},
                                                       {"lt", '<'},
                                                       {"gt", '>'},
                                                       {"quot", '"'},
                                                       {"apos", '\''},
                                                       {"nbsp", ' '},
                                                       {"ndash", 0x2013},
                                                       {"mdash", 0x2014},
                                                       {"lsquo", 0x2018},
                                                       {"rsquo", 0x2019},
                                                       {"ldquo", 0x201C},
                                                       {"rdquo", 0x201D},
                                                       {"bull", 0x2022},
                                                       {"hellip", 0x2026},
                                                       {"euro", 0x20AC},
                                                       {"trade", 0x2122}});
/// From U+00A1 on.
constexpr auto kLatin = std::to_array<std::string_view>(
    {"iexcl",  "cent",   "pound",  "curren", "yen",    "brvbar", "sect",   "uml",    "copy",
     "ordf",   "laquo",  "not",    "shy",    "reg",    "macr",   "deg",    "plusmn", "sup2",
     "sup3",   "acute",  "micro",  "para",   "middot", "cedil",  "sup1",   "ordm",   "raquo",
     "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc",  "Atilde", "Auml",
     "Aring",  "AElig",  "Ccedil", "Egrave", "Eacute", "Ecirc",  "Euml",   "Igrave", "Iacute",
     "Icirc",  "Iuml",   "ETH",    "Ntilde", "Ograve", "Oacute", "Ocirc",  "Otilde", "Ouml",
     "times",  "Oslash", "Ugrave", "Uacute", "Ucirc",  "Uuml",   "Yacute", "THORN",  "szlig",
     "agrave", "aacute", "acirc",  "atilde", "auml",   "aring",  "aelig",  "ccedil", "egrave",
     "eacute", "ecirc",  "euml",   "igrave", "iacute", "icirc",  "iuml",   "eth",    "ntilde",
     "ograve", "oacute", "ocirc",  "otilde", "ouml",   "divide", "oslash", "ugrave", "uacute",
     "ucirc",  "uuml",   "yacute", "thorn",  "yuml"});

/// Of `name` in `&name;`; 0: there is none.
char32_t character_of(std::string_view name) {
  if (name.starts_with('#')) {
    const bool hexadecimal = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
    name.remove_prefix(hexadecimal ? 2 : 1);
    std::uint32_t code = 0;
    const auto read =
        std::from_chars(name.data(), name.data() + name.size(), code, hexadecimal ? 16 : 10);
    const bool valid = read.ec == std::errc() && read.ptr == name.data() + name.size() &&
                       code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    return valid ? code : 0;
  }
  for (const NamedCharacter& each : kNamed) {
    if (each.name == name) return each.code;
  }
  const auto latin = std::find(kLatin.begin(), kLatin.end(), name);
  return latin == kLatin.end() ? 0 : 0xA1 + static_cast<char32_t>(latin - kLatin.begin());
}

void append_decoded(std::string& text, std::string_view piece) {
  constexpr std::size_t kLongestName = 10;
  while (!piece.empty() && text.size() < kHtmlTextBytes) {
    const std::size_t plain = std::min(piece.size(), piece.find('&'));
    text += piece.substr(0, plain);
    piece.remove_prefix(plain);
    if (piece.empty()) return;
    const std::size_t end = piece.substr(0, kLongestName).find(';');
    const char32_t code =
        end == std::string_view::npos ? 0 : character_of(piece.substr(1, end - 1));
    if (code == 0) {
      text += '&';
      piece.remove_prefix(1);
    } else {
      append_utf8(text, code);
      piece.remove_prefix(end + 1);
    }
  }
}

struct Tag {
  std::string name;  ///< in lower case; `/td` at the end of one; empty: no tag of an element
  std::string_view attributes;
};

/// A number of cells that an attribute says, from 1 to kMostSpan.
std::size_t span_of(const Tag& tag, std::string_view attribute) {
  std::size_t at = find_ignoring_case(tag.attributes, attribute);
  if (at == std::string_view::npos) return 1;
  std::string_view rest = trim(tag.attributes.substr(at + attribute.size()));
  if (!rest.starts_with('=')) return 1;
  rest = trim(rest.substr(1));
  if (rest.starts_with('"') || rest.starts_with('\'')) rest.remove_prefix(1);
  std::size_t span = 1;
  std::from_chars(rest.data(), rest.data() + rest.size(), span);
  return std::clamp<std::size_t>(span, 1, kMostSpan);
}

/// A table that is being read.
class OpenTable {
 public:
  explicit OpenTable(LookEffort& effort) : cells_(effort) {}

  void begin_row() {
    end_cell();
    if (row_begun_) end_row();
    row_begun_ = true;
  }
  void begin_cell(const Tag& tag) {
    end_cell();
    row_begun_ = true;
    while (column_ < above_.size() && above_[column_] > 0) --above_[column_++];
    in_cell_ = true;
    columns_ = span_of(tag, "colspan");
    rows_ = span_of(tag, "rowspan");
    text_.clear();
  }
  void add_text(std::string_view piece) {
    if (in_cell_) append_decoded(text_, piece);
  }
  void end_cell() {
    if (!in_cell_) return;
    in_cell_ = false;
    cells_.add(row_, column_, collapse_space(text_));
    const std::size_t end = std::min(column_ + columns_, look_limit::kColumns);
    if (rows_ > 1 && above_.size() < end) above_.resize(end);
    for (std::size_t at = column_; rows_ > 1 && at < end; ++at) above_[at] = rows_ - 1;
    column_ += columns_;
  }
  void end_row() {
    end_cell();
    if (!row_begun_) return;
    row_begun_ = false;
    for (; column_ < above_.size(); ++column_) above_[column_] -= above_[column_] > 0 ? 1 : 0;
    column_ = 0;
    ++row_;
  }
  void holds_table() { holds_table_ = true; }

  void finish(bool whole, Look& look) {
    end_row();
    TableLook table = cells_.finish({}, whole, look);
    // What has others in its only column arranges them on a page.
    if (!holds_table_ || table.fields.size() > 1) add_table(look, std::move(table));
  }

 private:
  SheetCells cells_;
  std::uint64_t row_ = 0;
  std::size_t column_ = 0;
  std::size_t columns_ = 1;
  std::size_t rows_ = 1;
  std::vector<std::size_t> above_;  ///< rows that cells of rows above still take, by column
  std::string text_;
  bool row_begun_ = false;
  bool in_cell_ = false;
  bool holds_table_ = false;
};

class HtmlTables {
 public:
  HtmlTables(LookEffort& effort, Look& look) : effort_(effort), look_(look) {}

  void read(std::string_view html) {
    while (!html.empty() && effort_.in_time()) {
      const std::size_t end = std::min(html.size(), html.find('<'));
      if (!open_.empty()) open_.back().add_text(html.substr(0, end));
      html.remove_prefix(end);
      if (!html.empty()) read_markup(html);
    }
    const bool whole = effort_.is_going();
    // What nothing closes ends with the page.
    while (!open_.empty()) close_table(whole);
  }

 private:
  void read_markup(std::string_view& html) {
    if (html.starts_with("<!--")) return skip_past(html, "-->");
    const Tag tag = read_tag(html);
    if (tag.name.empty()) {
      if (!open_.empty()) open_.back().add_text("<");
      return;
    }
    for (const char* raw : {"script", "style", "title"}) {
      if (tag.name != raw) continue;
      const std::size_t end = find_ignoring_case(html, std::string("</") + raw);
      html.remove_prefix(std::min(html.size(), end));
    }
    take(tag);
  }

  static void skip_past(std::string_view& html, std::string_view end) {
    const std::size_t at = html.find(end);
    html.remove_prefix(at == std::string_view::npos ? html.size() : at + end.size());
  }

  /// Takes it off the front; a `<` that begins none is taken off alone.
  static Tag read_tag(std::string_view& html) {
    Tag tag;
    std::size_t at = 1;
    const bool closes = html.substr(at).starts_with('/');
    if (closes) ++at;
    const bool other = html.substr(at).starts_with('!') || html.substr(at).starts_with('?');
    const std::size_t name_at = at;
    while (at < html.size() && (is_letter_or_digit(html[at]) || html[at] == ':')) ++at;
    if (at == name_at && !other) {
      html.remove_prefix(1);
      return tag;
    }
    tag.name = (closes ? "/" : other ? "!" : "") + ascii_lower(html.substr(name_at, at - name_at));
    const std::size_t begin = at;
    char quote = '\0';
    for (; at < html.size() && (quote != '\0' || html[at] != '>'); ++at) {
      if (quote != '\0' && html[at] == quote) {
        quote = '\0';
      } else if (quote == '\0' && html[at - 1] == '=' && (html[at] == '"' || html[at] == '\'')) {
        quote = html[at];
      }
    }
    tag.attributes = html.substr(begin, at - begin);
    html.remove_prefix(std::min(html.size(), at + 1));
    return tag;
  }

  void take(const Tag& tag) {
    if (tag.name == "table") return open_table();
    if (open_.empty()) return;
    if (tag.name == "/table") {
      if (too_deep_ > 0) {
        --too_deep_;
        return;
      }
      return close_table(true);
    }
    if (too_deep_ > 0) return;
    OpenTable& table = open_.back();
    if (tag.name == "tr") table.begin_row();
    if (tag.name == "td" || tag.name == "th") table.begin_cell(tag);
    if (tag.name == "/td" || tag.name == "/th") table.end_cell();
    if (tag.name == "/tr") table.end_row();
    if (tag.name == "br" || tag.name == "p" || tag.name == "div") table.add_text(" ");
  }

  void open_table() {
    if (open_.size() >= kDeepestHtmlTable) {
      ++too_deep_;
      return;
    }
    if (!open_.empty()) open_.back().holds_table();
    open_.emplace_back(effort_);
  }

  void close_table(bool whole) {
    open_.back().finish(whole, look_);
    open_.pop_back();
  }

  LookEffort& effort_;
  Look& look_;
  std::vector<OpenTable> open_;
  std::size_t too_deep_ = 0;  ///< tables in others that are read as their text
};

/// What the page says of its encoding, where its bytes do not show it.
std::string html_text(std::string_view bytes, std::string& encoding) {
  std::string storage;
  const DecodedText decoded = decode_text(bytes, storage);
  constexpr std::string_view kCharset = "charset=";
  const std::string_view begin = bytes.substr(0, 4'096);
  const std::size_t at = find_ignoring_case(begin, kCharset);
  encoding = decoded.encoding;
  if (decoded.encoding.starts_with("utf") || at == std::string_view::npos) {
    return std::string(decoded.text);
  }
  std::string_view name = begin.substr(at + kCharset.size());
  if (name.starts_with('"') || name.starts_with('\'')) name.remove_prefix(1);
  name = name.substr(0, name.find_first_not_of("abcdefghijklmnopqrstuvwxyz"
                                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"));
  encoding = ascii_lower(name);
  return std::string(TextConverter(encoding).convert(bytes));
}

}  // namespace

void look_into_html_tables(const LookInput& input, LookEffort& effort, Look& look) {
  look.format = "html";
  std::string encoding;
  const std::string html = html_text(input.bytes, encoding);
  HtmlTables(effort, look).read(html);
  for (TableLook& table : look.tables) table.encoding = encoding;
  if (!input.whole) add_note(look, "only its beginning was read");
  if (!effort.is_going()) add_note(look, effort.why_not());
  if (!look.tables.empty()) return;
  add_note(look, "no table in it can be read");
  look_into_text(input, look);
}

}  // namespace tagtrail::host
