#include "load/session_pulse.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

using Verdict = SessionPulse::Verdict;

const std::string kSite = "https://example.org";

Sight page(std::initializer_list<const char*> links) {
  Sight sight;
  sight.kind = Sight::Kind::page;
  for (const char* link : links) sight.links.insert(link);
  return sight;
}

Sight refused() {
  Sight sight;
  sight.kind = Sight::Kind::refused;
  return sight;
}

std::string list(int number) { return kSite + "/list/" + std::to_string(number); }

SessionPulse::Witness only_witness(const SessionPulse& pulse) {
  const auto witnesses = pulse.witnesses(kSite);
  BOOST_REQUIRE(witnesses.size() == 1U);
  return witnesses.front();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(session_pulse)

BOOST_AUTO_TEST_CASE(the_first_pages_of_each_template_are_asked_both_ways) {
  SessionPulse pulse;
  BOOST_TEST(pulse.wants_both(list(1)));
  BOOST_TEST(!pulse.learn(list(1), page({"a"}), page({"a"})));
  BOOST_TEST(!pulse.learn(list(2), page({"a"}), page({"a"})));
  BOOST_TEST(!pulse.wants_both(list(3)));
  BOOST_TEST(pulse.wants_both(kSite + "/other"));
  for (int i = 0; i < 28; ++i) {
    pulse.learn(kSite + "/" + std::string(1, char('a' + i % 26)) + (i < 26 ? "" : "x"), page({}),
                page({}));
  }
  BOOST_TEST(!pulse.wants_both(kSite + "/yet/another"));
}

BOOST_AUTO_TEST_CASE(three_witnesses_are_enough) {
  SessionPulse pulse;
  BOOST_TEST(pulse.learn(list(1), page({"a", "more"}), page({"a"})));
  BOOST_TEST(pulse.learn(kSite + "/b", page({"a"}), refused()));
  BOOST_TEST(pulse.wants_both(kSite + "/c"));
  Sight form = page({"a"});
  form.forms = 1;
  BOOST_TEST(pulse.learn(kSite + "/c", form, page({"a"})));
  BOOST_TEST(!pulse.wants_both(kSite + "/d"));
  BOOST_TEST(!pulse.has_witness("https://elsewhere.org"));
}

BOOST_AUTO_TEST_CASE(it_is_felt_more_and_more_seldom) {
  SessionPulse pulse;
  BOOST_TEST(!pulse.is_due(list(0)));
  pulse.learn(list(1), page({"a", "more"}), page({"a"}));
  for (const int wait : {10, 20, 40, 40}) {
    int answers = 1;
    while (!pulse.is_due(list(2))) ++answers;
    BOOST_TEST(answers == wait);
    pulse.felt(kSite, Verdict::there);
  }
}

BOOST_AUTO_TEST_CASE(a_witness_tells) {
  SessionPulse pulse;
  pulse.learn(list(1), page({"a", "more", "quit"}), page({"a", "enter"}));
  const auto witness = only_witness(pulse);
  BOOST_TEST((SessionPulse::judge(witness, page({"b", "quit"})) == Verdict::there));
  BOOST_TEST((SessionPulse::judge(witness, refused()) == Verdict::gone));
  BOOST_TEST((SessionPulse::judge(witness, Sight{}) == Verdict::unclear));
  const Sight shown = page({"b", "enter"});
  BOOST_TEST((SessionPulse::judge(witness, shown) == Verdict::unclear));
  BOOST_TEST((pulse.judge(witness, shown, page({"b", "enter"})) == Verdict::gone));
  BOOST_TEST((pulse.judge(witness, shown, Sight{}) == Verdict::unclear));
}

/// Its own content has changed, and the session still shows more of it.
BOOST_AUTO_TEST_CASE(a_witness_may_change_what_it_shows) {
  SessionPulse pulse;
  pulse.learn(list(1), page({"a", "more"}), page({"a"}));
  BOOST_TEST((pulse.judge(only_witness(pulse), page({"a", "new"}), page({"a"})) == Verdict::there));
  BOOST_TEST((SessionPulse::judge(only_witness(pulse), page({"a", "new"})) == Verdict::there));
}

BOOST_AUTO_TEST_CASE(a_page_that_is_another_for_every_visitor_is_no_witness) {
  SessionPulse pulse;
  pulse.learn(list(1), page({"a", "token=1"}), page({"a", "token=2"}));
  BOOST_TEST((pulse.judge(only_witness(pulse), page({"a", "token=3"}), page({"a", "token=4"})) ==
              Verdict::unclear));
  BOOST_TEST(pulse.witnesses(kSite).empty());
}

BOOST_AUTO_TEST_CASE(one_page_of_a_template_that_is_refused_is_a_suspicion) {
  SessionPulse pulse;
  BOOST_TEST(!pulse.is_suspicious(list(1)));
  pulse.learn(kSite + "/", page({"more"}), page({}));
  BOOST_TEST(pulse.is_suspicious(list(1)));
  BOOST_TEST(!pulse.is_suspicious(list(2)));
}

BOOST_AUTO_TEST_CASE(what_is_kept_is_felt_at_once) {
  SessionPulse pulse;
  pulse.learn(list(1), page({"a", "more"}), page({"a"}));
  SessionPulse again;
  again.restore(pulse.to_json());
  BOOST_TEST(again.to_json() == pulse.to_json());
  BOOST_TEST(again.is_due(list(2)));
  for (const char* damaged : {"{}", "[1, {}, {\"url\": \"no\"}, {\"url\": \"https://a.org/\"}]"}) {
    SessionPulse none;
    none.restore(nlohmann::json::parse(damaged));
    BOOST_TEST(none.to_json().empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()
