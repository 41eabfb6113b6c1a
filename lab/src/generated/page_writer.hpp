// Writes the HTML of generated pages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "generated/paths.hpp"
#include "generated/site_plan.hpp"
#include "generated/sizes.hpp"
#include "generated/traps.hpp"

namespace tagtrail::host::generated {

/// What pages are written from. All of it outlives the writer, and is only read: several threads
/// may write at once, each with a writer of its own.
struct Site {
  const Profile& profile;
  const SitePlan& plan;
  const Paths& paths;
  const Sizes& sizes;
  const Traps& traps;
  std::uint64_t seed;
};

class PageWriter {
 public:
  explicit PageWriter(const Site& site);

  /// The page of a node whose kind is a page; a list also in one of the traps' variants.
  std::string page(const Node& node, std::optional<unsigned> variant = {});
  /// One month of the calendar.
  std::string month(unsigned month);
  /// What 4xx and 5xx answers show.
  std::string error_page();

 private:
  void begin(const Node& node, std::string_view heading);
  std::string end();
  void navigation(unsigned language);
  void main_part(const Node& node, std::optional<unsigned> variant);

  void home(const Node& node);
  void list(const Node& node, std::optional<unsigned> variant);
  void list_items(const Node& node);
  void pager(const Node& node, std::optional<unsigned> variant);
  void variant_links(const Node& node, std::optional<unsigned> variant);
  void dataset(const Node& node);
  void article(const Node& node);
  void files(const Node& original, DatasetLook look);
  void file_link(const Node& file, std::string_view role, bool named);
  std::optional<Node> repeated_dead(const Node& article) const;
  void related(const Node& node);
  void translations(const Node& node, Kind copies);
  void paragraphs(const Node& node, unsigned count);

  void link(std::string_view path, std::string_view text, std::string_view role = {});
  void link(const Node& node, std::string_view role = {}) {
    link(site_.paths.of(node), title_of(node), role);
  }
  void open(std::string_view tag, std::string_view role = {});
  void close(std::string_view tag);
  std::string class_of(std::string_view role) const;
  std::string title_of(const Node& node) const;

  const Site& site_;
  const Words* words_;  ///< of the page being written
  std::string out_;
};

}  // namespace tagtrail::host::generated
