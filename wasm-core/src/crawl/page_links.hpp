// What is done with the links of pages: they are considered in the policy's order, those of the
// page read last first, and are requested at once, wait in the frontier, or are dropped.
#pragma once

#include <vector>

#include "crawl/fates.hpp"
#include "crawl/files_elsewhere.hpp"
#include "crawl/flights.hpp"
#include "crawl/frontier.hpp"
#include "crawl/hosts.hpp"
#include "crawl/open_pages.hpp"
#include "crawl/queries.hpp"
#include "crawl/revisit_round.hpp"
#include "crawl/url_room.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class PageLinks {
 public:
  /// What it borrows.
  struct Parts {
    const Config& config;
    LinkOrder order;
    UrlTable& urls;
    Fates& fates;
    const Admission& admission;
    FilesElsewhere& elsewhere;
    Queries& queries;
    GroupBook& book;
    RevisitRound& round;
    UrlRoom& room;
    Frontier& frontier;
    OpenPages& open_pages;
    Flights& flights;
    const Hosts& hosts;
    Policy& policy;
  };
  explicit PageLinks(const Parts& parts) : parts_(parts) {}

  /// `url` answered a flight with this page: learns from it and opens it. Takes its links.
  void read(const Flight& flight, UrlId url, Page& content, double gain);
  /// A page that had been read before has these links now: only new ones are considered, and
  /// nothing is learnt about the page.
  void read_again(UrlId page, std::vector<LinkObservation> links);
  /// The same of one that may show more than it did: its forms are asked, too.
  void read_more(const Flight& flight, Page& content);
  /// Makes the next request that a link of an open or offered page leads to. False when there is
  /// none, or none before others of the page are answered.
  bool request_next();
  /// Whether the links of all pages that were read have been dealt with.
  bool is_through() const {
    return parts_.open_pages.empty() && parts_.frontier.offers().all().empty();
  }
  /// Queries of a form on a page become links of it.
  void offer(UrlId page, std::vector<LinkObservation> queries) {
    open_unlearnt(page, std::move(queries));
  }
  /// Considers all links of the page read last, which the user has loaded; its requests follow when
  /// there is room.
  void go_through_observed();

 private:
  enum class Room : std::uint8_t { now, later };  ///< for the requests that links lead to
  void open(UrlId page, const LinkView& link, bool chosen, Page& content, double gain);
  bool open_unlearnt(UrlId page, std::vector<LinkObservation> links);
  void close();
  bool consider_next(OpenPage& page, Room room);
  bool is_beyond(UrlId link, std::uint32_t depth) const;
  void request(UrlId link, Origin origin, std::size_t page, Room room, Reason reason);

  Parts parts_;
};

}  // namespace tagtrail
