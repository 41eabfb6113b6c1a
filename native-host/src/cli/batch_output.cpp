#include "cli/batch_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "system/say.hpp"

namespace tagtrail::host {

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
  const std::string line =
      fmt::format("sites: {} done{}, {} running, {} waiting; {} files, {} requests", status.done,
                  failed, status.running, status.waiting, status.files, status.requests);
  terminal_ ? say_over(stderr, "{:.110}", line) : say(stderr, "{}\n", line);
  std::fflush(stderr);
  shown_ = true;
}

void BatchLine::end() const {
  if (shown_ && terminal_) say_over(stderr, "");
}

void print_batch_text(const std::string& dir, const BatchEnd& end) {
  for (const SiteRecord& site : end.sites) {
    if (site.exit && is_through(*site.exit)) continue;
    const std::string code = site.exit ? fmt::format("exit {}", *site.exit) : "not run";
    say(stdout, "{}: {}: {}\n", terminal_line(site.url), code, terminal_line(site.reason));
  }
  const BatchStatus& status = end.status;
  say(stdout, "{} of {} sites are through: {} files with {} requests\n", status.done,
      end.sites.size(), status.files, status.requests);
  say(stdout, "sites: {0}/batch.jsonl   files of each: {0}/FOLDER/files/\n", dir);
  if (status.done < end.sites.size()) {
    say(stderr, "tagtrail: the same command goes on with the others\n");
  }
}

nlohmann::ordered_json batch_json(const std::string& dir, const BatchStatus& status, int exit_code,
                                  const BatchEnd* end) {
  using Json = nlohmann::ordered_json;
  const std::size_t total = status.done + status.failed + status.running + status.waiting;
  Json sites = {{"total", total},
                {"done", status.done},
                {"failed", status.failed},
                {"waiting", status.waiting}};
  if (end == nullptr) sites["running"] = status.running;
  Json json = {{"batch", dir},
               {"exit", nullptr},
               {"sites", std::move(sites)},
               {"files", status.files},
               {"requests", status.requests},
               {"stopped_by", nullptr}};
  if (end == nullptr) return json;
  json["exit"] = exit_code;
  json["stopped_by"] = end->interrupted ? "user" : "list_empty";
  return json;
}

void print_batch_json(const nlohmann::ordered_json& json) {
  say(stdout, "{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace tagtrail::host
