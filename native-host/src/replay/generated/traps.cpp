#include "replay/generated/traps.hpp"

#include <fmt/format.h>

#include "replay/generated/spread.hpp"

namespace tagtrail::host::generated {

Traps::Traps(const TrapOptions& options, std::uint64_t seed) : options_(options) {
  if (options.sort_orders) {
    for (const char* key : {"title", "date", "relevance"}) {
      for (const char* order : {"asc", "desc"}) {
        queries_.push_back(fmt::format("sort={}&order={}", key, order));
      }
    }
  }
  orders_ = variants();
  for (unsigned i = 0; i < options.sessions; ++i) {
    queries_.push_back(fmt::format("sid={:016x}", mix(seed, i)));
  }
}

std::string Traps::month_path(unsigned month) const {
  return fmt::format("/calendar/{}/{:02}", 1900 + month / 12, 1 + month % 12);
}

std::string Traps::variant_path(std::string_view list, unsigned variant) const {
  const char joint = list.find('?') == std::string_view::npos ? '?' : '&';
  return fmt::format("{}{}{}", list, joint, queries_[variant]);
}

}  // namespace tagtrail::host::generated
