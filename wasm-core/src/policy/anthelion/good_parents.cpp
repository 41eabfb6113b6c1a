#include "policy/anthelion/good_parents.hpp"

#include <algorithm>

namespace tagtrail {

std::vector<UrlId> GoodParents::read(const Page& result, PolicyContext& context) {
  std::vector<UrlId> children;
  for (const LinkObservation& link : result.links) {
    if (context.admissible(link.url)) children.push_back(context.intern_url(link.url));
  }
  std::sort(children.begin(), children.end());
  children.erase(std::unique(children.begin(), children.end()), children.end());
  if (!children.empty() && children.back() >= counts_.size()) {
    counts_.resize(children.back() + std::size_t{1}, 0);
  }
  for (const UrlId child : children) ++counts_[child];
  return children;
}

void GoodParents::save(ByteWriter& out) const {
  out.var(static_cast<std::uint64_t>(
      std::count_if(counts_.begin(), counts_.end(), [](std::uint32_t n) { return n > 0; })));
  for (UrlId url = 0; url < counts_.size(); ++url) {
    if (counts_[url] == 0) continue;
    out.var(url);
    out.var(counts_[url]);
  }
}

bool GoodParents::load(ByteReader& in, UrlId urls) {
  counts_.clear();
  for (std::size_t left = in.count(2); left > 0; --left) {
    const std::uint64_t url = in.var();
    const std::uint64_t count = in.var();
    if (url >= urls || url < counts_.size() || count == 0) return false;
    counts_.resize(static_cast<std::size_t>(url) + 1, 0);
    counts_.back() = static_cast<std::uint32_t>(count);
  }
  return in.ok();
}

}  // namespace tagtrail
