// What a report page shows, as the JSON that is put into it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "studies/results_file.hpp"
#include "studies/run_groups.hpp"
#include "studies/study.hpp"
#include "studies/study_tables.hpp"
#include "studies/table.hpp"

namespace tagtrail::host {

/// The tables that there are rows for, without groups.
std::vector<Table> tables_of(const std::vector<SiteRuns>& sites);
/// Those that a study was made for; `base`: what policies are compared with.
std::vector<Table> tables_of(Study study, const std::vector<SiteRuns>& sites,
                             const std::string& base = kReferencePolicy);

/// Of the results of studies: `{"kind": "lab", ...}` (report/src/data.ts).
nlohmann::ordered_json lab_report(const Results& results);

/// The page: `page` with its empty data block filled. Errors: invalid_data (no such block).
Expected<std::string> fill_report(std::string_view page, const nlohmann::ordered_json& data);

}  // namespace tagtrail::host
