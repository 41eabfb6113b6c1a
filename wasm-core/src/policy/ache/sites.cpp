#include "policy/ache/sites.hpp"

#include "tagtrail/url.hpp"

namespace tagtrail::ache {

bool Sites::is_enough(const Host& host) const {
  return (limits_.results > 0 && host.results >= limits_.results) ||
         (limits_.pages > 0 && host.pages >= limits_.pages);
}

void Sites::answered(std::string_view url, bool result) {
  const std::uint32_t id = names_.intern(split_url(url).host);
  hosts_.resize(names_.size());
  Host& host = hosts_[id];
  const bool was_left = is_enough(host);
  ++host.pages;
  if (result) ++host.results;
  if (!was_left && is_enough(host)) ++left_;
}

bool Sites::is_left(std::string_view url) const {
  const std::uint32_t id = names_.find(split_url(url).host);
  return id != StringTable::kNone && is_enough(hosts_[id]);
}

void Sites::save(ByteWriter& out) const {
  names_.save(out);
  for (const Host& host : hosts_) {
    out.var(host.results);
    out.var(host.pages);
  }
}

bool Sites::load(ByteReader& in) {
  if (!names_.load(in)) return false;
  hosts_.assign(names_.size(), {});
  left_ = 0;
  for (Host& host : hosts_) {
    host.results = in.var();
    host.pages = in.var();
    if (is_enough(host)) ++left_;
  }
  return in.ok();
}

}  // namespace tagtrail::ache
