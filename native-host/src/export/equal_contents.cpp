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
  auto read = targets.each_target([&](const TargetRow& target) -> Expected<void> {
    digests.push_back(digest_of(target));
    return {};
  });
  if (!read) return tl::unexpected<Error>(read.error());
  std::sort(digests.begin(), digests.end());

  EqualContents equal;
  for (auto at = std::adjacent_find(digests.begin(), digests.end()); at != digests.end();
       at = std::adjacent_find(std::upper_bound(at, digests.end(), *at), digests.end())) {
    equal.paths_.try_emplace(*at);
  }
  if (equal.paths_.empty()) return equal;
  read = targets.each_target([&](const TargetRow& target) -> Expected<void> {
    const auto found = equal.paths_.find(digest_of(target));
    // One more than is ever shown, since a target leaves out itself.
    if (found != equal.paths_.end() && found->second.size() <= kMaxAlsoAt) {
      found->second.push_back(target.path);
    }
    return {};
  });
  if (!read) return tl::unexpected<Error>(read.error());
  return equal;
}

std::vector<std::string> EqualContents::others(const TargetRow& target) const {
  const auto found = paths_.find(digest_of(target));
  if (found == paths_.end()) return {};
  std::vector<std::string> paths = found->second;
  std::erase(paths, target.path);
  if (paths.size() > kMaxAlsoAt) paths.resize(kMaxAlsoAt);
  return paths;
}

}  // namespace tagtrail::host
