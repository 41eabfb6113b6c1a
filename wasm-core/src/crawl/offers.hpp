// Links that were kept back and may be requested by now: they are considered once more, those of
// one page together.
#pragma once

#include <deque>
#include <vector>

#include "tables/url_list.hpp"
#include "tables/url_table.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

class Offers {
 public:
  const std::deque<UrlId>& all() const { return links_; }
  void add(UrlId link) { links_.push_back(link); }
  void replace(std::deque<UrlId> links, const UrlTable& urls);

  /// The next ones of one page, which are known from now on; no links when there are none.
  struct Page {
    UrlId page = 0;
    std::vector<LinkObservation> links;
  };
  Page take_page(UrlTable& urls);

  void save(ByteWriter& out) const { save_ids(out, links_); }
  bool load(ByteReader& in, UrlId urls) { return load_ids(in, links_, urls); }

 private:
  std::deque<UrlId> links_;
};

}  // namespace tagtrail
