// Links of structured answers (JSON, XML) with the words around them: what an object says of itself
// describes the links in it and below.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "content/dataset_facts.hpp"
#include "feeds/list_paging.hpp"
#include "tagtrail/catalogue_table.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {

inline constexpr std::size_t kSourceLinks = 100'000;  ///< of one answer
inline constexpr std::size_t kSourceDepth = 64;       ///< objects in objects
inline constexpr std::size_t kFactBytes = 1'000;      ///< of one fact of an item

/// Builds a page from objects that are entered and left, with texts and links in them. Places are
/// tag paths. Bounded whatever it is given: beyond a limit the page is marked as truncated.
class DescribedLinks {
 public:
  /// `url`: canonical key that relative links are relative to, borrowed. `format`: links to files
  /// of a catalogue that are said to be of others are left out; empty: none. `head`: what came with
  /// the answer.
  explicit DescribedLinks(std::string_view url, std::string_view format = {}, ListHead head = {})
      : url_(url), format_(ascii_lower(format)), paging_(head) {}

  /// An object begins at that place. False: too deep, and the reader has to end.
  bool enter(std::string_view place);
  void leave();
  /// A list begins there, which may be empty.
  void list(std::string_view place);
  /// A text at `place`, by that name (lower case) in the innermost object.
  void text(std::string_view place, std::string_view name, std::string_view value);
  void number(std::string_view place, double value);
  void truth(std::string_view place, bool value);
  /// `written` may be relative. What is no URL is left out. False: the limit is met.
  bool link(std::string_view written, std::string_view place, std::string_view rel = {});
  void cut() { page_.truncated = true; }

  /// The page, with the kind of catalogue that the answer is by its places; take_datasets() then
  /// has what it says of its items.
  Page take();
  std::vector<DatasetFacts> take_datasets() { return std::move(datasets_); }

 private:
  struct Words {
    std::string title;
    std::string format;
    std::string description;
    std::string rel;
    int rank = 0;  ///< of the title: a better name replaces it
  };
  /// What a link says is to be sent by POST (STAC API 1.0, Item Search, Pagination).
  struct Sent {
    bool post = false;
    bool merges = false;  ///< with what was sent before
    std::vector<std::pair<std::string, std::string>> parts;
  };
  struct Open {
    Words words;
    Sent sent;
    std::size_t first_link;
    bool item;      ///< it may be an item of a catalogue
    bool is_entry;  ///< it is the innermost of entries_
  };
  /// What the answer says where the table has something, in its order.
  struct Said {
    enum class Kind : std::uint8_t { item, text, end };
    Kind kind;
    std::string place;
    std::string value;
    std::size_t first_link;   ///< links before it
    std::uint64_t entry = 0;  ///< of an end: what tells the item from others
  };

  void say(Said::Kind kind, std::string_view place, std::string_view value,
           std::uint64_t entry = 0);
  void tell_entries(std::string_view place, std::string_view value);
  void take_written_total(std::string_view place, std::string_view value);
  void add(std::string url, std::string_view written, std::string_view place, std::string_view rel);
  void describe(const Open& object);
  void judge_format(const Open& object);
  void leave_out_other_formats(const CatalogueKind& kind);
  void relate(const Open& object);
  bool is_sent(std::string_view place) const;
  void note_sent(std::string_view place, std::string value);
  std::string asked_by_query(const std::string& url, const Sent& sent) const;
  const CatalogueKind* kind_of_answer() const;
  void read_catalogue(const CatalogueKind& kind);
  void read_rows(const CatalogueKind& kind);
  void turn_page();
  void link_next_part(std::string url);
  void ask_next_part(const CatalogueKind& kind, std::uint64_t rows, std::uint64_t total);
  bool says_more(const CatalogueKind& kind) const;
  std::uint64_t rows_at(std::string_view place) const;
  std::uint64_t total_of(const CatalogueKind& kind) const;
  std::string filled(const CatalogueLink& made, std::size_t said, std::size_t first,
                     std::size_t last) const;
  void read_item(const CatalogueKind& kind, std::size_t first, std::size_t last);
  void make_links(const CatalogueLink& made, std::string_view base, std::size_t first,
                  std::size_t last, DatasetFacts& facts);
  void read_items(const CatalogueKind& kind);
  void leave_what_leads_to_the_same(const CatalogueKind& kind);
  void leave_the_rest(const CatalogueKind& kind);

  std::string_view url_;
  std::string format_;
  ListPaging paging_;
  Page page_;
  std::vector<Open> open_;
  std::vector<ListEntry> entries_;          ///< that are open
  std::unordered_set<std::string> places_;  ///< of the table, that occurred
  std::unordered_map<std::string, std::uint64_t> totals_;
  std::unordered_map<std::string, std::uint64_t> rows_;   ///< by place: what begins there
  std::unordered_map<std::string, std::uint64_t> lists_;  ///< of these, by place
  std::unordered_map<std::string, bool> more_;  ///< places that say there is more: certainly so
  std::vector<Said> said_;
  std::vector<DatasetFacts> datasets_;
  std::vector<std::uint8_t> depths_;               ///< of each link: objects around it
  std::unordered_set<std::size_t> other_formats_;  ///< links
  std::size_t own_links_ = 0;                      ///< those that it has itself; made ones follow
  std::size_t bytes_ = 0;
  std::size_t said_bytes_ = 0;
};

}  // namespace tagtrail::host
