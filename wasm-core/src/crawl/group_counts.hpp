// What came of the links of each tag path, whatever the policy: groups of links are made of it.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class GroupCounts {
 public:
  /// A file by a link of `link`, on a page that a link of `page` had led to.
  struct Files {
    PathId link = 0;
    PathId page = 0;
    std::uint64_t files = 0;
  };

  /// A link of this path was answered.
  void answered(PathId path);
  void found_file(PathId link, PathId page);

  std::uint64_t requests(PathId path) const {
    return path < requests_.size() ? requests_[path] : 0;
  }
  /// In the order of the paths.
  std::vector<Files> files() const;

  void save(ByteWriter& out) const;
  /// False when malformed, or when a path is none of the `known` first ones.
  bool load(ByteReader& in, PathId known);

 private:
  std::vector<std::uint64_t> requests_;                       ///< by path
  std::map<std::pair<PathId, PathId>, std::uint64_t> files_;  ///< by path of link, path of page
};

}  // namespace tagtrail
