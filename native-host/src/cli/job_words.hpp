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
/// How much has probably been found, rounded down: 100 % is said only of what is complete.
std::string advice_text(const StopAdvice& advice);
/// `619 requests`, with what tabs loaded for their pages told apart.
std::string requests_text(const JobStatus& status);
/// Why a job ended, by the name of the reason: `no link is left to follow`. Empty for errors.
std::string_view ending_text(std::string_view reason);
/// Of the newest round of revisiting.
std::string round_text(const JobStatus& status);

}  // namespace tagtrail::host
