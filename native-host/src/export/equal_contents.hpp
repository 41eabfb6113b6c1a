// Which harvested files have the same contents, found without holding all rows in memory.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "store/job_store.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Most others that one resource names: a site that answers ten thousand URLs with the same empty
/// file must not make a manifest of a hundred million names.
inline constexpr std::size_t kMaxAlsoAt = 100;

class EqualContents {
 public:
  static Expected<EqualContents> find(const TargetList& targets);

  /// Paths of the first kMaxAlsoAt other targets with these contents, in order of commit.
  std::vector<std::string> others(const TargetRow& target) const;

 private:
  using Digest = std::array<std::uint8_t, 32>;
  static Digest digest_of(const TargetRow& target);

  std::map<Digest, std::vector<std::string>> paths_;  ///< of contents that occur more than once
};

}  // namespace tagtrail::host
