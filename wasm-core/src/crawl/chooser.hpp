// Which request comes next: what must follow, the seed URL, links of open pages, then the policy's
// choice or a revisit; failures and traps when nothing else is left.
#pragma once

#include <deque>

#include "crawl/accounts.hpp"
#include "crawl/catalogues.hpp"
#include "crawl/flights.hpp"
#include "crawl/frontier.hpp"
#include "crawl/page_links.hpp"
#include "crawl/retries.hpp"
#include "crawl/revisit_round.hpp"
#include "traps/trap_watch.hpp"

namespace tagtrail {

class Chooser {
 public:
  /// What it borrows.
  struct Parts {
    const Config& config;
    const PolicyInfo& policy_info;
    const Accounts& accounts;
    UrlTable& urls;
    Random& random;
    Frontier& frontier;
    Queries& queries;
    TrapWatch& traps;
    RevisitRound& round;
    PageLinks& page_links;
    Catalogues& catalogues;
    Retries& retries;
    Flights& flights;
    const Hosts& hosts;
  };
  explicit Chooser(const Parts& parts) : parts_(parts) {}

  /// Sends the next flight; false when there is nothing to request, or nothing yet.
  bool send_next();

  void save(ByteWriter& out) const;
  /// After the URLs. False when malformed.
  bool load(ByteReader& in);

 private:
  bool start();
  void line_up_seeds();
  bool offer_queries(std::size_t waiting);
  bool ask_on();
  bool try_again();
  bool ask_catalogue();
  void ask_catalogue_at(UrlId url);
  bool choose_from_frontier();
  bool choose_in_round();
  bool try_trap(bool at_end);

  Parts parts_;
  bool started_ = false;     ///< it was the seed URLs' turn
  std::deque<UrlId> seeds_;  ///< that have not been requested since
};

}  // namespace tagtrail
