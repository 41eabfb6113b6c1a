#include "crawl/queries.hpp"

#include <algorithm>

#include "crawl/answers.hpp"
#include "crawl/retries.hpp"
#include "forms/form_intent.hpp"
#include "forms/query_links.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/objective.hpp"
#include "tagtrail/table_query.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"
#include "traps/hashes.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMostWaiting = 8;
constexpr std::size_t kMostCharsets = 16;
constexpr std::size_t kMostPathPages = 100'000;
/// One request in so many, before a form has shown anything new, and after that.
constexpr std::uint64_t kUnprovenShare = 50;
constexpr std::uint64_t kProvenShare = 5;
/// Answers after which files are expected to have come of the forms of a host.
constexpr std::uint32_t kInVainOfHost = 60;
/// Files behind forms from which their rate can be told.
constexpr std::uint64_t kEnoughFiles = 10;

}  // namespace

/// What a page of results shows.
struct Queries::Shown {
  std::vector<std::uint64_t> links;           ///< hashes of what is none of the form
  std::vector<const LinkObservation*> fresh;  ///< of these, what no page had before
  bool pages = false;                         ///< it goes on over more pages
  bool brought = false;                       ///< there is something new among them
  std::string_view url;                       ///< of the page
  std::optional<std::uint32_t> answers;       ///< the form that it answers
  std::map<std::uint32_t, bool> of_forms;     ///< whether it shows results of a form
};

void Queries::read(UrlId link, std::string_view url, Page& content) {
  if (!config_.forms) return;
  learn_forms(urls_.find(url), content);
  const std::string_view key = urls_.key(link);
  auto query = place_of(key);
  if (!query) query = place_of(url);
  std::optional<Place> answers = query ? query : page_of(key);
  // Only the untouched form is expected to have something new behind a first page without.
  const bool untouched = query && forms_[query->form].queries()[query->query].bindings.empty();
  if (query && !content.links.empty()) forms_[query->form].shows_results();
  Shown shown;
  shown.url = url;
  if (answers) shown.answers = answers->form;
  take_out_and_count(content, answers, untouched, shown);
  keywords_.read(content, shown.fresh, answers.has_value());
  if (answers) weigh(*answers, query.has_value(), shown);
}

void Queries::learn_forms(UrlId page, Page& content) {
  bool leads_on = false;
  const FormPlace place = place_of_forms(page, content, leads_on);
  for (const QueryForm& form : content.forms) {
    if (!admission_.in_scope(form.action)) continue;
    if (form.post && asks_consent(form)) left_.pass_gate(form, leads_on, urls_.key(page));
    for (const SentForm& sent : as_sent(form)) learn_form(page, sent, place, content);
  }
  // Those of forms alone: words to ask for may come from any page.
  for (const CharsetCodes& codes : content.charsets) {
    if (const auto known = charsets_.find(codes.charset); known != charsets_.end()) {
      known->second->learn(codes);
    }
  }
}

/// Null for UTF-8, and where there are too many.
std::shared_ptr<Charset> Queries::charset_of(const std::string& name) {
  const auto known = charsets_.find(name);
  if (known != charsets_.end()) return known->second;
  if (name.empty() || charsets_.size() >= kMostCharsets) return nullptr;
  return charsets_.emplace(name, std::make_shared<Charset>()).first->second;
}

/// `leads_on`: a link of the page is new.
FormPlace Queries::place_of_forms(UrlId page, const Page& content, bool& leads_on) const {
  FormPlace place{.only_way = content.forms.size() == 1,
                  .session = config_.acting == ActingRule::leave_suspects};
  for (const LinkObservation& link : content.links) {
    if (link.element == LinkElement::link || link.tag_path.starts_with(kUsualPlaces)) continue;
    const UrlId id = urls_.find(link.url);
    if (!admission_.admits(link.url) || id == page) continue;
    place.only_way = false;
    leads_on = leads_on || id == StringTable::kNone;
  }
  return place;
}

/// A link of its page, in other words.
void Queries::press(const SentForm& sent, const FormShape& shape, Page& content) const {
  if (content.links.size() >= limits::kLinksPerPage) return;
  auto link = link_of_button(sent.form, shape);
  if (!link) return;
  link->position = static_cast<std::uint32_t>(content.links.size());
  content.links.push_back(std::move(*link));
}

void Queries::learn_form(UrlId page, const SentForm& sent, const FormPlace& place, Page& content) {
  const QueryForm& form = sent.form;
  ReadForm read = read_form(sent, place);
  if (read.kind == FormKind::links) return press(sent, read.shape, content);
  if (read.kind != FormKind::asks) {
    const auto there = canonical_url(query_address(read.shape, {}));
    const bool known = there && urls_.find(*there) != StringTable::kNone;
    return left_.leave(form, read.kind, known, urls_.key(page));
  }
  if (is_known(form, read.shape)) return;
  if (forms_.size() >= kMostForms) {
    return left_.leave(form, FormKind::asks, false, urls_.key(page));
  }
  left_.ask(form);
  read.shape.charset = charset_of(read.shape.charset_name);
  const auto at = static_cast<std::uint32_t>(forms_.size());
  by_identity_.emplace(read.shape.identity(), at);
  by_action_.emplace(read.shape.action, at);
  forms_.emplace_back(std::move(read.shape), page);
  ahead_.push_back(0);
}

/// Whether it is asked as another page has it. What it has to choose from besides is asked, too.
bool Queries::is_known(const QueryForm& form, const FormShape& shape) {
  const auto same = by_action_.equal_range(shape.action);
  const auto known = std::find_if(same.first, same.second, [&](const auto& other) {
    return forms_[other.second].shape().is_part_of(shape);
  });
  const auto alike = by_identity_.find(shape.identity());
  if (known == same.second && alike == by_identity_.end()) return false;
  const bool offers_new = std::all_of(same.first, same.second, [&](const auto& other) {
    return shape.offers_more_than(forms_[other.second].shape());
  });
  if (!offers_new) return true;
  const std::uint32_t at = alike == by_identity_.end() ? known->second : alike->second;
  if (!forms_[at].take_choices(shape)) left_.leave_choices(form);
  return true;
}

std::optional<Queries::Place> Queries::place_of(std::string_view url) const {
  const auto found = places_.find(hash_of(url));
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

/// The query whose results go on there.
std::optional<Queries::Place> Queries::page_of(std::string_view url) const {
  const auto by_path = path_pages_.find(hash_of(url));
  if (by_path != path_pages_.end()) return by_path->second;
  const auto forms = by_action_.equal_range(without_query(url));
  for (auto at = forms.first; at != forms.second; ++at) {
    const auto link = read_query_link(forms_[at->second].shape(), url);
    if (!link || !link->own || link->strange || link->page_key.empty()) continue;
    if (const auto query = forms_[at->second].find(link->bindings)) {
      return Place{at->second, *query};
    }
  }
  return std::nullopt;
}

bool Queries::asks(std::string_view url) const {
  if (forms_.empty()) return false;
  if (const auto query = place_of(url)) {
    const AskedForm& form = forms_[query->form];
    return form.queries()[query->query].released || !form.is_in_vain();
  }
  const auto page = page_of(url);
  return page && !forms_[page->form].has_pages_in_vain();
}

/// By the first form that has a word on it, which is `form` then.
PlacedLink Queries::place(const LinkObservation& link, Shown& shown, std::uint32_t& form) {
  const std::string_view url = link.url;
  const auto forms = by_action_.equal_range(without_query(url));
  for (auto at = forms.first; at != forms.second; ++at) {
    form = at->second;
    // Asked once for all links of the page.
    const auto [known, is_new] = shown.of_forms.emplace(form, shown.answers == form);
    if (is_new && !known->second) known->second = shows_results_of(forms_[form], shown.url);
    const bool on_results = known->second;
    const PlacedLink placed = place_link(forms_[form], link, on_results);
    note_place(link, placed, form);
    if (placed.place != LinkPlace::other) return placed;
  }
  return {};
}

void Queries::note_place(const LinkObservation& link, const PlacedLink& placed,
                         std::uint32_t form) {
  if (!placed.query) return;
  const Place place{form, *placed.query};
  if (placed.place == LinkPlace::query) places_.emplace(hash_of(link.url), place);
  const bool by_query = shows_results_of(forms_[form], link.url);
  if (placed.place == LinkPlace::page && !by_query && path_pages_.size() < kMostPathPages) {
    path_pages_.emplace(hash_of(link.url), place);
  }
}

void Queries::take_out_and_count(Page& content, const std::optional<Place>& answers, bool first,
                                 Shown& shown) {
  std::vector<bool> goes_on;  // of the links that stay: whether it is a page of the same results
  std::erase_if(content.links, [&](const LinkObservation& link) {
    std::uint32_t form = 0;
    const PlacedLink placed = place(link, shown, form);
    bool same = answers && placed.place == LinkPlace::page && form == answers->form &&
                placed.query == answers->query;
    if (placed.place == LinkPlace::other && repeats(link, answers, same, shown)) return true;
    shown.pages = shown.pages || same;
    if (placed.place == LinkPlace::leave) return true;
    goes_on.push_back(same);
    return false;
  });
  const auto is_fresh = [&](const LinkObservation& link) {
    if (urls_.find(link.url) != StringTable::kNone) return false;
    // Of a page that is no answer all links have words to learn from.
    return !answers || (!asks_again(link.url, forms_[answers->form],
                                    forms_[answers->form].queries()[answers->query]) &&
                        admission_.admits(link.url) && !place_of(link.url) && !page_of(link.url));
  };
  const auto same_results = [&, at = std::size_t{0}](const LinkObservation& link) mutable {
    if (goes_on[at++]) look_forward_to(link, answers->form);
  };
  shown.brought = std::any_of(content.links.begin(), content.links.end(), is_fresh);
  if (answers && !shown.brought) leave_more_pages(content, *answers, goes_on, first);
  std::for_each(content.links.begin(), content.links.end(), same_results);
  for (const LinkObservation& link : content.links) {
    if (is_fresh(link)) shown.fresh.push_back(&link);
  }
  std::sort(shown.links.begin(), shown.links.end());
  shown.links.erase(std::unique(shown.links.begin(), shown.links.end()), shown.links.end());
}

/// A page of results without anything new: the newest may be known, so what follows the first page
/// is looked at, one page of it. The same in other words or orders is not.
void Queries::leave_more_pages(Page& content, const Place& answers, std::vector<bool>& goes_on,
                               bool first) {
  AskedForm& form = forms_[answers.form];
  const AskedQuery& query = form.queries()[answers.query];
  bool kept = !first;
  std::vector<bool> staying;
  std::size_t at = 0;
  std::erase_if(content.links, [&](const LinkObservation& link) {
    const bool page = goes_on[at++];
    const bool leaves = page ? std::exchange(kept, true) : asks_again(link.url, form, query);
    if (!leaves) staying.push_back(page);
    if (leaves && page && urls_.find(link.url) == StringTable::kNone) form.left_pages();
    return leaves;
  });
  goes_on = std::move(staying);
}

/// Other queries of the form come after it.
void Queries::look_forward_to(const LinkObservation& page, std::uint32_t form) {
  const UrlId id = urls_.find(page.url);
  const bool asked = id != StringTable::kNone && urls_.facts(id).state != UrlState::known &&
                     urls_.facts(id).state != UrlState::frontier;
  if (asked || !admission_.admits(page.url) || pages_ahead_.size() >= kMostPathPages) return;
  if (pages_ahead_.emplace(hash_of(page.url), form).second) ++ahead_[form];
}

/// Notes a link that is none of a form as shown, or, by `goes_on`, as a page of the same results.
/// True when it only repeats what was asked for, and leads to what is known.
bool Queries::repeats(const LinkObservation& link, const std::optional<Place>& answers,
                      bool& goes_on, Shown& shown) {
  if (!answers) return false;
  const AskedForm& form = forms_[answers->form];
  const AskedQuery& query = form.queries()[answers->query];
  if (goes_on_by_path(link.url, form, query)) {
    goes_on = true;
    if (path_pages_.size() < kMostPathPages) path_pages_.emplace(hash_of(link.url), *answers);
    return false;
  }
  if (feeds_the_same(link, form, query)) return true;
  if (asks_again(link.url, form, query)) return false;
  const std::string plain = without_echo(link.url, form, query);
  shown.links.push_back(hash_of(plain.empty() ? std::string_view(link.url) : plain));
  return !plain.empty() && urls_.find(plain) != StringTable::kNone;
}

void Queries::weigh(const Place& query, bool first, const Shown& shown) {
  AskedForm& form = forms_[query.form];
  const auto links = static_cast<std::uint32_t>(shown.links.size());
  if (shown.pages) form.has_pages(query.query);
  if (!first) return form.went_on(query.query, shown.brought, links);
  form.answered(query.query, shown.brought,
                hash_bytes(shown.links.data(), shown.links.size() * sizeof(std::uint64_t)), links);
}

void Queries::settled(UrlId link, const Response& response, bool file) {
  const std::string_view url = urls_.key(link);
  const bool came = response.error == FetchError::none && brings_content(response);
  const auto table = came && !response.is_page ? table_query(url) : std::nullopt;
  if (table) left_.table_came(table->table);
  if (!config_.forms || forms_.empty()) return;
  if (const auto ahead = pages_ahead_.find(hash_of(url)); ahead != pages_ahead_.end()) {
    --ahead_[ahead->second];
    pages_ahead_.erase(ahead);
  }
  const auto query = place_of(url);
  const auto place = query ? query : page_of(url);
  const UrlId source = urls_.facts(link).source;
  const auto known = behind_.find(source);
  if (!place && known == behind_.end()) return;
  const std::uint32_t form = place ? place->form : known->second;
  if (place) ++asked_;
  if (file) {
    ++files_behind_;
    forms_[form].brought_file();
  } else {
    ++pages_behind_;
    behind_.emplace(link, form);
    const UrlId final_url = urls_.find(response.final_url);
    if (final_url != StringTable::kNone) behind_.emplace(final_url, form);
  }
  if (!query) return;
  if (is_excluded(response.error)) return forms_[query->form].close();
  if (is_redirect(response)) return forms_[query->form].redirected(query->query);
  if (is_error_to_stay(response)) return forms_[query->form].failed(query->query);
  // A form whose answers are files: each is another.
  forms_[query->form].answered(query->query, file, file ? hash_of(url) : 0, file ? 1 : 0);
}

/// Queries that were answered, or that nobody will ask: they act, or the user's word is against
/// them.
void Queries::drop_what_waits_no_more() {
  std::erase_if(waiting_, [this](const Place& place) {
    AskedForm& form = forms_[place.form];
    const AskedQuery& query = form.queries()[place.query];
    if (query.answered) return true;
    const UrlId id = urls_.find(query.url);
    if (id == StringTable::kNone) return false;  // it was offered just now
    const UrlState state = urls_.facts(id).state;
    if (state == UrlState::frontier || state == UrlState::visited || state == UrlState::known) {
      return false;
    }
    form.answered(place.query, false, 0, 0);
    return true;
  });
}

bool Queries::pays(const Spent& spent) const {
  if (files_behind_ < kEnoughFiles) return false;
  const std::uint64_t others = spent.requests - std::min(spent.requests, spent.files);
  return files_behind_ * others >= spent.files * pages_behind_;
}

bool Queries::may_ask(const Spent& spent, std::uint32_t at) const {
  const AskedForm& form = forms_[at];
  if (form.is_in_vain()) return false;
  if (spent.waiting <= waiting_.size()) return true;
  // What its queries have found is read first: it may be all that there is.
  if (ahead_[at] > 0) return false;
  if (pays(spent)) return true;
  const std::uint64_t share = form.is_fruitful() ? kProvenShare : kUnprovenShare;
  return (asked_ + waiting_.size() + 1) * share <= spent.requests;
}

/// Origins whose forms have answered in vain so often that those without a file are left. Software
/// with a form on each of its own pages (lists of changes, versions, users) has dozens.
std::set<std::string, std::less<>> Queries::hosts_in_vain() const {
  std::map<std::string, std::uint32_t, std::less<>> answers;
  std::set<std::string, std::less<>> hosts;
  for (const AskedForm& form : forms_) {
    const std::uint32_t vain = form.answers_in_vain();
    if (vain == 0) continue;
    const std::string host = origin_of(form.shape().action);
    if ((answers[host] += vain) >= kInVainOfHost) hosts.insert(host);
  }
  return hosts;
}

Queries::Batch Queries::release(const Spent& spent) {
  Batch batch;
  if (!config_.forms || forms_.empty()) return batch;
  drop_what_waits_no_more();
  const auto state_of = [this](std::string_view url) {
    const UrlId id = urls_.find(url);
    return id == StringTable::kNone ? UrlState::known : urls_.facts(id).state;
  };
  const auto admits = [&](std::string_view url) {
    return admission_.admits(url) && state_of(url) == UrlState::known;
  };
  const auto knows = [&](std::string_view url) {
    return state_of(url) == UrlState::visited || state_of(url) == UrlState::frontier;
  };
  const auto in_vain = hosts_in_vain();
  for (std::uint32_t at = 0; at < forms_.size(); ++at) {
    AskedForm& form = forms_[at];
    if (waiting_.size() >= kMostWaiting || !may_ask(spent, at)) continue;
    if (!form.has_files() && in_vain.contains(origin_of(form.shape().action))) continue;
    const auto query = form.release(keywords_, admits, knows);
    if (!query) continue;
    places_.emplace(hash_of(form.queries()[*query].url), Place{at, *query});
    waiting_.push_back({at, *query});
    batch.page = form.page();
    batch.links.push_back(link_of_query(form.shape(), form.queries()[*query]));
    return batch;
  }
  return batch;
}

FormsReport Queries::report() const {
  FormsReport report;
  for (const AskedForm& form : forms_) {
    const auto asked = static_cast<std::uint64_t>(
        std::count_if(form.queries().begin(), form.queries().end(),
                      [](const AskedQuery& query) { return query.released && query.answered; }));
    report.queries += asked;
    report.asked += asked > 0 ? 1 : 0;
    report.more += form.may_hold_more() ? 1 : 0;
  }
  report.files = files_behind_;
  report.sending = left_.sending();
  report.acting = left_.acting();
  report.more += left_.unread();
  return report;
}

}  // namespace tagtrail
