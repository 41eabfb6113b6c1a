// Parts of URLs that change nothing: session identifiers, orderings, where to return to after a
// login, the names of folders that are others (folder_twins.hpp). Learnt from pairs: two URLs that
// differ in one part and give the same. Undone when they fail.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "tagtrail/bytes.hpp"
#include "tagtrail/exchange.hpp"
#include "traps/folder_twins.hpp"

namespace tagtrail {

class Sameness {
 public:
  /// A link was requested: other spellings of it will repeat it.
  void requested(std::string_view key);

  /// What came back for a URL: a page, or a file of which the digest is known (Response::content).
  /// Gives the rules that hold no longer because of it.
  std::vector<std::uint64_t> answered(std::string_view key, const Response& response);

  /// The rule that makes this URL another spelling of one that was requested, or that will be as
  /// far as `is_wanted` knows; nothing when there is none.
  std::optional<std::uint64_t> repeats(
      std::string_view key, const std::function<bool(std::string_view)>& is_wanted =
                                [](std::string_view) { return false; }) const;
  bool holds(std::uint64_t rule) const;
  /// Whether so many pairs were the same, here or by the same rule of the whole host, and no pair
  /// was not, that what it makes one is one.
  bool is_spotless(std::uint64_t rule) const;
  /// Whether what is taken for another spelling of a file may be another file: by a pair of its
  /// query such as `lang=fr` or `h=v1`, unlike the name of a session, where the visitor comes from,
  /// or how the file is sent; or in a folder whose list says no more than names. By words alone.
  bool may_be_another_file(std::string_view key) const;
  bool any() const { return holding_ > 0; }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  /// A part of a URL, and the URL without it.
  struct Part {
    std::uint64_t rule = 0;  ///< this part, in this directory
    std::uint64_t wide = 0;  ///< the same on the whole host; 0: none
    std::uint64_t strip =
        0;  ///< what is left out: a query key, the query, an identifier in the path
    std::string without;
  };
  struct Evidence {
    std::uint32_t same = 0;
    std::uint32_t other = 0;
    std::uint64_t wide = 0;  ///< the same on the whole host; 0: none
    /// Of a rule of the whole host: the same in all its directories, which `same` counts.
    std::uint32_t pairs = 0;
  };
  std::vector<Part> parts_of(std::string_view key) const;
  using Given = std::unordered_map<std::uint64_t, std::uint64_t>;
  static bool holds(const Evidence& evidence);
  /// Of a rule of the whole host: its pairs are of as many directories.
  bool holds_everywhere(std::uint64_t wide) const;
  /// Counts a pair for a rule. True when the rule holds no longer because of it.
  bool take(std::uint64_t rule, bool same);
  Given::const_iterator given_before(const Part& part, std::uint64_t now);
  /// What the page says, with each of these left out of its links.
  std::unordered_map<std::uint64_t, std::uint64_t> contents(const Page& page,
                                                            std::string_view key) const;

  FolderTwins folders_;
  std::unordered_map<std::uint64_t, Evidence> rules_;  // by rule
  Given given_;                                        // by strip and URL without it: content
  std::unordered_set<std::uint64_t> requested_;        // strip and URL without it
  std::size_t holding_ = 0;
};

}  // namespace tagtrail
