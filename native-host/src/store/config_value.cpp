#include "store/config_value.hpp"

namespace tagtrail::host {

Expected<std::optional<std::string>> config_value(sqlite::Database& database,
                                                  std::string_view name) {
  std::optional<std::string> value;
  TRY(database.each(
      "SELECT value FROM config WHERE name = ?",
      [&](const sqlite::Row& row) -> Expected<void> {
        value = row.string(0);
        return {};
      },
      name));
  return value;
}

}  // namespace tagtrail::host
