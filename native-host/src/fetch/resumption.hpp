// Large files that broke off and go on: the request for the rest, and what the server makes of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fetch/file_sink.hpp"
#include "fetch/partial_file.hpp"

namespace tagtrail::host {

/// Of one request. A file that is kept is open, and so locked, for the life of this, until it is
/// taken.
class Resumption {
 public:
  /// Looks for what is kept of the file that `request` may bring. What is in use, or can't be read,
  /// is as good as none.
  void find(const FetchRequest& request, const DownloaderOptions& options);
  /// Whether the rest of a file is asked for, and the server has not refused.
  bool asks() const { return kept_ != nullptr; }
  /// What the request says then.
  std::vector<std::string> fields() const;

  /// Whether an answer may go its way: nullptr, or why not. A part that was not asked for, or that
  /// does not fit, is none.
  const char* heed(const AnswerHead& sent, Method method);
  /// The head of the whole file, where only its rest was sent.
  const std::optional<AnswerHead>& whole() const { return whole_; }
  /// The answer does not go on: the next request asks for all of it. Says why.
  const char* refuse();
  std::unique_ptr<FileSink> take_kept() { return std::move(kept_); }
  /// An answer that was none of the file's says nothing against going on at another time.
  void let_be() { kept_.reset(); }

 private:
  std::optional<Partial> partial_;   ///< of an earlier try
  std::unique_ptr<FileSink> kept_;   ///< its file, until the server has agreed
  std::optional<AnswerHead> whole_;  ///< it has
};

}  // namespace tagtrail::host
