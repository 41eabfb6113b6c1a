// A link that the crawl knows, as others want to see it.
#pragma once

#include "tables/url_table.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

/// Views are of `urls`; without observation.
inline LinkView view_of(const UrlTable& urls, UrlId id) {
  const UrlFacts& facts = urls.facts(id);
  return {id,      urls.key(id), facts.path, urls.path(facts.path), urls.anchor(facts.anchor),
          nullptr, facts.source, facts.depth};
}

/// What it was on its page, as far as that is kept.
inline LinkObservation observation_of(const UrlTable& urls, UrlId id) {
  const LinkView view = view_of(urls, id);
  LinkObservation link;
  link.url = std::string(view.key);
  link.tag_path = std::string(view.tag_path);
  link.anchor = std::string(view.anchor);
  return link;
}

}  // namespace tagtrail
