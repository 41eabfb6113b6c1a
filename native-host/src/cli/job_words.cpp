#include "cli/job_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace tagtrail::host {
namespace {

constexpr auto kWaits = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"other_job", "waiting for another job on {}"},
     {"away", "{} can't be reached, and is asked again"},
     {"back_off", "{} asked us to slow down"},
     {"crawl_delay", "{} asks for pauses in its robots.txt"},
     {"slow_host", "{} is slow, so pauses are longer"},
     {"making", "{} is making files that were asked for"}});

}  // namespace

std::string size_text(std::uint64_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  if (bytes < 1'000'000) return fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3);
  if (bytes < 1'000'000'000) return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
  return fmt::format("{:.2f} GB", static_cast<double>(bytes) / 1e9);
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string counted(std::uint64_t number, std::string_view word) {
  return fmt::format("{} {}{}", grouped(number), word, number == 1 ? "" : "s");
}

std::string time_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(std::max(0.0, seconds)));
  const auto both = [](std::uint64_t large, const char* of, std::uint64_t small, const char* rest) {
    return small == 0 ? fmt::format("{} {}", large, of)
                      : fmt::format("{} {} {} {}", large, of, small, rest);
  };
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return both(whole / 60, "min", whole % 60, "s");
  return both(whole / 3600, "h", whole % 3600 / 60, "min");
}

std::string estimate_text(const FileEstimate& estimate) {
  return fmt::format("about {} ({} to {})", grouped(estimate.files), grouped(estimate.low),
                     grouped(estimate.high));
}

std::string price_text(const JobStatus& status, const FileEstimate& estimate) {
  const std::string text = "about " + counted(estimate.price, "more request");
  const auto requests = static_cast<double>(std::max<std::uint64_t>(1, status.progress.requests));
  const double seconds = status.seconds / requests * static_cast<double>(estimate.price);
  return seconds < 1 ? text : text + " (" + time_text(seconds) + ")";
}

std::string requests_text(const JobStatus& status) {
  std::string text = counted(status.progress.requests, "request");
  if (status.sub_requests == 0) return text;
  return text + fmt::format(", plus {} made by pages in tabs", grouped(status.sub_requests));
}

std::string forms_text(const FormsReport& forms) {
  return fmt::format("searched {} with {}: {}", counted(forms.asked, "form"),
                     forms.queries == 1 ? "1 query" : grouped(forms.queries) + " queries",
                     counted(forms.files, "file"));
}

std::string wait_text(const JobWait& wait) {
  std::string text;
  for (const auto& [by, words] : kWaits) {
    if (by == wait.by) text = fmt::format(fmt::runtime(words), wait.host);
  }
  // What is left when half a second is left is not worth a number.
  if (wait.seconds.value_or(0) < 0.5) return text;
  return text + ", next request in " + time_text(*wait.seconds);
}

std::string round_text(const JobStatus& status) {
  const RevisitReport& report = status.revisits;
  return fmt::format(
      "round {} of revisiting: {} new, {} changed, {} vanished, {} unchanged, {} unclear, with {} "
      "({})",
      report.round, report.count(ChangeKind::added), report.count(ChangeKind::changed),
      report.count(ChangeKind::vanished), report.count(ChangeKind::unchanged),
      report.count(ChangeKind::unclear), counted(status.progress.round_requests, "request"),
      size_text(status.progress.round_bytes));
}

}  // namespace tagtrail::host
