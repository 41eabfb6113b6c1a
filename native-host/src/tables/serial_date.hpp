// Dates of spreadsheets: days since an epoch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// Whether a number format (ECMA-376 part 1, 18.8.31) shows a date or a time.
bool shows_date(std::string_view format);
/// The same of the formats that workbooks need not write down (18.8.30), by their numbers.
bool is_built_in_date(std::uint64_t format);

/// `2020-02-29`, `2020-02-29T12:30:00`, or `12:30:00` for less than a day; empty: no such date.
/// `since_1904`: the other epoch (18.17.4.1).
std::string date_of_serial(double days, bool since_1904);

}  // namespace tagtrail::host
