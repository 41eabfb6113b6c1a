#include "cli/progress_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "cli/job_words.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

constexpr double kEverySeconds = 10;  // where it can't be rewritten
constexpr std::string_view kSpinner = "|/-\\";
constexpr std::size_t kNarrowest = 40;
constexpr std::size_t kUsualWidth = 110;

std::size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualWidth;
  // The last column may start a new line.
  return std::max<std::size_t>(kNarrowest, size.ws_col - 1U);
}

std::string rate_text(const JobStatus& status) {
  if (status.seconds < 1) return {};
  return fmt::format(" ({:.1f} a second)",
                     static_cast<double>(status.progress.requests) / status.seconds);
}

std::string requests_of_limit(const JobStatus& status) {
  const std::uint64_t most = status.limits.requests;
  const bool limited = most != Budget::kUnlimited;
  if (!limited) return counted(status.progress.requests, "request");
  return fmt::format("{} of {} requests", grouped(status.progress.requests), grouped(most));
}

std::string files_text(const JobStatus& status) {
  const Progress& p = status.progress;
  return fmt::format("{} ({})", counted(p.targets, status.target), size_text(p.target_bytes));
}

/// What stands behind the files: of how many, and what one more costs. Before the other details,
/// for narrow terminals.
std::string estimate_details(const JobStatus& status) {
  const auto& estimate = status.progress.estimate;
  if (!estimate || estimate->price == 0) return {};
  return fmt::format(" of {}; next {}: {}", estimate_text(*estimate), status.target,
                     price_text(status, *estimate));
}

/// Without the files, which are told first.
std::string details(const JobStatus& status) {
  const std::string wait = status.wait ? wait_text(*status.wait) + ", " : std::string();
  const std::string estimate = estimate_details(status);
  return estimate + (estimate.empty() ? ", " : "; ") + wait + requests_of_limit(status) +
         rate_text(status) + ", " + time_text(status.seconds) + ", " +
         counted(status.progress.frontier, "link") + " waiting";
}

std::string looking_text(const LooksDone& looks) {
  return fmt::format("{} of {}", grouped(looks.done), grouped(looks.of));
}

}  // namespace

ProgressLine::ProgressLine(bool quiet, bool stops_itself)
    : quiet_(quiet),
      stops_itself_(stops_itself),
      terminal_(isatty(STDERR_FILENO) != 0),
      // https://no-color.org
      coloured_(terminal_ && std::getenv("NO_COLOR") == nullptr) {}

void ProgressLine::show(const JobStatus& status) {
  warn(status.warning);
  say_about_all(status);
  if (quiet_ || (!terminal_ && status.seconds < next_)) return;
  next_ = status.seconds + kEverySeconds;
  shown_ = true;
  if (terminal_) return show_on_terminal(status);
  if (status.looking) {
    say(stderr, "looking into files: {}\n", looking_text(*status.looking));
  } else if (status.resuming) {
    say(stderr, "resuming: {} of {} answers\n", grouped(status.resuming->answers),
        grouped(status.resuming->of));
  } else {
    say(stderr, "{}{}\n", files_text(status), details(status));
  }
  std::fflush(stderr);
}

void ProgressLine::show_on_terminal(const JobStatus& status) {
  const std::size_t width = terminal_width();
  const char spinner = kSpinner[turn_++ % kSpinner.size()];
  if (status.resuming) {
    return say_over(stderr, "{} resuming: {} of {} answers", spinner,
                    grouped(status.resuming->answers), grouped(status.resuming->of));
  }
  if (status.looking) {
    return say_over(stderr, "{} looking into files: {}", spinner, looking_text(*status.looking));
  }
  const std::string files = files_text(status);
  std::string rest = details(status);
  if (status.current) rest += "  " + status.current->url;
  const std::size_t taken = files.size() + 2;
  rest.resize(std::min(rest.size(), width > taken ? width - taken : 0));
  say_over(stderr, "{} ", spinner);
  // Colours are ours: what others wrote has no escapes left in it.
  const std::string coloured = coloured_ ? "\033[1;32m" + files + "\033[0m" : files;
  (void)std::fwrite(coloured.data(), 1, coloured.size(), stderr);
  const std::string safe = terminal_line(rest);
  (void)std::fwrite(safe.data(), 1, safe.size(), stderr);
  std::fflush(stderr);
}

void ProgressLine::end() const {
  if (shown_ && terminal_) say_over(stderr, "");
}

/// Said once, in time: a person may have enough.
void ProgressLine::say_about_all(const JobStatus& status) {
  const auto& estimate = status.progress.estimate;
  if (quiet_ || about_all_ || !estimate || !estimate->is_about_all(status.progress.targets)) {
    return;
  }
  about_all_ = true;
  end();
  say(stderr, "about all {}s found: {}{}; Ctrl-C ends it here{}\n", status.target,
      files_text(status), estimate_details(status),
      stops_itself_ ? "" : ", and --stop-at 95% ends such a job by itself");
}

/// Each is said once, also by a quiet run.
void ProgressLine::warn(const std::string& warning) {
  if (warning == warned_) return;
  warned_ = warning;
  end();
  say(stderr, "tagtrail: {}\n", warning);
}

}  // namespace tagtrail::host
