#include "options/seeds_file.hpp"

#include <fmt/format.h>

#include <system_error>
#include <unordered_set>

#include "system/whole_file.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// A configuration takes no more (Config::more_seeds).
constexpr std::size_t kMostSeedBytes = 2UL * 1024 * 1024;
constexpr std::string_view kBlank = " \t\r";

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(kBlank) - first + 1);
}

}  // namespace

Expected<std::vector<std::string>> read_seeds(const std::filesystem::path& file) {
  const auto bad = [&](const std::string& what) {
    return fail(ErrorCode::invalid_argument, file.string() + ": " + what);
  };
  std::error_code unreadable;
  const auto size = std::filesystem::file_size(file, unreadable);
  if (unreadable) return bad("no file that can be read");
  if (size > kMostSeedBytes) return bad("over 2 MiB of seed URLs; make several harvests of them");
  const auto text = read_whole_file(file);
  if (!text) return bad(text.error().message);
  std::vector<std::string> seeds;
  std::unordered_set<std::string> known;
  std::string_view left = *text;
  for (std::size_t number = 1; !left.empty(); ++number) {
    const std::string_view whole = left.substr(0, left.find('\n'));
    left.remove_prefix(std::min(left.size(), whole.size() + 1));
    const std::string_view line = trimmed(whole);
    if (line.empty() || line.starts_with('#')) continue;
    const std::string url(line);
    auto key = canonical_url(url.find("://") == std::string::npos ? "https://" + url : url);
    if (!key) return bad(fmt::format("line {}: {}", number, key.error().message));
    if (known.insert(*key).second) seeds.push_back(std::move(*key));
  }
  if (seeds.empty()) return bad("no URL in it: one a line is expected");
  return seeds;
}

}  // namespace tagtrail::host
