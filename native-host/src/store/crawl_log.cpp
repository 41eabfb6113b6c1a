#include "store/crawl_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "store/job_config.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMaxField = 8192;
/// Longer than any line of ours: the texts at their longest, every byte escaped.
constexpr std::size_t kEndBytes = 9 * 6 * kMaxField;
constexpr std::size_t kFlushBytes = 1U << 20U;

/// `first`: the lowest byte that stays as it is.
std::string escaped(std::string_view text, unsigned char first) {
  if (text.empty()) return "-";
  std::string safe;
  for (const char c : text.substr(0, kMaxField)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= first && byte < 0x7F) {
      safe += c;
    } else {
      safe += fmt::format("%{:02X}", byte);
    }
  }
  return safe;
}

std::string field(std::string_view text) { return escaped(text, 0x21); }
/// The rest of a line, in which spaces separate nothing.
std::string sentence(std::string_view text) { return escaped(text, 0x20); }

/// The number at the start of a text line, or of the value of "n" in a JSON line; 0 for others.
std::uint64_t number_of_line(std::string_view line) {
  constexpr std::string_view kJsonStart = "{\"n\":";
  if (line.starts_with(kJsonStart)) line.remove_prefix(kJsonStart.size());
  std::uint64_t number = 0;
  const auto parsed = std::from_chars(line.data(), line.data() + line.size(), number);
  return parsed.ec == std::errc{} ? number : 0;
}

/// How a log ends.
struct LogEnd {
  off_t complete = 0;      ///< bytes up to the end of the last whole line
  bool cut = false;        ///< there is part of a line behind it
  std::uint64_t last = 0;  ///< number of its response; 0: there is none
  bool foreign = false;    ///< the last line is not one of ours
};

Expected<LogEnd> end_of(int file, const std::filesystem::path& path) {
  struct stat info {};
  if (::fstat(file, &info) != 0) return system_failure(errno, path.string());
  const auto size = static_cast<std::size_t>(info.st_size);
  const std::size_t from = size > kEndBytes ? size - kEndBytes : 0;
  std::string text(size - from, '\0');
  const ssize_t got = ::pread(file, text.data(), text.size(), static_cast<off_t>(from));
  if (got < 0) return system_failure(errno, path.string());
  text.resize(static_cast<std::size_t>(got));

  const std::size_t newline = text.rfind('\n');
  const std::size_t complete = newline == std::string::npos ? 0 : newline + 1;
  LogEnd end;
  end.complete = static_cast<off_t>(from + complete);
  end.cut = complete < text.size() && (complete > 0 || from == 0);
  if (complete == 0) return end;
  const std::string_view lines = std::string_view(text).substr(0, complete - 1);
  const std::size_t before = lines.rfind('\n');
  end.last = number_of_line(before == std::string_view::npos ? lines : lines.substr(before + 1));
  end.foreign = end.last == 0;
  return end;
}

}  // namespace

std::string text_line(const LogEntry& entry) {
  const std::string status =
      entry.error == "none" ? fmt::format("{}", entry.status) : field(entry.error);
  return fmt::format("{} {} {} {} {} {} {} {} {} {} {} {}\n", entry.n, field(entry.time), status,
                     field(entry.method), field(entry.purpose), entry.bytes, field(entry.mime),
                     field(entry.via), field(entry.path), field(entry.url),
                     field(entry.source_page), sentence(entry.reason));
}

std::string json_line(const LogEntry& entry) {
  const auto text = [](std::string_view value) { return std::string(value.substr(0, kMaxField)); };
  const nlohmann::ordered_json line = {{"n", entry.n},
                                       {"time", text(entry.time)},
                                       {"status", entry.status},
                                       {"error", text(entry.error)},
                                       {"method", text(entry.method)},
                                       {"purpose", text(entry.purpose)},
                                       {"bytes", entry.bytes},
                                       {"mime", text(entry.mime)},
                                       {"via", text(entry.via)},
                                       {"path", text(entry.path)},
                                       {"url", text(entry.url)},
                                       {"sourcePage", text(entry.source_page)},
                                       {"reason", text(entry.reason)}};
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  return line.dump(-1, ' ', true, kReplace) + "\n";
}

Expected<CrawlLog> CrawlLog::open(const std::filesystem::path& file) {
  auto opened = TRY(open_file(file, O_RDWR | O_CREAT | O_APPEND));
  CrawlLog log(std::move(opened), file);
  TRY(log.read_end());
  return log;
}

Expected<void> CrawlLog::read_end() {
  const LogEnd end = TRY(end_of(file_.get(), path_));
  if (end.cut && ::ftruncate(file_.get(), end.complete) != 0) {
    return system_failure(errno, path_.string());
  }
  last_ = end.last;
  foreign_end_ = end.foreign;
  return {};
}

Expected<std::uint64_t> last_logged(const std::filesystem::path& file) {
  const auto opened = open_file(file, O_RDONLY);
  return opened ? TRY(end_of(opened->get(), file)).last : 0;
}

Expected<void> CrawlLog::append(std::string_view lines, std::uint64_t last) {
  struct stat info {};
  if (::fstat(file_.get(), &info) != 0) return system_failure(errno, path_.string());
  if (auto written = write_all(file_.get(), lines, path_); !written) {
    // A torn line would hide from the next append that the ones before it are there.
    if (::ftruncate(file_.get(), info.st_size) != 0) return system_failure(errno, path_.string());
    return written;
  }
  last_ = last;
  return {};
}

namespace {

/// What the lines of the answers after number `after` say, in order.
Expected<void> each_log_entry(sqlite::Database& database, std::uint64_t after,
                              const std::function<Expected<void>(const LogEntry&)>& take) {
  return database.each(
      "SELECT r.n, r.committed_at, r.status, r.error, d.method, d.purpose, d.url, r.mime, r.bytes,"
      " r.via, d.path, d.source_page, iif(json_valid(d.reason), json_extract(d.reason, '$.words'), "
      "'')"
      " FROM response r JOIN decision d USING (n) WHERE r.n > ? ORDER BY r.n",
      [&](const sqlite::Row& row) {
        return take({row.number(0), row.text(1), row.integer(2), row.text(3), row.text(4),
                     row.text(5), row.text(6), row.text(7), row.integer(8), row.text(9),
                     row.text(10), row.text(11), row.text(12)});
      },
      after);
}

}  // namespace

Expected<void> CrawlLog::catch_up(sqlite::Database& database, std::uint64_t responses) {
  if (last_ >= responses) return {};
  const auto line = TRY(config_value(database, kLogJson)) == "1" ? json_line : text_line;
  std::string lines;
  std::uint64_t last = last_;
  TRY(each_log_entry(database, last, [&](const LogEntry& entry) -> Expected<void> {
    last = entry.n;
    lines += line(entry);
    if (lines.size() < kFlushBytes) return {};
    return append(std::exchange(lines, {}), last);
  }));
  return lines.empty() ? Expected<void>{} : append(lines, last);
}

// --- Checking it ------------------------------------------------------------------------------

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
