// The groups of links as people see them: which links are in them, what came of these, whatever
// the policy, and what the user has said of them.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "crawl/acting_links.hpp"
#include "crawl/admission.hpp"
#include "crawl/link_groups.hpp"
#include "crawl/teaching.hpp"
#include "tagtrail/feedback.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class GroupBook {
 public:
  /// Borrows it.
  explicit GroupBook(UrlTable& urls) : urls_(urls), clusters_(urls) {}

  LinkGroups& clusters() const { return clusters_; }

  /// A link was answered.
  void answered(UrlId link);
  /// It led to a file that is new.
  void found_file(UrlId link);
  /// All groups, by id, counted anew: people ask rarely. Those of `offered` count as open.
  std::vector<LinkGroup> all(const Policy& policy, const std::deque<UrlId>& offered) const;

  /// Whether the user's words keep a link back.
  bool withholds(UrlId link, const Admission& admission) const;
  /// Says so where the user's word stands behind a request.
  Reason with_word(Reason reason, UrlId link) const;
  /// The groups that a word is about: of `path`, and of all that was shown as one with it. What
  /// people saw as groups of their own are such from then on, each with the words that it had.
  struct About {
    std::vector<GroupId> groups;
    bool regrouped = false;  ///< some paths are in other groups now
  };
  About take_as_shown(const Feedback& feedback, PathId path, ActingLinks& acting);
  /// neutral, good, useless or only.
  void say(const std::vector<GroupId>& groups, Word word);
  bool has_only(GroupId group) const { return teaching_.word(group) == Word::only; }

  /// Teaches the policy of all links of the groups; when it knows none, as soon as one has come.
  void give_lesson(Policy& policy, const std::vector<GroupId>& groups, Lesson lesson);
  /// A link has joined the policy's frontier.
  void arrived(UrlId link);
  /// To be called between pages.
  void give_due_lessons(Policy& policy);

  void save(ByteWriter& out) const;
  /// False when malformed, or with paths that are not known.
  bool load(ByteReader& in);

 private:
  struct Shown;
  std::vector<Shown> known_before(const Feedback& feedback, const ActingLinks& acting);
  void set_apart(GroupId group, const std::map<std::size_t, std::vector<PathId>>& parts,
                 const std::vector<Shown>& shown, std::size_t taught, ActingLinks& acting);
  void count_links(std::vector<LinkGroup>& groups, const Policy& policy) const;
  std::vector<LinkView> links_of(const std::vector<GroupId>& groups) const;

  UrlTable& urls_;
  mutable LinkGroups clusters_;          ///< made on demand
  std::vector<std::uint64_t> requests_;  ///< links answered, by path
  /// By the link's path, and that of the link that had led to its page.
  std::map<std::pair<PathId, PathId>, std::uint64_t> files_;
  Teaching teaching_;
};

}  // namespace tagtrail
