#include "policy/random.hpp"

#include <string>
#include <vector>

#include "policy/count_tree.hpp"
#include "tables/url_list.hpp"

namespace tagtrail {
namespace {

class RandomPolicy final : public Policy {
 public:
  explicit RandomPolicy(PolicyContext& context) : context_(context) {}

  Verdict consider(const LinkView& link) override;
  std::optional<Choice> choose() override;
  std::size_t frontier_size() const override { return waiting_count_; }
  void host_changed(HostId host) override;
  void remove(UrlId url) override;
  void save(ByteWriter& out) const override;
  bool load(ByteReader& in) override;

 private:
  bool is_waiting(UrlId url) const { return url < waiting_.size() && waiting_[url]; }
  bool is_removed(UrlId url) const { return url < removed_.size() && removed_[url]; }
  void add(UrlId url);
  UrlId take();
  void part_changed(HostId part);

  PolicyContext& context_;
  /// By PolicyContext::part(). A removed link stays until it is taken: to look for it among
  /// millions would cost more than all else.
  std::vector<std::vector<UrlId>> parts_;
  CountTree free_;             ///< links of those parts that may be taken from
  std::vector<bool> waiting_;  ///< by URL: in parts_ and not removed
  std::vector<bool> removed_;  ///< by URL: in parts_ and removed
  std::size_t waiting_count_ = 0;
};

Verdict RandomPolicy::consider(const LinkView& link) {
  add(link.url);
  return Verdict::later;
}

void RandomPolicy::add(UrlId url) {
  if (is_waiting(url)) return;
  if (is_removed(url)) {
    removed_[url] = false;  // it has kept its place
  } else {
    const HostId part = context_.part(url);
    if (part >= parts_.size()) parts_.resize(part + std::size_t{1});
    parts_[part].push_back(url);
    part_changed(part);
  }
  if (url >= waiting_.size()) waiting_.resize(url + std::size_t{1}, false);
  waiting_[url] = true;
  ++waiting_count_;
}

std::optional<Choice> RandomPolicy::choose() {
  const std::string words = "drawn at random from " + std::to_string(waiting_count_) + " links";
  while (waiting_count_ > 0 && free_.total() > 0) {
    Choice choice;
    choice.url = take();
    if (!is_waiting(choice.url)) {
      removed_[choice.url] = false;
      continue;
    }
    waiting_[choice.url] = false;
    --waiting_count_;
    choice.reason.words = words;
    return choice;
  }
  return std::nullopt;
}

UrlId RandomPolicy::take() {
  const CountTree::Place place = free_.find(context_.random().below(free_.total()));
  std::vector<UrlId>& links = parts_[place.index];
  UrlId& drawn = links[static_cast<std::size_t>(place.at)];
  const UrlId url = drawn;
  drawn = links.back();
  links.pop_back();
  part_changed(static_cast<HostId>(place.index));
  return url;
}

void RandomPolicy::host_changed(HostId host) {
  if (host < parts_.size()) part_changed(host);
}

void RandomPolicy::part_changed(HostId part) {
  const bool free = !context_.by_host() || context_.host_state(part) == HostState::free;
  free_.set(part, free ? parts_[part].size() : 0);
}

void RandomPolicy::remove(UrlId url) {
  if (!is_waiting(url)) return;
  waiting_[url] = false;
  --waiting_count_;
  if (url >= removed_.size()) removed_.resize(url + std::size_t{1}, false);
  removed_[url] = true;
}

void RandomPolicy::save(ByteWriter& out) const {
  out.var(parts_.size());
  for (const auto& links : parts_) save_ids(out, links);
  std::vector<UrlId> removed;
  for (UrlId url = 0; url < removed_.size(); ++url) {
    if (removed_[url]) removed.push_back(url);
  }
  save_ids(out, removed);
}

bool RandomPolicy::load(ByteReader& in) {
  const UrlId known = context_.known().urls;
  parts_.resize(in.count());
  for (std::size_t left = parts_.size(); left > 0; --left) {
    std::vector<UrlId> links;
    if (!load_ids(in, links, known)) return false;
    for (const UrlId url : links) {
      if (is_waiting(url)) return false;  // twice: not what save() wrote
      add(url);
    }
  }
  std::vector<UrlId> removed;
  if (!load_ids(in, removed, known)) return false;
  for (const UrlId url : removed) {
    if (!is_waiting(url)) return false;
    remove(url);
  }
  return true;
}

std::unique_ptr<Policy> make_random(const Config& /*config*/, PolicyContext& context) {
  return std::make_unique<RandomPolicy>(context);
}

}  // namespace

const PolicyInfo kRandom{.name = "random",
                         .summary = "a link of the frontier drawn uniformly",
                         .needs_oracle = false,
                         .link_order = LinkOrder::four_passes,
                         .starts_at_seed = true,
                         .several_in_flight = true,
                         .among_hosts = true,
                         .make = make_random};

}  // namespace tagtrail
