// Header lines to an AnswerHead.
#pragma once

#include <string>
#include <string_view>

#include "fetch/downloader.hpp"

namespace tagtrail::host {

/// Takes the header lines of one transfer as libcurl hands them out. Interim answers (1xx) are
/// forgotten when the next begins, trailers are only counted.
class HeadReader {
 public:
  /// `url`: the request's, against which Location is resolved.
  explicit HeadReader(std::string url) : url_(std::move(url)) {}

  /// Takes one line with its line end. True when it completed the head of the final answer.
  bool take(std::string_view line);

  const AnswerHead& head() const { return head_; }
  bool complete() const { return complete_; }

 private:
  void begin(std::string_view status_line);
  void field(std::string_view name, std::string_view value);
  void read_length(std::string_view value);
  void read_list(std::string_view name, std::string_view value);

  std::string url_;
  AnswerHead head_;
  bool complete_ = false;
  bool chunked_ = false;  ///< its length comes with the body, and no other counts
};

}  // namespace tagtrail::host
