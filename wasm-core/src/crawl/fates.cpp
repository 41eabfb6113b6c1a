#include "crawl/fates.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "crawl/answers.hpp"
#include "crawl/catalogues.hpp"
#include "crawl/files_elsewhere.hpp"
#include "crawl/redirects.hpp"
#include "tagtrail/catalogue_paging.hpp"
#include "tagtrail/http_status.hpp"
#include "tagtrail/login_address.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/parts_of_answers.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/table_query.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail {
namespace {

constexpr std::string_view kScope = "scope";
/// Of OAI-PMH; an empty one ends a list.
constexpr std::string_view kToken = "/resumptiontoken";

using Column = std::uint64_t Account::*;

/// The column of a URL that was asked for; null: it has none, as long as nothing has come back.
Column column_of(UrlFate fate) {
  switch (fate) {
    case UrlFate::none:
      return nullptr;
    case UrlFate::saved:
      return &Account::saved;
    case UrlFate::equal:
      return &Account::equal;
    case UrlFate::page:
    case UrlFate::login:
    case UrlFate::listing:
      return &Account::pages;
    case UrlFate::moved:
      return &Account::moved;
    case UrlFate::unwanted:
      return &Account::unwanted;
    case UrlFate::dead:
      return &Account::dead;
    case UrlFate::failed:
      return &Account::failed;
    case UrlFate::left:
      return &Account::left;
  }
  return nullptr;
}

Column column_of(const UrlFacts& facts, bool finished) {
  switch (facts.state) {
    case UrlState::known:
    case UrlState::frontier:
    case UrlState::beyond:
      return &Account::not_tried;
    case UrlState::useless:
      // Where its type was asked for and that failed, this is why.
      return facts.fate == UrlFate::failed ? &Account::failed : &Account::unwanted;
    case UrlState::withheld:
    case UrlState::aside:
    case UrlState::acting:
      return &Account::left;
    case UrlState::visited:
      break;
  }
  if (const Column column = column_of(facts.fate); column != nullptr) return column;
  return finished ? &Account::unaccounted : &Account::not_tried;
}

/// The engine knows some addresses that no link led to.
bool was_met(const UrlFacts& facts) {
  return facts.state != UrlState::known || facts.source != StringTable::kNone;
}

constexpr int kFirstError = 400;

/// Words in addresses for members and of nothing else: that these ask for a password is no loss.
constexpr auto kOfAccounts = std::to_array<std::string_view>(
    {"account",      "accounts",  "admin",      "auth",     "cart",    "checkout", "connexion",
     "dashboard",    "favorites", "favourites", "log in",   "log out", "login",    "logon",
     "logout",       "anmelden",  "anmeldung",  "password", "profile", "register", "registration",
     "settings",     "sign in",   "sign up",    "signin",   "signup",  "sso",      "subscribe",
     "subscription", "watchlist", "wishlist"});

bool is_about_accounts(std::string_view url) {
  const std::string path = " " + words_of_name(percent_decode(split_url(url).path)) + " ";
  return std::any_of(kOfAccounts.begin(), kOfAccounts.end(), [&path](std::string_view word) {
    return path.find(" " + std::string(word) + " ") != std::string::npos;
  });
}

/// All answers of a catalogue under one path.

/// No link leads there, so nothing is missing: who has no rules for robots often says so with a
/// file that is empty.
bool is_guessed(const Flight& flight) { return flight.request.tag_path.starts_with(kUsualPlaces); }

bool asks_for_login(const Page& page) {
  return std::any_of(page.left.begin(), page.left.end(),
                     [](const LeftOnPage& one) { return one.cause == LeftOutCause::login; });
}

/// A page about a file, at an address that ends in its name, links to the file itself. Not what
/// asks to agree first, and then leads back: `/accept?next=/tables/a.csv`.
bool shows_file_of_name(const Page& page, std::string_view url) {
  const std::string_view path = split_url(url).path;
  std::string_view file = path;
  file.remove_prefix(file.find_last_of("/:") + 1);
  if (file.empty()) return false;
  const std::string name = ascii_lower(file);
  return std::any_of(page.links.begin(), page.links.end(), [&](const LinkObservation& link) {
    if (link.url == url || find_ignoring_case(link.url, name) == std::string_view::npos)
      return false;
    return percent_decode(split_url(link.url).query).find(path) == std::string::npos;
  });
}

/// What tells one part of a list from others, wherever it is read: the links of its items, however
/// many are on a part. Where these have too few of their own, all links together do, among them
/// that to the next part; else its address.
std::vector<std::string> things_of_list(const Page& page, std::string_view url) {
  const CatalogueKind* kind = find_catalogue(page.catalogue.kind);
  if (kind == nullptr) return {std::string(url)};
  std::set<std::string_view> of_items;
  std::set<std::string_view> all;
  for (const LinkObservation& link : page.links) {
    all.insert(link.url);
    if (link.tag_path.starts_with(kind->items)) of_items.insert(link.url);
  }
  const bool enough = of_items.size() >= (page.catalogue.items + 1) / 2;
  if (enough) return {of_items.begin(), of_items.end()};
  std::string together;
  for (const std::string_view link : all) together.append("\n").append(link);
  return {together.empty() ? std::string(url) : std::move(together)};
}

}  // namespace

// --- What is told of URLs ------------------------------------------------------------------------

void Fates::answered(const Flight& flight, UrlId url, const Finding& found, bool is_new,
                     const Response& response) {
  if (url != flight.url) set(flight.url, UrlFate::moved);
  if (response.error != FetchError::none) {
    const bool away = response.error == FetchError::out_of_scope;
    return set(url, away ? UrlFate::unwanted : UrlFate::failed);
  }
  if (is_away(response)) {
    // A list said that it goes on there.
    if (leads_to_next_part(flight.request.tag_path)) {
      book_.leave(LeftOutCause::client_error, urls_.key(url));
    }
    return set(url, UrlFate::dead);
  }
  if (response.status >= kFirstError) return set(url, UrlFate::failed);
  if (!response.is_page) read(response.page);
  if (!response.page.catalogue.kind.empty()) {
    const std::string_view key = urls_.key(url);
    if (const CatalogueKind* kind = asked_whole(flight.request.tag_path)) {
      book_.list_whole(list_of_catalogue(*kind, key), response.page.catalogue.items);
    } else {
      listed(std::string(without_query(key)), key, response.page);
    }
  } else if (found.is_target()) {
    data_answered(flight, urls_.key(url), response.page);
  }
  if (found.is_target()) return set(url, is_new ? UrlFate::saved : UrlFate::equal);
  if (found.url_class == UrlClass::html) return page_answered(flight, url, response);
  other_answered(flight, url, response);
}

void Fates::page_answered(const Flight& flight, UrlId url, const Response& response) {
  const std::string_view link = urls_.key(flight.link);
  // An application that answers with itself where a sitemap might be has no page there.
  const bool guessed = is_guessed(flight);
  if (!guessed) read(response.page);
  const bool empty = response.body_bytes == 0 && response.via != Via::tab;
  if (guessed && empty) return set(url, UrlFate::unwanted);
  if (is_pending(response.status) || empty) {
    set(url, UrlFate::left);
    return book_.leave(LeftOutCause::no_content, link);
  }
  if (flight.leads_back) {
    set(url, UrlFate::page);
    set(flight.link, UrlFate::left);
    return book_.leave(LeftOutCause::no_content, link);
  }
  const bool asks = asks_for_login(response.page);
  const bool listing =
      !response.page.catalogue.kind.empty() || !is_html(response.mime) || shows_where(response);
  set(url, asks ? UrlFate::login : listing ? UrlFate::listing : UrlFate::page);
  if (asks && url != flight.link && !is_about_accounts(link)) {
    return book_.leave(LeftOutCause::login, link);
  }
  const std::string_view promised = promised_file(flight);
  if (!promised.empty() && !listing && !shows_file_of_name(response.page, promised)) {
    book_.leave(LeftOutCause::page_for_file, link);
  }
}

/// A file that says of itself whether it is whole.
void Fates::data_answered(const Flight& flight, std::string_view url, const Page& page) {
  const auto says_cut = [](const LeftOnPage& one) { return one.cause == LeftOutCause::cut_files; };
  const CatalogueFacts& rows = page.catalogue;
  const NextPart next = next_part(url, page);
  const bool is_part =
      next == NextPart::asked || leads_to_next_part(flight.request.tag_path) || asks_for_part(url);
  if (next == NextPart::out_of_reach ||
      (next == NextPart::none && std::any_of(page.left.begin(), page.left.end(), says_cut))) {
    return book_.leave(LeftOutCause::cut_files, url);
  }
  if (is_part && rows.total > 0) return listed(whole_of(url), url, page);
  if (rows.total > rows.items) book_.leave(LeftOutCause::cut_files, url);
}

/// What comes behind a part of something. A token that was given by a token leads nowhere where it
/// leads back; that of a first part may be known from the same list at another address.
Fates::NextPart Fates::next_part(std::string_view url, const Page& page) const {
  NextPart next = NextPart::none;
  for (const LinkObservation& link : page.links) {
    if (!leads_to_next_part(link.tag_path)) continue;
    const UrlId id = urls_.find(link.url);
    const bool read_before =
        link.url == url || (id != StringTable::kNone && urls_.facts(id).fate == UrlFate::listing);
    const bool leads_back = read_before && link.tag_path.ends_with(kToken) &&
                            find_ignoring_case(url, "resumptiontoken=") != std::string_view::npos;
    if (admission_.admits(link.url) && !leads_back) return NextPart::asked;
    next = NextPart::out_of_reach;
  }
  return next;
}

/// Neither a page nor a wanted file.
void Fates::other_answered(const Flight& flight, UrlId url, const Response& response) {
  const std::string_view key = urls_.key(url);
  const bool sent = brings_content(response) && response.body_bytes > 0;
  if (!sent && is_guessed(flight)) return set(url, UrlFate::unwanted);
  if (sent && !is_nondescript(response.mime)) {
    set(url, UrlFate::unwanted);
    book_.count_type(response.mime);
    if (!promised_file(flight).empty()) book_.leave(LeftOutCause::other_type, key);
    return;
  }
  set(url, UrlFate::left);
  book_.leave(sent ? LeftOutCause::unnamed : LeftOutCause::no_content, key);
}

void Fates::redirected(const Flight& flight, const std::string& location, bool follows) {
  set(flight.url, UrlFate::moved);
  if (follows) return;
  const std::string_view link = urls_.key(flight.link);
  const UrlId there = urls_.find(location);
  const bool in_a_circle = there == flight.url || there == flight.link;
  if (location.empty() || in_a_circle || flight.redirects >= kMostRedirects) {
    set(flight.url, UrlFate::left);
    return book_.leave(LeftOutCause::no_content, link);
  }
  if (there == StringTable::kNone || !admission_.admits(location)) {
    set(flight.url, UrlFate::unwanted);
    if (!looks_like_login(location) || looks_like_login(link)) return;
    return book_.leave(LeftOutCause::login, link);
  }
  const UrlFate fate = urls_.facts(there).fate;
  if (fate == UrlFate::login && !is_about_accounts(link))
    return book_.leave(LeftOutCause::login, link);
  if (fate == UrlFate::page && !promised_file(flight).empty()) {
    book_.leave(LeftOutCause::page_for_file, link);
  }
}

void Fates::passed(const std::vector<RedirectHop>& hops) {
  for (const RedirectHop& hop : hops) {
    const UrlId url = urls_.find(hop.url);
    if (url == StringTable::kNone) continue;
    const UrlFacts& facts = urls_.facts(url);
    if (facts.state == UrlState::visited && facts.fate == UrlFate::none) set(url, UrlFate::moved);
  }
}

void Fates::type_checked(UrlId url, const Response& response) {
  if (response.error != FetchError::none) set(url, UrlFate::failed);
}

void Fates::revisited(UrlId url, const Finding& found, const Response& response) {
  if (is_away(response)) set(url, UrlFate::dead);
  if (found.url_class == UrlClass::html) read(response.page);
}

void Fates::met_outside(const LinkObservation& link, UrlId page) {
  if (book_.is_new(kScope, link.url)) ++out_of_scope_;
  if (admission_.in_scope(link.url) && admission_.is_tangled(link.url)) {
    return book_.leave(LeftOutCause::trap, link.url);
  }
  if (split_url(link.url).host == split_url(urls_.key(page)).host) {
    const bool file =
        admission_.promises_file(link.url) && !link.tag_path.starts_with(kUsualPlaces);
    if (file && admission_.admits_elsewhere(link.url)) book_.leave(LeftOutCause::outside, link.url);
    return;
  }
  if (is_frame_elsewhere(link, admission_)) book_.leave(LeftOutCause::frames, link.url);
}

/// The address that promises one: of the link, or of where it has led so far; empty: neither.
std::string_view Fates::promised_file(const Flight& flight) const {
  if (flight.request.tag_path.starts_with(kUsualPlaces)) return {};
  const std::string_view link = urls_.key(flight.link);
  if (admission_.promises_file(link)) return link;
  const std::string_view asked = flight.request.url;
  return admission_.promises_file(asked) ? asked : std::string_view{};
}

void Fates::set(UrlId url, UrlFate fate) {
  UrlFate& known = urls_.facts(url).fate;
  const bool is_file = known == UrlFate::saved || known == UrlFate::equal;
  if (is_file && fate != UrlFate::saved) return;
  // It had no content at first, and was asked again.
  if (known == UrlFate::left && fate != UrlFate::left) {
    book_.take_back(LeftOutCause::no_content, urls_.key(url));
  }
  // Who has agreed is given the file.
  const bool came = fate == UrlFate::saved || fate == UrlFate::equal;
  if (came && (known == UrlFate::page || known == UrlFate::moved)) {
    book_.take_back(LeftOutCause::page_for_file, urls_.key(url));
  }
  known = fate;
}

/// What it holds besides its links; what it says of itself (`login`) counts for what led to it.
void Fates::read(const Page& page) {
  for (const LeftOnPage& one : page.left) {
    if (one.cause != LeftOutCause::login) book_.leave(one.cause, one.what, one.count);
  }
}

/// All answers with that source are pages of one list.
void Fates::listed(const std::string& source, std::string_view url, const Page& page) {
  const CatalogueFacts& facts = page.catalogue;
  if (facts.total > 0 && !facts.entries.empty()) {
    book_.list_entries(source, facts.entries, facts.total);
  } else if (facts.total > 0) {
    book_.list(source, things_of_list(page, url), facts.total, facts.items);
  } else if (next_part(url, page) == NextPart::out_of_reach) {
    book_.leave(LeftOutCause::listed_part, url);
  }
}

bool Fates::list_changed(UrlId url, const Page& page) const {
  return !page.catalogue.entries.empty() && book_.changed_meanwhile(without_query(urls_.key(url)));
}

/// Where the list states how long it is, what it did not give tells it better.
void Fates::list_refused(const Flight& flight, UrlId url) {
  const std::string_view key = urls_.key(url);
  if (table_query(key)) return book_.leave(LeftOutCause::refused, key);
  const CatalogueKind* whole = asked_whole(flight.request.tag_path);
  const std::string list =
      whole != nullptr ? list_of_catalogue(*whole, key) : std::string(without_query(key));
  if (!book_.states_length(list)) book_.leave(LeftOutCause::client_error, key);
}

Account Fates::report(bool finished) const {
  Account account = report_left();
  LeftBehind lost{LeftOutCause::unaccounted, 0, {}};
  LeftBehind withheld{LeftOutCause::withheld, 0, {}};
  for (UrlId id = 0; id < urls_.size(); ++id) {
    const UrlFacts& facts = urls_.facts(id);
    if (!was_met(facts)) continue;
    ++account.met;
    const Column column = column_of(facts, finished);
    ++(account.*column);
    if (column == &Account::unaccounted && lost.example.empty()) lost.example = urls_.key(id);
    if (facts.state == UrlState::withheld && withheld.count++ == 0) {
      withheld.example = urls_.key(id);
    }
    if (column == &Account::not_tried && account.waiting.empty()) account.waiting = urls_.key(id);
  }
  account.met += out_of_scope_ + urls_.turned_away();
  account.unwanted += out_of_scope_;
  account.not_tried += urls_.turned_away();
  account.met += book_.left_for(LeftOutCause::no_memory);
  account.left += book_.left_for(LeftOutCause::no_memory);
  lost.count = account.unaccounted;
  if (withheld.count > 0) account.left_out.push_back(std::move(withheld));
  if (lost.count > 0) account.left_out.push_back(std::move(lost));
  return account;
}

Account Fates::report_left() const {
  Account account;
  book_.report(account);
  return account;
}

void Fates::save(ByteWriter& out) const {
  book_.save(out);
  out.var(out_of_scope_);
}

bool Fates::load(ByteReader& in) {
  const bool read = book_.load(in);
  out_of_scope_ = in.var();
  return read && in.ok();
}

}  // namespace tagtrail
