#include "load/redirect_chains.hpp"

#include <algorithm>

namespace tagtrail::host {
namespace {

/// More than can be in flight: those followed are asked for before so many others have come.
constexpr std::size_t kKept = 256;

}  // namespace

void RedirectChains::put(std::string destination, Chain chain) {
  if (chain.empty()) return;
  if (entries_.size() >= kKept) entries_.pop_front();
  entries_.push_back({std::move(destination), std::move(chain)});
}

RedirectChains::Chain RedirectChains::take(std::string_view destination) {
  const auto found = std::find_if(entries_.rbegin(), entries_.rend(), [&](const Entry& entry) {
    return entry.destination == destination;
  });
  if (found == entries_.rend()) return {};
  Chain chain = std::move(found->chain);
  entries_.erase(std::next(found).base());
  return chain;
}

}  // namespace tagtrail::host
