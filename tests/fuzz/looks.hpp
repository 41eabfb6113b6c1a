// Looks into bytes that may be anything: what is told keeps its limits and is valid UTF-8.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tables/kin.hpp"
#include "tables/look_json.hpp"
#include "tables/readers.hpp"
#include "tables/statistics.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {

inline void require(bool condition) {
  if (!condition) std::abort();
}

inline void require_limits(const Look& found) {
  require(found.tables.size() <= look_limit::kTables);
  require(found.members.size() <= look_limit::kMembers);
  require(found.text.size() <= look_limit::kTextBytes);
  for (const TableLook& table : found.tables) {
    require(table.fields.size() <= look_limit::kFields);
    require(table.preview.size() <= look_limit::kPreviewRows);
  }
  (void)holds_statistics(found);
  (void)kin_of_tables(found.tables);
  const std::string json = to_json(found);
  require(to_valid_utf8(json) == json);
}

inline void look(std::string_view bytes, const char* name) {
  LookEffort effort(bytes.size());
  Look found;
  look_into_bytes({{}, bytes, true, name}, 0, effort, found);
  require_limits(found);
}

}  // namespace tagtrail::host
