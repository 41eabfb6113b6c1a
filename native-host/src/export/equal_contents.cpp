#include "export/equal_contents.hpp"

#include <algorithm>
#include <charconv>

namespace tagtrail::host {

EqualContents::Digest EqualContents::digest_of(const TargetRow& target) {
  Digest digest{};
  const char* hex = target.sha256.data();
  for (std::size_t i = 0; i < digest.size() && 2 * i + 2 <= target.sha256.size(); ++i) {
    std::from_chars(hex + 2 * i, hex + 2 * i + 2, digest[i], 16);
  }
  return digest;
}

Expected<EqualContents> EqualContents::find(const TargetList& targets) {
  std::vector<Digest> digests;
  TRY(targets.each_target([&](const TargetRow& target) -> Expected<void> {
    digests.push_back(digest_of(target));
    return {};
  }));
  std::sort(digests.begin(), digests.end());

  EqualContents equal;
  for (auto at = std::adjacent_find(digests.begin(), digests.end()); at != digests.end();
       at = std::adjacent_find(std::upper_bound(at, digests.end(), *at), digests.end())) {
    equal.places_.try_emplace(*at);
  }
  if (equal.places_.empty()) return equal;
  TRY(targets.each_target([&](const TargetRow& target) -> Expected<void> {
    const auto found = equal.places_.find(digest_of(target));
    if (found == equal.places_.end()) return {};
    ++found->second.count;
    // One more than is ever shown, since a target leaves out itself.
    std::vector<Place>& first = found->second.first;
    if (first.size() <= kMaxAlsoAt) first.push_back({target.url, target.path});
    return {};
  }));
  return equal;
}

bool EqualContents::is_first(const TargetRow& target) const {
  const auto found = places_.find(digest_of(target));
  return found == places_.end() || found->second.first.front().url == target.url;
}

std::vector<EqualContents::Place> EqualContents::others(const TargetRow& target) const {
  const auto found = places_.find(digest_of(target));
  if (found == places_.end()) return {};
  std::vector<Place> others = found->second.first;
  std::erase_if(others, [&](const Place& place) { return place.url == target.url; });
  if (others.size() > kMaxAlsoAt) others.resize(kMaxAlsoAt);
  return others;
}

std::uint64_t EqualContents::count(const TargetRow& target) const {
  const auto found = places_.find(digest_of(target));
  return found == places_.end() ? 1 : found->second.count;
}

}  // namespace tagtrail::host
