// One answer that the browser sends in pieces: its head, its body, its end.
#pragma once

#include "fetch/body_receiver.hpp"
#include "load/body_plan.hpp"
#include "load/fetcher.hpp"
#include "tagtrail/scope.hpp"

namespace tagtrail::host {

/// What all transfers of a job share; outlives them.
struct TransferRules {
  BodyRules body;
  Scope scope;             ///< an answer from elsewhere is not taken...
  bool any_scope = false;  ///< ...unless so
  bool allow_private = false;
  BodyLimits limits{};
};

/// Everything that comes in is of the extension, and checked. Not movable: its parts point at each
/// other.
class BrowserTransfer {
 public:
  BrowserTransfer(FetchRequest request, const TransferRules& rules);
  BrowserTransfer(const BrowserTransfer&) = delete;
  BrowserTransfer& operator=(const BrowserTransfer&) = delete;

  /// fetch.head: whether the body is wanted. Errors: invalid_argument (a second head).
  Expected<bool> on_head(const Json& message);
  /// fetch.data. Errors end the transfer: invalid_argument, too_large, disk_full.
  Expected<void> on_data(const Json& message);
  /// The FetchAnswer: what has come.
  Fetched finish(const Json& answer);
  /// It took too long.
  Fetched finish_late();

  /// When a byte has to come.
  SteadyTime stalled_at() const { return last_byte_ + rules_.limits.stall_timeout; }
  /// When all of it has to be there.
  SteadyTime late_at() const;

 private:
  bool moved_away(const std::string& url);
  void settle(const Json& answer);

  FetchRequest request_;
  const TransferRules& rules_;
  Fetched fetched_;
  BodyReceiver body_;
  bool has_head_ = false;
  bool taken_ = false;  ///< the body is wanted
  SteadyTime started_;
  SteadyTime last_byte_;
};

}  // namespace tagtrail::host
