// What the user has said of groups, and what is still to be told to the policy. In snapshots a
// group is named by a tag path of it.
#pragma once

#include <optional>
#include <vector>

#include "crawl/link_groups.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/feedback.hpp"

namespace tagtrail {

/// Pages that count as read: so many, with so many files each.
struct Lesson {
  double files = 0;
  double weight = 0;
};

class Teaching {
 public:
  /// The user's last word on a group: neutral, good, useless or only.
  void say(GroupId group, Word word);
  Word word(GroupId group) const;
  /// Whether the words keep links back.
  bool withholds() const { return useless_ > 0 || only_ > 0; }
  bool has_only() const { return only_ > 0; }
  bool empty() const { return said_.empty(); }

  /// A lesson about a group none of whose links the policy knows yet; the last one counts.
  void owe(GroupId group, Lesson lesson);
  bool owes() const { return !owed_.empty(); }
  /// A link of this group came.
  void arrived(GroupId group);
  struct Due {
    GroupId group = 0;
    Lesson lesson;
  };
  /// A lesson whose links have come, taken off the list.
  std::optional<Due> take_due();

  void save(ByteWriter& out, const LinkGroups& groups) const;
  /// Groups are found anew. False when malformed, or when a path is none of the `paths` first ones.
  bool load(ByteReader& in, LinkGroups& groups, PathId paths);

 private:
  struct Said {
    GroupId group = 0;
    Word word = Word::neutral;
  };
  struct Owed {
    Due due;
    bool arrived = false;
  };
  void count(Word word, bool more);

  std::vector<Said> said_;      ///< in the order of first words
  std::vector<Word> by_group_;  ///< the same, to be found at once
  std::size_t useless_ = 0;
  std::size_t only_ = 0;
  std::vector<Owed> owed_;
};

}  // namespace tagtrail
