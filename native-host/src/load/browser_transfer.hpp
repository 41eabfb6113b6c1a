// One answer that the browser sends in pieces: its head, its body, its end.
#pragma once

#include <memory>

#include "fetch/file_sink.hpp"
#include "load/body_plan.hpp"
#include "load/fetcher.hpp"
#include "load/json_fields.hpp"
#include "tagtrail/scope.hpp"

namespace tagtrail::host {

/// What all transfers of a job share; outlives them.
struct TransferRules {
  BodyRules body;
  Scope scope;             ///< an answer from elsewhere is not taken...
  bool any_scope = false;  ///< ...unless so
  bool allow_private = false;
  std::uint64_t min_free_disk = 64ULL << 20;
  std::chrono::milliseconds stall{60'000};  ///< without a byte
  std::chrono::milliseconds page{300'000};  ///< whole; a file gets 1 s more for each KiB
};

/// Everything that comes in is of the extension, and checked.
class BrowserTransfer {
 public:
  BrowserTransfer(FetchRequest request, const TransferRules& rules);

  /// fetch.head: whether the body is wanted. Errors: invalid_argument (a second head).
  Expected<bool> on_head(const Json& message);
  /// fetch.data. Errors end the transfer: invalid_argument, too_large, disk_full.
  Expected<void> on_data(const Json& message);
  /// The FetchAnswer: what has come.
  Fetcher::Fetched finish(const Json& answer);
  /// It took too long.
  Fetcher::Fetched finish_late();

  const FetchRequest& request() const { return request_; }
  /// When a byte has to come.
  SteadyTime stalled_at() const { return last_byte_ + rules_.stall; }
  /// When all of it has to be there.
  SteadyTime late_at() const;

 private:
  tl::unexpected<Error> end(FetchError error, Error why);
  bool refuse(FetchError error, std::string text);
  Expected<bool> open_file(std::uint64_t length);
  Expected<void> keep(std::string_view bytes);
  void settle(const Json& answer);

  FetchRequest request_;
  const TransferRules& rules_;
  Fetcher::Fetched fetched_;
  std::unique_ptr<FileSink> sink_;
  bool has_head_ = false;
  bool taken_ = false;   ///< the body is wanted
  bool enough_ = false;  ///< ended by us, without error
  SteadyTime started_;
  SteadyTime last_byte_;
};

}  // namespace tagtrail::host
