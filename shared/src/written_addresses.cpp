#include "tagtrail/written_addresses.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "tagtrail/link.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

/// `{id}`, `<%= x %>`, `*.csv`, `$1`, `[name]` and `%s` are no addresses yet.
constexpr std::string_view kNeverWritten = "\"'`<>{}[]|\\^*$";
constexpr std::size_t kLongestExtension = 8;

bool is_written(std::string_view text) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; };
  return !text.empty() && text.size() <= limits::kWrittenBytes &&
         text.find_first_of(kNeverWritten) == std::string_view::npos &&
         std::none_of(text.begin(), text.end(), is_control);
}

bool is_absolute(std::string_view text) {
  return starts_with_ignoring_case(text, "http://") || starts_with_ignoring_case(text, "https://");
}

/// Of the name in the path, lower case; empty for none.
std::string extension_of(std::string_view text) {
  const std::string_view path = text.substr(0, text.find_first_of("?#"));
  const std::string_view name = path.substr(std::min(path.rfind('/') + 1, path.size()));
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  const std::string_view extension = name.substr(dot + 1);
  return extension.size() > kLongestExtension ? std::string{} : ascii_lower(extension);
}

bool is_data_extension(std::string_view extension) {
  static const auto kWanted = TargetSet::parse("data");
  return kWanted && extension != "px" && extension != "tab" &&
         kWanted->matches_extension(extension);
}

/// Of a query or fragment of a viewer, what it shows.
bool names_what_is_shown(std::string_view name) {
  constexpr auto kNames =
      std::to_array<std::string_view>({"file", "url", "src", "pdf", "doc", "document"});
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

/// `file` as if it were written in the place of `viewer`, an address without query.
std::string beside_viewer(std::string_view viewer, const std::string& file) {
  if (is_absolute(file)) return file;
  const std::size_t slashes = viewer.find("//");
  const bool has_host = slashes == 0 || is_absolute(viewer);
  const std::size_t host = has_host ? slashes + 2 : 0;
  const std::size_t root = has_host ? std::min(viewer.find('/', host), viewer.size()) : 0;
  if (file.front() == '/') return std::string(viewer.substr(0, root)) + file;
  const std::size_t last = viewer.rfind('/');
  if (last == std::string_view::npos || last < host) return has_host ? std::string{} : file;
  return std::string(viewer.substr(0, last + 1)) + file;
}

/// The data file that one of the pairs `file=a.csv` names; empty for none.
std::string named_file(std::string_view pairs) {
  while (!pairs.empty()) {
    const std::string_view pair = pairs.substr(0, pairs.find('&'));
    pairs.remove_prefix(std::min(pair.size() + 1, pairs.size()));
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos || !names_what_is_shown(pair.substr(0, equals))) continue;
    std::string file = percent_decode(pair.substr(equals + 1));
    if (to_valid_utf8(file) == file && names_data_file(file)) return file;
  }
  return {};
}

bool is_page_extension(std::string_view extension) {
  constexpr auto kPages = std::to_array<std::string_view>(
      {"html", "htm", "xhtml", "shtml", "php", "asp", "aspx", "jsp", "cfm"});
  return std::find(kPages.begin(), kPages.end(), extension) != kPages.end();
}

}  // namespace

bool may_be_address(std::string_view text) {
  if (!is_written(text) || text.front() == '#') return false;
  if (is_absolute(text)) return true;
  // Another scheme, or a way to many things: `/files/:id`.
  const std::size_t colon = text.find(':');
  return (colon == std::string_view::npos || colon > text.find_first_of("/?#")) &&
         text.find("/:") == std::string_view::npos;
}

bool is_clearly_address(std::string_view text) {
  if (!may_be_address(text)) return false;
  if (is_absolute(text)) return true;
  for (const std::string_view start : {"/", "./", "../"}) {
    if (text.starts_with(start)) return text.size() > start.size();
  }
  const std::string extension = extension_of(text);
  return is_data_extension(extension) || is_page_extension(extension);
}

bool names_data_file(std::string_view text) {
  if (!may_be_address(text)) return false;
  // `https://example.nt` is a host.
  if (is_absolute(text) && text.find('/', text.find("//") + 2) == std::string_view::npos) {
    return false;
  }
  return is_data_extension(extension_of(text));
}

std::string file_in_viewer(std::string_view address) {
  const std::size_t hash = std::min(address.find('#'), address.size());
  const std::size_t begin = std::min(address.find_first_of("?#"), address.size());
  const std::string_view viewer = address.substr(0, begin);
  const std::string_view fragment = address.substr(std::min(hash + 1, address.size()));
  for (std::string_view rest : {address.substr(begin, hash - begin), fragment}) {
    if (rest.starts_with('?')) rest.remove_prefix(1);
    if (std::string file = named_file(rest); !file.empty()) return beside_viewer(viewer, file);
  }
  if (fragment.find('/') == std::string_view::npos ||
      fragment.find('=') != std::string_view::npos) {
    return {};
  }
  const std::string file = percent_decode(fragment);
  const bool is_one = to_valid_utf8(file) == file && names_data_file(file);
  return is_one ? beside_viewer(viewer, file) : std::string{};
}

}  // namespace tagtrail
