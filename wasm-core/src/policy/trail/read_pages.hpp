// The pages that policy `trail` has read and not valued yet. What looks like a target is fetched
// with its page; once all of that is answered, the page is finished.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "policy/trail/link_models.hpp"

namespace tagtrail {

struct ReadPage {
  static constexpr UrlId kNoLink = 0xFFFFFFFFU;

  /// A link that may be fetched with the page.
  struct Candidate {
    double p = 0;  ///< LinkModels::wanted() when it was looked at last
    UrlId url = 0;
  };

  UrlId link = kNoLink;               ///< that led here; none for the seed URL
  UrlId page = kNoLink;               ///< none while it has no new link
  double targets = 0;                 ///< found on it, and what it is worth itself
  std::uint32_t outstanding = 0;      ///< links fetched with it that have not been answered
  std::vector<UrlId> children;        ///< its new links
  std::vector<Candidate> candidates;  ///< published_heap.hpp
};

class ReadPages {
 public:
  /// Borrows them all.
  ReadPages(LinkStore& links, const LinkModels& models, const PolicyContext& context)
      : links_(links), models_(models), context_(context) {}

  /// A page whose links are going to be considered, inside of the one before. `link`: led there.
  void open(UrlId link);
  /// The page opened last; there must be one.
  ReadPage& innermost() { return open_.back(); }
  /// The page opened last has no more links, and is the newest of those closed.
  const ReadPage& close();
  /// A link of the page closed last is wanted with P `p`: it may be fetched with its page.
  void weigh(UrlId link, double p);
  /// Closed last, taken out without its files being fetched; `foreseen`: how many of its links are
  /// taken for targets.
  ReadPage take_closed(double& foreseen);

  /// What is to be done about the newest pages: a link to fetch with its page, or a page that is
  /// finished and no longer here, or nothing before the next answer.
  struct Step {
    std::optional<ReadPage::Candidate> fetch;
    std::optional<ReadPage> finished;
  };
  Step next();
  /// The page that the link was fetched with, which waits for one answer less; null when the link
  /// came from the frontier.
  ReadPage* answered(const TrailLink& link);
  /// The link belongs to none of the closed pages any more.
  void leave(UrlId url);
  /// Links of all pages here.
  std::size_t links() const;

  void save(ByteWriter& out) const;
  /// False when malformed, or when something refers beyond what is known.
  bool load(ByteReader& in, const PolicyContext::Known& known);
  /// The page whose links are being considered; kNoLink when none is.
  UrlId page_at_hand() const { return open_.empty() ? ReadPage::kNoLink : open_.back().page; }

 private:
  std::optional<ReadPage::Candidate> next_with(ReadPage& page);
  HostState host_state(UrlId url) const;
  bool load_page(ByteReader& in, const PolicyContext::Known& known, ReadPage& page) const;

  LinkStore& links_;
  const LinkModels& models_;
  const PolicyContext& context_;
  std::vector<ReadPage> open_;    ///< their links are being considered, nested
  std::vector<ReadPage> closed_;  ///< all considered; what is fetched with them is not all in
};

}  // namespace tagtrail
