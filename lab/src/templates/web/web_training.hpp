// What `ache` may know before it crawls a generated web: a model learnt from another web of the
// same kind.
#pragma once

#include <cstdint>

#include "tagtrail/error.hpp"
#include "tagtrail/training.hpp"
#include "templates/web/web_options.hpp"

namespace tagtrail::host::templates {

/// Learns from the web that the same options make with the next seed, of so many texts. Pages: up
/// to 400 on the topic, and as many that are not, one in two of these about another topic. Forms:
/// 200 that search (the topics' and boxes that search the site), 200 of other uses; of the topic
/// and of the others 200 each. Links: back from the topic's forms (crawl_backwards), as the paper
/// has it. Errors: invalid_argument (no form of the topic); those of train_ache.
Expected<Training> train_on_web(const WebOptions& options, std::uint32_t texts, std::uint64_t seed);

}  // namespace tagtrail::host::templates
