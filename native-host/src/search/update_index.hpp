// The index of a job, brought up to what the job has.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "search/search_index.hpp"
#include "store/job_reader.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct IndexProgress {
  std::uint64_t done = 0;  ///< files that were read
  std::uint64_t of = 0;
};

/// Where the index of a job is written.
enum class IndexPlace : std::uint8_t {
  folder,  ///< its folder, by the holder of the lock
  memory,  ///< nowhere: the folder is another's, or can't be written
};

/// The index in the job's folder, if it has all that the job has; nothing, where it is to be made
/// or brought up to date. Errors: those of JobReader.
Expected<std::optional<SearchIndex>> current_index(const JobReader& job);

/// The index of a job with all files that it has; only what is new is read, each file as
/// look_into() reads it, by a few threads. `go_on` is asked often and told how far it is; once it
/// says no, the index is what it is (files_left()), and the next call goes on from there. A damaged
/// index, and one of which most is gone, is made anew. Errors: those of JobReader and SearchIndex.
Expected<SearchIndex> make_index(const JobReader& job, IndexPlace place, bool anew,
                                 const std::function<bool(IndexProgress)>& go_on);

/// Files of the job that its index lacks, because it was stopped.
Expected<std::uint64_t> files_left(SearchIndex& index);

/// An index to search, and what is to be said of it.
struct OpenedIndex {
  SearchIndex index;
  std::string note;  ///< why it was made for this search alone; empty: it was not
};

/// That of the job in `dir`: brought up to date in its folder, or in memory where the job runs or
/// its folder can't be written. Errors: those of JobReader::open and SearchIndex.
Expected<OpenedIndex> index_to_search(const std::filesystem::path& dir, bool anew,
                                      const std::function<bool(IndexProgress)>& go_on);

}  // namespace tagtrail::host
