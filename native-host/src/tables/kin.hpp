// What makes two tables the same, whatever format and spelling they have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tables/look.hpp"

namespace tagtrail::host {

/// Keeps the first rows of data until it is known how their numbers are written.
class KinDigest {
 public:
  void add(const std::vector<std::string_view>& cells);

  /// Of the names of the fields, the first rows with numbers and dates in one form, and how many
  /// rows there are. Empty for tables so small that they are equal by chance.
  std::string finish(const std::vector<FieldLook>& fields, std::uint64_t rows) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// Of a file with these tables; empty where one of them has none.
std::string kin_of_tables(const std::vector<TableLook>& tables);

}  // namespace tagtrail::host
