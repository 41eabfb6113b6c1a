#include "load/login_watch.hpp"

#include <boost/test/unit_test.hpp>

#include "load/sessions.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

using Verdict = LoginWatch::Verdict;

Request asking(std::string url) {
  Request request;
  request.url = std::move(url);
  request.source_page = "https://example.org/";
  request.depth = 1;
  return request;
}

SessionAnswer got(bool file = false) {
  SessionAnswer answer;
  answer.content = true;
  answer.file = file;
  answer.html = !file;
  return answer;
}

SessionAnswer shown(LoginSign sign) {
  SessionAnswer answer;
  answer.sign = sign;
  answer.html = true;
  return answer;
}

/// For what reason a URL is asked about makes no difference, but for pages as for strangers.
auto proof_of(const LoginWatch& watch, std::string_view url) { return watch.proof_for(url, {}); }

SessionAnswer made_for(SessionMarks::Shown shown) {
  SessionAnswer answer = got();
  answer.shown = shown;
  return answer;
}

const std::string kPage1 = "https://example.org/page/1";
const std::string kPage2 = "https://example.org/page/2";
const std::string kFile1 = "https://example.org/t/1.csv";
const std::string kFile2 = "https://example.org/t/2.csv";

}  // namespace

BOOST_AUTO_TEST_SUITE(login_watch)

BOOST_AUTO_TEST_CASE(a_login_link_of_a_public_site_is_no_loss) {
  LoginWatch watch;
  watch.note(asking(kPage1), got());
  const Request login = asking("https://example.org/account/enter");
  BOOST_TEST((watch.judge(login, shown(LoginSign::login_page)) == Verdict::fine));
  BOOST_TEST((watch.judge(login, shown(LoginSign::refused)) == Verdict::fine));
}

BOOST_AUTO_TEST_CASE(where_content_was_a_sign_asks_for_the_proof) {
  LoginWatch watch;
  watch.note(asking(kPage1), got());
  BOOST_TEST((watch.judge(asking(kPage2), got()) == Verdict::fine));
  for (const LoginSign sign : {LoginSign::refused, LoginSign::login_page}) {
    BOOST_TEST((watch.judge(asking(kPage2), shown(sign)) == Verdict::ask_proof));
  }
  const auto proof = proof_of(watch, kPage2);
  BOOST_REQUIRE(proof.has_value());
  BOOST_TEST(proof->url == kPage1);
  BOOST_TEST(LoginWatch::is_lost(*proof, shown(LoginSign::refused)));
  BOOST_TEST(!LoginWatch::is_lost(*proof, got()));
}

BOOST_AUTO_TEST_CASE(sudden_html_where_files_were) {
  LoginWatch watch;
  watch.note(asking(kFile1), got(true));
  BOOST_TEST((watch.judge(asking(kFile2), got(true)) == Verdict::fine));
  BOOST_TEST((watch.judge(asking(kFile2), got(false)) == Verdict::ask_proof));
  BOOST_TEST(LoginWatch::is_lost(*proof_of(watch, kFile2), got(false)));
  // The file is still there: this template has both.
  watch.note_mixed(kFile2);
  BOOST_TEST((watch.judge(asking(kFile2), got(false)) == Verdict::fine));
  BOOST_TEST((watch.judge(asking(kFile2), shown(LoginSign::refused)) == Verdict::ask_proof));
}

BOOST_AUTO_TEST_CASE(a_login_box_where_none_was) {
  LoginWatch watch;
  watch.note(asking(kPage1), got());
  SessionAnswer boxed = got();
  boxed.login_form = true;
  BOOST_TEST((watch.judge(asking(kPage2), boxed) == Verdict::ask_proof));
  LoginWatch always;
  always.note(asking(kPage1), boxed);
  BOOST_TEST((always.judge(asking(kPage2), boxed) == Verdict::fine));
}

BOOST_AUTO_TEST_CASE(a_new_template_is_judged_by_one_that_needed_the_session) {
  LoginWatch watch;
  SessionAnswer needed = got();
  needed.needs_session = true;
  watch.note(asking(kPage1), needed);
  const Request other = asking("https://example.org/vault/");
  BOOST_TEST((watch.judge(other, shown(LoginSign::refused)) == Verdict::ask_proof));
  BOOST_TEST(proof_of(watch, other.url)->url == kPage1);
  BOOST_TEST(!proof_of(watch, "https://elsewhere.org/vault/").has_value());
}

// A session that ended on the way brought what anyone gets, and all was "complete".
BOOST_AUTO_TEST_CASE(a_page_as_for_strangers_where_members_pages_came_asks_for_one_of_those) {
  using Shown = SessionMarks::Shown;
  LoginWatch watch;
  watch.note(asking(kPage1), made_for(Shown::member));
  const Request other = asking("https://example.org/list/");
  BOOST_TEST((watch.judge(other, made_for(Shown::unknown)) == Verdict::fine));
  const SessionAnswer stranger = made_for(Shown::stranger);
  BOOST_TEST((watch.judge(asking("https://elsewhere.org/"), stranger) == Verdict::fine));
  BOOST_TEST((watch.judge(other, stranger) == Verdict::ask_proof));
  const auto proof = watch.proof_for(other.url, stranger);
  BOOST_REQUIRE(proof.has_value());
  BOOST_TEST(proof->url == kPage1);
  BOOST_TEST(LoginWatch::is_lost(*proof, stranger));
  BOOST_TEST(!LoginWatch::is_lost(*proof, made_for(Shown::member)));
  // The session held: pages of this kind look so to anyone.
  watch.note_mixed(other.url);
  BOOST_TEST((watch.judge(other, stranger) == Verdict::fine));
  BOOST_TEST((watch.judge(asking("https://example.org/vault/"), stranger) == Verdict::ask_proof));
}

BOOST_AUTO_TEST_CASE(a_seed_url_that_shows_a_login) {
  const LoginWatch watch;
  Request seed;
  seed.url = "https://example.org/";
  BOOST_TEST((watch.judge(seed, shown(LoginSign::login_page)) == Verdict::login_needed));
  BOOST_TEST((watch.judge(seed, shown(LoginSign::refused)) == Verdict::login_needed));
  BOOST_TEST((watch.judge(seed, got()) == Verdict::fine));
  BOOST_TEST((watch.judge(asking(kPage1), shown(LoginSign::refused)) == Verdict::fine));
}

BOOST_AUTO_TEST_CASE(what_is_remembered_comes_back) {
  LoginWatch watch;
  SessionChooser chooser;
  chooser.learn(kFile1, true);
  SessionAnswer file = got(true);
  file.needs_session = true;
  watch.note(asking(kFile1), file);
  SessionAnswer tab = got();
  tab.via = Via::tab;
  tab.login_form = true;
  watch.note(asking(kPage1), tab);
  watch.note(asking("https://example.org/news/"), made_for(SessionMarks::Shown::member));
  SessionChooser chooser_again;
  LoginWatch again;
  SessionPulse pulse_again;
  TraceWatch traces;
  traces.restore("example.org/star/{}");
  TraceWatch traces_again;
  remember(remembered(chooser, watch, SessionPulse(), traces), chooser_again, again, pulse_again,
           traces_again);
  BOOST_TEST((traces_again.traced() == traces.traced()));
  BOOST_TEST(chooser_again.needs_session(kFile2));
  BOOST_TEST(!chooser_again.needs_session(kPage2));
  BOOST_REQUIRE(proof_of(again, kFile2).has_value());
  BOOST_TEST(proof_of(again, kFile2)->file);
  BOOST_TEST((proof_of(again, kPage2)->via == Via::tab));
  BOOST_TEST(proof_of(again, kPage2)->login_form);
  BOOST_TEST(proof_of(again, "https://example.org/vault/").has_value());
  const SessionAnswer stranger = made_for(SessionMarks::Shown::stranger);
  BOOST_TEST((again.judge(asking("https://example.org/vault/"), stranger) == Verdict::ask_proof));
  BOOST_TEST(remembered(chooser_again, again, pulse_again, traces_again) ==
             remembered(chooser, watch, SessionPulse(), traces));
}

BOOST_AUTO_TEST_CASE(damaged_memory_is_no_memory) {
  for (const char* text :
       {"", "[]", "{\"needing\": 1, \"traced\": [1], \"proofs\": [1, {\"url\": \"x\"}]}", "{"}) {
    SessionChooser chooser;
    LoginWatch watch;
    SessionPulse pulse;
    TraceWatch traces;
    remember(text, chooser, watch, pulse, traces);
    BOOST_TEST(traces.traced().empty());
    BOOST_TEST(watch.proofs().empty());
    BOOST_TEST(chooser.needing().empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()
