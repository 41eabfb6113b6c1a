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

/// Most others that one resource names: a site that answers a million URLs with the same file must
/// not make a line of a hundred megabytes.
inline constexpr std::size_t kMaxAlsoAt = 100;

class EqualContents {
 public:
  /// One address of a content, and where its bytes are.
  struct Place {
    std::string url;
    std::string path;
  };

  static Expected<EqualContents> find(const TargetList& targets);

  /// Whether no target before this one, in order of commit, has its contents.
  bool is_first(const TargetRow& target) const;
  /// The first kMaxAlsoAt other targets with these contents, in order of commit.
  std::vector<Place> others(const TargetRow& target) const;
  /// How many targets have these contents, this one among them.
  std::uint64_t count(const TargetRow& target) const;

 private:
  using Digest = std::array<std::uint8_t, 32>;
  struct Places {
    std::uint64_t count = 0;
    std::vector<Place> first;  ///< at most kMaxAlsoAt + 1
  };
  static Digest digest_of(const TargetRow& target);

  std::map<Digest, Places> places_;  ///< of contents that occur more than once
};

}  // namespace tagtrail::host
