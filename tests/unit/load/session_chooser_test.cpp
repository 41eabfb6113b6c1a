#include "load/session_chooser.hpp"

#include <boost/test/unit_test.hpp>
#include <utility>

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

using How = SessionChooser::How;

using Shown = SessionMarks::Shown;

/// Of words and addresses of links.
Page page(std::initializer_list<std::pair<const char*, const char*>> links) {
  Page made;
  for (const auto& [anchor, path] : links) {
    LinkObservation& link = made.links.emplace_back();
    link.anchor = anchor;
    link.url = std::string("https://example.org") + path;
  }
  return made;
}

std::string list(int number) { return "https://example.org/list/" + std::to_string(number); }

std::string file(int number) { return "https://example.org/f/" + std::to_string(number) + ".csv"; }

}  // namespace

BOOST_AUTO_TEST_SUITE(session_chooser)

BOOST_AUTO_TEST_CASE(plain_until_the_session_helped) {
  SessionChooser chooser;
  BOOST_TEST((chooser.choose(file(1)) == How::plain));
  BOOST_TEST(chooser.worth_trying(file(1)));
  chooser.learn(file(1), true);
  BOOST_TEST((chooser.choose(file(2)) == How::session));
  BOOST_TEST((chooser.choose("https://example.org/other") == How::plain));
}

BOOST_AUTO_TEST_CASE(what_is_called_like_a_file_may_be_a_page) {
  SessionChooser chooser;
  for (int i = 0; i < 3; ++i) {
    BOOST_TEST(!chooser.gives_pages(file(i)));
    chooser.gave_page(file(i));
  }
  BOOST_TEST(chooser.gives_pages(file(3)));
  BOOST_TEST(!chooser.gives_pages(list(3)));
  chooser.gave_file(file(3));
  BOOST_TEST(!chooser.gives_pages(file(4)));
}

BOOST_AUTO_TEST_CASE(every_fiftieth_is_compared_again) {
  SessionChooser chooser;
  chooser.learn(file(0), true);
  for (int i = 1; i <= 50; ++i) {
    BOOST_TEST((chooser.choose(file(i)) == How::session));
    chooser.note_single(file(i));
  }
  BOOST_TEST((chooser.choose(file(51)) == How::compare));
  chooser.learn(file(51), false);
  BOOST_TEST((chooser.choose(file(52)) == How::plain));
}

BOOST_AUTO_TEST_CASE(where_it_does_not_help_few_are_tried) {
  SessionChooser chooser;
  int tries = 0;
  for (int i = 0; i < 100; ++i) {
    if (!chooser.worth_trying(file(i))) continue;
    ++tries;
    chooser.learn(file(i), false);
  }
  BOOST_TEST(tries == 4);
}

// Pages without scripts that anyone may read were read without the login: one of four files, and
// "all found".
BOOST_AUTO_TEST_CASE(the_first_pages_of_a_template_are_read_both_ways) {
  SessionChooser chooser;
  const Page same = page({{"a", "/a"}});
  for (int i = 0; i < 3; ++i) {
    BOOST_TEST((chooser.choose_page(list(i)) == How::both));
    BOOST_TEST(!chooser.learn_page(list(i), same, same));
  }
  BOOST_TEST((chooser.choose_page(list(4)) == How::plain));
  BOOST_TEST((chooser.choose_page("https://example.org/other") == How::both));
  // Then now and then, more and more seldom: some pages of a kind differ where its first do not.
  for (const int pages : {5, 10, 20, 40, 50, 50}) {
    for (int i = 0; i < pages; ++i) {
      BOOST_TEST((chooser.choose_page(list(i)) == How::plain));
      chooser.read_without(list(i));
    }
    BOOST_TEST((chooser.choose_page(list(60)) == How::both));
    chooser.learn_page(list(60), same, same);
  }
  BOOST_TEST(chooser.use().left_out().count == 0U);
}

BOOST_AUTO_TEST_CASE(where_the_session_shows_more_the_site_is_read_with_it) {
  SessionChooser chooser;
  const Page plain = page({{"a", "/a"}, {"Anmelden", "/enter?back=/list"}});
  for (int i = 0; i < 3; ++i) chooser.learn_page(list(i), plain, plain);
  chooser.read_without(list(4));
  const Page session = page({{"a", "/a"}, {"Mine", "/mine"}, {"Abmelden", "/leave"}});
  BOOST_TEST(chooser.learn_page("https://example.org/", plain, session));
  // Those that were read before it was known are not forgotten.
  const LeftOut left = chooser.use().left_out();
  BOOST_TEST(left.count == 1U);
  BOOST_TEST(left.example == list(4));
  BOOST_TEST((chooser.choose_page(list(5)) == How::session));
  // One page is compared more, so that what was there by accident is told from what is not.
  BOOST_TEST((chooser.choose_page("https://example.org/news") == How::both));
  BOOST_TEST(chooser.learn_page("https://example.org/news", plain, session));
  BOOST_TEST((chooser.choose_page("https://example.org/more") == How::session));
  BOOST_TEST((chooser.choose_page("https://elsewhere.org/more") == How::both));
  BOOST_TEST(!chooser.needs_session("https://example.org/more"));
  // A file that was taken for a page needs no browser.
  chooser.gave_file(file(1));
  BOOST_TEST((chooser.choose_page(file(2)) == How::plain));
}

BOOST_AUTO_TEST_CASE(a_way_to_the_login_that_is_gone_or_a_form_more_is_a_difference) {
  SessionChooser chooser;
  BOOST_TEST(chooser.learn_page(list(1), page({{"Log in", "/login"}}), page({})));
  BOOST_TEST(!chooser.learn_page(list(2), page({{"a", "/a"}, {"b", "/b"}}), page({{"a", "/a"}})));
  Page search = page({});
  search.forms.emplace_back();
  BOOST_TEST(chooser.learn_page(list(3), page({}), search));
}

// Of a page in a tab nobody knows what the session did and what its scripts.
BOOST_AUTO_TEST_CASE(a_tab_that_shows_a_member_tells_that_the_session_matters_and_no_more) {
  SessionChooser chooser;
  const Page plain = page({{"a", "/a"}, {"Log in", "/login"}});
  const Page shown = page({{"a", "/a"}, {"Drawn", "/drawn"}});
  BOOST_TEST(SessionChooser::ends_login(plain, shown));
  BOOST_TEST(!SessionChooser::ends_login(plain, plain));
  BOOST_TEST(!SessionChooser::ends_login(shown, plain));
  chooser.read_without(list(4));
  chooser.showed_member("https://example.org/");
  BOOST_TEST(chooser.use().left_out().count == 1U);
  BOOST_TEST(chooser.use().take_due().size() == 1U);
  BOOST_TEST((chooser.shown("https://example.org/drawn", shown.links) == Shown::unknown));
  // How pages tell is learnt from two that are read both ways, as ever.
  for (int i = 0; i < 2; ++i) {
    BOOST_TEST((chooser.choose_page(list(i)) == How::both));
    chooser.learn_page(list(i), plain, page({{"a", "/a"}, {"Log out", "/logout"}}));
  }
  BOOST_TEST((chooser.choose_page(list(3)) == How::session));
  const auto kept = chooser.use().news();
  BOOST_REQUIRE(kept.has_value());
  const auto restored = SessionUse::from_text(*kept);
  BOOST_REQUIRE(restored.site("https://example.org") != nullptr);
  BOOST_TEST(restored.site("https://example.org")->shown);
}

BOOST_AUTO_TEST_CASE(a_session_that_the_site_refuses_leaves_pages_to_be_named) {
  SessionChooser chooser;
  for (int i = 0; i < 3; ++i) {
    BOOST_TEST((chooser.choose_page(list(i)) == How::both));
    chooser.read_without(list(i), true);
  }
  BOOST_TEST((chooser.choose_page(list(3)) == How::plain));
  BOOST_TEST(chooser.use().left_out().count == 3U);
}

BOOST_AUTO_TEST_CASE(whom_a_page_was_made_for_is_seen_by_its_links) {
  SessionMarks marks;
  const auto stranger = page({{"Giriş", "/g?r=1"}, {"News of today", "/n/1"}, {"Home", "/"}});
  const auto member = page({{"Çıkış", "/c"}, {"News of noon", "/n/2"}, {"Home", "/"}});
  BOOST_TEST((marks.shown(stranger.links) == Shown::unknown));
  marks.compared(stranger.links, member.links);
  marks.compared(page({{"Giriş", "/g?r=2"}, {"News of noon", "/n/2"}}).links,
                 page({{"Çıkış", "/c"}, {"News of today", "/n/1"}}).links);
  BOOST_TEST(marks.strangers().size() == 1U);
  BOOST_TEST(marks.members().size() == 1U);
  BOOST_TEST((marks.shown(page({{"Giriş", "/g?r=9"}}).links) == Shown::stranger));
  BOOST_TEST((marks.shown(page({{"Çıkış", "/c"}, {"Giriş", "/g"}}).links) == Shown::member));
  BOOST_TEST((marks.shown(page({{"Home", "/"}}).links) == Shown::unknown));
}

BOOST_AUTO_TEST_SUITE_END()
