#include "cli/ending_lines.hpp"

#include <fmt/format.h>

#include "cli/job_words.hpp"

namespace tagtrail::host {
namespace {

/// So many are told of even where they listed all that they have.
constexpr std::size_t kFewListings = 3;

using Lines = std::vector<std::string>;

/// `a calendar: 412 answers without anything new, 2304 links left, such as https://...`
std::string trap_text(const TrapReport& trap) {
  std::string text = trap.kind + ": ";
  if (trap.answers > 0) text += counted(trap.answers, "answer") + " without anything new, ";
  return text + fmt::format("{} left, such as {}", counted(trap.left, "link"), trap.example);
}

void add_estimate(const JobStatus& status, Lines& lines) {
  const auto& estimate = status.progress.estimate;
  if (!estimate || status.progress.advice.is_complete()) return;
  lines.push_back(
      fmt::format("{} of {} so far; next {}: {}", counted(status.progress.targets, status.target),
                  estimate_text(*estimate), status.target, price_text(status, *estimate)));
}

/// What causes in a row have in common is said once, after the last of them.
void add_left_out(const JobStatus& status, std::size_t from, Lines& lines) {
  const auto& list = status.left_out;
  for (std::size_t at = from; at < list.size(); ++at) {
    const LeftOut& one = list[at];
    lines.push_back("  " + to_text(one));
    if (one.cause == LeftOutCause::trap) {
      for (const TrapReport& trap : status.progress.traps) {
        lines.push_back("    " + trap_text(trap));
      }
    }
    const std::string_view remedy = remedy_for(one);
    const bool goes_on = at + 1 < list.size() && remedy_for(list[at + 1]) == remedy;
    if (remedy.empty() || goes_on) continue;
    const bool several = one.count > 1 || (at > from && remedy_for(list[at - 1]) == remedy);
    lines.push_back(fmt::format("    to get {}: {}", several ? "them" : "it", remedy));
  }
}

/// Why there is no file, before all else.
void add_reason(const JobStatus& status, bool is_said, Lines& lines) {
  const Ending& ending = status.ending;
  lines.push_back(is_said ? "not complete" : ending.words);
  if (!ending.remedy.empty()) lines.push_back("  to get them: " + ending.remedy);
  constexpr std::size_t kTold = 1;
  if (status.left_out.size() <= kTold) return;
  lines.emplace_back("also left out:");
  add_left_out(status, kTold, lines);
}

void add_listings(const Account& account, Lines& lines) {
  const bool few = account.listings.size() <= kFewListings;
  for (const Listing& listing : account.listings) {
    if (!few && listing.stated == listing.listed) continue;
    lines.push_back(fmt::format("{}: {} entries stated, {} listed", listing.source,
                                grouped(listing.stated), grouped(listing.listed)));
  }
  if (account.equal == 0) return;
  lines.push_back(fmt::format("{} to the same content as one of these",
                              account.equal == 1
                                  ? "1 more address leads"
                                  : grouped(account.equal) + " more addresses lead"));
}

}  // namespace

std::vector<std::string> ending_lines(const JobStatus& status, std::string_view said) {
  Lines lines;
  const Ending& ending = status.ending;
  add_estimate(status, lines);
  if (!ending.reason.empty()) {
    add_reason(status, !said.empty() && ending.words.ends_with(said), lines);
  } else if (ending.how == Ending::How::partial && !status.left_out.empty()) {
    lines.emplace_back("not complete:");
    add_left_out(status, 0, lines);
  } else if (ending.is_known()) {
    lines.push_back(ending.words);
  }
  add_listings(status.progress.account, lines);
  for (std::string& line : status.session_use.lines()) lines.push_back(std::move(line));
  for (std::string& line : status.stopped.lines()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace tagtrail::host
