// A table that an interface gives to a query alone (PxWeb, version 1), as an address like others:
// that of the table and, behind `#`, what is asked for. The query is sent by POST, and only reads.
// No canonical key has a `#`, so that no link, redirect or word of a user is such an address: only
// who has read what a table says of itself makes one.
//
//   https://h/api/v1/en/db/T.px#query:region;year=2001,2002.csv   all regions, of two years
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail {

/// The kind of catalogue whose tables these are (shared/data/catalogues.txt), and the tag path of
/// links to their data.
inline constexpr std::string_view kPxweb = "pxweb-1";
inline constexpr std::string_view kPxwebData = "/catalogue/pxweb-1/data";

struct TableQuery {
  struct Variable {
    std::string code;
    std::vector<std::string> values;  ///< codes of those that are asked for; none: all

    bool operator==(const Variable&) const = default;
  };
  std::string table;  ///< canonical key, without a query of its own
  std::vector<Variable> variables;

  bool operator==(const TableQuery&) const = default;
};

/// Empty: it asks for nothing, or is too long for an address.
std::string address_of(const TableQuery& query);

/// Nothing: not an address as address_of() writes it.
std::optional<TableQuery> table_query(std::string_view address);

/// What is sent to the table: JSON that asks for CSV. Each variable is named, because what can be
/// summed up is where it is not.
std::string query_body(const TableQuery& query);

/// Addresses of two queries that together ask for the same, each for half of the values that are
/// named; none: there are no values to halve.
std::vector<std::string> halves_of(std::string_view address);

}  // namespace tagtrail
