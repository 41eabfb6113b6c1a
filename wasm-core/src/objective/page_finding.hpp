// What all objectives whose targets are pages have in common.
#pragma once

#include "tagtrail/objective.hpp"

namespace tagtrail {

/// Of an answer: pages, and lists of links that are read as pages, are followed, all else is
/// neither. `gain_of`: of the content of
/// what is HTML, which is kept when it has some.
template <typename GainOf>
Finding page_finding(const Response& response, const GainOf& gain_of) {
  const bool html = is_html(response.mime);
  Finding finding;
  finding.follow = response.is_page || html;
  finding.url_class = finding.follow ? UrlClass::html : UrlClass::neither;
  if (html) finding.gain = gain_of(response.page.content);
  finding.keep = finding.is_target();
  return finding;
}

}  // namespace tagtrail
