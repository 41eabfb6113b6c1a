// Which URLs redirected to one that is yet to be requested.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// The engine follows a redirect by a request of its own, soon after; a redirect that it does not
/// follow is forgotten in time.
class RedirectChains {
 public:
  using Chain = std::vector<std::string>;  ///< oldest first

  void put(std::string destination, Chain chain);
  /// The newest chain that led there, which is then gone; empty when none did.
  Chain take(std::string_view destination);

 private:
  struct Entry {
    std::string destination;
    Chain chain;
  };
  std::deque<Entry> entries_;
};

}  // namespace tagtrail::host
