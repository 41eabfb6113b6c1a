// What is sent for a form that is asked, and when that ends.
#include "forms/asked_form.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "forms/form_links.hpp"
#include "made_forms.hpp"
#include "tagtrail/url.hpp"

using namespace tagtrail;

namespace {

const auto kAll = [](std::string_view) { return true; };
const auto kNone = [](std::string_view) { return false; };

/// What is asked until nothing is left, when each query is answered by `answer`.
template <typename Answer>
std::vector<std::string> asked(AskedForm& form, const Keywords& words, const Answer& answer) {
  std::vector<std::string> urls;
  while (urls.size() < 1000) {
    const auto query = form.release(words, kAll, kNone);
    if (!query) break;
    urls.push_back(form.queries()[*query].url);
    answer(form, *query);
  }
  return urls;
}

void fruitless(AskedForm& form, std::uint32_t query) { form.answered(query, false, query, 3); }

}  // namespace

BOOST_AUTO_TEST_SUITE(asked_form)

BOOST_AUTO_TEST_CASE(a_template_ends_when_nothing_new_comes) {
  AskedForm asks(shape_of(form({list("topic", {"", "a", "b", "c", "d", "e", "f", "g", "h"})})), 0);
  const auto urls = asked(asks, Keywords{}, fruitless);
  // The untouched form, and five values.
  BOOST_TEST(urls.size() == 6);
  BOOST_TEST(urls.front() == "http://e.org/search?topic=");
}

BOOST_AUTO_TEST_CASE(a_fruitful_template_asks_all_its_values_once) {
  AskedForm asks(shape_of(form({list("topic", {"", "a", "b", "c", "d", "e", "f", "g", "h"})})), 0);
  auto urls = asked(asks, Keywords{},
                    [](AskedForm& of, std::uint32_t query) { of.answered(query, true, query, 3); });
  std::sort(urls.begin(), urls.end());
  BOOST_TEST(urls.size() == 9);
  BOOST_TEST((std::unique(urls.begin(), urls.end()) == urls.end()));
}

/// Each value once, whatever was asked before another page offered more, and also of two lists.
BOOST_AUTO_TEST_CASE(what_is_offered_later_is_asked_once) {
  const auto brings = [](AskedForm& of, std::uint32_t query) {
    of.answered(query, true, query, 3);
  };
  AskedForm asks(shape_of(form({list("topic", {"", "a", "b", "c", "d", "e"})})), 0);
  auto urls = asked(asks, Keywords{}, brings);
  BOOST_TEST(asks.take_choices(shape_of(form({list("topic", {"", "c", "x", "y"})}))));
  BOOST_TEST(asks.may_hold_more());
  const auto later = asked(asks, Keywords{}, brings);
  BOOST_TEST(later.size() == 2U);
  BOOST_TEST(!asks.may_hold_more());
  urls.insert(urls.end(), later.begin(), later.end());
  std::sort(urls.begin(), urls.end());
  BOOST_TEST(urls.size() == 8U);
  BOOST_TEST((std::unique(urls.begin(), urls.end()) == urls.end()));
  // What brought nothing is not begun anew.
  AskedForm vain(shape_of(form({list("topic", {"", "a", "b", "c", "d", "e", "f", "g"})})), 0);
  asked(vain, Keywords{}, fruitless);
  BOOST_TEST(vain.take_choices(shape_of(form({list("topic", {"", "x", "y"})}))));
  BOOST_TEST(asked(vain, Keywords{}, fruitless).empty());
  BOOST_TEST(vain.may_hold_more());
}

BOOST_AUTO_TEST_CASE(a_template_that_always_shows_the_same_ends) {
  std::vector<std::string> values{""};
  for (int i = 0; i < 50; ++i) values.push_back("v" + std::to_string(i));
  AskedForm asks(shape_of(form({list("topic", values)})), 0);
  // Each answer has a new link, an advertisement, but shows the same.
  const auto urls = asked(
      asks, Keywords{}, [](AskedForm& of, std::uint32_t query) { of.answered(query, true, 1, 3); });
  BOOST_TEST(urls.size() == 1 + 8);
}

BOOST_AUTO_TEST_CASE(large_results_are_narrowed_by_another_list) {
  AskedForm asks(shape_of(form({list("topic", {"", "a", "b"}), list("year", {"", "1", "2", "3"})})),
                 0);
  const auto urls = asked(asks, Keywords{}, [](AskedForm& of, std::uint32_t query) {
    const AskedQuery& asked = of.queries()[query];
    if (asked.bindings.size() == 1 && asked.bindings[0].second == "a") of.has_pages(query);
    of.answered(query, !asked.bindings.empty(), query, 3);
  });
  std::vector<std::string> narrow;
  for (const std::string& url : urls) {
    if (url.find("topic=&") == std::string::npos && !url.ends_with("year=")) narrow.push_back(url);
  }
  std::sort(narrow.begin(), narrow.end());
  const std::vector<std::string> wanted{"http://e.org/search?topic=a&year=1",
                                        "http://e.org/search?topic=a&year=2",
                                        "http://e.org/search?topic=a&year=3"};
  BOOST_TEST(narrow == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(where_no_list_alone_shows_anything_all_are_set) {
  AskedForm asks(shape_of(form({list("topic", {"", "a", "b"}), list("year", {"", "1", "2"})})), 0);
  const auto urls = asked(asks, Keywords{}, [](AskedForm& of, std::uint32_t query) {
    of.answered(query, of.queries()[query].bindings.size() == 2, 0, 0);
  });
  BOOST_TEST(std::count_if(urls.begin(), urls.end(), [](const std::string& url) {
               return url.find("=&") == std::string::npos && !url.ends_with("=");
             }) == 4);
}

BOOST_AUTO_TEST_CASE(words_of_most_links_are_asked_first) {
  Keywords words;
  Page page;
  page.title = "Portal";
  std::vector<LinkObservation> links(3);
  links[0].anchor = "Fish catches of the year";
  links[1].anchor = "fish prices";
  links[2].anchor = "roads, 12345";
  words.read(page, {&links[0], &links[1], &links[2]}, false);
  AskedForm asks(shape_of(form({box("text", "q")})), 0);
  const auto urls = asked(asks, words, fruitless);
  const std::vector<std::string> wanted{"http://e.org/search?q=", "http://e.org/search?q=*",
                                        "http://e.org/search?q=%25", "http://e.org/search?q=fish",
                                        "http://e.org/search?q=catches"};
  BOOST_REQUIRE(urls.size() >= wanted.size());
  BOOST_TEST(std::vector<std::string>(urls.begin(), urls.begin() + 5) == wanted,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(links_of_result_pages_are_placed) {
  AskedForm asks(
      shape_of(form({box("hidden", "do", "s"), box("text", "q"), list("topic", {"", "a", "b"}),
                     list("year", {"", "1", "2"}), list("sort", {"new", "old"})})),
      0);
  const std::string at = "http://e.org/search?do=s";
  const auto to = [](std::string url, const std::string& anchor) {
    LinkObservation link;
    link.url = std::move(url);
    link.anchor = anchor;
    return link;
  };
  const auto place = [&](const std::string& rest, const std::string& anchor = "x") {
    return place_link(asks, to(at + rest, anchor), true).place;
  };
  BOOST_TEST((place("&topic=a&year=1") == LinkPlace::other));  // it has answered nothing yet
  const auto first = asks.release(Keywords{}, kAll, kNone);
  asks.answered(*first, true, 1, 5);
  BOOST_TEST(
      (place_link(asks, to(asks.queries()[*first].url, "x"), false).place == LinkPlace::query));
  BOOST_TEST((place("") == LinkPlace::leave));  // the same, spelled otherwise
  BOOST_TEST((place("&page=2", "2") == LinkPlace::page));
  BOOST_TEST((place("&page=1", "2") == LinkPlace::page));
  BOOST_TEST((place("&page=1", "1") == LinkPlace::leave));
  BOOST_TEST((place("&page=1", "back") == LinkPlace::leave));  // counted from 1
  BOOST_TEST((place("&sort=old") == LinkPlace::leave));
  BOOST_TEST((place("&page=2&sort=old") == LinkPlace::leave));
  BOOST_TEST((place("&topic=a") == LinkPlace::query));         // followed as a query from now on
  BOOST_TEST((place("&topic=a&year=1") == LinkPlace::leave));  // the product of filters
  BOOST_TEST((place("&q=fish") == LinkPlace::other));
  BOOST_TEST((place("&x=1") == LinkPlace::other));
  BOOST_TEST(
      (place_link(asks, to("http://e.org/search?topic=b", "x"), true).place == LinkPlace::other));
  BOOST_TEST(
      (place_link(asks, to("http://e.org/other?do=s", "x"), true).place == LinkPlace::other));
}

// They were left on all pages: a site's menu, its articles and its lists stood behind them.
BOOST_AUTO_TEST_CASE(links_that_only_share_the_address_are_links) {
  const auto place = [](AskedForm& asks, const std::string& url, bool on_results,
                        const std::string& anchor = "Maps of the coast") {
    LinkObservation link;
    link.url = url;
    link.anchor = anchor;
    return place_link(asks, link, on_results).place;
  };
  for (const std::string root : {"http://e.org/", "http://e.org/data"}) {
    AskedForm asks(
        shape_of(form({box("search", "s"), list("topic", {"", "a", "b"}), list("year", {"", "1"})},
                      root)),
        0);
    const auto first = asks.release(Keywords{}, kAll, kNone);
    asks.answered(*first, true, 1, 5);
    for (const char* rest : {"?view=maps", "?lang=fr", "?show=all", "?mode=3", "?p=1", "?p=17",
                             "?page=2", "?from=0", "?topic=a&year=1", "?topic=a&sort=x"}) {
      BOOST_TEST((place(asks, root + rest, false) == LinkPlace::other), rest);
    }
    BOOST_TEST((place(asks, root + "?topic=a", false) == LinkPlace::query));
    BOOST_TEST((place(asks, root + "?topic=a&year=1", true) == LinkPlace::leave));
    BOOST_TEST((place(asks, root + "?p=17", true) == LinkPlace::other));
    BOOST_TEST(shows_results_of(asks, root + "?topic=b&year=1"));
    BOOST_TEST(!shows_results_of(asks, root + "?view=maps"));
  }
  AskedForm asks(shape_of(form({box("search", "s")}, "http://e.org/data")), 0);
  const auto first = asks.release(Keywords{}, kAll, kNone);
  asks.answered(*first, true, 1, 5);
  for (const char* anchor : {"2", "»", "Next", "Nächste Seite", "下一页"}) {
    BOOST_TEST((place(asks, "http://e.org/data?page=2", true, anchor) == LinkPlace::page), anchor);
  }
}

// "All found" was said of forms whose values were not asked to the end.
BOOST_AUTO_TEST_CASE(what_may_hold_more) {
  const std::vector<std::string> few{"", "a", "b", "c"};
  std::vector<std::string> many{""};
  for (int i = 0; i < 20; ++i) many.push_back("v" + std::to_string(i));
  const auto brings = [](AskedForm& of, std::uint32_t query) {
    of.answered(query, true, query, 3);
  };
  const auto more = [&](QueryForm asked_form, const Keywords& words, const auto& answer) {
    AskedForm asks(shape_of(asked_form), 0);
    BOOST_TEST(asks.may_hold_more());  // nothing was asked yet
    asked(asks, words, answer);
    return asks.may_hold_more();
  };
  BOOST_TEST(!more(form({list("topic", few)}), {}, brings));
  BOOST_TEST(!more(form({list("topic", few)}), {}, fruitless));  // all of it was asked
  BOOST_TEST(more(form({list("topic", many)}), {}, fruitless));  // its template ended early
  BOOST_TEST(!more(form({list("topic", many)}), {}, brings));
  BOOST_TEST(more(form({box("text", "q")}), {}, fruitless));  // there are always more words
  BOOST_TEST(more(form({list("topic", few), list("year", few), list("a", few), list("b", few)}), {},
                  fruitless));  // four lists at once are not tried
  BOOST_TEST(more(form({list("topic", few)}), {},
                  [](AskedForm& of, std::uint32_t) { of.close(); }));  // it was refused
  std::vector<std::string> cut(5'000, "");
  for (std::size_t i = 0; i < cut.size(); ++i) cut[i] = "v" + std::to_string(i);
  std::vector<QueryForm> forms{form({list("topic", cut)})};
  keep_to_limits(forms);
  BOOST_TEST(more(forms[0], {}, brings));  // of its values 500 are known
}

// A form that had brought a file once was asked for ever.
BOOST_AUTO_TEST_CASE(patience_with_a_form_grows_with_what_it_brings) {
  std::vector<std::string> values{""};
  for (int i = 0; i < 400; ++i) values.push_back("v" + std::to_string(i));
  AskedForm asks(shape_of(form({list("topic", values)})), 0);
  std::uint32_t count = 0;
  const auto ask = [&] {
    const auto query = asks.release(Keywords{}, kAll, kNone);
    BOOST_REQUIRE(query.has_value());
    asks.answered(*query, true, count++, 3);
  };
  while (!asks.is_in_vain()) ask();
  BOOST_TEST(count == 30);
  asks.brought_file();
  BOOST_TEST(!asks.is_in_vain());
  while (!asks.is_in_vain()) ask();
  BOOST_TEST(count == 30 + 60);
}

BOOST_AUTO_TEST_CASE(words_marked_in_pages_are_seen_through) {
  AskedForm asks(shape_of(form({box("text", "q")})), 0);
  AskedQuery query;
  query.bindings = {{0, "fish"}};
  BOOST_TEST(without_echo("http://e.org/page?id=7&mark=fish", asks, query) ==
             "http://e.org/page?id=7");
  BOOST_TEST(without_echo("http://e.org/page?id=7", asks, query).empty());
  BOOST_TEST(goes_on_by_path("http://e.org/page/2/?q=fish", asks, query));
  BOOST_TEST(!goes_on_by_path("http://e.org/page/2/?q=meat", asks, query));
}

BOOST_AUTO_TEST_CASE(hostile_forms_stay_within_bounds) {
  std::vector<QueryForm> forms(1, form({}));
  for (int i = 0; i < 10'000; ++i) forms[0].inputs.push_back(box("text", "n" + std::to_string(i)));
  keep_to_limits(forms);
  BOOST_TEST(forms[0].inputs.size() == limits::kQueryInputs);
  BOOST_TEST(forms[0].cut);
  BOOST_TEST((read_form({forms[0]}).kind == FormKind::empty));
  QueryInput many{"select", "s", false, {}};
  for (int i = 0; i < 1'000'000; ++i) many.values.push_back({std::to_string(i), "", false});
  forms = {form({std::move(many), box("hidden", "h", std::string(1 << 20, 'x'))})};
  keep_to_limits(forms);
  BOOST_REQUIRE_EQUAL(forms[0].inputs.size(), 1);
  BOOST_TEST(forms[0].inputs[0].values.size() == limits::kQueryValues);
  BOOST_TEST(forms[0].cut);
  // All inputs of one name.
  std::vector<QueryInput> same(limits::kQueryInputs, list("x", {"", "a", "b"}));
  AskedForm asks(shape_of(form(same)), 0);
  BOOST_TEST(asked(asks, Keywords{}, [](AskedForm& of, std::uint32_t query) {
               of.has_pages(query);
               of.answered(query, true, query, 100);
             }).size() <= 1000);
  BOOST_TEST(asks.templates().size() <= 60);
}

BOOST_AUTO_TEST_CASE(a_form_is_saved_whole) {
  AskedForm asks(shape_of(form({box("text", "q"), list("topic", {"", "a", "b", "c"})})), 3);
  Keywords words;
  asked(asks, words, [](AskedForm& of, std::uint32_t query) {
    if (query % 2 == 0) of.has_pages(query);
    of.answered(query, query % 3 != 0, query, 7);
  });
  ByteWriter out;
  asks.save(out);
  const Bytes bytes = out.take();
  AskedForm loaded;
  ByteReader in(bytes);
  BOOST_REQUIRE(loaded.load(in));
  BOOST_TEST(in.at_end());
  ByteWriter again;
  loaded.save(again);
  BOOST_TEST((again.take() == bytes));
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    AskedForm broken;
    ByteReader short_in(bytes.data(), cut);
    BOOST_TEST(!broken.load(short_in));
  }
}

BOOST_AUTO_TEST_CASE(what_asks_for_the_same_again_is_seen) {
  AskedForm asks(shape_of(form({box("text", "q"), list("topic", {"", "a", "b"})})), 0);
  AskedQuery query;
  query.bindings = {{0, "fish"}};
  BOOST_TEST(asks_again("http://e.org/search?q=fish&sf=1", asks, query));
  BOOST_TEST(asks_again("http://e.org/search?min=week&q=*fish*", asks, query));
  BOOST_TEST(!asks_again("http://e.org/search?q=meat", asks, query));
  BOOST_TEST(!asks_again("http://e.org/search?id=fish", asks, query));
  BOOST_TEST(!asks_again("http://e.org/page?q=fish", asks, query));
  query.bindings = {{1, "a"}};
  BOOST_TEST(asks_again("http://e.org/search?topic=a&sf=1", asks, query));
  BOOST_TEST(!asks_again("http://e.org/search?topic=ab&sf=1", asks, query));
  query.bindings = {};
  BOOST_TEST(!asks_again("http://e.org/search?q=fish", asks, query));
}

BOOST_AUTO_TEST_CASE(feeds_of_results_are_seen) {
  AskedForm asks(shape_of(form({box("text", "q")})), 0);
  AskedQuery query;
  query.bindings = {{0, "rain"}};
  const auto feeds = [&](const std::string& rest, const std::string& place = "/html/head/link") {
    LinkObservation link;
    link.url = "http://rain.org" + rest;
    link.tag_path = place;
    return feeds_the_same(link, asks, query);
  };
  BOOST_TEST(feeds("/search/rain/feed/rss2/"));
  BOOST_TEST(feeds("/feed.php?mode=search&q=rain"));
  BOOST_TEST(feeds("/feed.php?mode=search&q=rain", "/html.no-js/head/link"));
  BOOST_TEST(!feeds("/search/rain/", "/html/body/a"));
  BOOST_TEST(!feeds("/rainfall/feed/"));
  BOOST_TEST(!feeds("/feed/"));
  query.bindings = {};
  BOOST_TEST(!feeds("/search/rain/feed/rss2/"));
}

BOOST_AUTO_TEST_CASE(a_form_that_answers_with_errors_alone_is_closed) {
  AskedForm broken(shape_of(form({list("topic", {"", "a", "b", "c", "d", "e", "f"})})), 0);
  const auto error = [](AskedForm& each, std::uint32_t query) { each.failed(query); };
  BOOST_TEST(asked(broken, Keywords{}, error).size() == 3);
  AskedForm works(shape_of(form({list("topic", {"", "a", "b", "c", "d", "e", "f"})})), 0);
  works.shows_results();
  BOOST_TEST(asked(works, Keywords{}, error).size() > 3);
}

BOOST_AUTO_TEST_CASE(answers_are_in_vain_until_a_file_came) {
  AskedForm asks(shape_of(form({list("topic", {"", "a", "b", "c"})})), 0);
  BOOST_TEST(asked(asks, Keywords{}, fruitless).size() == 4);
  BOOST_TEST(asks.answers_in_vain() == 4);
  asks.brought_file();
  BOOST_TEST(asks.answers_in_vain() == 0);
  BOOST_TEST(asks.has_files());
}

// Two lists that stand on a value each were asked by row and column alone.
BOOST_AUTO_TEST_CASE(lists_that_stand_on_a_value_are_asked_together) {
  const auto sizes = [](const std::vector<std::string>& first, const auto& answer) {
    AskedForm asks(shape_of(form({list("region", first), list("year", {"1", "2", "3"})})), 0);
    const std::size_t count = asked(asks, Keywords{}, answer).size();
    return std::pair{count, asks.may_hold_more()};
  };
  const auto brings = [](AskedForm& of, std::uint32_t query) {
    of.answered(query, true, query, 1);
    of.brought_file();
  };
  BOOST_TEST((sizes({"a", "b", "c"}, brings) == std::pair<std::size_t, bool>{9, false}));
  // The second list changes nothing.
  BOOST_TEST(sizes({"a", "b", "c"}, [](AskedForm& of, std::uint32_t query) {
               const auto& bound = of.queries()[query].bindings;
               of.answered(query, bound.empty() || bound[0].first == 0, query, 1);
             }).first < 9);
  std::vector<std::string> many;
  for (int i = 0; i < 300; ++i) many.push_back("v" + std::to_string(i));
  BOOST_TEST((sizes(many, brings) == std::pair<std::size_t, bool>{302, true}));
}

BOOST_AUTO_TEST_SUITE_END()
