#include "load/load_chooser.hpp"

#include <boost/test/unit_test.hpp>

using tagtrail::LinkObservation;
using tagtrail::Scope;
using tagtrail::host::LoadChooser;
using How = LoadChooser::How;

namespace {

const std::string kSeed = "https://example.org/";

std::vector<LinkObservation> links(std::initializer_list<const char*> urls) {
  std::vector<LinkObservation> all;
  for (const char* url : urls) {
    all.emplace_back();
    all.back().url = url;
  }
  return all;
}

LoadChooser chooser() { return LoadChooser(*Scope::parse("host", kSeed)); }

std::string page(int number) { return "https://example.org/page/" + std::to_string(number); }

}  // namespace

BOOST_AUTO_TEST_SUITE(load_chooser)

// A wiki shows browsers with a cookie which pages they visited: the tab, which takes longer, was
// opened for nothing else.
BOOST_AUTO_TEST_CASE(links_of_other_pages_are_nothing_that_a_tab_adds) {
  LoadChooser choose = chooser();
  choose.saw(links({"https://example.org/visited"}));
  const auto plain = links({"https://example.org/a"});
  BOOST_TEST(!choose.learn(page(1), plain,
                           links({"https://example.org/a", "https://example.org/visited"})));
  BOOST_TEST(choose.learn(page(2), plain, links({"https://example.org/made"})));
  // Where it has brought something, it is not given up for a page whose links were all met.
  BOOST_TEST(choose.learn(page(3), plain, links({"https://example.org/made"})));
}

// Files that scripts name were seen without a tab, none was opened for the anchors that the scripts
// made, and a crawl without sitemaps, which takes anchors only, found nothing.
BOOST_AUTO_TEST_CASE(links_that_are_not_taken_keep_no_tab_away) {
  auto named = links({"https://example.org/data.csv"});
  named.front().element = tagtrail::LinkElement::link;
  const auto made = links({"https://example.org/data.csv"});
  LoadChooser takes_all = chooser();
  BOOST_TEST(!takes_all.learn(page(1), named, made));
  LoadChooser takes_anchors(*Scope::parse("host", kSeed), false);
  takes_anchors.saw(named);
  BOOST_TEST(takes_anchors.learn(page(1), named, made));
  BOOST_TEST(!takes_anchors.learn(page(2), {}, named));
}

BOOST_AUTO_TEST_CASE(the_seed_and_the_first_three_of_a_template_are_read_both_ways) {
  LoadChooser choose = chooser();
  BOOST_TEST((choose.choose(kSeed, true) == How::both));
  for (int i = 1; i <= 3; ++i) {
    BOOST_TEST((choose.choose(page(i), false) == How::both));
    choose.learn(page(i), links({"https://example.org/x"}), links({"https://example.org/x"}));
  }
  BOOST_TEST((choose.choose(page(4), false) == How::plain));
}

BOOST_AUTO_TEST_CASE(a_tab_that_adds_links_in_scope_wins_its_template) {
  LoadChooser choose = chooser();
  BOOST_TEST(!choose.learn(page(1), links({}), links({"https://elsewhere.net/"})));
  BOOST_TEST(choose.learn(page(2), links({}), links({"https://example.org/data.csv"})));
  BOOST_TEST(!choose.learn(page(3), links({}), links({})));
  BOOST_TEST((choose.choose(page(4), false) == How::tab));
}

// Two more pages of each kind were asked for twice, to learn what was known.
BOOST_AUTO_TEST_CASE(the_first_page_that_a_tab_adds_to_ends_the_first_comparisons) {
  const auto made = links({"https://example.org/data.csv"});
  LoadChooser choose = chooser();
  choose.learn(page(1), links({"https://example.org/x"}), made);
  BOOST_TEST((choose.choose(page(2), false) == How::tab));
  // One that was under way already is no later comparison.
  choose.learn(page(2), made, made);
  for (int i = 3; i <= 52; ++i) {
    BOOST_TEST((choose.choose(page(i), false) == How::tab));
    choose.note_single(page(i));
  }
  BOOST_TEST((choose.choose(page(60), false) == How::both));
  choose.learn(page(60), made, made);
  BOOST_TEST((choose.choose(page(61), false) == How::plain));
  // What comes without a tab may be wanted for its own sake.
  LoadChooser thorough(*Scope::parse("host", kSeed), true, true);
  for (int i = 1; i <= 3; ++i) {
    BOOST_TEST((thorough.choose(page(i), false) == How::both));
    thorough.learn(page(i), links({}), made);
  }
  BOOST_TEST((thorough.choose(page(4), false) == How::tab));
}

// A tab loads the page and, by its script, the file: both once more.
BOOST_AUTO_TEST_CASE(two_viewers_of_files_that_came_need_no_tab) {
  const auto viewer = [](int i) {
    return "https://example.org/js/viewer.html?file=../o/" + std::to_string(i) + ".pdf";
  };
  LoadChooser choose = chooser();
  BOOST_TEST(!choose.shows_what_came(viewer(1)));
  for (int i = 1; i <= 3; ++i) choose.came("https://example.org/o/" + std::to_string(i) + ".pdf");
  BOOST_TEST(!choose.shows_what_came(viewer(4)));
  BOOST_TEST(!choose.shows_what_came("https://example.org/o/1.pdf"));
  for (int i = 1; i <= 2; ++i) {
    BOOST_TEST(choose.shows_what_came(viewer(i)));
    choose.spared_viewer(viewer(i));
  }
  BOOST_TEST(!choose.shows_what_came(viewer(3)));
  LoadChooser thorough(*Scope::parse("host", kSeed), true, true);
  thorough.came("https://example.org/o/1.pdf");
  BOOST_TEST(!thorough.shows_what_came(viewer(1)));
}

BOOST_AUTO_TEST_CASE(where_pages_are_drawn_from_nothing_new_kinds_are_shown_first) {
  const std::string kind = "https://example.org/kind/";
  const auto made = links({"https://example.org/a", "https://example.org/b"});
  LoadChooser choose = chooser();
  choose.learn(kSeed, {}, made);
  for (const char* number : {"1", "2"}) {
    BOOST_TEST(!choose.is_drawn_page(kind + "9") == (*number == '1'));
    BOOST_TEST((choose.choose(kind + number, false) == How::tab));
    choose.showed(kind + number, made);
  }
  BOOST_TEST((choose.choose(kind + "3", false) == How::both));
  // Links that were met before show a page that was drawn, too.
  choose.learn(kind + "3", {}, made);
  BOOST_TEST((choose.choose(page(1), false) == How::tab));
  choose.learn(kind + "4", made, made);
  BOOST_TEST((choose.choose(page(1), false) == How::both));
  LoadChooser thorough(*Scope::parse("host", kSeed), true, true);
  thorough.learn(kSeed, {}, made);
  BOOST_TEST((thorough.choose(page(1), false) == How::both));
}

// A tab for a file is a request in vain.
BOOST_AUTO_TEST_CASE(a_file_that_a_tab_was_opened_for_makes_the_next_ones_wait) {
  const auto made = links({"https://example.org/a"});
  LoadChooser choose = chooser();
  choose.learn(kSeed, {}, made);
  BOOST_TEST((choose.choose("https://example.org/get/1", false) == How::tab));
  choose.note_single("https://example.org/get/1");
  choose.met_file("https://example.org/get/1", true);
  BOOST_TEST((choose.choose("https://example.org/get/2", false) == How::both));
  BOOST_TEST((choose.choose(page(1), false) == How::both));
  choose.learn(page(1), {}, made);
  BOOST_TEST((choose.choose("https://example.org/other/1", false) == How::both));
  choose.learn("https://example.org/other/1", {}, made);
  BOOST_TEST((choose.choose("https://example.org/new/1", false) == How::tab));
  BOOST_TEST((choose.choose("https://example.org/get/2", false) == How::both));
}

BOOST_AUTO_TEST_CASE(what_is_of_a_kind_of_drawn_pages_is_no_file_until_one_was) {
  LoadChooser choose = chooser();
  BOOST_TEST(!choose.is_drawn_page(page(1)));
  choose.learn(page(1), {}, links({"https://example.org/a"}));
  BOOST_TEST(choose.is_drawn_page(page(2)));
  choose.met_file(page(2), false);
  BOOST_TEST(!choose.is_drawn_page(page(3)));
  BOOST_TEST((choose.choose(page(3), false) == How::tab));
}

BOOST_AUTO_TEST_CASE(a_template_is_tested_again_after_fifty_pages) {
  LoadChooser choose = chooser();
  for (int i = 1; i <= 3; ++i) choose.learn(page(i), links({}), links({"https://example.org/a"}));
  for (int i = 0; i < 50; ++i) {
    BOOST_TEST((choose.choose(page(i), false) == How::tab));
    choose.note_single(page(i));
  }
  BOOST_TEST((choose.choose(page(60), false) == How::both));
  choose.learn(page(60), links({"https://example.org/a"}), links({"https://example.org/a"}));
  BOOST_TEST((choose.choose(page(61), false) == How::plain));
}

// Of 755 pages of one kind 15 were opened in tabs, with four requests each, for nothing.
BOOST_AUTO_TEST_CASE(a_template_is_tested_more_and_more_seldom) {
  LoadChooser choose = chooser();
  std::vector<int> compared;
  const auto here = links({"https://example.org/x"});
  for (int i = 1; i <= 1'600; ++i) {
    if (choose.choose(page(i), false) == How::plain) {
      choose.note_single(page(i));
      continue;
    }
    compared.push_back(i);
    choose.learn(page(i), here, here);
  }
  const std::vector<int> expected{1, 2, 3, 54, 155, 356, 757, 1158, 1559};
  BOOST_TEST(compared == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(plain_is_enough_after_three_pages_that_gave_no_more_by_tab) {
  LoadChooser choose = chooser();
  for (int i = 1; i <= 3; ++i) {
    BOOST_TEST(!choose.plain_is_enough(page(i)));
    choose.learn(page(i), links({"https://example.org/x"}), links({"https://example.org/x"}));
  }
  BOOST_TEST(choose.plain_is_enough(page(4)));
  choose.learn(page(4), links({}), links({"https://example.org/behind-a-button.csv"}));
  BOOST_TEST(!choose.plain_is_enough(page(5)));
}

BOOST_AUTO_TEST_CASE(a_page_without_links_is_worth_a_tab) {
  BOOST_TEST(LoadChooser::worth_a_tab(links({})));
  BOOST_TEST(!LoadChooser::worth_a_tab(links({"https://example.org/"})));
}

// On a site whose pages are all of kinds of their own each was read in a tab, with the same six
// scripts: four times the requests, for nothing.
BOOST_AUTO_TEST_CASE(a_page_whose_scripts_never_added_a_link_needs_no_tab) {
  LoadChooser choose = chooser();
  const auto here = links({"https://example.org/x"});
  const auto kind = [](char letter) {
    return std::string("https://example.org/") + letter + "/page";
  };
  const std::vector<std::size_t> usual{1, 2};
  for (const char letter : {'a', 'b', 'c'}) {
    BOOST_TEST(!choose.runs_in_vain(kind('z'), usual));
    choose.learn(kind(letter), here, here, usual);
  }
  BOOST_TEST((choose.choose(kind('z'), false) == How::both));
  BOOST_TEST(choose.runs_in_vain(kind('z'), usual));
  // The bundle of a whole site may fill one page of it: the first that looks so is read both ways.
  BOOST_TEST(!choose.runs_in_vain(kind('z'), usual, true));
  BOOST_TEST(choose.runs_in_vain(kind('a'), usual, true));
  // One that no tab has run may do anything, and so may a page of which nothing is known.
  BOOST_TEST(!choose.runs_in_vain(kind('z'), {1, 2, 3}));
  BOOST_TEST(!choose.runs_in_vain(kind('z'), {}));
}

BOOST_AUTO_TEST_CASE(a_script_that_added_links_is_given_tabs_again) {
  LoadChooser choose = chooser();
  const auto here = links({"https://example.org/x"});
  const auto kind = [](int number) {
    return std::string("https://example.org/") + static_cast<char>('a' + number) + "/page";
  };
  for (int i = 0; i < 3; ++i) choose.learn(kind(i), here, here, {1});
  // The usual script is not to blame for what the other one did.
  choose.learn(kind(3), here, links({"https://example.org/made.csv"}), {1, 9});
  BOOST_TEST(choose.runs_in_vain(kind(20), {1}));
  BOOST_TEST(!choose.runs_in_vain(kind(20), {1, 9}));
  // Here nothing else can have done it.
  choose.learn(kind(4), here, links({"https://example.org/made-too.csv"}), {1});
  BOOST_TEST(!choose.runs_in_vain(kind(20), {1}));
  // Its own kind is compared as before.
  BOOST_TEST(!choose.runs_in_vain(kind(4), {1}));
  for (int i = 5; i < 15; ++i) choose.learn(kind(i), here, here, {1});
  BOOST_TEST(!choose.runs_in_vain(kind(20), {1}));
}

// The bundle of a whole site filled one page, and all pages after that took a tab again.
BOOST_AUTO_TEST_CASE(a_script_that_fills_empty_pages_is_idle_on_full_ones) {
  LoadChooser choose = chooser();
  const auto here = links({"https://example.org/x"});
  const auto kind = [](int number) {
    return std::string("https://example.org/") + static_cast<char>('a' + number) + "/page";
  };
  for (int i = 0; i < 3; ++i) choose.learn(kind(i), here, here, {1});
  BOOST_TEST(choose.learn(kind(3), here, links({"https://example.org/made.csv"}), {1}, true));
  BOOST_TEST(choose.runs_in_vain(kind(20), {1}));
  BOOST_TEST(!choose.runs_in_vain(kind(20), {1}, true));
  BOOST_TEST(choose.learn(kind(4), here, links({"https://example.org/more.csv"}), {1}));
  BOOST_TEST(!choose.runs_in_vain(kind(20), {1}));
}

BOOST_AUTO_TEST_CASE(pages_that_were_spared_are_looked_at_now_and_then) {
  LoadChooser choose = chooser();
  const auto here = links({"https://example.org/x"});
  for (const char* kind : {"a", "b", "c"}) {
    choose.learn(std::string("https://example.org/") + kind + "/p", here, here, {1});
  }
  for (int i = 0; i < 50; ++i) {
    BOOST_TEST(choose.runs_in_vain(page(i), {1}));
    choose.note_single(page(i));
  }
  BOOST_TEST(!choose.runs_in_vain(page(51), {1}));
}

// Of 42 pages of one kind six drew their files by a script that the first three did not run.
BOOST_AUTO_TEST_CASE(pages_unlike_those_that_were_compared_are_compared_too) {
  constexpr std::size_t kEverywhere = 1;
  constexpr std::size_t kOfSome = 2;
  const auto plain = links({"https://example.org/a"});
  LoadChooser choose = chooser();
  for (int at = 0; at < 3; ++at) {
    BOOST_TEST(!choose.is_unlike_its_kind(page(at), {kEverywhere, kOfSome}, true));
    choose.learn(page(at), plain, plain, {kEverywhere});
  }
  BOOST_TEST(!choose.is_unlike_its_kind(page(3), {kEverywhere}, false));
  BOOST_TEST(choose.is_unlike_its_kind(page(3), {kEverywhere}, true));
  BOOST_TEST(choose.is_unlike_its_kind(page(3), {kEverywhere, kOfSome}, false));
  const auto made = links({"https://example.org/3.csv"});
  BOOST_TEST(choose.learn(page(3), plain, made, {kEverywhere, kOfSome}));
  // The others of the kind are read as before, and each that runs it in a tab.
  BOOST_TEST((choose.choose(page(4), false) == How::plain));
  BOOST_TEST(!choose.is_unlike_its_kind(page(4), {kEverywhere}, false));
  BOOST_TEST(choose.is_unlike_its_kind(page(5), {kEverywhere, kOfSome}, false));
}

BOOST_AUTO_TEST_CASE(a_kind_whose_pages_all_run_something_else_is_not_compared_for_that) {
  const auto plain = links({"https://example.org/a"});
  LoadChooser choose = chooser();
  int compared = 0;
  for (int at = 0; at < 20; ++at) {
    const std::vector<std::size_t> own{static_cast<std::size_t>(at)};
    if (at >= 3 && !choose.is_unlike_its_kind(page(at), own, false)) continue;
    choose.learn(page(at), plain, plain, own);
    ++compared;
  }
  BOOST_TEST(compared == 6);
}

// A portal shows its list through filters: 75 of them were opened in tabs, each with all that the
// page loads, and showed what the list had shown.
BOOST_AUTO_TEST_CASE(filters_that_only_hide_parts_of_a_list_are_not_opened_for_ever) {
  const std::string list = "https://example.org/list";
  const auto number = [](const char* start, int at) { return start + std::to_string(at); };
  auto whole = links({"https://example.org/record/1", "https://example.org/record/2"});
  whole.push_back(links({"https://example.org/list?theme=1"}).front());
  LoadChooser choose = chooser();
  choose.showed(list, whole);
  const auto opened_of = [&](const std::string& keys, int count, auto&& shown) {
    int opened = 0;
    for (int at = 0; at < count; ++at) {
      const std::string url = list + "?" + keys + std::to_string(at);
      if (choose.choose(url, false) == How::plain) {
        choose.note_single(url);
        continue;
      }
      choose.showed(url, shown(at));
      ++opened;
    }
    return opened;
  };
  const auto hides = [&](int at) {
    auto shown = links({"https://example.org/record/1"});
    const std::string more = number("https://example.org/list?theme=1&year=", at);
    shown.push_back(links({more.c_str()}).front());
    return shown;
  };
  BOOST_TEST(opened_of("theme=", 40, hides) == 3);
  // A key of which less is known, alone or beside that.
  BOOST_TEST(opened_of("theme=1&year=", 40, hides) == 3);
  // Parts of a list lead on, as often as there are some.
  const auto goes_on = [&](int at) {
    return links({number("https://example.org/record/new", at).c_str()});
  };
  BOOST_TEST(opened_of("theme=1&page=", 40, goes_on) == 40);
}

// A list that shows its first part alone says nothing of what its filters hide.
BOOST_AUTO_TEST_CASE(filters_of_a_list_that_was_not_shown_whole_are_opened) {
  const std::string list = "https://example.org/list";
  LoadChooser choose = chooser();
  choose.showed(list, links({"https://example.org/record/1", "https://example.org/list?sort=a"}));
  const auto others = links({"https://example.org/record/2", "https://example.org/record/3"});
  choose.saw(others);
  for (int at = 0; at < 40; ++at) {
    const std::string url = list + "?sort=" + std::to_string(at);
    BOOST_TEST((choose.choose(url, false) != How::plain));
    choose.showed(url, others);
  }
}

BOOST_AUTO_TEST_SUITE_END()
