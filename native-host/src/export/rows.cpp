#include "export/rows.hpp"

#include <fmt/format.h>

#include "export/target_facts.hpp"
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

/// Several texts share a cell.
std::string cell(const Json& value) {
  if (value.is_string()) return cell(std::string_view(value.get_ref<const std::string&>()));
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const Json& part : value) {
    text.append(text.empty() ? "" : " ").append(part.get_ref<const std::string&>());
  }
  return cell(std::string_view(text));
}

/// The names, or the values, of a row.
template <typename Shown>
std::string csv_line(const Json& row, Shown shown) {
  std::string line;
  std::string_view separator;
  for (const auto& [name, value] : row.items()) {
    line.append(separator).append(shown(name, value));
    separator = ",";
  }
  return line + "\r\n";
}

}  // namespace

std::string csv_names(const Json& row) {
  return csv_line(row, [](const std::string& name, const Json&) { return name; });
}

std::string csv_values(const Json& row) {
  return csv_line(row, [](const std::string&, const Json& value) { return cell(value); });
}

std::string jsonl_line(const Json& row) {
  return terminal_text(row.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

Expected<void> write_csv(const TargetList& targets, const ExportSink& out) {
  TRY(out(csv_names(row_of({}))));
  return targets.each_target(
      [&out](const TargetRow& target) { return out(csv_values(row_of(target))); });
}

Expected<void> write_jsonl(const TargetList& targets, const ExportSink& out) {
  return targets.each_target(
      [&out](const TargetRow& target) { return out(jsonl_line(row_of(target))); });
}

}  // namespace tagtrail::host
