// What is known of the links of a page, without learning from it.
#pragma once

#include <vector>

#include "crawl/admission.hpp"
#include "crawl/link_groups.hpp"
#include "tagtrail/look.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

/// Borrows them, for one look.
struct PageLooker {
  const UrlTable& urls;
  LinkGroups& groups;
  const Policy& policy;
  const Admission& admission;

  /// `known` are the crawl's groups, by id; `url` is the page's.
  PageLook look(const Page& page, std::string_view url, std::vector<LinkGroup> known) const;

 private:
  LinkLook look_at(const LinkObservation& link, std::string_view page) const;
};

}  // namespace tagtrail
