// Folders that are others under another name, as symbolic links and `current/` make them. A list of
// the same names with the same words between them tells of one; that its files are the same, too,
// Sameness finds out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "tagtrail/bytes.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

class FolderTwins {
 public:
  /// A page was read; the first of two lists that say the same is the original. Gives what it
  /// lists of its own folder as a number; 0: too little to tell anything from.
  std::uint64_t read(std::string_view key, const Page& page);

  struct Original {
    std::uint64_t folder = 0;  ///< the twin in which the URL lies, the outermost
    std::string key;           ///< the URL in the original folder, of all twins on its path
    /// The lists say more of each file than its name, as indexes of servers give times and sizes,
    /// or the twin lies in its original.
    bool described = true;
  };
  /// Nothing for a URL that lies in no twin.
  std::optional<Original> original_of(std::string_view key) const;
  /// Whether that folder (Original::folder) is a twin that lies in its original, as a link to
  /// itself does.
  bool is_loop(std::uint64_t folder) const { return loops_.contains(folder); }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  struct Twin {
    std::string original;  ///< folder
    bool described = false;
  };
  using Twins = std::unordered_map<std::string, Twin>;
  Twins::const_iterator twin_around(std::string_view key) const;
  void add_twin(const std::string& folder, Twin twin);

  std::unordered_map<std::uint64_t, std::string> lists_;  ///< by what they say: the folder
  Twins twins_;                                           ///< by folder
  std::unordered_set<std::uint64_t> loops_;               ///< of these, by hash
};

}  // namespace tagtrail
