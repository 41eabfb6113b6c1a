#include "store/check_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>

#include "store/crawl_log.hpp"
#include "store/job_config.hpp"

namespace tagtrail::host {
namespace {

/// The lines of a log, one after the other.
class Lines {
 public:
  explicit Lines(const std::filesystem::path& file) : in_(file, std::ios::binary) {}

  /// Whether there was another.
  bool next() {
    line_.clear();
    is_cut_ = false;
    if (!std::getline(in_, line_)) return false;
    is_cut_ = in_.eof();
    if (!is_cut_) line_ += '\n';
    const std::size_t begin = std::min(line_.find_first_not_of('\0'), line_.size());
    has_holes_ = has_holes_ || begin > 0;
    line_.erase(0, begin);
    number_ = number_of_line(line_);
    return true;
  }
  const std::string& line() const { return line_; }
  std::uint64_t number() const { return number_; }
  /// It has no end: the last one, which a crash cut short or which is being written.
  bool is_cut() const { return is_cut_; }
  /// Since the first line.
  bool has_holes() const { return has_holes_; }

 private:
  std::ifstream in_;
  std::string line_;
  std::uint64_t number_ = 0;
  bool is_cut_ = false;
  bool has_holes_ = false;
};

class LogCheck {
 public:
  /// `earlier`: number of the last answer whose line is not looked at.
  LogCheck(const std::filesystem::path& file, std::uint64_t earlier) : lines_(file) {
    do {
      more_ = lines_.next();
    } while (more_ && !lines_.is_cut() && lines_.number() <= earlier && earlier > 0);
  }

  /// The next answer in order.
  void take(const LogEntry& entry) {
    if (!more_ || !fault_.empty()) return;
    if (lines_.is_cut()) {
      check_cut(entry);
    } else if (lines_.number() == entry.n) {
      if (lines_.line() != expected(entry)) say(entry.n, "is not what job.db says");
      more_ = lines_.next();
    } else if (lines_.number() < entry.n) {
      say(entry.n, "is not where it should be");
    } else if (!lines_.has_holes()) {
      say(entry.n, "is missing");
    }
  }

  /// After the last answer, number `last`. A job that runs may have written more since.
  std::string finish(std::uint64_t last) {
    while (more_ && fault_.empty() && !lines_.is_cut()) {
      if (lines_.number() <= last) say(last, "is followed by one that is not of the job");
      more_ = lines_.next();
    }
    return std::move(fault_);
  }

 private:
  std::string expected(const LogEntry& entry) const {
    return lines_.line().starts_with('{') ? json_line(entry) : text_line(entry);
  }

  void check_cut(const LogEntry& entry) {
    if (!lines_.has_holes() && !expected(entry).starts_with(lines_.line())) {
      say(entry.n, "is not what job.db says");
    }
    more_ = false;
  }

  void say(std::uint64_t n, std::string_view what) {
    fault_ = fmt::format(
        "the line of answer {} {}; remove the file, and the next run writes it "
        "anew",
        n, what);
  }

  Lines lines_;
  std::string fault_;
  bool more_ = false;
};

Expected<std::uint64_t> earlier_lines(sqlite::Database& database) {
  const auto kept = TRY(config_value(database, kEarlierLines)).value_or("0");
  std::uint64_t number = 0;
  std::from_chars(kept.data(), kept.data() + kept.size(), number);
  return number;
}

}  // namespace

Expected<std::string> log_fault(sqlite::Database& database, const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return std::string();
  const std::uint64_t earlier = TRY(earlier_lines(database));
  LogCheck check(file, earlier);
  std::uint64_t last = earlier;
  TRY(each_log_entry(database, earlier, [&](const LogEntry& entry) -> Expected<void> {
    last = entry.n;
    check.take(entry);
    return {};
  }));
  return check.finish(last);
}

}  // namespace tagtrail::host
