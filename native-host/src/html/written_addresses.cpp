#include "html/written_addresses.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "tagtrail/link.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
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

}  // namespace tagtrail::host
