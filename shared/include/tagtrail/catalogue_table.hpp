// Kinds of data catalogues as a table: signs that a site has one, what to ask it, what its answers
// say where. The table is data: shared/data/catalogues.txt, which describes its columns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tagtrail {

/// Where a text of the table takes in a value.
inline constexpr std::string_view kCatalogueHole = "{}";

enum class SignKind : std::uint8_t { generator = 0, path = 1, script = 2 };
enum class Paging : std::uint8_t { none = 0, offset = 1, number = 2, link = 3 };

/// Facts of an item, in the order of kItemFactNames.
enum class ItemFact : std::uint8_t {
  title = 0,
  description = 1,
  license = 2,
  publisher = 3,
  issued = 4,
  modified = 5,
  cycle = 6,
};
inline constexpr std::array<std::string_view, 7> kItemFactNames{
    "title", "description", "license", "publisher", "issued", "modified", "cycle"};

/// What data sets may be narrowed by, in the order of kConditionNames.
enum class Condition : std::uint8_t {
  organisation = 0,
  group = 1,
  format = 2,
  since = 3,
  until = 4
};
inline constexpr std::array<std::string_view, 5> kConditionNames{"organisation", "group", "format",
                                                                 "since", "until"};

/// What is added to a query for a condition.
struct CatalogueCondition {
  Condition by = Condition::organisation;
  std::string parameter;
  std::string form;  ///< `{}` is the value
};

/// Asks for a number, behind the base, which stands at the place.
struct CatalogueNumber {
  std::string ask;
  std::string place;
};

/// A file that an interface gives in part, and how all of it is asked for.
struct CatalogueExport {
  std::string ends;  ///< its path ends so
  std::string part;  ///< of its query: gives a part
  std::string all;   ///< in the place of that: gives all
};

/// Where an answer has the values of a condition: objects at a place, and their members.
struct CatalogueChoice {
  Condition by = Condition::organisation;
  std::string place;
  std::string value;
  std::string title;
  std::string count;
};

/// A link that answers do not have, made of what an item says.
struct CatalogueLink {
  std::string place;
  /// `{}` is what stands at the place, `{NAME:ELSE}` what stands beside it, or ELSE.
  std::string form;
  std::string where;  ///< a place; empty: made of each item
  std::string says;   ///< else of those that say this there
};

struct CatalogueKind {
  std::string id;
  std::string name;  ///< for people
  std::vector<std::pair<SignKind, std::string>> signs;
  std::string ask;   ///< behind the base of the site's catalogue
  std::string base;  ///< in URLs of its answers: what stands before it is the base; empty: `ask`
  std::vector<std::vector<std::string>> answers;  ///< places: all of one list occur
  std::string covers;  ///< in paths of the pages that show what its answers list; empty: none
  Paging paging = Paging::none;
  std::string page_name;            ///< of the query, for offset and number
  std::string size_name;            ///< of the query, says how many items a page has
  std::string whole;                ///< behind the base: all items at once, where paging ends
  std::vector<std::string> totals;  ///< places, the best first
  std::string items;                ///< place
  std::string rows;                 ///< place, of answers that are files themselves
  std::vector<std::string> more;    ///< places where an answer says that it is cut
  std::vector<CatalogueLink> made;
  std::vector<CatalogueExport> exports;
  /// Places whose links are left in an answer with links at the second place.
  std::vector<std::pair<std::string, std::string>> left;
  /// So are all links at other places than of `files`, `leads` and next pages.
  bool rest_left = false;
  std::vector<std::pair<std::string, std::string>> embeds;   ///< pattern, address of its data
  std::vector<std::pair<std::string, ItemFact>> item_facts;  ///< places, the best first
  /// Where links to files of items stand, with a part of their URLs.
  std::vector<std::pair<std::string, std::string>> files;
  std::vector<std::string> leads;  ///< places of links to items, and to lists of them
  std::vector<CatalogueCondition> conditions;
  std::vector<std::pair<std::string, std::string>> joins;  ///< of parameters: what joins conditions
  CatalogueNumber set_count;                               ///< nothing is asked: `ask` tells
  CatalogueNumber file_count;                              ///< nothing is asked: nobody knows
  std::string values;  ///< asks for the choices; empty: set_count tells
  std::vector<CatalogueChoice> choices;
};

/// Those of the table, in its order.
const std::vector<CatalogueKind>& catalogue_kinds();
/// Null when there is none of that id.
const CatalogueKind* find_catalogue(std::string_view id);

/// What a page shows of its site, besides links: `generator TEXT`, or `url CANONICAL-KEY` of a
/// script, style or picture.
inline constexpr std::string_view kGeneratorSign = "generator ";
inline constexpr std::string_view kUrlSign = "url ";

struct CatalogueSite {
  const CatalogueKind* kind = nullptr;
  std::string base;  ///< canonical key without a slash at its end

  bool operator==(const CatalogueSite&) const = default;
};

/// The catalogues that such a sign, or a link with the sign `url`, on the page `page_url` speaks
/// of.
std::vector<CatalogueSite> catalogues_by_sign(std::string_view sign, std::string_view page_url);

/// The signs of one page, each that speaks of what none before it did.
class CatalogueSigns {
 public:
  explicit CatalogueSigns(std::string page_url) : page_url_(std::move(page_url)) {}

  // What is no sign of the table, says nothing new, or is over limits::kCatalogueSigns is left out.
  /// Of `<meta name="generator">`, what it says.
  void add_generator(std::string_view content);
  /// Of a script, style or picture at that address, as the page writes it.
  void add_url(std::string_view written, std::string_view base);
  std::vector<std::string> take() { return std::move(signs_); }

 private:
  void add(std::string sign);

  std::string page_url_;
  std::vector<CatalogueSite> known_;
  std::vector<std::string> signs_;
};

/// The data behind a chart or table of another service that a page embeds from `url`, a canonical
/// key; nothing: it is none that the table knows. Its `base` is the canonical key of the data.
std::optional<CatalogueSite> embedded_data(std::string_view url);

/// The canonical key of what is asked of a catalogue first; empty when nothing is.
std::string catalogue_request(const CatalogueSite& site);

/// Whether a link at that place of an answer (a tag path) leads to a file of an item. Of kinds that
/// do not say where these stand: whether it is one of an item's.
bool is_catalogue_file(const CatalogueKind& kind, std::string_view place, std::string_view url);
/// Whether a link at that place leads to an item, or to a list of them.
bool leads_to_items(const CatalogueKind& kind, std::string_view place);
/// Whether links at that place may lead to pages of items, where their files are linked: one of a
/// kind that does not say where links to files stand.
bool may_be_page_of_item(std::string_view place);

}  // namespace tagtrail
