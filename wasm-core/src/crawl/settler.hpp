// What an answer means: it is counted and judged, its page is read, its redirect followed, its file
// credited to what had led there, and the policy told.
#pragma once

#include <optional>

#include "crawl/accounts.hpp"
#include "crawl/catalogues.hpp"
#include "crawl/fates.hpp"
#include "crawl/flights.hpp"
#include "crawl/group_book.hpp"
#include "crawl/open_pages.hpp"
#include "crawl/page_links.hpp"
#include "crawl/redirects.hpp"
#include "crawl/revisit_round.hpp"
#include "tagtrail/objective.hpp"
#include "traps/trap_watch.hpp"

namespace tagtrail {

class Settler {
 public:
  /// What it borrows.
  struct Parts {
    const Config& config;
    const Admission& admission;
    FilesElsewhere& elsewhere;
    Objective& objective;
    Catalogues& catalogues;
    UrlTable& urls;
    Fates& fates;
    Accounts& accounts;
    GroupBook& book;
    RevisitRound& round;
    TrapWatch& traps;
    OpenPages& open_pages;
    Redirects& redirects;
    PageLinks& page_links;
    Flights& flights;
    Hosts& hosts;
    Policy& policy;
  };
  explicit Settler(const Parts& parts) : parts_(parts) {}

  /// Settles what came back for a flight, and takes the links of the page that it is. An open page
  /// whose link was asked for hears of it from the caller.
  Judgement settle(const Flight& flight, Response& response);
  /// The same for one that `url` has answered, with no redirect that is to be followed.
  Judgement settle_answer(const Flight& flight, UrlId url, Response& response);

 private:
  Finding judge(const Response& response, std::string_view url) const;
  int away_in_a_row(const Flight& flight, const Response& response) const;
  Judgement settle_type_check(const Flight& flight, const Response& response);
  Judgement settle_redirect(const Flight& flight, const Response& response);
  Judgement settle_revisit(const Flight& flight, Response& response);
  Judgement settle_read_again(const Flight& flight, Response& response);
  bool was_page(UrlId url) const;
  Judgement credit(const Flight& flight, UrlId url, const Finding& found, bool repeated,
                   const Response& response);
  void report(const Flight& flight, std::optional<UrlId> url, Outcome outcome);

  Parts parts_;
};

}  // namespace tagtrail
