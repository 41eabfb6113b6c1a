// A job in words, for people at a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "job/runner.hpp"
#include "job/status.hpp"

namespace tagtrail::host {

/// 1.3 MB.
std::string size_text(std::uint64_t bytes);
/// 1234567 as 1,234,567.
std::string grouped(std::uint64_t number);
/// `1 file`, `1,200 files`: `word` takes an s where there is not one.
std::string counted(std::uint64_t number, std::string_view word);
/// Coarse: `16 s`, `2 min 5 s`, `3 h 20 min`.
std::string time_text(double seconds);
/// How many files there probably are: `about 230 (224 to 300)`. Of what is complete nothing is
/// told.
std::string estimate_text(const FileEstimate& estimate);
/// What a further file costs at the pace so far: `about 50 more requests (52 s)`.
std::string price_text(const JobStatus& status, const FileEstimate& estimate);
/// `619 requests`, with what tabs loaded for their pages told apart.
std::string requests_text(const JobStatus& status);
/// `searched 2 forms with 140 queries: 1,203 files`.
std::string forms_text(const FormsReport& forms);
/// `waits for another job on example.org, next request in 4 s`.
std::string wait_text(const JobWait& wait);
/// Of the newest round of revisiting.
std::string round_text(const JobStatus& status);

}  // namespace tagtrail::host
