// What the URLs of a replica are to a crawl: its objective is asked, as the engine asks it of
// answers.
#pragma once

#include <cstdint>
#include <memory>

#include "replica/replica.hpp"
#include "tagtrail/objective.hpp"

namespace tagtrail::host {

/// What a crawl that requests everything within reach gets. `gain` is the same in whatever order
/// that happens: of files and of pages with markup it is a sum, of forms and of pairs of words the
/// number of distinct ones. The number of targets is the same for files and markup; with `forms`
/// and `content` a page is a target if it has something that pages before it had not, so how many
/// there are depends on the order, and here they are counted in that of a breadth-first crawl. A
/// crawl may therefore find more "targets" than these, never more gain.
struct WithinReach {
  std::size_t targets = 0;
  double gain = 0;
  std::size_t looked_into = 0;  ///< files of which it is known what they hold
};

class ReplicaJudge {
 public:
  /// For the objective of `config`, its parameters, and whether it reads sitemaps. Borrows the
  /// replica. Errors: of the objective's parameters.
  static Expected<ReplicaJudge> make(Replica& replica, const Config& config);

  /// On its own (Objective::judge). A redirect is `html`, as published (see Oracle); no success is
  /// `dead`. Pages are read only where the objective needs to know what they say. Errors: the
  /// replica's.
  Expected<Finding> judge(const ReachableUrl& url);
  /// Adds it, with its gain after all that was taken before (Objective::take), unless it is no
  /// target, or says nothing new. To be called once a URL. Errors: the replica's.
  Expected<void> take(const ReachableUrl& url, WithinReach& reach);

  // The same of a response that was loaded with needs() by GET.
  Finding judge(const Response& response) const;
  void take(const Response& response, const Finding& finding, WithinReach& reach);
  /// When all was taken. Errors: invalid_argument, where the objective has to know what files hold
  /// and the replica has no bytes of any.
  Expected<void> check_looked(const WithinReach& reach) const;

  /// Finding::url_class alone, for which no page is read: it hangs on type and status.
  UrlClass class_of(const ReachableUrl& url) const;
  ContentNeeds needs() const { return objective_->needs(); }
  /// Whether only a file can be a target: then most rows need no look.
  bool wants_files_only() const { return files_only_; }

 private:
  Expected<Response> response_to(const ReachableUrl& url) const;
  ReplicaJudge(Replica& replica, std::unique_ptr<Objective> objective)
      : replica_(&replica), objective_(std::move(objective)) {}

  Replica* replica_;
  std::unique_ptr<Objective> objective_;
  bool sitemaps_ = false;
  bool files_only_ = false;
};

/// For the scope and objective of `config`; holds no URLs. With an objective of pages all of them
/// are read. Errors: the replica's, and of the objective's parameters.
Expected<WithinReach> count_within_reach(Replica& replica, const Config& config);

}  // namespace tagtrail::host
