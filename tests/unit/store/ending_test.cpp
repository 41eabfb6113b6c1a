// How a job ended is decided in one place, and told in three ways: complete, about complete, not
// complete; without files also why.
#include "store/ending.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

namespace tagtrail::host::testing {
namespace {

using How = Ending::How;

const LeftOut kForbidden{LeftOutCause::robots, 2, 0, "http://h/a", {}};
const LeftOut kWaiting{LeftOutCause::not_asked, 7, 0, "", {}};

/// The facts of a job, with what they borrow.
struct Facts : EndingFacts {
  explicit Facts(std::uint64_t found) {
    files = found;
    exhausted = true;
    left_out = &left;
    other_types = &types;
  }
  Facts(const Facts&) = delete;
  Facts& operator=(const Facts&) = delete;

  std::vector<LeftOut> left{};
  std::vector<OtherType> types{};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(ending)

BOOST_AUTO_TEST_CASE(complete_is_what_followed_everything_and_left_nothing_out) {
  Facts facts(3);
  const Ending ended = ending_of(facts);
  BOOST_TEST((ended.how == How::complete));
  BOOST_TEST(ended.is_complete());
  BOOST_TEST(ended.words == "complete: everything this site shows was followed");
  BOOST_TEST((ended.reason.empty() && ended.remedy.empty()));
  facts.left = {kForbidden};
  BOOST_TEST((ending_of(facts).how == How::partial));
  facts.left.clear();
  facts.exhausted = false;
  BOOST_TEST((ending_of(facts).how == How::partial));
}

BOOST_AUTO_TEST_CASE(about_complete_is_what_only_waits_for_links_that_cost_more) {
  Facts facts(60);
  facts.exhausted = false;
  facts.about_all = true;
  facts.left = {kWaiting};
  const Ending ended = ending_of(facts);
  BOOST_TEST((ended.how == How::about));
  BOOST_TEST(!ended.is_complete());
  BOOST_TEST(ended.words ==
             "about complete: as good as all files are probably there; 7 links not yet followed "
             "when the run ended");
  facts.left = {kForbidden, kWaiting};
  BOOST_TEST((ending_of(facts).how == How::partial));
  facts.left = {kWaiting};
  facts.about_all = false;
  const Ending less = ending_of(facts);
  BOOST_TEST((less.how == How::partial));
  BOOST_TEST(less.words == "not complete");
}

BOOST_AUTO_TEST_CASE(a_job_without_files_is_never_about_complete) {
  Facts facts(0);
  facts.exhausted = false;
  facts.about_all = true;
  facts.left = {kWaiting};
  BOOST_TEST((ending_of(facts).how == How::partial));
}

BOOST_AUTO_TEST_CASE(without_files_the_first_cause_is_the_reason) {
  for (int at = 0; at <= static_cast<int>(kLastLeftOutCause); ++at) {
    const auto cause = static_cast<LeftOutCause>(at);
    Facts facts(0);
    facts.left = {{cause, 2, 0, "http://h/a", {}}, kWaiting};
    // What else is known matters less.
    facts.types = {{"application/pdf", 4}};
    facts.advice = "the start page has no links";
    const Ending ended = ending_of(facts);
    BOOST_TEST((ended.how == How::partial));
    BOOST_TEST(ended.reason == to_string(cause));
    BOOST_TEST(ended.remedy == remedy_for(facts.left.front()));
    BOOST_TEST(ended.words ==
               "not complete: no file yet, most likely because of " + to_text(facts.left.front()));
  }
}

BOOST_AUTO_TEST_CASE(without_files_a_start_page_that_leads_nowhere_is_not_complete) {
  Facts facts(0);
  facts.advice = "the start page has no links";
  const Ending ended = ending_of(facts);
  BOOST_TEST((ended.how == How::partial));
  BOOST_TEST(ended.reason == "start_page");
  BOOST_TEST(ended.words == "not complete: the start page has no links");
}

BOOST_AUTO_TEST_CASE(without_files_other_types_are_named_with_what_takes_them) {
  Facts facts(0);
  facts.types = {{"application/pdf", 4}, {"image/png", 1}};
  const Ending ended = ending_of(facts);
  BOOST_TEST(ended.is_complete());
  BOOST_TEST(ended.reason == "types");
  BOOST_TEST(ended.words ==
             "complete, but no file of a wanted type: the site's are of other types, most often "
             "application/pdf (4)");
  BOOST_TEST(ended.remedy == "--targets application/pdf takes these, in another --out");
}

BOOST_AUTO_TEST_CASE(without_files_and_without_a_cause_there_was_nothing) {
  Facts facts(0);
  facts.file = "page";
  const Ending ended = ending_of(facts);
  BOOST_TEST(ended.is_complete());
  BOOST_TEST(ended.reason == "nothing");
  BOOST_TEST(
      ended.words ==
      "complete, but no page: everything this site shows was followed, and nothing wanted was "
      "there");
  facts.exhausted = false;
  BOOST_TEST((ending_of(facts).how == How::partial));
}

BOOST_AUTO_TEST_CASE(it_is_kept_as_text) {
  Facts facts(0);
  facts.left = {kForbidden};
  const Ending ended = ending_of(facts);
  const auto again = ending_from_json(ending_to_json(ended).dump());
  BOOST_REQUIRE(again.has_value());
  BOOST_TEST((again->how == ended.how));
  BOOST_TEST(again->words == ended.words);
  BOOST_TEST(again->reason == ended.reason);
  BOOST_TEST(again->remedy == ended.remedy);
  BOOST_TEST(ending_to_json(ending_of(Facts(1))).dump() ==
             R"({"complete":true,"how":"complete",)"
             R"("words":"complete: everything this site shows was followed"})");
  BOOST_TEST(ending_to_json({}).is_null());
}

BOOST_AUTO_TEST_CASE(text_that_is_none_is_nothing) {
  for (const char* text : {"", "{", "null", "[]", "{}", R"({"how": 1})", R"({"how": "nearly"})"}) {
    BOOST_TEST(!ending_from_json(text).has_value(), text);
  }
  BOOST_TEST(ending_from_json(R"({"how": "about", "words": 1})")->words.empty());
}

BOOST_AUTO_TEST_CASE(an_account_is_told_with_what_it_has) {
  Account account;
  account.met = 5;
  account.saved = 3;
  account.not_tried = 2;
  auto json = account_to_json(account);
  BOOST_TEST(json.at("met") == 5U);
  BOOST_TEST(json.at("notTried") == 2U);
  BOOST_TEST((!json.contains("otherTypes") && !json.contains("listings")));
  account.other_types = {{"application/pdf", 4}};
  account.listings = {{"http://h/api", 230, 101}};
  json = account_to_json(account);
  BOOST_TEST(json.at("otherTypes").dump() == R"({"application/pdf":4})");
  BOOST_TEST(json.at("listings").dump() ==
             R"([{"source":"http://h/api","stated":230,"listed":101}])");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
