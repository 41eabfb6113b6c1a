// The rows of a table that answer a search, from the file as it is now.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "search/search_index.hpp"
#include "search/search_words.hpp"

namespace tagtrail::host {

/// Rows to show: at most 8 columns, the first of them, those with words of the search, and then the
/// others in their order.
struct MatchingRows {
  std::vector<std::size_t> columns;            ///< which, from 0 on, ascending
  std::vector<std::string> names;              ///< of these
  std::vector<std::vector<std::string>> rows;  ///< their cells; long ones are cut
  std::vector<std::uint64_t> numbers;          ///< of the rows in the file, from 1 on; 0: not known
  /// Why these are rows of the index, or of a part of the file; empty: they are the best there are.
  std::string note;
};

struct WantedRows {
  std::vector<SearchWord> words;  ///< of the search
  std::vector<bool> in_cells;     ///< which of them stand in cells of the table
  std::vector<unsigned> years;    ///< rows of these come first
  std::size_t most = 3;
  std::chrono::milliseconds time{};  ///< to read the file for
};

/// The rows that have as many of these words as the best, in the order of the file. Where none of
/// them stands in a cell, or the file can't be read in time, the first ones. `job`: its folder.
MatchingRows matching_rows(const std::filesystem::path& job, const IndexedTable& table,
                           const WantedRows& wanted, const WordReader& reader);

}  // namespace tagtrail::host
