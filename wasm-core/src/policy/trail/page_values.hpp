// What pages are worth, and what that says about links like the one that led to each. As more
// becomes known of what is behind a page, it is valued anew (docs/policies.md, "trail").
#pragma once

#include <vector>

#include "policy/trail/link_models.hpp"
#include "policy/trail/page_records.hpp"
#include "policy/trail/read_pages.hpp"

namespace tagtrail {

struct ChildValue {
  double predicted = 0;  ///< decides which children count, and in which order
  double value = 0;      ///< what it counts for: the realised value once it is known
};

/// The best rate of targets per request that is not itself for a target, over the page and its most
/// promising children (Horn's and Sidney's ratio). `targets`: found directly on the page. Children
/// are discounted by `discount`. Reorders `children`.
double page_value(double targets, std::vector<ChildValue>& children, double discount);

class PageValues {
 public:
  /// Borrows links and models.
  PageValues(const TrailParameters& parameters, LinkStore& links, LinkModels& models)
      : parameters_(parameters), links_(links), models_(models) {}

  /// A page that a link led to is finished; `foreseen`: files among its targets that have not been
  /// requested.
  void learn(const ReadPage& page, double foreseen, Random& random);
  /// The link is no target, and worth `value`: the page that it stands on is valued anew, at the
  /// 1st, 2nd, 4th, ... time.
  void realise(TrailLink& link, double value);
  /// A target worth `gain` was found by a link of a page that had been valued.
  void credit_late_target(UrlId page, double gain);

  void save(ByteWriter& out) const { records_.save(out); }
  bool load(ByteReader& in) { return records_.load(in, links_, models_.lessons().size()); }

 private:
  double value_of(double targets, const std::vector<UrlId>& children);
  void correct(PageRecord& record, double rate);

  TrailParameters parameters_;
  LinkStore& links_;
  LinkModels& models_;
  PageRecords records_;
  std::vector<ChildValue> children_;  ///< no state: room for value_of()
};

}  // namespace tagtrail
