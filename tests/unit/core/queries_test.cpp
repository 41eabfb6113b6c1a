// Forms in a crawl: their queries are asked, what they show is followed, and what is the same again
// is left.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "fake_site.hpp"
#include "tagtrail/engine.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

QueryForm search_form(const std::string& action = "/search") {
  QueryInput topic{"select", "topic", false, {{"", "any", true}}};
  for (const char* value : {"a", "b", "c"}) topic.values.push_back({value, value, false});
  return {on_site(action), "/html/body/form", false, false, {std::move(topic)}};
}

Response page_of(std::vector<LinkObservation> links, std::vector<QueryForm> forms = {}) {
  Response response;
  response.status = 200;
  response.mime = "text/html";
  response.is_page = true;
  response.page.links = std::move(links);
  response.page.forms = std::move(forms);
  return response;
}

/// A start page with a form; each topic shows a file, two of them over two pages.
FakeSite portal() {
  FakeSite site;
  site.set("/", page_of(links({"/about"}), {search_form()}));
  site.page("/about", {});
  site.page("/search?topic=", links({"/about"}));
  for (const std::string topic : {"a", "b", "c"}) {
    const std::string at = "/search?topic=" + topic;
    auto shown =
        links({"/files/" + topic + ".csv", at + "&page=1", at + "&page=2", at + "&sort=x"});
    shown[1].anchor = "1";
    site.page(at, shown);
    site.page(at + "&page=2", links({"/files/" + topic + "2.csv", at + "&page=1", at}));
    site.file("/files/" + topic + ".csv");
    site.file("/files/" + topic + "2.csv");
  }
  return site;
}

Config asking(const std::string& policy = "trail") {
  Config config = config_for(policy);
  config.forms = true;
  return config;
}

std::size_t count(const std::vector<std::string>& asked, std::string_view part) {
  return static_cast<std::size_t>(std::count_if(
      asked.begin(), asked.end(),
      [part](const std::string& path) { return path.find(part) != std::string::npos; }));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(queries)

BOOST_AUTO_TEST_CASE(what_is_behind_a_form_is_found) {
  for (const std::string policy : {"trail", "bfs", "dfs", "random", "sb-classifier", "focused"}) {
    const FakeSite site = portal();
    auto engine = engine_for(asking(policy));
    const auto asked = crawl(*engine, site);
    BOOST_TEST(engine->progress().targets == 6, policy);
    BOOST_TEST(count(asked, "sort=x") == 0, policy);
    BOOST_TEST(count(asked, "page=1") == 0, policy);
    const FormsReport report = engine->progress().forms;
    BOOST_TEST(report.asked == 1);
    BOOST_TEST(report.queries == 4);
    BOOST_TEST(report.files == 6);
  }
}

// A page has more forms than are read whole; the names of the others tell that there are more.
BOOST_AUTO_TEST_CASE(forms_that_are_known_by_name_alone_are_told_of) {
  QueryForm known = search_form("/other");
  known.cut = true;
  FakeSite site = portal();
  site.set("/", page_of(links({"/about"}), {search_form(), known}));
  auto engine = engine_for(asking());
  crawl(*engine, site);
  BOOST_TEST(engine->progress().forms.more == 1);
  // Not one that stands whole on another page, before or after.
  for (const char* topic : {"", "a", "b", "c"}) {
    site.page(std::string("/other?topic=") + topic, links({"/about"}));
  }
  for (const bool first : {true, false}) {
    site.set(first ? "/" : "/about", page_of(links({"/about"}), {search_form(), known}));
    site.set(first ? "/about" : "/", page_of(links({"/about"}), {search_form("/other")}));
    auto other = engine_for(asking());
    crawl(*other, site);
    BOOST_TEST(other->progress().forms.more == 0);
  }
}

BOOST_AUTO_TEST_CASE(queries_go_out_in_the_encoding_of_their_form) {
  QueryForm form = search_form();
  form.charset = "windows-1251";
  form.inputs[0].values = {{"", "any", true},
                           {"\xD1\x80\xD1\x8B\xD0\xB1\xD0\xB0", "", false},  // four letters
                           {"\xE2\x86\x92", "", false},                      // an arrow
                           {"\xE4\xB8\xAD", "", false}};                     // not told of
  Response start = page_of(links({"/about"}), {form});
  start.page.charsets = {
      {"windows-1251",
       {{0x430, "\xE0"}, {0x431, "\xE1"}, {0x440, "\xF0"}, {0x44B, "\xFB"}, {0x2192, ""}}}};
  FakeSite site;
  site.set("/", std::move(start));
  site.page("/about", {});
  for (const std::string query : {"", "%F0%FB%E1%E0", "%26%238594%3B"}) {
    // The site writes the same query in its own way, and that is nothing new.
    site.page("/search?topic=" + query,
              links({"/files/" + query + "x.csv", "/search?topic=" + query + "&sort=x"}));
    site.file("/files/" + query + "x.csv");
  }
  auto engine = engine_for(asking());
  std::vector<std::string> asked;
  for (;;) {
    const Bytes bytes = engine->snapshot();
    engine = must(Engine::restore(bytes.data(), bytes.size()));
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    asked.push_back(request->url.substr(std::string(FakeSite::kRoot).size()));
    answer_from(*engine, site, *request);
  }
  BOOST_TEST(count(asked, "/search?topic=%F0%FB%E1%E0") == 1);
  BOOST_TEST(count(asked, "/search?topic=%26%238594%3B") == 1);
  BOOST_TEST(count(asked, "/search?") == 3);
  BOOST_TEST(engine->progress().targets == 3);
}

BOOST_AUTO_TEST_CASE(without_the_setting_no_form_is_asked) {
  const FakeSite site = portal();
  auto engine = engine_for(config_for("trail"));
  BOOST_TEST(crawl_text(*engine, site) == "/ /about");
}

BOOST_AUTO_TEST_CASE(a_restored_crawl_goes_on_as_the_other) {
  const FakeSite site = portal();
  auto engine = engine_for(asking());
  auto whole = engine_for(asking());
  const auto expected = crawl(*whole, site);
  std::vector<std::string> asked;
  for (;;) {
    const Bytes bytes = engine->snapshot();
    engine = must(Engine::restore(bytes.data(), bytes.size()));
    BOOST_TEST((engine->snapshot() == bytes));
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    asked.push_back(request->url.substr(std::string(FakeSite::kRoot).size()));
    answer_from(*engine, site, *request);
  }
  BOOST_TEST(asked == expected, boost::test_tools::per_element());
  BOOST_TEST((engine->progress().forms == whole->progress().forms));
}

BOOST_AUTO_TEST_CASE(a_query_is_a_link_of_its_own_place) {
  const FakeSite site = portal();
  auto engine = engine_for(asking());
  std::string place;
  for (;;) {
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    if (request->url == on_site("/search?topic=b")) {
      place = request->tag_path;
      BOOST_TEST(request->source_page == on_site("/"));
      BOOST_TEST(request->anchor == "b");
    }
    answer_from(*engine, site, *request);
  }
  BOOST_TEST(place == "/html/body/form/form?topic");
}

BOOST_AUTO_TEST_CASE(forms_out_of_scope_are_not_asked_and_others_are_counted) {
  FakeSite site;
  QueryForm posts = search_form("/post");
  posts.post = true;
  QueryForm deletes = search_form("/delete");
  site.set("/", page_of({}, {search_form("http://elsewhere.test/search"), posts, posts, deletes}));
  auto engine = engine_for(asking());
  BOOST_TEST(crawl_text(*engine, site) == "/");
  BOOST_TEST(engine->progress().forms.sending == 1);
  BOOST_TEST(engine->progress().forms.acting == 1);
  BOOST_TEST(engine->progress().forms.queries == 0);
}

// The pages of a statistics database have forms by POST; its tables came by queries.
BOOST_AUTO_TEST_CASE(forms_that_lead_to_tables_that_came_are_not_told_of) {
  FakeSite site;
  const std::string table = "/api/v1/en/db/A.px";
  QueryForm form = search_form("/pages/db/A.px/");
  form.post = true;
  QueryForm other = search_form("/pages/db/B.px/");
  other.post = true;
  site.page("/", links({"/pages/db/A.px/", "/pages/db/B.px/", table}));
  site.set("/pages/db/A.px/", page_of({}, {form}));
  site.set("/pages/db/B.px/", page_of({}, {other}));
  site.page(table, {link(on_site(table) + "#query:year.csv", "/catalogue/pxweb-1/data")});
  site.file(table + "#query:year.csv");
  auto engine = engine_for(asking("bfs"));
  crawl_text(*engine, site);
  BOOST_TEST(engine->progress().forms.sending == 1);
  const Bytes bytes = engine->snapshot();
  engine = must(Engine::restore(bytes.data(), bytes.size()));
  BOOST_TEST(engine->progress().forms.sending == 1);
}

BOOST_AUTO_TEST_CASE(a_form_that_robots_may_not_ask_is_left) {
  FakeSite site = portal();
  site.error("/search?topic=", FetchError::robots);
  auto engine = engine_for(asking());
  BOOST_TEST(count(crawl(*engine, site), "/search") == 1);
}

BOOST_AUTO_TEST_CASE(a_form_that_shows_nothing_new_costs_little) {
  FakeSite site;
  for (int i = 0; i < 400; ++i) {
    const std::string at = i == 0 ? "/" : "/p" + std::to_string(i);
    site.set(at, page_of(links({"/p" + std::to_string(i + 1)}), {search_form()}));
  }
  for (const std::string topic : {"", "a", "b", "c"}) {
    site.page("/search?topic=" + topic, links({"/p1", "/p2"}));
  }
  auto engine = engine_for(asking());
  const auto asked = crawl(*engine, site);
  BOOST_TEST(count(asked, "/p") == 399 + 1);
  BOOST_TEST(count(asked, "/search") == 4);
}

BOOST_AUTO_TEST_CASE(queries_take_their_share_while_links_wait) {
  FakeSite site;
  std::vector<std::string> many;
  for (int i = 0; i < 300; ++i) many.push_back("/p" + std::to_string(i));
  for (const std::string& path : many) site.page(path, {});
  site.set("/", page_of(links(many), {search_form()}));
  for (const std::string topic : {"", "a", "b", "c"})
    site.page("/search?topic=" + topic, links({"/p1"}));
  auto engine = engine_for(asking("bfs"));
  const auto asked = crawl(*engine, site);
  const auto first = std::find_if(asked.begin(), asked.end(), [](const std::string& path) {
    return path.starts_with("/search");
  });
  BOOST_TEST(std::distance(asked.begin(), first) >= 50);
}

BOOST_AUTO_TEST_CASE(answers_that_are_no_pages_count_as_nothing) {
  FakeSite site = portal();
  site.redirect("/search?topic=", "/about");
  site.set("/search?topic=a", [] {
    Response gone;
    gone.status = 500;
    return gone;
  }());
  auto engine = engine_for(asking());
  const auto asked = crawl(*engine, site);
  BOOST_TEST(count(asked, "/files/") == 4);
}

BOOST_AUTO_TEST_CASE(a_form_whose_address_is_wrong_costs_three_requests) {
  FakeSite site;
  site.set("/", page_of({}, {search_form()}));
  auto engine = engine_for(asking());
  BOOST_TEST(count(crawl(*engine, site), "/search") == 3);
}

BOOST_AUTO_TEST_CASE(forms_that_bring_pages_without_end_and_no_file_are_left) {
  FakeSite site;
  std::vector<QueryForm> forms;
  const auto queries = [&](std::size_t count_of_forms) {
    for (std::size_t at = forms.size(); at < count_of_forms; ++at) {
      const std::string action = "/search" + std::to_string(at);
      forms.push_back(search_form(action));
      forms.back().inputs.front().values.resize(1);
      for (int i = 0; i < 100; ++i) {
        const std::string name = "t" + std::to_string(i);
        forms.back().inputs.front().values.push_back({name, name, false});
        site.page(action + "?topic=" + name, links({"/about" + action.substr(1) + name}));
        site.page("/about" + action.substr(1) + name, {});
      }
    }
    site.set("/", page_of({}, forms));
    auto engine = engine_for(asking());
    return count(crawl(*engine, site), "?topic=");
  };
  const std::size_t under_way = 8;
  const std::size_t of_one = queries(1);
  BOOST_TEST(of_one >= 30);
  BOOST_TEST(of_one <= 30 + under_way);
  const std::size_t of_many = queries(10);
  BOOST_TEST(of_many >= 60);
  BOOST_TEST(of_many <= 60 + under_way);
}

// They counted as answers in vain: after five of them the other values were never asked.
BOOST_AUTO_TEST_CASE(values_that_links_have_asked_say_nothing_of_the_others) {
  FakeSite site;
  QueryForm form = search_form();
  form.inputs.front().values.resize(1);
  std::vector<std::string> linked;
  for (int i = 0; i < 40; ++i) {
    const std::string topic = "t" + std::to_string(i);
    form.inputs.front().values.push_back({topic, topic, false});
    const std::string at = "/search?topic=" + topic;
    site.page(at, links({"/files/" + topic + ".csv"}));
    site.file("/files/" + topic + ".csv");
    if (i % 4 != 0) linked.push_back(at);
  }
  site.set("/", page_of(links(linked), {form}));
  auto engine = engine_for(asking("bfs"));
  crawl(*engine, site);
  BOOST_TEST(engine->progress().targets == 40);
}

// Such answers were taken for the same each time, so that the form was left after eight.
BOOST_AUTO_TEST_CASE(a_form_whose_answers_are_files_is_asked_to_its_end) {
  FakeSite site;
  QueryForm form = search_form("/download");
  form.inputs.front().values.resize(1);
  for (int i = 0; i < 60; ++i) {
    const std::string year = std::to_string(1960 + i);
    form.inputs.front().values.push_back({year, year, false});
    site.file("/download?topic=" + year);
  }
  site.set("/", page_of({}, {form}));
  auto engine = engine_for(asking());
  crawl(*engine, site);
  BOOST_TEST(engine->progress().targets == 60);
  BOOST_TEST(engine->progress().forms.more == 0);
}

// Downloads that are forms were neither followed nor told of.
BOOST_AUTO_TEST_CASE(a_button_that_shows_something_is_a_link) {
  FakeSite site;
  std::vector<QueryForm> forms;
  const auto add = [&](const std::string& action, const std::string& id, const std::string& label) {
    QueryForm form{on_site(action), "/html/body/li/form", false, false, {}};
    form.inputs.push_back({"hidden", "id", false, {{id, "", true}}});
    form.inputs.push_back({"submit", "", false, {{"", label, true}}});
    forms.push_back(std::move(form));
    site.file(action + "?id=" + id);
  };
  add("/get", "1", "Download");
  add("/get", "2", "Herunterladen");
  add("/show", "3", "Show");
  add("/get", "4", "Add to basket");
  add("/delete", "5", "Show");
  add("/get", "6", "OK");
  site.set("/", page_of({}, forms));
  for (const std::string policy : {"trail", "bfs"}) {
    auto engine = engine_for(asking(policy));
    crawl(*engine, site);
    BOOST_TEST(engine->progress().targets == 3, policy);
  }
}

BOOST_AUTO_TEST_CASE(a_site_whose_menu_shares_the_address_of_its_search_is_found) {
  FakeSite site;
  QueryForm form = search_form("/");
  form.inputs = {{"search", "s", false, {{"", "", true}}}};
  const std::vector<std::string> menu{"/?p=1", "/?p=17", "/?view=maps", "/?lang=fr", "/?show=all"};
  site.set("/", page_of(links(menu), {form}));
  site.set("/?s=", page_of(links({"/", "/files/s.csv"}), {form}));
  site.file("/files/s.csv");
  for (const std::string& at : menu) {
    const std::string file = "/files/" + at.substr(2) + ".csv";
    auto onward = links({file, at + "&page=2"});
    site.set(at, page_of(onward, {form}));
    site.set(at + "&page=2", page_of(links({file + "2.csv"}), {form}));
    site.file(file);
    site.file(file + "2.csv");
  }
  for (const std::string policy : {"trail", "bfs"}) {
    auto engine = engine_for(asking(policy));
    crawl(*engine, site);
    BOOST_TEST(engine->progress().targets == 11, policy);
  }
}

BOOST_AUTO_TEST_CASE(what_was_not_asked_to_the_end_is_told) {
  const auto more = [](const FakeSite& site) {
    auto engine = engine_for(asking());
    crawl(*engine, site);
    return engine->progress().forms.more;
  };
  BOOST_TEST(more(portal()) == 0);
  FakeSite refused = portal();
  refused.error("/search?topic=", FetchError::robots);
  BOOST_TEST(more(refused) == 1);
  FakeSite broken;
  QueryForm cut = search_form("/other");
  cut.cut = true;
  broken.set("/", page_of({}, {search_form(), cut}));
  BOOST_TEST(more(broken) == 2);  // it answers with errors; an input of the other is not known
  // Of a query that shows nothing new further pages are not followed.
  FakeSite known = portal();
  known.page("/search?topic=c", links({"/files/a.csv", "/search?topic=c&page=2"}));
  known.page("/search?topic=c&page=2", links({"/files/c2.csv"}));
  auto engine = engine_for(asking("bfs"));
  crawl(*engine, known);
  BOOST_TEST((engine->progress().forms.more == 1 || engine->progress().targets == 6));
}

BOOST_AUTO_TEST_CASE(refinements_of_a_query_are_nothing_new) {
  QueryForm form = search_form();
  form.inputs.front().values.resize(1);
  FakeSite site;
  for (int i = 0; i < 40; ++i) {
    const std::string name = "t" + std::to_string(i);
    form.inputs.front().values.push_back({name, name, false});
    site.page("/search?topic=" + name, links({"/", "/search?topic=" + name + "&min=week&exact=1"}));
  }
  site.set("/", page_of({}, {form}));
  auto engine = engine_for(asking());
  const auto asked = crawl(*engine, site);
  BOOST_TEST(count(asked, "/search") <= 10);  // of 41, and some were under way
  BOOST_TEST(count(asked, "exact") == 0);
}

/// Tables of one chapter on one page, and those of another on the next, under the same name.
BOOST_AUTO_TEST_CASE(what_a_form_offers_more_on_another_page_is_asked_for) {
  for (const bool offers : {false, true}) {
    QueryForm more = search_form();
    if (offers) more.inputs[0].values.push_back({"another", "", false});
    FakeSite site = portal();
    site.set("/about", page_of({}, {more}));
    site.page("/search?topic=another", links({"/files/another.csv"}));
    site.file("/files/another.csv");
    auto engine = engine_for(asking());
    const auto asked = crawl(*engine, site);
    BOOST_TEST(count(asked, "/files/another.csv") == (offers ? 1U : 0U));
    BOOST_TEST(engine->progress().forms.more == 0U);
  }
}

/// Districts of one region on one page, and of the next on another: what may be chosen depends on
/// what else is sent, so that nothing is asked that no page offers.
BOOST_AUTO_TEST_CASE(what_a_form_offers_where_it_differs_is_told_of) {
  QueryForm form = search_form();
  form.inputs.push_back({"hidden", "region", false, {{"north", "", false}}});
  QueryForm other = form;
  other.inputs[0].values.push_back({"another", "", false});
  other.inputs[1].values[0].value = "south";
  FakeSite site = portal();
  site.set("/", page_of(links({"/about"}), {form}));
  site.set("/about", page_of({}, {other}));
  auto engine = engine_for(asking());
  BOOST_TEST(count(crawl(*engine, site), "another") == 0U);
  BOOST_TEST(engine->progress().forms.more >= 1U);
}

BOOST_AUTO_TEST_SUITE_END()
