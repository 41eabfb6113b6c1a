// What the pages of a job say of a link to a file: read again from the job's database.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "store/job_reader.hpp"
#include "tagtrail/error.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// Empty where nothing is known.
struct WordsAtLink {
  std::string page_title;
  std::string heading;  ///< the nearest before the link
  std::string around;   ///< text of the block that it stands in
};

/// One page after the other; targets of one come together mostly.
class PageWords {
 public:
  /// `pages`: those that will be asked for. Errors: those of the reader.
  static Expected<PageWords> of(const JobReader& job, const std::unordered_set<std::string>& pages);

  /// A page that can't be read says nothing. The answer lives until the next call.
  WordsAtLink at_link_to(const TargetRow& target);

 private:
  explicit PageWords(const JobReader& job) : job_(&job) {}

  void turn_to(const std::string& url);

  const JobReader* job_;
  std::unordered_map<std::string, std::vector<std::uint64_t>> answers_;
  std::string url_;
  Page page_;
  std::unordered_map<std::string, std::size_t> links_;  ///< of the page, by address
};

}  // namespace tagtrail::host
