// What policy `trail` tells people: why a link was chosen, in words and terms that they can check,
// and what the places of links have brought.
#pragma once

#include <vector>

#include "policy/trail/link_models.hpp"

namespace tagtrail {

class TrailReports {
 public:
  /// Borrows everything. `unit`: what gains are counted in.
  TrailReports(const PolicyContext& context, const LinkStore& links, const PlaceCounts& places,
               const LinkModels& models, const Topic& topic, std::string_view unit)
      : unit_(topic.is_set() ? std::string(unit) + " on the topic" : unit),
        topic_(topic),
        context_(context),
        links_(links),
        places_(places),
        models_(models) {}

  /// Why a link of the frontier is next.
  Reason of_choice(const TrailLink& link) const;
  /// Why a link that is wanted with probability `p` is fetched with its page.
  Reason of_file(UrlId url, double p) const;
  /// The places where links were found, best first; counted anew at each call, as people ask
  /// rarely. A place is a tag path in which numbers don't count.
  std::vector<GroupReport> of_places() const;

 private:
  std::string about_words(UrlId url) const;

  std::string unit_;  ///< what gains are counted in
  const Topic& topic_;
  const PolicyContext& context_;
  const LinkStore& links_;
  const PlaceCounts& places_;
  const LinkModels& models_;
};

}  // namespace tagtrail
