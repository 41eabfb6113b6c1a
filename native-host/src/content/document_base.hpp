// What relative URLs of a document are relative to.
#pragma once

#include <gumbo.h>

#include <string>
#include <string_view>

namespace tagtrail::host {

/// The first <base href> that was seen, or else the page.
class DocumentBase {
 public:
  /// `page_url`: canonical key.
  explicit DocumentBase(std::string_view page_url) : page_url_(page_url), url_(page_url) {}

  /// To be told of all elements, in document order.
  void see(const GumboElement& element);
  const std::string& page_url() const { return page_url_; }
  const std::string& url() const { return url_; }

 private:
  std::string page_url_;
  std::string url_;
  bool seen_ = false;
};

}  // namespace tagtrail::host
