// What tells that a session has changed something, and what does not though it looks like it.
#include "tagtrail/traces.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail;

namespace {

using Proof = TraceWatch::Proof;

std::string at(std::string_view path) { return "https://h.example" + std::string(path); }

SessionView page(std::string_view path, std::vector<PageMessage> messages = {}) {
  SessionView view;
  view.asked = view.shown = at(path);
  view.status = 200;
  view.is_page = true;
  view.told.messages = std::move(messages);
  return view;
}

/// The same, after a redirect that the loader has followed.
SessionView led(std::string_view from, std::string_view to, std::vector<PageMessage> messages,
                std::uint16_t status = 302) {
  SessionView view = page(to, std::move(messages));
  view.asked = at(from);
  view.redirects = {{view.asked, status}};
  return view;
}

SessionView redirect(std::string_view from, std::string_view to) {
  SessionView view;
  view.asked = view.shown = at(from);
  view.status = 302;
  view.location = at(to);
  return view;
}

SessionView counting(std::string_view path, std::uint32_t number) {
  SessionView view = page(path);
  view.links = {at("/inbox"), at("/a")};
  if (number > 0) view.told.counts = {{at("/inbox"), number}};
  return view;
}

PageMessage message(std::string names, std::string text, std::string within = {}) {
  return {std::move(names), std::move(within), std::move(text)};
}

/// What a page with this message tells where a first page was shown, and it is gone when it is read
/// once more.
std::string told(const PageMessage& one) {
  TraceWatch watch;
  watch.see(page("/"));
  auto trace = watch.see(led("/a/7", "/list", {one}));
  if (!trace || watch.prove(*trace, page("/list")) != Proof::given) return {};
  return trace->url;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(traces)

BOOST_AUTO_TEST_CASE(messages_as_applications_write_them) {
  for (const PageMessage& one : {
           message("alert alert-success alert", "Hoidla tühjendati."),               // Bootstrap
           message("success", "Die Karte wurde verschoben.", "messagelist"),         // Django
           message("flash notice flash_notice", "Successful deletion."),             // Redmine
           message("notice", "Article was successfully destroyed."),                 // Rails
           message("updated notice message", "1 comment approved."),                 // WordPress
           message("notification is-success", "Tietue on poistettu"),                // Bulma
           message("messages messages--status", "Вопрос удален."),                   // Drupal
           message("cdx-message cdx-message--success status", "Zapisano"),           // MediaWiki
           message("alert alert-info alert-block", "Changes saved", "region-main"),  // Moodle
           message("system-message notice", "The ticket was deleted."),              // Trac
           message("ui positive message flash-message flash-success", "Done"),       // Gitea
           message("flash-notice", "已删除"),                                        // GitLab
       }) {
    BOOST_TEST_CONTEXT(one.names << ": " << one.text) { BOOST_TEST(told(one) == at("/a/7")); }
  }
}

BOOST_AUTO_TEST_CASE(what_complains_or_tells_of_nothing_done_is_none) {
  for (const PageMessage& one : {
           message("alert alert-danger alert", "You are not allowed to delete this."),
           message("flash error flash_error", "Deleted items can't be shown."),
           message("alert alert", "You need to sign in before continuing."),
           message("flash notice", "Not authorized."),
           message("alert alert-info", "The item could not be deleted."),
           message("alert alert-success", "No errors were found"),
           message("status", "Page 2 of 5"),
           message("alert alert-warning", "Planned maintenance on Sunday"),
           message("item-text", "Item deleted"),
       }) {
    BOOST_TEST_CONTEXT(one.names << ": " << one.text) { BOOST_TEST(told(one) == ""); }
  }
}

BOOST_AUTO_TEST_CASE(it_is_a_trace_only_where_an_act_may_have_been_and_it_is_there_once) {
  const PageMessage saved = message("alert alert-success", "Saved");
  TraceWatch watch;
  // What the first page shows may be of what the person did before.
  BOOST_TEST(!watch.see(led("/a", "/b", {saved})));
  TraceWatch standing;
  standing.see(page("/"));
  auto trace = standing.see(led("/a/7", "/list", {saved}));
  BOOST_REQUIRE(trace.has_value());
  BOOST_TEST(TraceWatch::proved_with_session(*trace));
  BOOST_TEST(trace->page == at("/list"));
  // Another text at its place: it changes by itself.
  const PageMessage clock = message("alert alert-success", "At 12:01");
  BOOST_TEST((standing.prove(*trace, page("/list", {clock})) == Proof::none));
  // A reading that came to nothing proves nothing.
  BOOST_TEST((standing.prove(*trace, redirect("/list", "/elsewhere")) == Proof::none));
  BOOST_TEST(!standing.see(led("/a/8", "/list", {saved})), "it was seen");

  TraceWatch calm;
  calm.see(page("/"));
  BOOST_TEST(!calm.see(page("/b", {saved})), "nothing led there");
  BOOST_TEST(!calm.see(led("/c", "/d", {message("alert alert-success", "Moved")}, 301)),
             "for good");
}

BOOST_AUTO_TEST_CASE(a_login_on_the_way_is_what_a_page_tells_of) {
  const PageMessage welcome = message("alert alert-success", "Signed in successfully.");
  TraceWatch watch;
  watch.see(page("/"));
  SessionView by_login = led("/a", "/home", {welcome});
  by_login.redirects.push_back({at("/login?next=/a"), 302});
  BOOST_TEST(!watch.see(by_login));
  TraceWatch elsewhere;
  elsewhere.see(page("/"));
  SessionView by_other = led("/a", "/home", {welcome});
  by_other.redirects.push_back({"https://id.example/authorize", 302});
  BOOST_TEST(!elsewhere.see(by_other));
  TraceWatch hops;
  hops.see(page("/"));
  hops.see(redirect("/a", "/login"));
  BOOST_TEST(!hops.see(page("/a", {welcome})));
}

BOOST_AUTO_TEST_CASE(a_message_may_come_with_a_later_page) {
  TraceWatch watch;
  watch.see(page("/"));
  watch.see(redirect("/a/7", "/list"));
  watch.see(page("/b"));
  const auto trace = watch.see(page("/c", {message("flash-success", "Star added")}));
  BOOST_REQUIRE(trace.has_value());
  BOOST_TEST(trace->url == at("/a/7"));
  BOOST_TEST(trace->what == "\"Star added\"");
  for (int n = 0; n < 10; ++n) watch.see(page("/p/" + std::to_string(n)));
  BOOST_TEST(!watch.see(page("/d", {message("flash-success", "Another")})), "long ago");
}

BOOST_AUTO_TEST_CASE(boxes_that_a_site_has_are_none) {
  TraceWatch watch;
  const auto certified = [](int n) {
    return message("label label-success",
                   "Certified by office " + std::string(std::size_t(n + 1), 'i'));
  };
  for (int n = 0; n < 3; ++n) watch.see(page("/set/" + std::to_string(n), {certified(n)}));
  BOOST_TEST(!watch.see(led("/go/4", "/set/4", {certified(4)})));
}

BOOST_AUTO_TEST_CASE(what_scripts_draw_is_read_twice) {
  TraceWatch watch;
  watch.see(page("/"));
  SessionView shown = led("/a/7", "/list", {message("flash-success", "Star 7")});
  shown.via = Via::tab;
  auto trace = watch.see(shown);
  BOOST_REQUIRE(trace.has_value());
  BOOST_TEST((watch.prove(*trace, page("/list")) == Proof::unclear));
  BOOST_TEST((watch.prove(*trace, page("/list")) == Proof::given));
}

BOOST_AUTO_TEST_CASE(what_was_told_is_not_told_again) {
  TraceWatch watch;
  watch.see(page("/"));
  auto trace = watch.see(led("/a/7", "/list", {message("flash-success", "Star 7")}));
  BOOST_REQUIRE(trace.has_value());
  BOOST_TEST((watch.prove(*trace, page("/list")) == Proof::given));
  BOOST_TEST(watch.changes() == 1U);
  BOOST_TEST(!watch.see(led("/a/8", "/list", {message("flash-success", "Star 8")})));
  TraceWatch later;
  for (const std::string& shape : watch.traced()) later.restore(shape);
  later.see(page("/"));
  BOOST_TEST(!later.see(led("/a/9", "/list", {message("flash-success", "Star 9")})));
}

BOOST_AUTO_TEST_CASE(a_count_falls_by_what_is_behind_it) {
  const auto read = [](TraceWatch& watch, std::string_view opened, std::uint32_t then) {
    for (int n = 0; n < 6; ++n) watch.see(counting("/p/" + std::to_string(n), 5));
    auto trace = watch.see(counting(opened, 5));
    return trace ? trace : watch.see(counting("/p/7", then));
  };
  TraceWatch message_read;
  auto trace = read(message_read, "/inbox/17", 4);
  BOOST_REQUIRE(trace.has_value());
  BOOST_TEST(trace->url == at("/inbox/17"));
  BOOST_TEST(trace->what == "the count at https://h.example/inbox fell from 5 to 4");
  BOOST_TEST(!TraceWatch::proved_with_session(*trace));
  BOOST_TEST((message_read.prove(*trace, page("/p/7")) == Proof::given));

  TraceWatch all_read;
  BOOST_TEST(read(all_read, "/inbox", 0).has_value(), "at nothing the number goes");
  TraceWatch other;
  BOOST_TEST(!read(other, "/reports/17", 4), "others may change it, too");
  TraceWatch more;
  BOOST_TEST(!read(more, "/inbox/17", 6));

  // How many visitors there are, anyone is shown.
  TraceWatch visitors;
  auto fallen = read(visitors, "/inbox/17", 4);
  BOOST_REQUIRE(fallen.has_value());
  BOOST_TEST((visitors.prove(*fallen, counting("/p/7", 3)) == Proof::none));
  BOOST_TEST(!read(visitors, "/inbox/18", 4));
}

BOOST_AUTO_TEST_CASE(a_count_that_changes_all_the_time_says_nothing) {
  TraceWatch watch;
  for (std::uint32_t n = 0; n < 30; ++n) {
    BOOST_TEST(!watch.see(counting("/inbox/" + std::to_string(n), 9 - n % 3)));
  }
}

BOOST_AUTO_TEST_CASE(a_link_with_a_query_counts_for_itself) {
  TraceWatch watch;
  const std::string facet = at("/data?tag=water");
  const auto list = [&](std::string_view path, std::uint32_t number) {
    SessionView view = page(path);
    view.links = {facet};
    view.told.counts = {{facet, number}};
    return view;
  };
  for (int n = 0; n < 6; ++n) watch.see(list("/data?page=" + std::to_string(n), 5));
  BOOST_TEST(!watch.see(list("/data?tag=air", 2)));
}

namespace {

SessionView listing(std::string_view path, const std::vector<std::string>& links) {
  SessionView view = page(path);
  for (const std::string& link : links) view.links.push_back(at(link));
  return view;
}

const std::vector<std::string> kRows = {"/", "/set/1", "/set/1/hide", "/set/2", "/set/2/hide"};

/// Whether a page that had kRows tells of `opened`, by what it has in two readings after that.
bool tells(const SessionView& opened, const std::vector<std::string>& first,
           const std::vector<std::string>& second) {
  TraceWatch watch;
  watch.see(listing("/sets", kRows));
  auto trace = watch.see(opened);
  // The page that a redirect leads to comes first.
  if (!trace && !opened.is_page && !opened.location.empty()) trace = watch.see(page("/other"));
  if (!trace || trace->url != opened.asked || trace->page != at("/sets")) return false;
  BOOST_TEST(TraceWatch::proved_with_session(*trace));
  if (watch.prove(*trace, listing("/sets", first)) != Proof::unclear) return false;
  return watch.prove(*trace, listing("/sets", second)) == Proof::given;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_link_that_goes_from_its_page_as_it_is_opened_has_done_something) {
  const std::vector<std::string> gone = {"/", "/set/1", "/set/2", "/set/2/hide"};
  const std::vector<std::string> shown = {"/", "/set/1", "/set/1/show", "/set/2", "/set/2/hide"};
  BOOST_TEST(tells(page("/set/1/hide"), gone, gone));
  BOOST_TEST(tells(page("/set/1/hide"), shown, shown), "another stands in its place");
  BOOST_TEST(tells(redirect("/set/1/hide", "/sets"), gone, gone));
  BOOST_TEST(tells(led("/set/1/hide", "/elsewhere", {}), shown, shown));

  BOOST_TEST(!tells(page("/set/1/hide"), kRows, kRows), "it stands");
  BOOST_TEST(!tells(page("/set/1/hide"), gone, kRows), "it comes and goes");
  BOOST_TEST(!tells(page("/set/1/hide"), gone, shown), "the page changes by itself");
  const std::vector<std::string> newer = {"/", "/set/2", "/set/2/hide", "/set/3", "/set/3/hide"};
  BOOST_TEST(!tells(page("/set/1/hide"), newer, newer), "others push it out");
  const std::vector<std::string> error = {"/", "/help"};
  BOOST_TEST(!tells(page("/set/1/hide"), error, error), "another page");
  BOOST_TEST(!tells(redirect("/set/1/hide", "/sets"), shown, shown),
             "what leads back may be a switch of the view");
  // A menu with the last search, which is the session's.
  TraceWatch searching;
  searching.see(listing("/sets", {"/", "/search?order=up&query=owner is 7", "/help"}));
  auto searched = searching.see(page("/search?order=up&query=owner is 7"));
  BOOST_REQUIRE(searched.has_value());
  const auto after = listing("/sets", {"/", "/search?query=id is 9", "/help"});
  BOOST_TEST((searching.prove(*searched, after) == Proof::none));
  SessionView missing = page("/set/1/hide");
  missing.is_page = false;
  missing.status = 404;
  BOOST_TEST(!tells(missing, gone, gone), "a dead link, or a file");
}

BOOST_AUTO_TEST_CASE(the_first_link_of_each_template_alone_has_its_page_read_again) {
  TraceWatch watch;
  watch.see(listing("/sets", {"/set/1", "/set/2", "/set/1/hide", "/about", "/wiki/Water?do=watch",
                              "/wiki/Air?do=watch"}));
  BOOST_TEST(watch.see(page("/set/1")).has_value());
  BOOST_TEST(!watch.see(page("/set/2")));
  BOOST_TEST(watch.see(page("/set/1/hide")).has_value());
  BOOST_TEST(!watch.see(page("/about")), "one of its kind");
  BOOST_TEST(watch.see(page("/wiki/Water?do=watch")).has_value());
  BOOST_TEST(!watch.see(page("/wiki/Air?do=watch")));
  BOOST_TEST(!watch.see(page("/set/9/edit")), "it stood on no page");
}

BOOST_AUTO_TEST_CASE(pages_are_read_again_for_one_answer_in_forty) {
  TraceWatch watch;
  std::vector<std::string> links;
  for (char a = 'a'; a <= 'z'; ++a) {
    for (char b = 'a'; b <= 'z'; ++b) links.push_back(std::string("/") + a + b + "x/7");
  }
  watch.see(listing("/sets", links));
  std::size_t looks = 0;
  for (const std::string& link : links) looks += watch.see(page(link)).has_value() ? 1 : 0;
  BOOST_TEST(looks <= 10 + links.size() / 40 + 1);
  BOOST_TEST(looks > links.size() / 40);
}

BOOST_AUTO_TEST_SUITE_END()
