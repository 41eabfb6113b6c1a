// What `tagtrail search` shows of the tables that it found: for people, or for programs.
#pragma once

#include <string>
#include <vector>

#include "search/search_jobs.hpp"

namespace tagtrail::host {

/// What was asked, as far as the answer says it again.
struct AskedSearch {
  const TableToMatch* like = nullptr;  ///< borrowed; null: words alone were asked for
  std::string filters;                 ///< as typed: ` --year 2023 --type csv`
  bool in_this_folder = false;         ///< no other was named
};

/// On standard output: how many there are, then each with its rows and where it comes from.
void print_found(const SearchResult& result, const AskedSearch& asked);
/// The same as one JSON object (docs/search.md).
void print_json(const SearchResult& result, const AskedSearch& asked,
                const std::vector<std::string>& notes);

}  // namespace tagtrail::host
