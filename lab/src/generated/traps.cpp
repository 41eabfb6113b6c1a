#include "generated/traps.hpp"

#include <fmt/format.h>

#include "generated/spread.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail::host::generated {

Traps::Traps(const TrapOptions& options, std::uint64_t seed) : options_(options) {
  std::vector<std::string> orders{""};
  if (options.sort_orders) {
    for (const char* key : {"title", "date", "relevance"}) {
      for (const char* order : {"asc", "desc"}) {
        orders.push_back(fmt::format("sort={}&order={}", key, order));
      }
    }
  }
  orders_ = static_cast<unsigned>(orders.size()) - 1;
  for (unsigned session = 0; session <= options.sessions; ++session) {
    const std::string sid = session == 0 ? "" : fmt::format("sid={:016x}", mix(seed, session - 1));
    for (const std::string& order : orders) {
      if (sid.empty() && order.empty()) continue;
      queries_.push_back(order + (sid.empty() || order.empty() ? "" : "&") + sid);
    }
  }
}

std::vector<unsigned> Traps::offered(std::optional<unsigned> variant, bool begins) const {
  const unsigned here = variant ? *variant + 1 : 0;
  const unsigned session = here / stride();
  const unsigned order = here % stride();
  std::vector<unsigned> offered;
  for (unsigned other = 1; other <= orders_; ++other) {
    if (other != order) offered.push_back(session * stride() + other - 1);
  }
  for (unsigned other = 1; begins && session == 0 && other <= options_.sessions; ++other) {
    offered.push_back(other * stride() + order - 1);
  }
  return offered;
}

std::string Traps::month_path(unsigned month) const {
  return fmt::format("/calendar/{}/{:02}", 1900 + month / 12, 1 + month % 12);
}

std::string Traps::variant_path(std::string_view list, unsigned variant) const {
  const char joint = has_query(list) ? '&' : '?';
  return fmt::format("{}{}{}", list, joint, queries_[variant]);
}

}  // namespace tagtrail::host::generated
