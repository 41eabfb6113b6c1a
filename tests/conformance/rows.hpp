// Tables of tests: a row a line, columns separated by tabs, escaped (escapes.hpp). Lines that begin
// with # and empty ones are skipped.
#pragma once

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "escapes.hpp"
#include "test_data.hpp"

namespace tagtrail::testing {

using Row = std::vector<std::string>;

/// The rows of a file below tests/conformance, unescaped; each has to have so many columns.
inline std::vector<Row> read_rows(const std::string& name, std::size_t columns) {
  std::ifstream in(tagtrail::test::test_data() / "conformance" / name);
  BOOST_REQUIRE_MESSAGE(in.good(), name);
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    Row row;
    std::size_t begin = 0;
    for (std::size_t tab = line.find('\t'); tab != std::string::npos;
         tab = line.find('\t', begin)) {
      row.push_back(unescape(line.substr(begin, tab - begin)));
      begin = tab + 1;
    }
    row.push_back(unescape(line.substr(begin)));
    BOOST_REQUIRE_MESSAGE(row.size() == columns, name << ": " << line);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace tagtrail::testing
