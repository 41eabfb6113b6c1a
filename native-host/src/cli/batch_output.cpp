#include "cli/batch_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/job_words.hpp"
#include "store/job_endings.hpp"
#include "system/say.hpp"

namespace tagtrail::host {

namespace {

constexpr std::size_t kWidestSite = 48;

/// How a site ended, as the last column.
std::string ending_of(const SiteRecord& site) {
  if (!site.exit) return "not run";
  const auto words = ending_text(site.reason);
  const std::string reason = words.empty() ? terminal_line(site.reason) : std::string(words);
  return is_through(*site.exit) ? reason : fmt::format("failed (exit {}): {}", *site.exit, reason);
}

/// How complete it is, in a word; empty where that is not known.
std::string_view complete_of(const SiteRecord& site) {
  if (!site.how) return "";
  switch (*site.how) {
    case Ending::How::complete:
      return "yes";
    case Ending::How::about:
      return "about";
    case Ending::How::partial:
      return "no";
  }
  return "";
}

std::size_t complete_in(const std::vector<SiteRecord>& sites) {
  return static_cast<std::size_t>(
      std::count_if(sites.begin(), sites.end(),
                    [](const SiteRecord& site) { return site.how == Ending::How::complete; }));
}

/// A line a site, in the order of the list.
void print_table(const std::vector<SiteRecord>& sites) {
  std::size_t width = std::string_view("site").size();
  for (const SiteRecord& site : sites) width = std::max(width, site.url.size());
  width = std::min(width, kWidestSite);
  say(stdout, "{:<{}}  {:>7}  {:>9}  {:>12}  {:<8}  {}\n", "site", width, "files", "requests",
      "time", "complete", "ended");
  for (const SiteRecord& site : sites) {
    say(stdout, "{:<{}}  {:>7}  {:>9}  {:>12}  {:<8}  {}\n", terminal_line(site.url), width,
        grouped(site.files), grouped(site.requests), time_text(site.seconds), complete_of(site),
        ending_of(site));
  }
}

}  // namespace

BatchLine::BatchLine() : terminal_(isatty(STDERR_FILENO) != 0) {}

std::chrono::milliseconds BatchLine::every() const {
  return terminal_ ? kOften : std::chrono::milliseconds(10'000);
}

void BatchLine::show(const BatchStatus& status) {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + every() - kOften / 2;
  const std::string failed =
      status.failed > 0 ? fmt::format(", {} failed", status.failed) : std::string();
  const std::string line = fmt::format(
      "sites: {} done{}, {} running, {} waiting; {}, {}", status.done, failed, status.running,
      status.waiting, counted(status.files, "file"), counted(status.requests, "request"));
  terminal_ ? say_over(stderr, "{:.110}", line) : say(stderr, "{}\n", line);
  std::fflush(stderr);
  shown_ = true;
}

void BatchLine::end() const {
  if (shown_ && terminal_) say_over(stderr, "");
}

void print_batch_text(const std::string& dir, const BatchEnd& end) {
  print_table(end.sites);
  const BatchStatus& status = end.status;
  const std::size_t total = end.sites.size();
  say(stdout, "{} of {} done, {} of {} complete: {} with {}\n", status.done, counted(total, "site"),
      complete_in(end.sites), total, counted(status.files, "file"),
      counted(status.requests, "request"));
  const std::string page = end.has_page ? fmt::format("   look: {}/index.html", dir) : "";
  say(stdout, "sites: {0}/batch.jsonl   files of each: {0}/FOLDER/files/{1}\n", dir, page);
  if (status.done < total) {
    say(stderr, "tagtrail: the same command continues with the others\n");
  }
}

nlohmann::ordered_json batch_json(const std::string& dir, const BatchStatus& status, int exit_code,
                                  const BatchEnd* end) {
  const std::size_t total = status.done + status.failed + status.running + status.waiting;
  nlohmann::ordered_json sites = {{"total", total},
                                  {"done", status.done},
                                  {"failed", status.failed},
                                  {"waiting", status.waiting}};
  if (end == nullptr) sites["running"] = status.running;
  nlohmann::ordered_json json = {{"batch", dir},
                                 {"exit", nullptr},
                                 {"sites", std::move(sites)},
                                 {"files", status.files},
                                 {"requests", status.requests},
                                 {"stopped_by", nullptr}};
  if (end == nullptr) return json;
  json["sites"]["complete"] = complete_in(end->sites);
  if (end->has_page) json["page"] = fmt::format("{}/index.html", dir);
  json["exit"] = exit_code;
  json["stopped_by"] = end->interrupted ? "user" : "list_empty";
  return json;
}

void print_batch_json(const nlohmann::ordered_json& json) {
  say(stdout, "{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace tagtrail::host
