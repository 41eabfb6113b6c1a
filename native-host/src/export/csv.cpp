#include <fmt/format.h>

#include "export/rows.hpp"
#include "store/job_store.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// What begins so is a formula to some spreadsheet (OWASP, CSV injection).
constexpr std::string_view kFormulaStarts = "=+-@\t\r\n";

/// A cell whose text came from a server.
std::string cell(std::string_view text) {
  std::string value = to_valid_utf8(text);
  if (!value.empty() && kFormulaStarts.find(value.front()) != std::string_view::npos) {
    value = fmt::format("'{}", value);
  }
  if (value.find_first_of(",\"\r\n;\t") == std::string::npos) return value;
  std::string quoted = "\"";
  for (const char c : value) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + "\"";
}

std::string joined(const std::vector<std::string>& urls) {
  std::string text;
  for (const std::string& url : urls) text.append(text.empty() ? "" : " ").append(url);
  return text;
}

}  // namespace

Expected<void> write_csv(const TargetList& targets, const ExportSink& out) {
  auto written =
      out("url,name,path,mediatype,bytes,sha256,page,tagPath,anchor,redirects,fetchedAt,status,via,"
          "pageVia\r\n");
  if (!written) return written;
  return targets.each_target([&out](const TargetRow& target) {
    return out(fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", cell(target.url), cell(target.name),
        cell(target.path), cell(target.mime), target.bytes, cell(target.sha256), cell(target.page),
        cell(target.tag_path), cell(target.anchor), cell(joined(target.redirects)),
        cell(target.fetched_at), target.status, cell(target.via), cell(target.page_via)));
  });
}

}  // namespace tagtrail::host
