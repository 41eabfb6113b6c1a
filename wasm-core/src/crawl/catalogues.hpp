// Catalogues of data (shared/data/catalogues.txt): where pages show signs of one, it is asked, and
// where it answers, page after page; and what scripts of pages ask for (Config::catalogues). With
// `only`, pages are there for their signs, and answers for the files that they list.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/admission.hpp"
#include "crawl/hosts.hpp"
#include "tables/url_table.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/catalogue_filter.hpp"
#include "tagtrail/catalogue_table.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

/// The kind whose whole list a link with that tag path asks for; null: it asks for none.
const CatalogueKind* asked_whole(std::string_view tag_path);

class Catalogues {
 public:
  static constexpr std::size_t kMostDue = 1'000;
  static constexpr std::size_t kMostHosts = 100'000;  ///< kinds on hosts that are remembered

  /// Borrowed.
  Catalogues(const Config& config, const Admission& admission);

  /// Adds to a page what its signs and links suggest to ask, and the next page of a catalogue whose
  /// answer it is: links with the tag paths `/catalogue/KIND` and `/catalogue/KIND/next`, so the
  /// policy learns what they are worth; and the data of charts that it embeds, `/embed/KIND`; of
  /// files that it links in part the whole ones, `/export/KIND`, without links to their rows and
  /// forms that ask for parts of them. Of pages that show what a catalogue has listed (`covers`)
  /// the links are left. Of what scripts load (script_json.hpp), the first of each
  /// place is due, of 20 places of an origin at most. With `only` takes out all other links but
  /// those to files that a catalogue lists, or that the pages show that it lists in their place,
  /// and asks one catalogue. `place`: tag path of the link that led to the page; `url`: its
  /// canonical key.
  void add_links(std::string_view place, std::string_view url, Page& page);
  /// An answer to a link with that tag path. A kind that did not answer as the table says is asked
  /// no more on that host; of one that refuses a page the whole list is asked for at once, where it
  /// has such an address, or a smaller page; of a table that gives not so much at once, each half.
  /// False: it refuses, and there is no other way to ask.
  bool answered(std::string_view tag_path, std::string_view url, const Response& response);

  /// What a list has given up to its page at `url` is not all, and has changed meanwhile: behind
  /// its last page it is read once more, at once or in pages that end elsewhere, if the kind can be
  /// asked so. `page`: with the links that were added.
  void read_list_again(std::string_view url, const Page& page);

  /// A link to what is asked instead of what was refused, or, with `only`, to the catalogue instead
  /// of one that did not answer as the table says, for the seed URL's page, or that of the table
  /// whose half it is. Each once; nothing: none.
  std::optional<LinkObservation> take_other();
  /// What is to be asked before the policy's choice, and waits in its frontier; a sign is worth
  /// more than what the policy can know of a place where nothing was tried. Each once; nothing:
  /// none.
  std::optional<UrlId> take_due(const UrlTable& urls, const Hosts& hosts);

  void save(ByteWriter& out) const;
  /// False when malformed.
  bool load(ByteReader& in);

 private:
  struct Tries {
    std::uint32_t asked = 0;
    std::uint32_t answered = 0;
    std::uint32_t failed = 0;
  };
  void keep_to_catalogue(std::string_view place, std::string_view url, Page& page);
  void narrow_start(const CatalogueKind& kind, std::string_view url, Page& page);
  void ask_one(std::string_view url, Page& page);
  void look_for(std::string_view sign, std::string_view page_url, Page& page);
  void ask(const CatalogueSite& site, Page& page);
  void leave_covered(std::string_view url, Page& page) const;
  static void take_whole(Page& page);
  void ask_part(std::string_view place, std::string_view url);
  static void add_embedded(Page& page, std::size_t frame);
  void try_script_json(const LinkObservation& link);
  void go_on(std::string_view url, Page& page) const;
  bool ask_instead(const CatalogueKind& kind, std::string_view place, std::string_view url);
  bool ask_again(const CatalogueKind& kind, std::string url, std::string place);
  bool load_others(ByteReader& in);
  bool is_superseded(const CatalogueKind& kind, std::string_view url);
  void ask_older(const CatalogueKind& kind, std::string_view url);
  bool table_answered(std::string_view url, const Response& response);

  /// A request, and the kind of catalogue that it is made of.
  struct Candidate {
    std::string url;
    std::string kind;
  };
  static bool load_candidates(ByteReader& in, std::size_t most, std::vector<Candidate>& candidates);
  /// What is asked instead of a request that was refused.
  struct Instead {
    std::string url;
    std::string kind;
    std::string place;
  };

  bool on_;
  bool only_;
  CatalogueFilter filter_;
  const Admission& admission_;
  std::map<std::string, Tries, std::less<>> tries_;  ///< by kind and origin
  std::vector<std::string> due_;                     ///< canonical keys
  std::vector<Instead> instead_;
  std::vector<Candidate> waiting_;  ///< of an older version: until a newer one has answered
  /// Of a whole list: the page in whose place it was asked for.
  std::map<std::string, std::string, std::less<>> refused_;
  // With `only`:
  std::vector<Candidate> others_;  ///< that may be asked instead, the last first
  bool asked_ = false;             ///< some catalogue
  bool wants_other_ = false;       ///< the one that was asked has not answered
};

}  // namespace tagtrail
