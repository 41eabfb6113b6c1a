#include "load/untabbed_loader.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>

#include "load/login_signs.hpp"
#include "load/trace_guard.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail::host {
namespace {

/// Of a site: so many strangers who are not let in are asked for twice.
constexpr unsigned kMostSentToFixed = 3;

/// HTML came where a file was promised. A page that says that there is none is an answer.
bool misses_file(const Request& request, const Loaded& loaded) {
  const bool success = loaded.response.status >= 200 && loaded.response.status < 300;
  return success && is_file_expected(request) && !loaded.file && is_html(loaded.response.mime);
}

/// Sent elsewhere for now: perhaps to log in, whatever the page there is called.
bool is_sent_away(const Response& response) {
  const bool for_now = response.status == 302 || response.status == 303 || response.status == 307;
  return for_now && !response.location.empty();
}

/// An address without its query, which may tell what has just been done.

/// `end` is the page that the link stands on.
bool is_its_page(const Request& request, std::string_view end) {
  const std::string_view from = without_query(request.source_page);
  return !from.empty() && without_query(end) == from && without_query(request.url) != from;
}

/// A page that every site is asked for, and that no site sends anybody to.
std::string another_page(const Request& request) { return origin_of(request.url) + "/robots.txt"; }

/// A gate that gives every visitor a cookie, which the next request has: nobody's session is
/// needed.
bool opens_gate(const Response& response) { return is_sent_away(response) && response.new_cookie; }

/// Some applications tell strangers that there is nothing where members find a page; not at the
/// usual places of a site, which are tried unasked.
bool may_hide(const Request& request, const Response& response) {
  return response.status == 404 && !request.tag_path.starts_with(kUsualPlaces);
}

/// The browser went the way that plain HTTP was told, so that the session made no difference.
bool went_there(const Response& session, const Response& plain) {
  if (session.redirects.empty() || plain.location.empty()) return false;
  const bool one_hop = session.redirects.size() == 1;
  return plain.location == (one_hop ? session.final_url : session.redirects[1].url);
}

/// The tab shows the page that plain HTTP got, at the same address.
bool is_shown_there(const Request& request, const Loaded& plain, const Loaded& shown) {
  return shown.response.is_page && is_content(request, shown) &&
         shown.response.final_url == plain.response.final_url;
}

bool is_better(const Request& request, const Loaded& session, const Loaded& plain) {
  if (!is_content(request, session) || went_there(session.response, plain.response)) return false;
  if (!is_content(request, plain)) return true;
  return misses_file(request, plain) && !misses_file(request, session);
}

}  // namespace

bool led_back(const Request& request, const Loaded& loaded) {
  return !loaded.response.redirects.empty() && is_its_page(request, loaded.response.final_url);
}

bool is_for_everybody(const Request& request) {
  constexpr auto kPlaces =
      std::to_array<std::string_view>({kUsualPlaces, "/robots.txt/", "/sitemapindex/"});
  return std::any_of(kPlaces.begin(), kPlaces.end(),
                     [&](std::string_view place) { return request.tag_path.starts_with(place); });
}

void discard_file(Loaded& loaded) {
  std::error_code ignored;
  if (loaded.file) std::filesystem::remove(loaded.file->file, ignored);
  loaded.file.reset();
}

void take_views(Loaded& other, Loaded& kept) {
  kept.views.insert(kept.views.end(), std::make_move_iterator(other.views.begin()),
                    std::make_move_iterator(other.views.end()));
  other.views.clear();
}

void put_aside(Loaded& other, Loaded& kept) {
  discard_file(other);
  kept.response.requests += other.response.requests;
  kept.response.sub_requests += other.response.sub_requests;
  if (!kept.with_session) kept.with_session = other.with_session;
  take_views(other, kept);
}

Async<Loaded> UntabbedLoader::load_with_session(const Request& request) {
  auto loaded = co_await session_->load(request);
  if (!loaded) co_return loaded;
  loaded->with_session = login_sign(request, *loaded);
  loaded->views.push_back(view_of(request, *loaded));
  co_return loaded;
}

SessionChooser::How UntabbedLoader::how_for(const Request& request) const {
  const bool expected = is_file_expected(request) ? chooser_.gives_pages(request.url)
                                                  : request.purpose == Purpose::page;
  const bool page =
      persons_ && expected && request.method == Method::get && !is_for_everybody(request);
  return page ? chooser_.choose_page(request.url) : chooser_.choose(request.url);
}

Async<Loaded> UntabbedLoader::load(const Request& request, bool tab_follows) {
  using How = SessionChooser::How;
  if (session_ == nullptr || ends_or_asks_for_login(request.url)) {
    co_return co_await plain_.load(request);
  }
  if (is_made_file(request.url)) co_return co_await load_with_session(request);
  const How how = how_for(request);
  if (how == How::session) co_return co_await load_at_once(request);
  CO_TRY_LET(auto plain, co_await plain_.load(request));
  const bool called = misses_file(request, plain);
  const bool refused =
      login_sign(request, plain) != LoginSign::none ||
      (is_sent_away(plain.response) && (persons_ || !opens_gate(plain.response))) ||
      may_hide(request, plain.response);
  const bool missed = refused || called;
  if (persons_ && is_sent_away(plain.response)) {
    CO_TRY_LET(const bool follows, co_await follows_referer(request, plain));
    if (follows) co_return plain;
  }
  if (how == How::compare) {
    if (!missed && is_content(request, plain)) {
      chooser_.learn(request.url, false);
      co_return plain;
    }
  } else if (!missed) {
    if (!persons_ || !plain.response.is_page || is_for_everybody(request)) co_return plain;
    if (!is_content(request, plain)) co_return plain;
    // What was asked for as a file may be a page, too.
    if (chooser_.choose_got(request.url) != How::plain) {
      plain.uncompared = tab_follows && !plain.without_scripts && !led_back(request, plain);
      if (plain.uncompared) co_return plain;
      co_return co_await compare_pages(request, std::move(plain));
    }
    plain.without_session = true;
    co_return plain;
  } else if (!chooser_.worth_trying(request.url)) {
    if (refused || !persons_ || !plain.response.is_page) co_return plain;
    // A page that is called like a file shows a member more, as others of the site do.
    if (chooser_.choose_got(request.url) == How::plain) {
      plain.without_session = true;
      co_return plain;
    }
  }
  if (called && plain.response.is_page) chooser_.gave_page(request.url);
  co_return co_await compare(request, std::move(plain));
}

/// A stranger who is sent back to where he came from, wherever that was, has been shown nothing:
/// the link sets something, and with the session it would set it for its person. One that is sent
/// to that page whatever he came from is not let in, and a member may be.
Async<bool> UntabbedLoader::follows_referer(const Request& request, Loaded& plain) {
  if (!is_its_page(request, plain.response.location)) co_return false;
  unsigned& fixed = sent_to_fixed_[origin_of(request.url)];
  if (fixed >= kMostSentToFixed) co_return false;
  Request other = request;
  other.source_page = another_page(request);
  CO_TRY_LET(auto again, co_await plain_.load(other));
  const bool follows = is_its_page(other, again.response.location);
  put_aside(again, plain);
  if (!follows) ++fixed;
  co_return follows;
}

/// Whom the session is refused, or the browser fails, may find by plain HTTP what anyone may read.
Async<Loaded> UntabbedLoader::load_at_once(const Request& request) {
  const bool needed = chooser_.needs_session(request.url);
  if (needed) chooser_.note_single(request.url);
  auto session = co_await load_with_session(request);
  if (!session || needed) co_return session;
  if (session->file) chooser_.gave_file(request.url);
  const bool failed = session->response.error != FetchError::none;
  if (!failed && session->with_session == LoginSign::none) co_return session;
  if (session->response.requests == 0) co_return session;
  CO_TRY_LET(auto plain, co_await plain_.load(request));
  const bool helps = is_content(request, plain) || (failed && is_sent_away(plain.response));
  plain.without_session = plain.response.is_page;
  Loaded& kept = helps ? plain : *session;
  put_aside(helps ? *session : plain, kept);
  co_return std::move(kept);
}

Async<Loaded> UntabbedLoader::settle(const Request& request, Loaded plain, const Loaded* shown) {
  if (!plain.uncompared) co_return std::move(plain);
  plain.uncompared = false;
  const bool comparable = shown != nullptr && is_shown_there(request, plain, *shown);
  const Page& page = plain.response.page;
  if (!comparable || SessionChooser::shows_more(page, shown->response.page)) {
    co_return co_await compare_pages(request, std::move(plain));
  }
  chooser_.learn_page(request.url, page, shown->response.page);
  co_return std::move(plain);
}

bool UntabbedLoader::shows_member(const Request& request, const Loaded& plain,
                                  const Loaded& shown) {
  const bool member = plain.uncompared && is_shown_there(request, plain, shown) &&
                      SessionChooser::ends_login(plain.response.page, shown.response.page);
  if (member) chooser_.showed_member(request.url);
  return member;
}

/// Asks with the session for a page that plain HTTP got, and keeps the one that shows more.
Async<Loaded> UntabbedLoader::compare_pages(const Request& request, Loaded plain) {
  auto session = co_await load_with_session(request);
  if (!session) co_return session;
  const bool comparable = session->response.is_page && is_content(request, *session);
  const bool more =
      comparable && chooser_.learn_page(request.url, plain.response.page, session->response.page);
  plain.without_session = !comparable;
  Loaded& kept = more ? *session : plain;
  put_aside(more ? plain : *session, kept);
  co_return std::move(kept);
}

/// Asks with the session for what plain HTTP seems not to have got, and keeps the better.
Async<Loaded> UntabbedLoader::compare(const Request& request, Loaded plain) {
  auto session = co_await load_with_session(request);
  if (!session) {
    discard_file(plain);
    co_return session;
  }
  const bool helped = is_better(request, *session, plain);
  // One that is refused both ways says nothing of its template, if that is known to need it.
  if (helped || !chooser_.needs_session(request.url)) chooser_.learn(request.url, helped);
  const bool pages = persons_ && !helped && plain.response.is_page && is_content(request, plain);
  const bool comparable = pages && session->response.is_page && is_content(request, *session);
  const bool more =
      comparable && chooser_.learn_page(request.url, plain.response.page, session->response.page);
  if (pages) plain.without_session = !comparable;
  Loaded& kept = helped || more ? *session : plain;
  put_aside(helped || more ? plain : *session, kept);
  co_return std::move(kept);
}

}  // namespace tagtrail::host
