#include "load/json_fields.hpp"

#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMaxHops = 50;

}  // namespace

std::vector<RedirectHop> hops_of(const Json& object) {
  std::vector<RedirectHop> hops;
  for (const Json& hop : array_of(object, "hops")) {
    if (!hop.is_object() || hops.size() >= kMaxHops) break;
    const auto url = canonical_url(text_of(hop, "url", kMaxUrlBytes));
    if (url) hops.push_back({*url, status_of(hop)});
  }
  return hops;
}

FetchError error_named(const std::string& name) {
  for (const FetchError error :
       {FetchError::network, FetchError::timeout, FetchError::tls, FetchError::refused_address,
        FetchError::out_of_scope, FetchError::unsupported}) {
    if (name == to_string(error)) return error;
  }
  return FetchError::browser;
}

}  // namespace tagtrail::host
