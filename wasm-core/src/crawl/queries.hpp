// The forms that a crawl asks: pages show them, templates are made of them (forms/), their queries
// are offered to the policy as links of the page with the form, at a place of their own
// (`.../form?topic+q`), so that the policy learns what each template is worth; what comes back is
// weighed, and links on result pages that are the same query again are left.
//
// How much of a crawl queries may be: as long as other links wait, one request in fifty before a
// form has shown anything new, one in five after that, and as many as the policy likes while what
// is behind forms brings files at a better rate than the crawl as a whole. One in fifty is what a
// site without anything behind its forms may cost; one in five keeps a form that shows what links
// lead to as well from taking the crawl over. When no other link waits, only the templates' own
// ends bound them. A form that has answered thirty queries without a new file behind any is asked
// no more, unless one comes later; nor are such forms of a host that have answered sixty together.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "crawl/admission.hpp"
#include "crawl/left_forms.hpp"
#include "forms/asked_form.hpp"
#include "forms/form_links.hpp"
#include "tables/url_table.hpp"
#include "tagtrail/engine.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail {

class Queries {
 public:
  static constexpr std::size_t kMostForms = 200;

  /// Borrows all.
  Queries(const Config& config, const Admission& admission, UrlTable& urls)
      : config_(config), admission_(admission), urls_(urls) {}

  /// What has been done so far, for the share of queries.
  struct Spent {
    std::uint64_t requests = 0;
    std::uint64_t files = 0;
    std::size_t waiting = 0;  ///< links in the policy's frontier
  };
  struct Batch {
    UrlId page = 0;
    std::vector<LinkObservation> links;
  };
  /// The queries that may be asked next, as links of the page that shows the form; none, where none
  /// may be.
  Batch release(const Spent& spent);

  /// A page was read that `link` had led to: learns its forms, weighs it if it is an answer to a
  /// query, and takes out its links that are to be left. Before its links are known.
  void read(UrlId link, std::string_view url, Page& content);
  /// A request for `link` was answered, by whatever; after its page was read. `file`: it was a new
  /// target.
  void settled(UrlId link, const Response& response, bool file);

  /// Whether a canonical URL is a query of ours, or a page of results that are worth it: what comes
  /// of these has an end of its own.
  bool asks(std::string_view url) const;

  FormsReport report() const;

  void save(ByteWriter& out) const;
  /// After the URLs. False when malformed.
  bool load(ByteReader& in);

 private:
  /// A query by the form and its place there.
  struct Place {
    std::uint32_t form = 0;
    std::uint32_t query = 0;
  };
  struct Shown;

  void learn_forms(UrlId page, Page& content);
  FormPlace place_of_forms(UrlId page, const Page& content, bool& leads_on) const;
  void learn_form(UrlId page, const SentForm& sent, const FormPlace& place, Page& content);
  bool is_known(const QueryForm& form, const FormShape& shape);
  void press(const SentForm& sent, const FormShape& shape, Page& content) const;
  std::shared_ptr<Charset> charset_of(const std::string& name);
  std::optional<Place> place_of(std::string_view url) const;
  std::optional<Place> page_of(std::string_view url) const;
  PlacedLink place(const LinkObservation& link, Shown& shown, std::uint32_t& form);
  void note_place(const LinkObservation& link, const PlacedLink& placed, std::uint32_t form);
  void take_out_and_count(Page& content, const std::optional<Place>& answers, bool first,
                          Shown& shown);
  void leave_more_pages(Page& content, const Place& answers, std::vector<bool>& goes_on,
                        bool first);
  bool repeats(const LinkObservation& link, const std::optional<Place>& answers, bool& goes_on,
               Shown& shown);
  void weigh(const Place& query, bool first, const Shown& shown);
  void drop_what_waits_no_more();
  void look_forward_to(const LinkObservation& page, std::uint32_t form);
  bool may_ask(const Spent& spent, std::uint32_t at) const;
  std::set<std::string, std::less<>> hosts_in_vain() const;
  bool pays(const Spent& spent) const;

  const Config& config_;
  const Admission& admission_;
  UrlTable& urls_;
  Keywords keywords_;
  std::vector<AskedForm> forms_;
  std::map<std::uint64_t, std::uint32_t> by_identity_;
  std::multimap<std::string, std::uint32_t, std::less<>> by_action_;
  std::map<std::uint64_t, Place> places_;  ///< addresses of queries, by their hashes
  /// Pages of results by another address than the query's: a path of their own, other keys alone.
  std::map<std::uint64_t, Place> path_pages_;
  std::map<std::uint64_t, std::uint32_t> pages_ahead_;  ///< of results, not asked for yet: the form
  std::vector<std::uint32_t> ahead_;                    ///< how many of these a form has
  std::vector<Place> waiting_;                          ///< released and not answered
  std::unordered_map<UrlId, std::uint32_t>
      behind_;  ///< pages that queries have led to, and the form
  LeftForms left_;
  std::map<std::string, std::shared_ptr<Charset>> charsets_;  ///< of forms
  std::uint64_t asked_ = 0;         ///< requests for queries and pages of their results
  std::uint64_t pages_behind_ = 0;  ///< requests behind queries, these too, that were no files
  std::uint64_t files_behind_ = 0;
};

}  // namespace tagtrail
