// What pages say of data sets as text: read when a page comes in, looked up when the files that it
// leads to are listed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "content/dataset_facts.hpp"

namespace tagtrail::host {

inline constexpr std::size_t kDatasetTextBytes = 4'000;  ///< of one fact; longer ones are cut

/// What an HTML page says of data sets, as JSON of at most 1 MB; empty: nothing. Costs a look for
/// the word where there is none. `page_url`: a canonical key.
std::string datasets_of_page(std::string_view html, std::string_view page_url,
                             std::string_view content_type);

/// Of such a text the data set that a file belongs to: the one that names it, or else the only one.
/// `addresses`: canonical keys of the file, before and after redirects. Nothing where none fits or
/// the text is damaged.
std::optional<DatasetFacts> dataset_of_file(std::string_view datasets,
                                            const std::vector<std::string>& addresses);

}  // namespace tagtrail::host
