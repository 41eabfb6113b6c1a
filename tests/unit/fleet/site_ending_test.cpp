#include "fleet/site_ending.hpp"

#include <boost/test/unit_test.hpp>

#include "fleet/fleet_sites.hpp"

using namespace tagtrail::host;

BOOST_AUTO_TEST_SUITE(site_ending)

BOOST_AUTO_TEST_CASE(words_are_read_as_they_are_written) {
  for (std::size_t at = 0; at < kSiteEndings; ++at) {
    const auto ending = static_cast<SiteEnding>(at);
    BOOST_TEST((site_ending_named(to_string(ending)) == ending));
    BOOST_TEST(!words_for(ending).empty());
  }
  for (const char* other : {"", "Complete", "complete ", "no"}) {
    BOOST_TEST((site_ending_named(other) == SiteEnding::unknown), other);
  }
}

BOOST_AUTO_TEST_CASE(what_was_kept_is_told) {
  const auto told = told_ending(
      SiteEnding::partial,
      R"({"ending":{"complete":false,"how":"partial","words":"not complete: no file yet","reason":"robots",)"
      R"("remedy":"ask"},"account":{"met":3,"otherTypes":{"a/b":1}},"left_out":[{"cause":"robots",)"
      R"("count":2,"example":"http://a/","words":"2 addresses","remedy":"ask","more":1}]})");
  BOOST_TEST(told["ending"].dump() ==
             R"({"complete":false,"how":"partial","words":"not complete: no file yet",)"
             R"("reason":"robots","remedy":"ask"})");
  BOOST_TEST(told["account"].dump() == R"({"met":3})");
  BOOST_TEST(told["left_out"].dump() ==
             R"([{"cause":"robots","count":2,"example":"http://a/","words":"2 addresses",)"
             R"("remedy":"ask"}])");
}

BOOST_AUTO_TEST_CASE(facts_make_nothing_complete) {
  const std::string complete = R"({"ending":{"how":"complete","words":"complete: all"}})";
  BOOST_TEST(told_ending(SiteEnding::partial, complete)["ending"]["complete"] == false);
  BOOST_TEST(told_ending(SiteEnding::partial, complete)["ending"]["words"] == "not complete");
  for (const SiteEnding none : {SiteEnding::unknown, SiteEnding::failed, SiteEnding::waiting,
                                SiteEnding::held, SiteEnding::not_begun}) {
    BOOST_TEST(told_ending(none, complete)["ending"].is_null());
  }
}

BOOST_AUTO_TEST_CASE(hostile_facts_do_no_harm) {
  std::string many = R"({"left_out":[)";
  for (int i = 0; i < 1000; ++i) many += R"({"cause":"x","count":1,"words":"w"},)";
  many += R"({"cause":"x","count":1,"words":")" + std::string(5000, 'w') + R"("}]})";
  BOOST_TEST(told_ending(SiteEnding::partial, many)["left_out"].size() < 100);
  const std::string depth(100'000, '[');
  const std::string size =
      R"({"left_out":[{"cause":"x","count":1,"words":")" + std::string(1 << 20, 'w') + "\"}]}";
  const std::string odd[] = {
      "",
      "null",
      "7",
      "{",
      depth,
      size,
      "\xff",
      R"({"left_out":{"a":1},"account":[1],"ending":[]})",
      R"({"left_out":[{"cause":"x","count":-1,"words":"w"},{"cause":1,"count":1,"words":"w"},null]})"};
  for (const std::string& facts : odd) {
    const auto told = told_ending(SiteEnding::about, facts);
    BOOST_TEST(told["ending"]["how"] == "about");
    BOOST_TEST(told["account"].is_null());
    BOOST_TEST(told["left_out"].empty());
  }
}

BOOST_AUTO_TEST_CASE(all_is_complete_only_where_there_is_something) {
  FleetAccount account;
  BOOST_TEST(!account.is_complete());
  account.endings[static_cast<std::size_t>(SiteEnding::complete)].sites = 2;
  BOOST_TEST(account.is_complete());
  for (std::size_t at = 1; at < kSiteEndings; ++at) {
    FleetAccount other = account;
    other.endings.at(at).sites = 1;
    BOOST_TEST(!other.is_complete());
    BOOST_TEST(account_to_json(other)["total"] == 3);
  }
}

BOOST_AUTO_TEST_SUITE_END()
