// A link as it was seen on a page, whoever read the page: libgumbo, the live DOM, a DOMParser.
#pragma once

#include <cstdint>
#include <string>

namespace tagtrail {

/// Limits that every reader of pages keeps, so that hostile pages cost bounded memory. Text is cut
/// at a UTF-8 character border. A page that was cut is marked (`Page::truncated`).
namespace limits {
inline constexpr std::size_t kLinksPerPage = 1'000'000;
/// What a page's links take, with all their strings: deep paths or a long base could multiply it.
inline constexpr std::size_t kLinkBytes = 64ULL << 20;
inline constexpr std::size_t kWrittenBytes = 2048;  ///< href as written
inline constexpr std::size_t kAnchorBytes = 300;    ///< anchor text
inline constexpr std::size_t kHeadingBytes = 200;   ///< preceding heading
inline constexpr std::size_t kAroundBytes = 200;    ///< surrounding text
inline constexpr std::size_t kRelBytes = 64;
inline constexpr std::size_t kPathTokenBytes = 256;  ///< one element of a tag path
inline constexpr std::size_t kPathDepth = 512;       ///< elements kept; deeper ones are dropped
inline constexpr std::size_t kPathBytes = kPathDepth * (kPathTokenBytes + 1);  ///< a tag path
inline constexpr std::size_t kTitleBytes = 300;
inline constexpr std::size_t kPageTextWords = 300;
inline constexpr std::size_t kPageTextBytes = 4096;
inline constexpr std::uint64_t kPageBytes = 64ULL << 20;  ///< HTML read from one page
}  // namespace limits

/// The elements whose links are followed, in the order of the published four passes. `link` stands
/// for what no reader of the page sees: <link> to feeds and sitemaps, the entries of these, and the
/// places where a site may keep them. It is followed only where Config::sitemaps says so.
enum class LinkElement : std::uint8_t { a = 0, area = 1, frame = 2, iframe = 3, link = 4 };

/// What a page says about following a link, besides its words (LinkObservation::hints).
namespace link_hint {
/// It asks "are you sure?" first: data-confirm and its kin of any prefix, confirm() in onclick.
inline constexpr std::uint8_t kConfirms = 1;
/// It sends another method than GET: data-method, hx-post and their kin of any prefix.
inline constexpr std::uint8_t kOtherMethod = 2;
/// A script handles presses on it: onclick and its kin, whatever library they are of.
inline constexpr std::uint8_t kHandles = 4;
/// What it says to those who see a sign, or hear a name: an icon of a bin, aria-label="Delete".
inline constexpr std::uint8_t kSign = 8;
inline constexpr std::uint8_t kAll = 15;
}  // namespace link_hint

/// When something happened, as far as it was told: not before `from`, and before `until`. Seconds
/// since 1970.
struct TimeSpan {
  std::uint32_t from = 0;
  std::uint32_t until = 0;  ///< 0: nothing was told

  bool is_told() const { return until > 0; }
  bool operator==(const TimeSpan&) const = default;
};

struct LinkObservation {
  std::string url;       ///< canonical key (canonical_url), resolved against the page's base
  std::string written;   ///< the attribute as written, cut to kWrittenBytes
  std::string tag_path;  ///< `/html/body/div#main/ul.datasets/li/a` (tag_path.hpp)
  std::string anchor;    ///< text, or image alt, or title; white space collapsed
  std::string heading;   ///< nearest preceding h1-h6, dt, th, legend or caption in document order
  std::string around;    ///< text of the nearest block ancestor, up to kAroundBytes
  std::string rel;       ///< rel attribute, white space collapsed
  LinkElement element = LinkElement::a;
  std::uint8_t hints = 0;      ///< link_hint bits
  std::uint32_t position = 0;  ///< 0, 1, ... in document order among the page's links
  TimeSpan changed;            ///< when what it leads to changed last, by a sitemap

  bool operator==(const LinkObservation&) const = default;
};

}  // namespace tagtrail
