// The links that wait to be requested: those in the policy's frontier, and those that were kept
// back and are offered again. Keeps the states of URLs and what the policy knows in step.
#pragma once

#include <optional>

#include "crawl/acting_links.hpp"
#include "crawl/admission.hpp"
#include "crawl/files_elsewhere.hpp"
#include "crawl/group_book.hpp"
#include "crawl/offers.hpp"
#include "crawl/queries.hpp"
#include "tables/url_table.hpp"
#include "tagtrail/policy.hpp"
#include "traps/trap_watch.hpp"

namespace tagtrail {

class Frontier {
 public:
  /// What it borrows.
  struct Parts {
    UrlTable& urls;
    const Admission& admission;
    FilesElsewhere& elsewhere;
    GroupBook& book;
    ActingLinks& acting;
    const Queries& queries;
    TrapWatch& traps;
    Policy& policy;
  };
  explicit Frontier(const Parts& parts) : parts_(parts) {}

  /// Whether a new link is not to be requested: it acts, the user's words withhold it, or it lies
  /// in a trap. Its state says which.
  bool keeps_back(UrlId link, const LinkObservation& seen);
  /// A page was read: what belongs to the site's administration by that is left from now on.
  void learn(UrlId page, const Page& content);
  /// A link was answered, by a redirect perhaps: so it is known whether it has shown anything.
  void learn_end(UrlId link, const Response& response);
  /// Another way than by the policy's choice leads there, or has led: it waits no longer.
  void reached(UrlId url);
  /// The policy's choice of those that may be requested; nothing when there is none, or none yet.
  std::optional<Choice> choose();
  /// Links in the policy's frontier.
  std::size_t size() const { return parts_.policy.frontier_size(); }

  /// Takes out what must be left because it acts, by what is known now.
  void leave_what_acts();
  /// Takes out what the user's words withhold by now, and offers what nothing withholds any more.
  void withhold_and_offer();
  /// Offers what was in no trap after all.
  void offer_released();
  Offers& offers() { return offers_; }
  const Offers& offers() const { return offers_; }

 private:
  bool is_in_trap(UrlId link);

  Parts parts_;
  Offers offers_;
};

}  // namespace tagtrail
