// Answers that give data in parts: which links lead to the next one, and what speaks of an end that
// is none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tagtrail {

/// Whether a link at this place of an answer (a tag path) leads to what comes behind it: `next`,
/// `next_url`, `@odata.nextLink` and the like, or the relation `next`, of the answer and not of one
/// of its rows.
bool leads_to_next_part(std::string_view place);

/// Whether the query says which part of something is asked for: `offset`, `page`, `$skip`, ...
bool asks_for_part(std::string_view url);

/// `url` without what says which part is asked for, and how large it is to be: all parts of one
/// answer have the same.
std::string whole_of(std::string_view url);

/// Whether an interface, and no file that lies there, may have stopped at so many rows: as many as
/// the query asks for, or one, two or five times a power of ten from 1,000 on.
bool may_stop_at(std::string_view url, std::uint64_t rows);

}  // namespace tagtrail
