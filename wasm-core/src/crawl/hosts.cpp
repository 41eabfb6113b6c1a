#include "crawl/hosts.hpp"

namespace tagtrail {
namespace {

/// host[:port], whatever the scheme: the unit of politeness. `key` is canonical.
std::string_view host_and_port(std::string_view key) {
  const std::size_t slashes = key.find("://");
  if (slashes != std::string_view::npos) key.remove_prefix(slashes + 3);
  return key.substr(0, key.find('/'));
}

}  // namespace

HostId Hosts::of(UrlId url) const {
  if (url >= of_url_.size()) of_url_.resize(url + std::size_t{1}, StringTable::kNone);
  HostId& host = of_url_[url];
  if (host == StringTable::kNone) host = names_.intern(host_and_port(urls_.key(url)));
  return host;
}

Hosts::Host& Hosts::at(HostId host) const {
  if (host >= hosts_.size()) hosts_.resize(host + std::size_t{1});
  return hosts_[host];
}

HostState Hosts::state(HostId id) const {
  const Host& host = at(id);
  const std::uint64_t most = config_.bounds.host_pages;
  if (most > 0 && host.pages >= most) return HostState::full;
  const bool busy = config_.per_host > 0 && host.out >= config_.per_host;
  return busy ? HostState::busy : HostState::free;
}

template <typename Change>
void Hosts::change(UrlId url, Change change) {
  if (!by_host()) return;
  const HostId id = of(url);
  const HostState before = state(id);
  change(at(id));
  if (policy_ != nullptr && state(id) != before) policy_->host_changed(id);
}

void Hosts::went_out(UrlId url) {
  change(url, [](Host& host) { ++host.out; });
}

void Hosts::came_back(UrlId url) {
  change(url, [](Host& host) { --host.out; });
}

void Hosts::read_page(UrlId url) {
  change(url, [](Host& host) { ++host.pages; });
}

void Hosts::save(ByteWriter& out) const {
  names_.save(out);
  for (HostId host = 0; host < names_.size(); ++host) out.var(at(host).pages);
}

bool Hosts::load(ByteReader& in) {
  if (!names_.load(in)) return false;
  hosts_.assign(names_.size(), {});
  for (Host& host : hosts_) host.pages = in.var();
  return in.ok();
}

}  // namespace tagtrail
