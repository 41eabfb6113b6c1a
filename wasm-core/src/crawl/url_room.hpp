// Which new links are kept while the memory for URLs is bounded (Budget::memory): all at first,
// then those that the policy values most, and none once it is used up.
#pragma once

#include <array>
#include <cstdint>

#include "tables/url_table.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class UrlRoom {
 public:
  /// All borrowed; the budget in `config` may change.
  UrlRoom(const Config& config, const UrlTable& urls, const Policy& policy)
      : config_(config), urls_(urls), policy_(policy) {}

  /// Whether the link on `page` may be kept. A URL that is known always is.
  bool takes(const LinkObservation& link, UrlId page);

  void save(ByteWriter& out) const;
  /// False when malformed.
  bool load(ByteReader& in);

 private:
  bool is_worth(const LinkObservation& link, UrlId page, double room);

  const Config& config_;
  const UrlTable& urls_;
  const Policy& policy_;
  /// Of links that came since room is scarce, how many had a value of about that height. All zero
  /// until then.
  std::array<std::uint64_t, 128> of_value_{};
};

}  // namespace tagtrail
