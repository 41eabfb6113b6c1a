// Any bytes are a table, or none, in whatever format their name claims: what is told keeps its
// limits and is valid UTF-8.
#include <array>
#include <cstdint>
#include <cstdlib>

#include "tables/kin.hpp"
#include "tables/look_json.hpp"
#include "tables/readers.hpp"
#include "tables/statistics.hpp"
#include "tagtrail/text.hpp"

namespace {

using namespace tagtrail;
using namespace tagtrail::host;

void require(bool condition) {
  if (!condition) std::abort();
}

void look(std::string_view bytes, const char* name) {
  LookEffort effort(bytes.size());
  Look found;
  look_into_bytes({{}, bytes, true, name}, 0, effort, found);
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  constexpr auto kNames =
      std::to_array<const char*>({"a.csv", "a.txt", "a.tsv", "a.json", "a.jsonl", "a.xlsx", "a.ods",
                                  "a.zip", "a.csv.gz", "a"});
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  look(bytes.substr(1), kNames.at(data[0] % kNames.size()));
  return 0;
}
