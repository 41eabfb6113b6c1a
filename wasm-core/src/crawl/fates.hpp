// What became of everything that the crawl has met and that may have led to a file. Each URL has
// one fate (UrlFacts), set when it is answered; what is no URL to request is counted here by cause.
// The end of a run is told from that: what is in no column is an error of ours, and named.
//
//   fates.answered(url, UrlFate::page);          // by who settles an answer
//   fates.leave(LeftOutCause::frames, address);  // by who meets what leads to no request
//   Account account = fates.report(finished);  // everything met is in exactly one column
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>

#include "tables/url_table.hpp"
#include "tagtrail/account.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

class Fates {
 public:
  /// Things that are told apart; what comes later counts, each time that it is met.
  static constexpr std::size_t kMost = 100'000;

  explicit Fates(UrlTable& urls) : urls_(urls) {}

  /// A URL was answered; of several answers the last counts, but a file stays one.
  void answered(UrlId url, UrlFate fate);
  /// Something was met that leads to no request, or to none that brought anything. The same `what`
  /// counts once.
  void leave(LeftOutCause cause, std::string_view what, std::uint64_t count = 1);
  /// What a page holds besides its links; not what it says of itself (`login`).
  void read(const Page& page);
  /// A link to where the crawl does not go.
  void out_of_scope(std::string_view url);
  /// An answer of a type that was not asked for.
  void unwanted(UrlId url, std::string_view mime);
  /// An answer at this URL, before anything is added to its links: one of a catalogue that says how
  /// many entries it has. All under one path are pages of one list.
  void listed(std::string_view url, const Page& page);

  /// Looks at all URLs. `finished`: nothing is on its way any more, and nothing waits.
  Account report(bool finished) const;
  /// Of a running crawl: what was left, without the columns.
  Account report_left() const;

  void save(ByteWriter& out) const;
  /// After the URLs. False when malformed.
  bool load(ByteReader& in);

 private:
  struct Left {
    std::uint64_t count = 0;
    std::string example;
  };
  struct Listing {
    std::uint64_t stated = 0;
    std::uint64_t items = 0;
  };

  void take_back(LeftOutCause cause, std::string_view what);
  bool is_new(std::string_view kind, std::string_view what);
  void add_listings(Account& account) const;

  UrlTable& urls_;
  std::unordered_set<std::uint64_t> met_;  ///< hashes of what is no URL to request
  std::array<Left, static_cast<std::size_t>(kLastLeftOutCause) + 1> left_;
  std::map<std::string, std::uint64_t, std::less<>> types_;  ///< of unwanted answers
  std::map<std::string, Listing, std::less<>> listings_;     ///< by source
  std::uint64_t out_of_scope_ = 0;
};

}  // namespace tagtrail
