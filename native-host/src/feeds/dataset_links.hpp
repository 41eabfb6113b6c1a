// The files of data sets that a page describes for machines, as links of the page.
#pragma once

#include <vector>

#include "content/dataset_facts.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// Adds those that the page does not link to anyway: with the tag path `/dataset/distribution`, the
/// title of the data set as anchor, its description around. What was found as a text in a script
/// alone becomes such a link.
void add_dataset_links(Page& page, const std::vector<DatasetFacts>& sets);

}  // namespace tagtrail::host
