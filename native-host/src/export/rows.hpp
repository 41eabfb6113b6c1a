// One row a target: the manifest's facts for spreadsheets and scripts.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "export/export_sink.hpp"
#include "store/targets.hpp"

namespace tagtrail::host {

/// CSV (RFC 4180) in UTF-8 with a line of names. A text that a spreadsheet would run as a formula
/// gets an apostrophe in front (docs/archives.md). Errors: those of the list and of `out`.
Expected<void> write_csv(const TargetList& targets, const ExportSink& out);

/// JSON lines, an object a target with the same names. Errors: as above.
Expected<void> write_jsonl(const TargetList& targets, const ExportSink& out);

// A row with other names, written the same way: texts, numbers and lists of texts.
std::string csv_names(const nlohmann::ordered_json& row);
std::string csv_values(const nlohmann::ordered_json& row);
std::string jsonl_line(const nlohmann::ordered_json& row);

}  // namespace tagtrail::host
