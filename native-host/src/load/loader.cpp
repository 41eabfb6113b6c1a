#include "load/loader.hpp"

#include <algorithm>

#include "feeds/link_source.hpp"
#include "tagtrail/http_status.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/tag_path.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail::host {
namespace {

Loaded not_requested(const Request& request, FetchError error, std::string why) {
  Loaded loaded;
  loaded.response.request_id = request.id;
  loaded.response.final_url = request.url;
  loaded.response.requests = 0;
  loaded.response.error = error;
  loaded.response.error_text = std::move(why);
  return loaded;
}

/// The robots.txt that was asked for already, to know what may be requested.
Loaded given_again(const Request& request, const RobotsGate::Copy& copy) {
  Loaded loaded;
  Response& response = loaded.response;
  response.request_id = request.id;
  response.final_url = request.url;
  response.requests = 0;
  response.status = static_cast<std::uint16_t>(copy.status);
  response.mime = "text/plain";
  response.body_bytes = copy.body.size();
  if (copy.status < 200 || copy.status >= 300) return loaded;
  if (auto source = read_link_source(copy.body, {request.url, response.mime, {}, false})) {
    response.is_page = true;
    response.page = std::move(source->page);
  }
  loaded.link_source = loaded.without_scripts = true;
  loaded.html = copy.body;
  loaded.content_type = copy.content_type;
  return loaded;
}

/// A script of the page sent the tab on to where a link of the page leads, too: what is there is
/// that page's, and the crawl gets to it.
bool went_where_a_link_leads(const Response& plain, const Response& tab) {
  return std::any_of(plain.page.links.begin(), plain.page.links.end(),
                     [&](const LinkObservation& link) { return link.url == tab.final_url; });
}

/// Pages load themselves once more with the time in their query, or with what they are to show.
bool is_same_page(std::string_view url, std::string_view other) {
  return without_query(url) == without_query(other);
}

/// What only an answer without a tab tells of its page: the links that its head has for machines,
/// and signs of catalogues that scripts take away; of a page that sent the tab on, all its links.
void add_told_by_answer(Page& shown, Page& plain, bool went_on) {
  std::vector<std::string>& signs = shown.catalogue.signs;
  for (std::string& sign : plain.catalogue.signs) {
    const bool known = std::find(signs.begin(), signs.end(), sign) != signs.end();
    if (!known && signs.size() < limits::kCatalogueSigns) signs.push_back(std::move(sign));
  }
  const auto is_told = [&](const LinkObservation& link) {
    return std::any_of(shown.links.begin(), shown.links.end(), [&](const LinkObservation& other) {
      return other.tag_path == link.tag_path && other.url == link.url;
    });
  };
  for (LinkObservation& link : plain.links) {
    const bool tells = went_on || link.tag_path.starts_with("/header/");
    if (!tells || is_told(link)) continue;
    if (shown.links.size() >= limits::kLinksPerPage) return;
    link.position = static_cast<std::uint32_t>(shown.links.size());
    shown.links.push_back(std::move(link));
  }
}

/// Frames that scripts have put into a page whose own links are enough. Those in scope would count
/// as more; the others are named at the end.
void add_frames_shown(const Page& shown, Page& plain) {
  const auto is_told = [&](const LinkObservation& link) {
    return std::any_of(plain.links.begin(), plain.links.end(),
                       [&](const LinkObservation& other) { return other.url == link.url; });
  };
  for (const LinkObservation& link : shown.links) {
    const bool frame = link.element == LinkElement::frame || link.element == LinkElement::iframe;
    if (!frame || is_told(link)) continue;
    if (plain.links.size() >= limits::kLinksPerPage) return;
    plain.links.push_back(link);
    plain.links.back().position = static_cast<std::uint32_t>(plain.links.size() - 1);
  }
}

bool looks_empty(const Page& page) {
  return std::any_of(page.left.begin(), page.left.end(),
                     [](const LeftOnPage& one) { return one.cause == LeftOutCause::scripts; });
}

/// Takes back that scripts may draw more, where a tab has looked; whether that was said.
bool forget_scripts(Page& page) {
  return std::erase_if(page.left, [](const LeftOnPage& one) {
           return one.cause == LeftOutCause::scripts;
         }) > 0;
}

/// Files that are written into it: a tab gives them.
bool holds_files(const Page& page) {
  return std::any_of(page.left.begin(), page.left.end(),
                     [](const LeftOnPage& one) { return one.cause == LeftOutCause::inline_files; });
}

/// The page is there, but no tab can show it.
bool failed_in_tab(FetchError error) {
  return error == FetchError::timeout || error == FetchError::browser;
}

/// A tab shows files, but does not give them; nor the name that may be all that tells their type.
bool is_file_in_a_tab(const Response& response, const Objective& objective) {
  if (response.error != FetchError::none || response.is_page) return false;
  const bool name_decides = is_nondescript(response.mime) || response.mime == "text/plain";
  const bool success = response.status >= 200 && response.status < 300;
  return (success && name_decides) || objective.judge(response, response.final_url).keep;
}

}  // namespace

Async<Loaded> Loader::load(const Request& request) {
  auto loaded = co_await load_from_anywhere(request);
  if (loaded && !loaded->attention) {
    CO_TRY(keeper_.keep(*loaded));
    if (loaded->file) {
      chooser_.came(request.url);
      if (looker_) {
        auto found = co_await looker_->look(*loaded);
        loaded->response.holds = found.holds;
        loaded->response.table_words = std::move(found.table_words);
      }
    }
  }
  co_return loaded;
}

Async<Loaded> Loader::load_from_anywhere(const Request& request) {
  if (recorded_ == nullptr) co_return co_await load_from_network(request);
  CO_TRY_LET(auto known, recorded_->answer(request));
  if (known.has_value()) co_return std::move(*known);
  auto loaded = co_await load_from_network(request);
  if (!loaded || loaded->response.not_modified) co_return loaded;
  CO_TRY(recorded_->keep(request, *loaded));
  co_return loaded;
}

Async<Loaded> Loader::load_from_network(const Request& request) {
  if (claims_ != nullptr) {
    CO_TRY_LET(auto admitted, co_await claims_->admit(request, robots_.waits()));
    if (admitted.error != FetchError::none) {
      co_return not_requested(request, admitted.error, std::move(admitted.text));
    }
  }
  const auto query = query_of(request);
  const std::string asked = query ? query->table : request.url;
  CO_TRY_LET(auto verdict, co_await robots_.check(asked));
  if (verdict.error != FetchError::none) {
    co_return not_requested(request, verdict.error, std::move(verdict.text));
  }
  if (sitemaps_ && request.method == Method::get) {
    if (const auto* copy = robots_.copy(request.url)) co_return given_again(request, *copy);
  }
  // What is sent is in nobody's name, and no tab sends it.
  if (query) co_return co_await untabbed_.load_plain(request);
  if (request.only_file) co_return co_await load_from_elsewhere(request);
  auto loaded = co_await load_allowed(request);
  if (!loaded || guard_ == nullptr) co_return loaded;
  co_return co_await guard_->check(request, std::move(*loaded));
}

Async<Loaded> Loader::load_allowed(const Request& request) {
  const bool untabbed = tabs_ == nullptr || request.method == Method::head ||
                        ends_or_asks_for_login(request.url) || is_made_file(request.url) ||
                        (sitemaps_ && asks_for_link_source(request.tag_path));
  if (!untabbed && apis_ != nullptr && apis_->is_one(request)) {
    co_return co_await load_script_api(request);
  }
  if (untabbed) co_return co_await untabbed_.load(request);
  if (request.revisit) {
    const bool by_tab = request.purpose == Purpose::page && came_by_tab_(request.url);
    if (!by_tab) co_return co_await untabbed_.load(request);
    co_return co_await load_by_tab(request);
  }
  if (request.purpose != Purpose::page) co_return co_await load_as_file(request);
  if (mode_ == BrowserMode::always) co_return co_await load_by_tab(request);
  co_return co_await load_by_choice(request);
}

/// Some sites give JSON to scripts that ask for it and a page, at the same address, to others: that
/// page is one to be shown.
Async<Loaded> Loader::load_script_api(const Request& request) {
  auto json = co_await untabbed_.load(request);
  if (!json || json->link_source || !is_html(json->response.mime)) co_return json;
  apis_->came_as_page(request.url);
  if (!json->response.is_page) co_return json;
  co_return co_await compare_with_tab(request, std::move(*json));
}

/// The user's session is the site's: another host gets none of it, sees no tab, and its wish for a
/// login stops nothing. What is no file is not read.
Async<Loaded> Loader::load_from_elsewhere(const Request& request) {
  auto loaded = co_await untabbed_.load_plain(request);
  if (!loaded || leads_into_frame(request.tag_path)) co_return loaded;
  loaded->response.is_page = false;
  loaded->response.page = {};
  loaded->datasets.clear();
  co_return loaded;
}

/// What the browser shows as a tree, or not at all, plain HTTP reads for its links.
bool Loader::shows_link_source(const Response& by_tab) const {
  return sitemaps_ && by_tab.error == FetchError::none && !is_html(by_tab.mime) &&
         may_list_links(by_tab.mime, by_tab.final_url);
}

Async<Loaded> Loader::load_by_tab(const Request& request) {
  // What a URL promises to be a file is fetched as one: a tab would only start a download. Editors
  // and viewers give a page there, whose tab is looked at like others of its kind.
  if (names_file(request.url)) {
    auto plain = co_await untabbed_.load(request);
    if (!plain || !plain->response.is_page || is_spared(request, *plain)) co_return plain;
    co_return co_await compare_with_tab(request, std::move(*plain));
  }
  CO_TRY_LET(auto by_tab, co_await tabs_->load(request));
  const Response& shown = by_tab.response;
  if (!is_file_in_a_tab(shown, objective_) && !shows_link_source(shown)) co_return by_tab;
  auto by_fetch = co_await untabbed_.load(request);
  if (by_fetch) {
    by_fetch->response.requests += shown.requests;
    by_fetch->response.sub_requests += shown.sub_requests;
  }
  co_return by_fetch;
}

Async<Loaded> Loader::load_as_file(const Request& request) {
  const bool by_choice = mode_ != BrowserMode::always && !names_file(request.url);
  if (by_choice && (chooser_.is_drawn_page(request.url) || chooser_.shows_what_came(request.url))) {
    co_return co_await load_by_choice(request);
  }
  auto plain = co_await untabbed_.load(request);
  if (plain && plain->file) chooser_.met_file(request.url, false);
  if (!plain || !plain->response.is_page || plain->link_source) co_return plain;
  if (mode_ != BrowserMode::always) {
    const auto how = chooser_.choose(request.url, request.source_page.empty());
    if (how == LoadChooser::How::plain || is_spared(request, *plain)) {
      co_return co_await keep_or_compare(request, std::move(*plain));
    }
    co_return co_await compare_with_tab(request, std::move(*plain));
  }
  auto by_tab = co_await tabs_->load(request);
  if (by_tab) by_tab->response.requests += plain->response.requests;
  co_return by_tab;
}

/// Of a page that its scripts never let rest, or that waits for somebody's click, it is kept what
/// can be read without a tab.
Async<Loaded> Loader::load_in_place_of(Loaded by_tab, const Request& request) {
  CO_TRY_LET(auto plain, co_await untabbed_.load(request));
  if (plain.response.is_page) {
    add_left(plain.response.page.left, {LeftOutCause::tab_failed, request.url});
  }
  put_aside(by_tab, plain);
  co_return std::move(plain);
}

/// Before that is asked for without a tab: scripts or other links have given what one would show.
bool Loader::is_shown_already(const Request& request) {
  if (apis_ != nullptr && !request.source_page.empty() && apis_->cover(request.url)) {
    apis_->spared(request.url);
    return true;
  }
  if (!chooser_.shows_what_came(request.url)) return false;
  chooser_.spared_viewer(request.url);
  return true;
}

Async<Loaded> Loader::load_by_choice(const Request& request) {
  if (is_shown_already(request)) {
    auto covered = co_await untabbed_.load(request);
    if (covered) forget_scripts(covered->response.page);
    co_return covered;
  }
  const auto how = chooser_.choose(request.url, request.source_page.empty());
  if (how == LoadChooser::How::tab) {
    CO_TRY_LET(auto by_tab, co_await load_by_tab(request));
    const Response& shown = by_tab.response;
    if (shown.is_page) {
      chooser_.showed(request.url, shown.page.links);
    } else {
      chooser_.note_single(request.url);
    }
    const bool answered = shown.error == FetchError::none;
    if (answered && !(shown.is_page && shown.via == Via::tab)) chooser_.met_file(request.url, true);
    if (answered || !failed_in_tab(shown.error)) co_return std::move(by_tab);
    co_return co_await load_in_place_of(std::move(by_tab), request);
  }
  const bool both = how == LoadChooser::How::both;
  auto plain = co_await untabbed_.load(request, both);
  if (!plain || !plain->response.is_page || plain->link_source) co_return plain;
  if (both && is_spared(request, *plain)) {
    CO_TRY_LET(plain, co_await untabbed_.settle(request, std::move(*plain)));
  }
  if (both && !is_spared(request, *plain)) {
    co_return co_await compare_with_tab(request, std::move(*plain));
  }
  co_return co_await keep_or_compare(request, std::move(*plain));
}

/// A tab would load all that the page runs, once more for nothing. What comes with 404 for a file
/// shows that there is none, also where it is an application's own page.
bool Loader::is_spared(const Request& request, const Loaded& plain) const {
  const bool empty = looks_empty(plain.response.page);
  if (is_away(plain.response.status) && (!empty || names_file(request.url))) return true;
  return !request.source_page.empty() && chooser_.runs_in_vain(request.url, plain.scripts, empty);
}

Async<Loaded> Loader::keep_or_compare(const Request& request, Loaded plain) {
  // A page for errors has no links as a rule, and is not looked at in a tab for that.
  if (is_away(plain.response.status)) co_return std::move(plain);
  const Page& page = plain.response.page;
  if (LoadChooser::worth_a_tab(page.links) || holds_files(page) ||
      chooser_.is_unlike_its_kind(request.url, plain.scripts, looks_empty(page))) {
    co_return co_await compare_with_tab(request, std::move(plain));
  }
  chooser_.note_single(request.url);
  chooser_.saw(plain.response.page.links);
  co_return std::move(plain);
}

Async<Loaded> Loader::compare_with_tab(const Request& request, Loaded plain) {
  const bool holds = holds_files(plain.response.page);
  if (plain.without_scripts && !holds) co_return std::move(plain);
  // It shows nothing of its own, and what it may have set with the session is not set again.
  if (led_back(request, plain)) co_return std::move(plain);
  // A page without any plain links is unfolded whatever others of its kind gave.
  const Page& page = plain.response.page;
  const bool looks_only =
      chooser_.plain_is_enough(request.url) && !holds && !LoadChooser::worth_a_tab(page.links) &&
      !chooser_.is_unlike_its_kind(request.url, plain.scripts, looks_empty(page));
  CO_TRY_LET(auto by_tab,
             co_await tabs_->load(request, looks_only ? FetchAs::glance : FetchAs::resource));
  // What led a member back may have set something, and is not asked for with the session again. The
  // start page is one of a kind: whether scripts draw, too, others of the site will tell.
  const bool is_back = plain.uncompared && led_back(request, by_tab);
  if (is_back || (request.source_page.empty() && untabbed_.shows_member(request, plain, by_tab))) {
    chooser_.showed(request.url, by_tab.response.page.links);
    add_told_by_answer(by_tab.response.page, plain.response.page, false);
    put_aside(plain, by_tab);
    co_return std::move(by_tab);
  }
  CO_TRY_LET(plain, co_await untabbed_.settle(request, std::move(plain), &by_tab));
  if (by_tab.new_cookies) {
    CO_TRY_LET(plain, co_await pass_gate(request, std::move(plain)));
  }
  co_return keep_better(request, std::move(plain), std::move(by_tab), looks_only);
}

/// Scripts of the page have set a cookie and loaded it once more. Plain HTTP has that cookie by
/// now, and may be shown what the tab was, here and on all pages of the site.
Async<Loaded> Loader::pass_gate(const Request& request, Loaded plain) {
  constexpr unsigned kTries = 2;
  unsigned& in_vain = gates_in_vain_[origin_of(request.url)];
  if (in_vain >= kTries) co_return std::move(plain);
  CO_TRY_LET(auto again, co_await untabbed_.load(request));
  const bool passed = again.response.is_page &&
                      SessionChooser::shows_more(plain.response.page, again.response.page);
  in_vain = passed ? 0 : in_vain + 1;
  Loaded& kept = passed ? again : plain;
  put_aside(passed ? plain : again, kept);
  co_return std::move(kept);
}

/// After both ways: the one with more links. Learns from it.
Loaded Loader::keep_better(const Request& request, Loaded plain, Loaded by_tab, bool looks_only) {
  const bool empty = looks_empty(plain.response.page);
  Response& tab = by_tab.response;
  Response& http = plain.response;
  const bool went_on = tab.is_page && tab.final_url != http.final_url;
  const bool was_linked = went_on && went_where_a_link_leads(http, tab);
  const auto& shown = was_linked ? http.page.links : tab.page.links;
  const bool adds =
      tab.is_page && chooser_.learn(request.url, http.page.links, shown, plain.scripts, empty);
  // A page that its scripts never let rest, or that waits for somebody's click.
  if (tab.error != FetchError::none) {
    add_left(http.page.left, {LeftOutCause::tab_failed, request.url});
  }
  take_views(adds ? plain : by_tab, adds ? by_tab : plain);
  Response& kept = adds ? tab : http;
  const Response& other = adds ? http : tab;
  kept.requests += other.requests;
  kept.sub_requests += other.sub_requests;
  // What its scripts draw before they send the tab on, nobody has seen.
  const bool unseen = went_on && (forget_scripts(http.page) || !was_linked);
  if (unseen && !is_same_page(http.final_url, tab.final_url)) {
    add_left(kept.page.left, {LeftOutCause::tab_failed, http.final_url});
  }
  if (adds) {
    add_told_by_answer(tab.page, http.page, went_on);
    return by_tab;
  }
  // The tab has pressed what it could, and knows what is left.
  const bool same_page = tab.is_page && !went_on;
  if (same_page && looks_only) {
    for (LeftOnPage& one : tab.page.left) {
      if (one.cause == LeftOutCause::stays_empty) add_left(http.page.left, std::move(one));
    }
  } else if (same_page) {
    http.page.left = std::move(tab.page.left);
  }
  if (same_page) {
    add_frames_shown(tab.page, http.page);
    forget_scripts(http.page);
    // The tab has the session, and was shown no more.
    plain.without_session = false;
  }
  if (!plain.with_session) plain.with_session = by_tab.with_session;
  return plain;
}

}  // namespace tagtrail::host
