// What the kept pages of a job say for machines, and their forms, read from the stored pages.
#pragma once

#include <filesystem>

#include "export/export_sink.hpp"
#include "store/targets.hpp"

namespace tagtrail::host {

/// JSON lines, one a statement (content/json_lines.hpp), page after page. Targets that are no HTML
/// say nothing. `job`: its folder. Errors: those of the list and of `out`; io for a page that can't
/// be read.
Expected<void> write_statements(const TargetList& targets, const std::filesystem::path& job,
                                const ExportSink& out);

/// The same of forms, one a line.
Expected<void> write_forms(const TargetList& targets, const std::filesystem::path& job,
                           const ExportSink& out);

}  // namespace tagtrail::host
