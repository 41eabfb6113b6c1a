// Names for tables and columns of SQL, made of whatever files call them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// Names that need no quotes in SQLite: letters and digits of any script and `_`, no digit first,
/// no keyword, at most 60 bytes, none that SQLite or Tagtrail keeps for itself. Each is given once,
/// whatever the case of its ASCII letters, which is how SQLite compares names.
///
///   SqlNames columns;
///   columns.of("Umsatz in Mio. EUR", "column1");  // Umsatz_in_Mio_EUR
///   columns.of("order", "column2");               // order_
///   columns.of("", "column3");                    // column3
class SqlNames {
 public:
  /// For `words`, any bytes. `otherwise`: such a name, for words without a letter or digit.
  std::string of(std::string_view words, std::string_view otherwise);
  /// It is given already.
  void take(std::string_view name);
  /// It is free again.
  void give_back(std::string_view name);

 private:
  bool is_free(std::string_view name) const;

  std::set<std::string, std::less<>> taken_;    ///< in lower case
  std::map<std::string, std::size_t> last_of_;  ///< numbers behind names that were wanted again
};

/// As an identifier in SQL, whatever is in it.
std::string sql_quoted(std::string_view name);

}  // namespace tagtrail::host
