// Jobs with files whose tables are searched.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "jobs_fixture.hpp"
#include "search/search_jobs.hpp"
#include "store/job_folder.hpp"

namespace tagtrail::host::testing {

struct SearchFixture : JobsFixture {
  /// So many, with their indexes.
  std::vector<fs::path> same_jobs(std::size_t count, const std::string& table) const {
    std::vector<fs::path> jobs = {job_with("job", {{"a.csv", table}})};
    search(jobs[0], "region");
    while (jobs.size() < count) {
      jobs.push_back(folder.path() / ("copy" + std::to_string(jobs.size())));
      fs::copy(jobs[0], jobs.back(), fs::copy_options::recursive);
    }
    return jobs;
  }
  static SearchResult search_all(const std::vector<fs::path>& jobs, SearchQuery query) {
    auto search = must(TableSearch::of(std::move(query)));
    for (const fs::path& job : jobs) must(search.add(job, kAlways));
    return must(search.answer(kAlways));
  }
  static SearchResult search(const fs::path& job, const std::string& words) {
    return search_all({job}, SearchQuery{.words = words});
  }
  /// Names of the files that answer, without their ends, in order.
  static std::string found(const SearchResult& result) {
    std::string names;
    for (const SearchAnswer& answer : result.answers) {
      names += (names.empty() ? "" : " ") + fs::path(answer.table.path).stem().string();
    }
    return names;
  }
  static std::string rows_of(const SearchAnswer& answer) {
    std::string text;
    for (const auto& row : answer.rows.rows) {
      text += text.empty() ? "" : "\n";
      for (std::size_t at = 0; at < row.size(); ++at) text += (at == 0 ? "" : "|") + row[at];
    }
    return text;
  }
  /// What an index is made of, as far as that shows whether it was made anew.
  static std::string bytes_of(const fs::path& job) {
    std::ifstream file(job / folder::kSearch, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

}  // namespace tagtrail::host::testing
