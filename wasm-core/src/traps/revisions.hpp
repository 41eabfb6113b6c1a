// Things that a site shows at each of its revisions: `/tree/x.csv?id=HASH` beside `/tree/x.csv`,
// and `/snapshot/all-HASH.zip`. How many there are is the product of both, and what stands there
// now has most of them. A hash is a revision where the same address without it is linked, too;
// whether things there repeat what they are now, files tell that came under both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "tables/url_table.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

class Revisions {
 public:
  /// Borrows `urls`.
  explicit Revisions(const UrlTable& urls) : urls_(urls) {}

  /// A link was met (a key). Gives its site, as a number, where it shows something at a revision,
  /// which waits for all that is shown as it is now; nothing for others, and once the site is
  /// cleared.
  std::optional<std::uint64_t> met(std::string_view key);
  /// It was answered. Of files that came of one address at several revisions is kept whether they
  /// were the same.
  void answered(std::string_view key, const Response& response);

  /// Whether files at other revisions were mostly those in hand: of several addresses each.
  bool repeat(std::uint64_t site) const;
  /// They were tried, and were not: nothing of the site waits from now on.
  void clear(std::uint64_t site);
  /// How well a link that waits would show whether revisions repeat: 0 to 2.
  int worth_as_proof(std::string_view key) const;
  /// It is tried for that; its address at another revision would tell the same.
  void try_as_proof(std::string_view key);
  /// The address without the pairs that say of when it is, where the site has revisions.
  std::string as_now(std::string_view key) const;

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  struct Site {
    std::unordered_set<std::uint64_t> names;      ///< of query pairs that had a hash
    std::unordered_set<std::uint64_t> revisions;  ///< hashes of hashes
    /// What was linked without a hash, though with a pair of these names: `hb=HEAD`.
    std::unordered_set<std::uint64_t> as_now;
    std::unordered_map<std::uint64_t, std::uint64_t> contents;  ///< of files, by address
    std::unordered_set<std::uint64_t> same;                     ///< addresses, of which files were
    std::unordered_set<std::uint64_t> other;
    std::unordered_set<std::uint64_t> tried;  ///< as proofs
    bool cleared = false;
  };
  static std::string without_revision(const Site& site, std::string_view key);
  const Site* site_of(std::string_view key) const;

  const UrlTable& urls_;
  std::unordered_map<std::uint64_t, Site> sites_;  ///< by the hash of their origin
};

}  // namespace tagtrail
