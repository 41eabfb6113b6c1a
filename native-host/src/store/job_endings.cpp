#include "store/job_endings.hpp"

#include <array>
#include <utility>

namespace tagtrail::host {
namespace {

constexpr auto kEndings = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"frontier_empty", "no links left to follow"},
     {"max_requests", "stopped at the request limit; continue with a higher --max-requests"},
     {"max_bytes", "stopped at the byte limit; continue with a higher --max-bytes"},
     {"max_time", "stopped at the time limit; continue with a longer --max-time"},
     {"early_stopping", "stopped, because new files had become rare"},
     {"stop_advice", "stopped, because the share of --stop-at has probably been found"},
     {"user", "stopped by you"}});

}  // namespace

std::string_view ending_text(std::string_view reason) {
  for (const auto& [name, words] : kEndings) {
    if (name == reason) return words;
  }
  return {};
}

}  // namespace tagtrail::host
