// What ACEBot's learning phase saw of a site: its pages with their items and links.
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "policy/acebot/label.hpp"
#include "tables/string_table.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail::acebot {

using LabelId = std::uint32_t;
/// Of the site map, in the order of reading.
using PageIndex = std::uint32_t;

/// Its memory is bounded whatever the pages are like: 10 million items (40 MB) and 10 million links
/// (80 MB) in all, shared out equally among the pages (of 3,000 each may have 3,333 items and 3,000
/// links); 50,000 labels of at most 2,000 bytes. What is over is left out.
class SiteMap {
 public:
  static constexpr PageIndex kNone = 0xFFFFFFFFU;

  struct Link {
    LabelId label = 0;
    UrlId target = 0;  ///< read or not
    bool operator==(const Link&) const = default;
    bool operator<(const Link& other) const {
      return std::tie(label, target) < std::tie(other.label, other.target);
    }
  };
  struct Page {
    UrlId url = 0;
    double gain = 0;                   ///< what the objective gave for it
    std::vector<std::uint32_t> items;  ///< ascending and distinct
    std::vector<Link> links;           ///< document order, each once; of no page: none
  };

  /// Of at most `pages` pages.
  explicit SiteMap(std::size_t pages);

  std::size_t items_per_page() const { return items_per_page_; }
  /// The label's id by its text; StringTable::kNone for one that there is no room for.
  LabelId intern(const Label& label);
  std::string_view label(LabelId id) const { return labels_.at(id); }

  /// One that was requested, a page or not.
  void add(UrlId url, double gain);
  /// What a page says, cut to the limits; it is added if it is new.
  void read(UrlId url, std::vector<std::uint32_t> items, std::vector<Link> links);
  PageIndex find(UrlId url) const;
  const std::vector<Page>& pages() const { return pages_; }
  std::size_t size() const { return pages_.size(); }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in, UrlId known);

 private:
  Page& at(UrlId url);
  bool load_page(ByteReader& in, UrlId known);

  std::size_t items_per_page_;
  std::size_t links_per_page_;
  StringTable labels_;  ///< as texts
  std::vector<Page> pages_;
  std::unordered_map<UrlId, PageIndex> by_url_;
};

}  // namespace tagtrail::acebot
