// Links that may act, by where they stand and how their addresses are built, in whatever language:
// for crawls with a person's session, where a word that nobody has listed must not be enough. A
// page is looked at as a whole, for a command shows by its neighbours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/acting.hpp"

namespace tagtrail {

struct Suspect {
  std::size_t link = 0;  ///< index among the page's links
  std::string shape;     ///< link_shape() of its URL
  Act act;               ///< never sure
};

/// A canonical URL with what names one thing of many left out: `h/items/{}/approve`. Links of one
/// template share it.
std::string link_shape(std::string_view key);

/// Those of a page's links, in document order. `key`: canonical URL of the page.
std::vector<Suspect> suspects_on(std::string_view key, const std::vector<LinkObservation>& links);

}  // namespace tagtrail
