// Parts of URLs that change nothing: session identifiers, orderings, where to return to after a
// login. Learnt from pairs: two URLs that differ in one part and give the same. Undone when they
// fail.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "tagtrail/bytes.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

class Sameness {
 public:
  /// A link was requested: other spellings of it will repeat it.
  void requested(std::string_view key);

  /// What came back for a URL: a page, or a file of which the digest is known (Response::content).
  /// Gives the rules that hold no longer because of it.
  std::vector<std::uint64_t> answered(std::string_view key, const Response& response);

  /// The rule that makes this URL another spelling of one that was requested; nothing when there is
  /// none.
  std::optional<std::uint64_t> repeats(std::string_view key) const;
  bool holds(std::uint64_t rule) const;
  bool any() const { return holding_ > 0; }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  /// A part of a URL, and the URL without it.
  struct Part {
    std::uint64_t rule = 0;  ///< this part, in this directory
    std::uint64_t strip =
        0;  ///< what is left out: a query key, the query, an identifier in the path
    std::string without;
  };
  struct Evidence {
    std::uint32_t same = 0;
    std::uint32_t other = 0;
  };
  static std::vector<Part> parts_of(std::string_view key);
  static bool holds(const Evidence& evidence);
  /// What the page says, with each of these left out of its links.
  static std::unordered_map<std::uint64_t, std::uint64_t> contents(const Page& page,
                                                                   std::string_view key);

  std::unordered_map<std::uint64_t, Evidence> rules_;       // by rule
  std::unordered_map<std::uint64_t, std::uint64_t> given_;  // by strip and URL without it: content
  std::unordered_set<std::uint64_t> requested_;             // strip and URL without it
  std::size_t holding_ = 0;
};

}  // namespace tagtrail
