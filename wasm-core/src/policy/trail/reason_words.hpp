// The sentence that says why policy `trail` chose a link.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "features/link_features.hpp"
#include "policy/trail/place_counts.hpp"

namespace tagtrail {

/// Of a name, an anchor or the like, in words for people.
inline constexpr std::size_t kShownCharacters = 40;

/// What spoke for a link when it was chosen.
struct LinkCase {
  std::string_view unit = "files";  ///< what gains are counted in
  std::string_view url;             ///< canonical
  std::string_view tag_path;
  std::string_view anchor;
  std::uint32_t depth = 0;
  Place list;                                 ///< links of the same tag path
  Place section;                              ///< links to the same part of the site
  std::uint32_t alike_waiting = 0;            ///< other links in the same place of such pages
  double expected = 0;                        ///< files a request
  double exploration = 0;                     ///< added to it
  std::array<double, kFeatureKinds> added{};  ///< what each kind of feature is of `expected`
  double translations = 0;                    ///< and what pages in other languages are
  double fruitless = 0;                       ///< P(neither a file nor a page that is new)
  std::string about;                          ///< relevance_words(), where there is a topic
};

/// How far a link is about the topic: "has some words of the topic (relevance 0.32)", and whether
/// tables by links like it `promised` more.
std::string relevance_words(double relevance, double promised);

/// The name of a kind of feature, as a term of a reason.
std::string_view feature_name(FeatureKind kind);

/// "links in 'ul.datasets li a' have brought 8.2 files a page over 31 pages; the anchor 'Download'
/// adds 2.1"; then the largest that speaks against it, what translations of the page say, a section
/// that brought nothing, that it is likely to bring nothing, and whether it was chosen to find out.
std::string reason_words(const LinkCase& link);

}  // namespace tagtrail
