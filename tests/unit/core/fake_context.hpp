// What the engine offers to policies, over links kept in memory.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "tagtrail/policy.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::testing {

class FakeContext final : public PolicyContext {
 public:
  struct Link {
    std::string url;
    std::string anchor;
    std::string tag_path;
    std::uint32_t depth = 1;
  };

  UrlId add(Link link) {
    links_.push_back(std::move(link));
    return static_cast<UrlId>(links_.size() - 1);
  }
  void set_requests(std::uint64_t requests) { requests_ = requests; }

  std::string_view url(UrlId id) const override { return links_[id].url; }
  UrlId intern_url(std::string_view key) override {
    for (UrlId id = 0; id < links_.size(); ++id) {
      if (links_[id].url == key) return id;
    }
    return add({std::string(key), "", "", 1});
  }
  std::string_view tag_path(PathId id) const override { return links_[id].tag_path; }
  std::uint32_t depth(UrlId id) const override { return links_[id].depth; }
  HostId host(UrlId id) const override {
    const std::string_view name = split_url(links_[id].url).host;
    const auto found = std::find(hosts_.begin(), hosts_.end(), name);
    const auto host = static_cast<HostId>(found - hosts_.begin());
    if (found == hosts_.end()) hosts_.emplace_back(name);
    return host;
  }
  std::string_view host_name(HostId id) const override { return hosts_[id]; }
  HostState host_state(HostId id) const override {
    const auto found = states_.find(id);
    return found == states_.end() ? HostState::free : found->second;
  }
  bool by_host() const override { return by_host_; }
  /// From now on hosts may be busy or full. The policy is to be told by the caller.
  void set_host_state(HostId id, HostState state) {
    by_host_ = true;
    states_[id] = state;
  }
  LinkView link(UrlId id) const override {
    LinkView view;
    view.url = id;
    view.key = links_[id].url;
    view.path = id;
    view.tag_path = links_[id].tag_path;
    view.anchor = links_[id].anchor;
    view.depth = links_[id].depth;
    return view;
  }
  Known known() const override {
    const auto count = static_cast<UrlId>(links_.size());
    return {count, count, static_cast<HostId>(hosts_.size()), 0};
  }
  bool admissible(std::string_view) const override { return true; }
  std::uint64_t requests() const override { return requests_; }
  Random& random() override { return random_; }
  Oracle* oracle() override { return nullptr; }

 private:
  std::vector<Link> links_;
  mutable std::vector<std::string> hosts_;
  std::map<HostId, HostState> states_;
  bool by_host_ = false;
  std::uint64_t requests_ = 0;
  Random random_{0};
};

}  // namespace tagtrail::testing
