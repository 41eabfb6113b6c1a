// What became of everything that the crawl has met and that may have led to a file. Each URL has
// one fate (UrlFacts), told here from its answer; what is no URL to request is counted by cause.
// The end of a run is told from that: what is in no column is an error of ours, and named.
//
//   fates.answered(flight, url, found, is_new, response);  // by who settles an answer
//   fates.met_outside(link, page);                         // by who considers links
//   Account account = fates.report(finished);              // all that was met, each in one column
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "crawl/admission.hpp"
#include "crawl/flights.hpp"
#include "crawl/left_book.hpp"
#include "tables/url_table.hpp"
#include "tagtrail/account.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/objective.hpp"

namespace tagtrail {

class Fates {
 public:
  /// Both borrowed.
  Fates(UrlTable& urls, const Admission& admission) : urls_(urls), admission_(admission) {}

  /// `url` has answered a flight, and was found to be that; `is_new`: a file that counts. Of
  /// several answers the last one tells, but a file stays one. To be called before anything is
  /// added to the links of the page.
  void answered(const Flight& flight, UrlId url, const Finding& found, bool is_new,
                const Response& response);
  /// A flight was sent on, to an address that is asked for next (`follows`), or is not.
  void redirected(const Flight& flight, const std::string& location, bool follows);
  /// A page of a catalogue that can't be asked so, nor in another way.
  void list_refused(const Flight& flight, UrlId url);
  /// The list that the answer at `url` is a part of has lost entries up to here, and has changed
  /// while it was read.
  bool list_changed(UrlId url, const Page& page) const;
  /// A browser was sent on by these before it was answered.
  void passed(const std::vector<RedirectHop>& hops);
  /// Only its type was asked for.
  void type_checked(UrlId url, const Response& response);
  /// It was asked for once more, and was found to be that.
  void revisited(UrlId url, const Finding& found, const Response& response);
  /// A link to where the crawl does not go, and which is not taken as a file.
  void met_outside(const LinkObservation& link, UrlId page);
  /// A new link that is not kept, because the memory of the crawl is bounded.
  void no_room_for(const LinkObservation& link) { book_.leave(LeftOutCause::no_memory, link.url); }

  /// Looks at all URLs. `finished`: nothing is on its way any more, and nothing waits.
  Account report(bool finished) const;
  /// Of a running crawl: what was left, without the columns.
  Account report_left() const;

  void save(ByteWriter& out) const;
  /// After the URLs. False when malformed.
  bool load(ByteReader& in);

 private:
  void page_answered(const Flight& flight, UrlId url, const Response& response);
  void other_answered(const Flight& flight, UrlId url, const Response& response);
  void set(UrlId url, UrlFate fate);
  void read(const Page& page);
  enum class NextPart : std::uint8_t { none, asked, out_of_reach };
  void data_answered(const Flight& flight, std::string_view url, const Page& page);
  NextPart next_part(std::string_view url, const Page& page) const;
  void listed(const std::string& source, std::string_view url, const Page& page);
  std::string_view promised_file(const Flight& flight) const;

  UrlTable& urls_;
  const Admission& admission_;
  LeftBook book_;  ///< of what is no URL to request
  std::uint64_t out_of_scope_ = 0;
};

}  // namespace tagtrail
