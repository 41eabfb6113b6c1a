// What a replica knows and a live crawl cannot: the true type of every URL. Stands behind the
// engine in replay only, for the policies that the registry marks with needs_oracle.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/exchange.hpp"

namespace tagtrail {

/// What a URL turns out to be.
enum class UrlClass : std::uint8_t {
  html = 0,     ///< a page
  target = 1,   ///< a wanted file
  neither = 2,  ///< answers, but is neither
  dead = 3,     ///< 4xx, 5xx, no answer
};

class Oracle {
 public:
  virtual ~Oracle() = default;
  /// The class of the answer, without a request. A redirect counts as html, as in the published
  /// code, whose look-up sees a status and no page.
  virtual UrlClass classify(std::string_view url) = 0;
  /// All reachable targets, in a fixed order.
  virtual const std::vector<std::string>& targets() = 0;
  /// All reachable pages, in a fixed order.
  virtual const std::vector<std::string>& pages() {
    static const std::vector<std::string> none;
    return none;
  }
  /// What a page says, without a request; nothing when the URL is none.
  virtual std::optional<Page> read(std::string_view url) {
    (void)url;
    return std::nullopt;
  }
  /// Where a redirect leads, canonical; nothing when the URL answers otherwise.
  virtual std::optional<std::string> redirect(std::string_view url) {
    (void)url;
    return std::nullopt;
  }
};

}  // namespace tagtrail
