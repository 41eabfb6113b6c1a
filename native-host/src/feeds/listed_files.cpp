#include "feeds/listed_files.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>
#include <vector>

#include "feeds/described_links.hpp"
#include "feeds/text_links.hpp"
#include "feeds/texts.hpp"
#include "tagtrail/checksum_names.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/written_addresses.hpp"

namespace tagtrail::host {
namespace {

enum class ListKind {
  none,
  text,
  script,  ///< its comments are no lines of a list
  table,
  yaml,
};

bool says_little(std::string_view mime) { return mime == "text/plain" || is_nondescript(mime); }

bool is_table(std::string_view mime, std::string_view extension) {
  const bool by_type = mime.find("csv") != std::string_view::npos ||
                       mime.find("tab-separated") != std::string_view::npos;
  const bool by_name = extension == "csv" || extension == "tsv" || extension == "tab";
  return by_type || (by_name && says_little(mime));
}

ListKind kind_of(const SourceFacts& facts) {
  const std::string extension = url_extension(facts.url);
  if (is_download_script(facts.mime, facts.url)) return ListKind::script;
  if (is_table(facts.mime, extension)) return ListKind::table;
  const bool yaml = extension == "yaml" || extension == "yml";
  if (facts.mime.ends_with("yaml") || (yaml && says_little(facts.mime))) return ListKind::yaml;
  const std::string_view path = split_url(facts.url).path;
  const bool by_name = extension == "txt" || is_checksum_name(path.substr(path.rfind('/') + 1));
  const bool text = facts.mime == "text/plain" || (by_name && is_nondescript(facts.mime));
  return text ? ListKind::text : ListKind::none;
}

bool is_digest(std::string_view text) {
  constexpr auto kLengths = std::to_array<std::size_t>({32, 40, 56, 64, 96, 128});
  return std::find(kLengths.begin(), kLengths.end(), text.size()) != kLengths.end() &&
         text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

/// What a line of digests is about; empty: it is none.
std::string_view name_beside_digest(std::string_view line) {
  const std::string_view first = line.substr(0, line.find_first_of(" \t"));
  if (is_digest(first)) {
    std::string_view name = trim(line.substr(first.size()));
    if (name.starts_with('*')) name.remove_prefix(1);
    return name;
  }
  const std::size_t open = line.find(" (");
  const std::size_t close = line.rfind(") = ");
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
  return is_digest(trim(line.substr(close + 4))) ? line.substr(open + 2, close - open - 2)
                                                 : std::string_view{};
}

/// Absolute addresses in it that end where no address goes on. Each byte is looked at once.
template <typename Take>
void each_address(std::string_view text, Take take) {
  constexpr std::string_view kEnds = " \t\r\n\"'<>`|;,)]}\\";
  std::size_t next = 0;
  for (std::size_t at = text.find("http"); at != text.npos; at = text.find("http", next)) {
    next = at + 1;
    const std::string_view rest = text.substr(at);
    if (!rest.starts_with("http://") && !rest.starts_with("https://")) continue;
    next = std::min(text.find_first_of(kEnds, at), text.size());
    std::string_view address = text.substr(at, next - at);
    while (address.ends_with('.')) address.remove_suffix(1);
    take(address);
  }
}

template <typename Take>
void each_cell(std::string_view line, Take take) {
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(",;\t|"), line.size());
    std::string_view cell = trim(line.substr(0, end));
    if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"') {
      cell = cell.substr(1, cell.size() - 2);
    }
    take(cell);
    line.remove_prefix(std::min(end + 1, line.size()));
  }
}

/// In `- path: "a.csv"` the key, in lower case, and the value; in an item of a list no key.
struct YamlLine {
  std::string key;
  std::string_view value;
};

YamlLine read_yaml_line(std::string_view line) {
  while (line.starts_with("- ")) line = trim(line.substr(2));
  YamlLine read{{}, line};
  const std::size_t colon = line.find(": ");
  if (colon != std::string_view::npos) {
    read = {ascii_lower(line.substr(0, colon)), trim(line.substr(colon + 2))};
  }
  std::string_view& value = read.value;
  const bool quoted = value.size() > 1 && (value.front() == '"' || value.front() == '\'') &&
                      value.back() == value.front();
  if (quoted) value = value.substr(1, value.size() - 2);
  return read;
}

bool is_rooted(std::string_view text) { return text.starts_with('/') || text.starts_with("../"); }

std::string_view without_mark(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

/// Calls `take` with each line that says something, until it returns false. Whether it never did.
template <typename Take>
bool all_lines(std::string_view text, Take take) {
  text = without_mark(text);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = trim(text.substr(0, end));
    if (!line.empty() && !take(line)) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

bool is_comment(std::string_view line) { return line.starts_with('#'); }

/// Each line is an address of anything, or the name of a data file.
bool is_list(std::string_view text, ListKind kind) {
  if (kind != ListKind::text) return false;
  std::size_t names = 0;
  const bool all = all_lines(text, [&](std::string_view line) {
    if (is_comment(line)) return true;
    ++names;
    const bool columns = line.find("  ") != line.npos || line.find('\t') != line.npos;
    return is_absolute_url(line) || (names_data_file(line) && !columns);
  });
  return all && names > 0;
}

/// What is listed, each once, as far as there is room.
class NamedFiles {
 public:
  explicit NamedFiles(std::string_view url) : url_(url) {}

  void add(std::string_view written, std::string_view place) {
    if (written.empty() || !is_valid_utf8(written)) return;
    auto key = canonical_url(written, url_);
    if (!key || *key == url_ || !known_.insert(*key).second) return;
    const std::string path = std::string(kListedFiles).append(place);
    add_link_of_text(page_, std::move(*key), written, path, kSourceLinks);
  }
  Page take() { return std::move(page_); }

 private:
  std::string_view url_;
  Page page_;
  std::unordered_set<std::string> known_;
};

void read_line(std::string_view line, ListKind kind, bool list, NamedFiles& listed) {
  if (kind == ListKind::text) {
    const std::string_view name = name_beside_digest(line);
    if (!name.empty()) return listed.add(name, "checksum");
    if (is_comment(line)) return;
    if (list || (is_rooted(line) && names_data_file(line))) return listed.add(line, "line");
  }
  if (kind == ListKind::yaml) {
    const auto [key, value] = read_yaml_line(line);
    const bool whole = is_absolute_url(value) || is_rooted(value);
    if ((whole || may_name_file(key)) && names_data_file(value)) listed.add(value, "yaml");
    return;
  }
  const std::string_view place = kind == ListKind::table ? "table" : "text";
  each_address(line, [&](std::string_view address) {
    if (names_data_file(address)) listed.add(address, place);
  });
  if (kind != ListKind::table) return;
  each_cell(line, [&](std::string_view cell) {
    if (is_rooted(cell) && names_data_file(cell)) listed.add(cell, place);
  });
}

}  // namespace

bool begins_as_listed_files(std::string_view start, const SourceFacts& facts) {
  if (!facts.catalogues) return false;
  // Its last line may be cut, and would be no address then.
  constexpr std::size_t kMaybeCut = 1024;
  const std::size_t last = start.find_last_of("\r\n");
  if (start.size() >= kMaybeCut && last != std::string_view::npos) start = start.substr(0, last);
  return read_listed_files(start, facts).has_value();
}

std::optional<Page> read_listed_files(std::string_view text, const SourceFacts& facts) {
  const ListKind kind = kind_of(facts);
  if (kind == ListKind::none) return std::nullopt;
  NamedFiles listed(facts.url);
  const bool list = is_list(text, kind);
  all_lines(text, [&](std::string_view line) {
    read_line(line, kind, list, listed);
    return true;
  });
  Page page = listed.take();
  return page.links.empty() ? std::nullopt : std::optional(std::move(page));
}

}  // namespace tagtrail::host
