// A table of results, for the terminal and for the report page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "studies/statistics.hpp"

namespace tagtrail::host {

struct Cell {
  std::string text;
  std::optional<double> value;  ///< to sort by; nothing for texts and for what is not known
};

Cell text_cell(std::string text);
/// `23.4 (0.5)`; a dash where there is nothing. `many`: of several runs, so with its deviation.
Cell sample_cell(const std::optional<Sample>& sample, bool many, int decimals = 1);
Cell number_cell(const std::optional<double>& value, int decimals = 1);

struct Table {
  std::string id;
  std::string title;
  std::string note;  ///< what the numbers are
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
  std::vector<std::vector<Cell>> footer;  ///< sums and means: not sorted with the rows
};

/// With aligned columns, ending in a line feed.
std::string to_text(const Table& table);
nlohmann::ordered_json to_json(const Table& table);

}  // namespace tagtrail::host
