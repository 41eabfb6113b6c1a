#include "export/page/page_template.hpp"

#include <fmt/format.h>

#include <fstream>

#include "system/built_files.hpp"
#include "system/whole_file.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// What a template holds in place of the data.
constexpr std::string_view kEmptyBlock = R"(<script id="data" type="application/json">{}</script>)";

}  // namespace

Expected<std::string> read_page_template(const std::filesystem::path& program,
                                         const std::string& name) {
  const auto file = find_built(program, name);
  if (file.empty()) return fail(ErrorCode::missing_dependency, missing_part(name));
  return read_whole_file(file);
}

Expected<std::optional<std::string>> beginning_of(const std::filesystem::path& file,
                                                  std::size_t bytes) {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(file, error);
  if (!std::filesystem::exists(status)) return std::optional<std::string>();
  if (!std::filesystem::is_regular_file(status)) return std::optional<std::string>("");
  std::string begin(bytes, '\0');
  std::ifstream in(file, std::ios::binary);
  if (!in) return fail(ErrorCode::io, file.string() + " can't be read");
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(in.gcount()));
  return std::optional(std::move(begin));
}

std::string link_of(std::string_view path) {
  std::string link;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) ||
                       c == '/' || c == '.' || c == '_' || c == '-';
    link += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return link;
}

Expected<std::string> put_into_page(std::string_view page, std::string_view json) {
  const std::size_t at = page.find(kEmptyBlock);
  if (at == std::string_view::npos) {
    return fail(ErrorCode::invalid_data, "the page's template has no place for data");
  }
  const std::size_t gap = at + kEmptyBlock.find("{}");
  std::string filled;
  filled.reserve(page.size() + json.size() + json.size() / 64);
  filled.append(page.substr(0, gap));
  // Inside a script element only `<` can end it or begin a comment.
  for (const char letter : json) {
    if (letter == '<') {
      filled += "\\u003c";
    } else {
      filled += letter;
    }
  }
  return filled.append(page.substr(gap + 2));
}

}  // namespace tagtrail::host
