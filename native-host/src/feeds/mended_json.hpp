// JSON with mistakes, as people write it by hand: catalogues above all.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail::host {

/// `json` without its mistakes, so that what comes behind them is read: commas that are missing or
/// too many, comments, line ends and quotes in texts, unknown escapes and words (NaN, None), names
/// without quotes, brackets that close something else. What can't be told is taken for a text.
/// Never fails; one pass; the result has at most a few times as many bytes.
std::string mended_json(std::string_view json);

}  // namespace tagtrail::host
