#include "export/rows.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "system/terminal_text.hpp"
#include "tagtrail/code_points.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

/// What begins so is a formula to some spreadsheet (OWASP, CSV injection).
constexpr std::string_view kFormulaStarts = "=+-@\t\r\n";

/// CSV has no escapes: what would act on the terminal of whoever looks at the file is shown as
/// U+FFFD. Tabs and line ends can stand in a quoted cell.
std::string without_controls(std::string_view text) {
  std::string clean;
  const std::u32string points = code_points(to_valid_utf8(text));
  for (std::size_t at = 0; at < points.size(); ++at) {
    const char32_t point = points[at];
    const bool ends_line = point == '\n' || points.compare(at, 2, U"\r\n") == 0;
    const bool acts = point < 0x20 || (point >= 0x7F && point <= 0x9F);
    append_utf8(clean, acts && !ends_line && point != '\t' ? U'\uFFFD' : point);
  }
  return clean;
}

/// A cell whose text came from a server.
std::string cell(std::string_view text) {
  std::string value = without_controls(text);
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
  TRY(
      out("url,name,path,mediatype,bytes,sha256,page,tagPath,anchor,redirects,fetchedAt,status,via,"
          "pageVia\r\n"));
  return targets.each_target([&out](const TargetRow& target) {
    return out(fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", cell(target.url), cell(target.name),
        cell(target.path), cell(target.mime), target.bytes, cell(target.sha256), cell(target.page),
        cell(target.tag_path), cell(target.anchor), cell(joined(target.redirects)),
        cell(target.fetched_at), target.status, cell(target.via), cell(target.page_via)));
  });
}

Expected<void> write_jsonl(const TargetList& targets, const ExportSink& out) {
  return targets.each_target([&out](const TargetRow& target) {
    const Json json = {{"url", target.url},
                       {"name", target.name},
                       {"path", target.path},
                       {"mediatype", target.mime},
                       {"bytes", target.bytes},
                       {"sha256", target.sha256},
                       {"page", target.page},
                       {"tagPath", target.tag_path},
                       {"anchor", target.anchor},
                       {"redirects", target.redirects},
                       {"fetchedAt", target.fetched_at},
                       {"status", target.status},
                       {"via", target.via},
                       {"pageVia", target.page_via}};
    return out(terminal_text(json.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n");
  });
}

}  // namespace tagtrail::host
