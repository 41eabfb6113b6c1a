#include "export/host_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "export/manners.hpp"
#include "system/terminal_text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

std::string host_of(std::string_view url) {
  const std::string origin = origin_of(url);
  const std::size_t end = origin.find("://");
  return end == std::string::npos ? origin : origin.substr(end + 3);
}

std::string skips_text(const std::map<std::string, std::uint64_t>& skips) {
  std::string text;
  for (const auto& [reason, count] : skips) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, terminal_line(reason));
  }
  return text;
}

}  // namespace

Expected<std::vector<HostCounts>> count_hosts(const JobReader& job) {
  std::map<std::string, HostCounts> hosts;
  TRY(job.each_outcome([&](const JobReader::Outcome& outcome) -> Expected<void> {
    HostCounts& counts = hosts[host_of(outcome.url)];
    ++counts.answers;
    counts.bytes += outcome.bytes;
    if (outcome.file) ++counts.files;
    if (!outcome.skip.empty()) ++counts.skips[outcome.skip];
    return {};
  }));
  TRY(job.each_attempt([&](const Attempt& attempt) -> Expected<void> {
    if (was_sent(attempt)) ++hosts[attempt.host].requests;
    return {};
  }));
  std::vector<HostCounts> sorted;
  for (auto& [host, counts] : hosts) {
    counts.host = host;
    sorted.push_back(std::move(counts));
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const HostCounts& a, const HostCounts& b) {
    return std::tie(b.files, b.answers) < std::tie(a.files, a.answers);
  });
  return sorted;
}

std::string to_text(const std::vector<HostCounts>& hosts) {
  std::size_t width = 4;
  for (const HostCounts& host : hosts) width = std::max(width, host.host.size());
  std::string text = fmt::format("{:<{}} {:>9} {:>9} {:>7} {:>14}  brought nothing\n", "host",
                                 width, "requests", "answers", "files", "bytes");
  for (const HostCounts& host : hosts) {
    const std::string skips = skips_text(host.skips);
    text += fmt::format("{:<{}} {:>9} {:>9} {:>7} {:>14}  {}\n", terminal_line(host.host), width,
                        host.requests, host.answers, host.files, host.bytes,
                        skips.empty() ? "-" : skips);
  }
  return text;
}

std::string to_json(const std::vector<HostCounts>& hosts) {
  auto list = nlohmann::ordered_json::array();
  for (const HostCounts& host : hosts) {
    list.push_back({{"host", host.host},
                    {"requests", host.requests},
                    {"answers", host.answers},
                    {"files", host.files},
                    {"bytes", host.bytes},
                    {"skips", host.skips}});
  }
  return list.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace tagtrail::host
