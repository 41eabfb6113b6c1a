// Pages whose links are being considered, in order. They nest: a link fetched at once may be a page
// itself. A page is closed when nothing of it is out, the innermost first.
#pragma once

#include <vector>

#include "crawl/admission.hpp"
#include "crawl/flights.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

struct OpenPage {
  UrlId page = 0;
  std::vector<LinkObservation> links;  ///< in the policy's order
  std::size_t next = 0;                ///< of `links`, to be considered
  double reward = 0;
  std::uint32_t outstanding = 0;  ///< its links that are being requested

  bool has_next() const { return next < links.size(); }
};

class OpenPages {
 public:
  bool empty() const { return pages_.empty(); }
  std::size_t size() const { return pages_.size(); }
  OpenPage& innermost() { return pages_.back(); }
  std::size_t index_of(const OpenPage& page) const {
    return static_cast<std::size_t>(&page - pages_.data());
  }
  /// URLs that have not been considered, as far as a crawl that goes on would weigh them.
  struct Left {
    std::size_t links = 0;
    std::size_t unmet = 0;  ///< of these, URLs that no other page has led to
  };
  Left count_left(const UrlTable& urls, const Admission& admission) const;

  /// `reward`: what the page itself is worth.
  void open(UrlId page, std::vector<LinkObservation> links, double reward);
  /// The innermost; its reward.
  double close();
  /// A link of an open page turned out to be a file.
  void reward(const Flight& flight, double gain) { pages_[flight.open_page].reward += gain; }

  /// A request that may belong to an open page is made, or will be. False when there is no such
  /// page.
  bool expect(const Flight& flight);
  /// It was answered, or will not be made.
  void answered(const Flight& flight);

  /// With the links that were not considered; what is outstanding is told by the flights.
  void save(ByteWriter& out) const;
  /// False when malformed, or with URLs that are none of the `urls` first ones.
  bool load(ByteReader& in, UrlId urls);

 private:
  std::vector<OpenPage> pages_;
};

}  // namespace tagtrail
