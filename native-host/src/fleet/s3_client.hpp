// Requests to a store of S3 that are sent again while their trouble may go away.
#pragma once

#include <atomic>
#include <filesystem>
#include <mutex>
#include <string>

#include "fleet/s3_answers.hpp"
#include "fleet/s3_request.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// May be used by many threads at once.
class S3Client {
 public:
  /// `find_keys` is asked again when those it gave are refused: they may have been for a session.
  using FindKeys = std::function<Expected<S3Credentials>()>;
  S3Client(S3Place place, S3Credentials keys, FindKeys find_keys)
      : connections_(std::move(place), given_up_),
        keys_(std::move(keys)),
        find_keys_(std::move(find_keys)) {}

  /// A good answer. Sent at most kTries times, with growing pauses, or as the store asks
  /// (Retry-After); an answer with an <Error> in it is none, whatever its status. What `take` has
  /// got is not asked for again: the rest is, and tries count anew. Errors: those of Store.
  Expected<S3Answer> ask(S3Request request);

  const S3Place& place() const { return connections_.place(); }
  /// What runs, and all that comes, ends soon.
  void give_up() { given_up_ = true; }

  static constexpr int kTries = 5;

 private:
  tl::expected<S3Answer, S3Failure> try_once(const S3Request& request);
  S3Credentials keys();
  /// Whether there are keys that are not these, which were refused.
  bool found_others(const S3Credentials& refused);
  bool pause(int tried, const std::string& retry_after);

  std::atomic<bool> given_up_{false};
  S3Connections connections_;
  std::mutex mutex_;
  S3Credentials keys_;
  FindKeys find_keys_;
};

}  // namespace tagtrail::host
