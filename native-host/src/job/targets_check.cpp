#include "job/targets_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "store/read_job.hpp"
#include "system/suggestion.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// What people call files by the program that makes them.
constexpr auto kNames = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"excel", "xlsx, xls"},
     {"spreadsheet", "xlsx, xls, ods"},
     {"spreadsheets", "xlsx, xls, ods"},
     {"word", "docx, doc"},
     {"powerpoint", "pptx, ppt"},
     {"shapefile", "zip, shp"},
     {"stata", "dta"},
     {"spss", "sav"},
     {"archive", "zip, gz, tar, 7z"},
     {"archives", "zip, gz, tar, 7z"},
     {"all", "data"},
     {"tables", "csv, tsv, xlsx, xls, ods"}});

std::vector<std::string> meant_by(const std::string& word) {
  std::vector<std::string> names;
  for (const auto& [name, extensions] : kNames) names.emplace_back(name);
  const auto near = nearest(word, names);
  if (!near.empty()) {
    for (const auto& [name, extensions] : kNames) {
      if (name == near.front()) return {std::string(extensions)};
    }
  }
  std::vector<std::string> known = known_extensions();
  known.insert(known.end(), {"data", "paper"});
  return nearest(word, known);
}

Expected<void> check_word(const std::string& word) {
  if (word.starts_with('*')) {
    return fail(ErrorCode::invalid_argument,
                "'" + word + "' is not a type of files; write for example application/*");
  }
  const bool is_type = word.find('/') != std::string::npos;
  const bool is_certain = word.empty() || word.front() == '.';
  if (is_type || is_certain || word == "data" || word == "paper" || is_known_extension(word)) {
    return {};
  }
  const auto meant = meant_by(word);
  const std::string hint =
      meant.empty() ? std::string() : fmt::format("; did you mean {}?", fmt::join(meant, ", or "));
  return fail(ErrorCode::invalid_argument,
              fmt::format("no files are known by the extension '{0}'{1} To look for "
                          "names that end in .{0} anyway, write .{0}",
                          word, hint.empty() ? "." : hint));
}

}  // namespace

Expected<void> check_targets(const std::string& spec) {
  const auto targets = TRY(TargetSet::parse(spec));
  if (targets.matches({"text/html", {}, {}, {}}) ||
      targets.matches({"application/xhtml+xml", {}, {}, {}})) {
    return fail(ErrorCode::invalid_argument,
                "web pages are no files; name the types of files, such as csv or "
                "application/pdf, or look for pages with --objective");
  }
  std::string_view rest = spec;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    TRY(check_word(ascii_lower(trim(rest.substr(0, comma)))));
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
  }
  return {};
}

Expected<void> check_targets_of_new(const std::filesystem::path& dir, const std::string& spec) {
  const auto glance = glance_at_job(dir);
  if (glance && glance->responses > 0) return {};
  return check_targets(spec);
}

}  // namespace tagtrail::host
