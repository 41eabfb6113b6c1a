// The user's word about a crawl, and the groups of links it is about. An input like a response:
// recorded, replayed, covered by snapshots.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail {

/// `good`, `useless`, `only` and `neutral` are about the group that `tag_path` belongs to:
/// `useless` withholds its links until taken back, `only` withholds those of all groups that are
/// not `only` too, but for files on the pages it led to; `good` counts as a few pages that paid
/// well; `neutral` takes the last word back, what the policy learnt from it fades with experience.
enum class Word : std::uint8_t {
  neutral = 0,
  good = 1,
  useless = 2,
  only = 3,
  example = 4,  ///< this link is what is wanted: its group is good, and it is requested next
  fetch = 5,    ///< request this URL next, as a file, whatever the scope
  paid = 6,     ///< known from before: such links brought `files` files in `requests` requests
  allow = 7,    ///< links of this group that act may be opened; with a URL, those built as that is;
                ///< without either, all that act
  forbid = 8,   ///< takes `allow` back; with a URL, of those built as that is, which then act;
                ///< without either, none that may act is opened from now on
  linked = 9,   ///< from now on as with Config::files `linked`: what was left of these files, too
  again = 10,   ///< request this URL once more, next: the answer it had may not have shown all
};

std::string_view to_string(Word word);

struct Feedback {
  Word word = Word::neutral;
  std::string tag_path;  ///< `/html/body/ul.datasets/li/a`; may be empty for `fetch`, `allow`,
                         ///< `forbid`, `linked`, `again`
  std::string url;       ///< canonical key; `example`, `fetch`, `again`; perhaps `allow`, `forbid`
  std::string anchor;    ///< of that link; may be empty
  std::string page;      ///< canonical key of the page it stands on; may be empty
  double files = 0;      ///< `paid`
  std::uint64_t requests = 0;
  /// The groups that people saw when they said it, each by its tag paths: the word is about all of
  /// the one that `tag_path` is in, and about none of the others. Empty: about the crawl's group.
  std::vector<std::vector<std::string>> shown;

  bool operator==(const Feedback&) const = default;
};

/// A group of links: those whose tag paths are alike (2-grams, cosine 0.75), whatever the policy.
struct LinkGroup {
  std::uint32_t id = 0;              ///< stays the same for the life of a crawl
  std::string tag_path;              ///< that founded it
  Word word = Word::neutral;         ///< the user's last: neutral, good, useless or only
  std::vector<std::string> anchors;  ///< of up to 3 of its links
  std::uint64_t open = 0;            ///< links that may be requested
  std::uint64_t withheld = 0;        ///< links that may not, by the user's word
  std::uint64_t acting = 0;          ///< links that are left out because they act
  std::uint64_t requests = 0;        ///< its links that were answered
  /// Files that these links were, or that the pages behind them led to.
  std::uint64_t files = 0;
  /// Mean of the files that the policy expects of its open links; nothing when it has no word.
  std::optional<double> expected;
};

/// What can be taken as an input. Errors: invalid_argument, invalid_url.
Expected<void> validate(const Feedback& feedback);

/// The order in which people see groups: the highest expectation first, then most files, then age.
bool comes_first(const LinkGroup& a, const LinkGroup& b);

nlohmann::json feedback_to_json(const Feedback& feedback);
/// Every member is checked and bounded; URLs are made canonical. Errors: invalid_argument,
/// invalid_url.
Expected<Feedback> feedback_from_json(const nlohmann::json& json);

}  // namespace tagtrail
