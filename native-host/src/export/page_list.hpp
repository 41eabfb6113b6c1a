// pages/pages.jsonl of a WACZ: where a reader of the archive begins.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail::host {

class PageList {
 public:
  explicit PageList(std::string seed_url) : seed_url_(std::move(seed_url)) {}

  /// `at`: the WARC-Date of its capture.
  void add(std::string_view url, std::string_view title, std::string_view at);

  /// All lines, with the one that says what they are.
  std::string text() const;
  /// The seed URL's page, else the first; empty without any.
  const std::string& main_url() const { return main_url_; }
  const std::string& main_date() const { return main_date_; }

 private:
  std::string seed_url_;
  std::string main_url_;
  std::string main_date_;
  std::string lines_;
  unsigned long count_ = 0;
};

}  // namespace tagtrail::host
