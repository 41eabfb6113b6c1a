// The hosts of a crawl: which of them may be asked now, and which have answered enough. So a crawl
// over many hosts has one request out at each of many, instead of several that wait for the same.
#pragma once

#include <string_view>
#include <vector>

#include "tables/url_table.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class Hosts {
 public:
  /// Both borrowed; of `config` per_host and bounds.host_pages.
  Hosts(const Config& config, const UrlTable& urls) : config_(config), urls_(urls) {}
  /// Is told of hosts whose state changes, from now on. Borrowed.
  void tell(Policy& policy) { policy_ = &policy; }

  bool by_host() const { return config_.per_host > 0 || config_.bounds.host_pages > 0; }
  /// Hosts that are known by an id.
  HostId size() const { return names_.size(); }
  /// The host of a known URL.
  HostId of(UrlId url) const;
  std::string_view name(HostId host) const { return names_.at(host); }
  HostState state(HostId host) const;
  bool is_free(UrlId url) const { return !by_host() || state(of(url)) == HostState::free; }
  bool is_full(UrlId url) const { return by_host() && state(of(url)) == HostState::full; }

  /// A request for the URL goes out, and is answered.
  void went_out(UrlId url);
  void came_back(UrlId url);
  /// The URL answered with a page.
  void read_page(UrlId url);

  /// What hosts have answered; what is out is told by the flights.
  void save(ByteWriter& out) const;
  /// False when malformed.
  bool load(ByteReader& in);

 private:
  struct Host {
    std::uint64_t pages = 0;
    std::uint32_t out = 0;
  };
  Host& at(HostId host) const;
  template <typename Change>
  void change(UrlId url, Change change);

  const Config& config_;
  const UrlTable& urls_;
  Policy* policy_ = nullptr;
  // What is asked of a URL for the first time is found out and kept.
  mutable StringTable names_;
  mutable std::vector<Host> hosts_;
  mutable std::vector<HostId> of_url_;
};

}  // namespace tagtrail
