// The account of a crawl: everything that was met, and what became of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tagtrail/left_out.hpp"

namespace tagtrail {

inline constexpr std::size_t kMostOtherTypes = 10;
inline constexpr std::size_t kMostListings = 20;

/// Things left for one cause.
struct LeftBehind {
  LeftOutCause cause = LeftOutCause::not_asked;
  std::uint64_t count = 0;
  std::string example;  ///< the first that was met

  bool operator==(const LeftBehind&) const = default;
};

/// Answers of a type that was not asked for.
struct OtherType {
  std::string mime;
  std::uint64_t count = 0;

  bool operator==(const OtherType&) const = default;
};

/// What a catalogue says that it has, and what its answers listed.
struct Listing {
  std::string source;
  std::uint64_t stated = 0;
  std::uint64_t listed = 0;

  bool operator==(const Listing&) const = default;
};

/// `met` is the sum of the others, up to and with `unaccounted`.
struct Account {
  std::uint64_t met = 0;
  std::uint64_t saved = 0;             ///< answered with a wanted file
  std::uint64_t equal = 0;             ///< with one whose content another had
  std::uint64_t pages = 0;             ///< read for their links
  std::uint64_t moved = 0;             ///< redirects; where they lead has a fate of its own
  std::uint64_t unwanted = 0;          ///< by type, scope, or the user's rules and words
  std::uint64_t dead = 0;              ///< 404 and 410
  std::uint64_t failed = 0;            ///< refused, forbidden, broken: each with its cause
  std::uint64_t left = 0;              ///< for the causes of left_out
  std::uint64_t not_tried = 0;         ///< still open
  std::uint64_t unaccounted = 0;       ///< an error of ours
  std::string waiting;                 ///< one of those that were not tried
  std::vector<LeftBehind> left_out;    ///< by cause
  std::vector<OtherType> other_types;  ///< most frequent first, at most kMostOtherTypes
  std::vector<Listing> listings;       ///< that state a total, at most kMostListings

  bool operator==(const Account&) const = default;
};

}  // namespace tagtrail
