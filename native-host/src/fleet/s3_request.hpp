// One request to a store of S3, signed by libcurl, and its answer.
#pragma once

#include <curl/curl.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fleet/s3_credentials.hpp"
#include "fleet/s3_place.hpp"
#include "system/posix_file.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct S3Request {
  std::string method;  ///< GET, HEAD, PUT, POST, DELETE
  std::string name{};  ///< behind the prefix of the place; empty: the bucket itself
  /// Values as they are, to be encoded. Sorted by name, which a signature wants and libcurl before
  /// 8.3 leaves to us.
  std::map<std::string, std::string> query{};
  std::vector<std::string> fields{};  ///< `Name: value`, none without a value
  std::string_view body{};            ///< borrowed
  std::string body_sha256{};          ///< of `body`; empty where there is none
  /// Gets the body of an answer that brings contents; else it is kept. An error ends the request.
  TakePiece take{};
  std::uint64_t from = 0;  ///< of the contents, so much is there already and not wanted again
};

struct S3Answer {
  int status = 0;
  std::string body;                           ///< at most kMostS3Answer bytes of it
  std::map<std::string, std::string> fields;  ///< those that count here; names in lower case
  bool is_good() const { return status >= 200 && status < 300; }
  /// Empty where there is none.
  std::string field(const std::string& name) const;
};

/// Lists of 1000 names are smaller.
inline constexpr std::size_t kMostS3Answer = 4U << 20U;

/// Why there was no answer.
struct S3Failure {
  Error error;
  bool may_go_away = false;   ///< the same again may do
  std::string retry_after{};  ///< as the store has it; empty: nothing
};

/// Connections are kept for the next request. May be used by many threads at once.
class S3Connections {
 public:
  /// `given_up` is borrowed: once true, requests end soon.
  S3Connections(S3Place place, const std::atomic<bool>& given_up);
  ~S3Connections();
  S3Connections(const S3Connections&) = delete;
  S3Connections& operator=(const S3Connections&) = delete;

  /// One try.
  tl::expected<S3Answer, S3Failure> ask(const S3Request& request, const S3Credentials& keys);
  const S3Place& place() const { return place_; }

 private:
  struct Clean {
    void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
  };
  using Handle = std::unique_ptr<CURL, Clean>;
  Handle borrow();
  void give_back(Handle handle);

  S3Place place_;
  const std::atomic<bool>& given_up_;
  std::string authorities_;  ///< AWS_CA_BUNDLE; empty: the system's alone
  std::mutex mutex_;
  std::vector<Handle> idle_;
};

/// `a=1&b=%2F`, as a signature wants it.
std::string s3_query(const std::map<std::string, std::string>& query);

}  // namespace tagtrail::host
