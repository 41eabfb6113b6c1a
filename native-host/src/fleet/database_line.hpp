// A worker's line to the database: lost and made again, not by all workers in the same instant; and
// for how long the sites of others are spared after it was away.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "fleet/postgres.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// A lease is renewed so many times before it would lapse.
inline constexpr int kBeatsALease = 4;

class DatabaseLine {
 public:
  using Tell = std::function<void(std::string_view line)>;
  DatabaseLine(std::string url, std::chrono::milliseconds lease, Tell tell)
      : url_(std::move(url)), lease_(lease), tell_(std::move(tell)) {}

  /// Errors: those of the database; wrong_version (its tables are not for this program).
  Expected<void> connect();
  /// Makes it again once it is time to. True: it was made now. Errors: as connect().
  Expected<bool> reconnect();
  bool is_there() const { return connection_.has_value(); }
  /// While is_there().
  postgres::Connection& connection() { return *connection_; }

  /// A statement was answered.
  void heard();
  /// A statement failed: what it was made for is tried again after reconnect().
  void lose(const Error& error);
  /// Whether sites whose leases have lapsed may be called lost. Not for a lease after the database
  /// was away for long, or after the start: then all may have been without it, and come back.
  bool may_let_go() const;

 private:
  std::string url_;
  std::chrono::milliseconds lease_;
  Tell tell_;
  std::optional<postgres::Connection> connection_;
  std::chrono::milliseconds reconnect_at_{};
  std::chrono::milliseconds reconnect_after_{kFirstReconnect};
  std::optional<std::chrono::milliseconds> heard_at_;
  std::chrono::milliseconds let_go_at_{};

  static constexpr std::chrono::milliseconds kFirstReconnect{250};
};

}  // namespace tagtrail::host
