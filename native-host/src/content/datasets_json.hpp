// What pages say of data sets as text: read when a page comes in, looked up when the files that it
// leads to are listed.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "content/dataset_facts.hpp"
#include "html/page_reader.hpp"

namespace tagtrail::host {

inline constexpr std::size_t kDatasetTextBytes = 4'000;  ///< of one fact; longer ones are cut

/// What an HTML page says of data sets. Costs a look for the word where there is none. `page_url`:
/// a canonical key.
std::vector<DatasetFacts> datasets_on_page(const ParsedPage& page, std::string_view page_url);

/// Those of which there are facts, as JSON of at most `bytes`; empty: there are none.
std::string datasets_as_json(const std::vector<DatasetFacts>& sets, std::size_t bytes);

inline constexpr std::size_t kPageDatasetsBytes = 1'000'000;
inline constexpr std::size_t kCatalogueDatasetsBytes = 16'000'000;  ///< of an answer full of them

/// Whether nothing is said but when it changed, as sitemaps do of their files.
bool is_only_dated(const DatasetFacts& facts);

/// Such a text, to be looked up file by file. Damaged parts say nothing.
class PageDatasets {
 public:
  PageDatasets() = default;
  explicit PageDatasets(std::string_view datasets);

  /// The data set that a file belongs to: the one that names it, or else the only one of the page,
  /// if that says more than a date.
  /// `addresses`: canonical keys of the file, before and after redirects. Null: none is said to.
  const DatasetFacts* of_file(const std::vector<std::string>& addresses) const;
  /// The one that names it. Null: none does.
  const DatasetFacts* that_names(const std::string& address) const;
  bool empty() const { return sets_.empty(); }

 private:
  std::vector<DatasetFacts> sets_;
  std::unordered_map<std::string, std::size_t> by_file_;  ///< the first that names it
};

}  // namespace tagtrail::host
