// What the extension may ask about catalogues: nothing is sent for a message that is none.
#include <boost/test/unit_test.hpp>

#include "job/commands/commands.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

const Json kSite = {{"kind", "ckan"}, {"base", "http://data.example"}};

Json message_with(const char* name, Json value) {
  Json message = {{"url", "http://data.example/"},
                  {"filter", ""},
                  {"catalogues", Json::array({kSite})},
                  {"options", {{"delayMs", 0U}}}};
  message[name] = std::move(value);
  return message;
}

Json site_with(const char* name, Json value) {
  Json site = kSite;
  site[name] = std::move(value);
  return Json::array({std::move(site)});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(catalogue_call)

BOOST_AUTO_TEST_CASE(refuses_what_it_can_not_mean) {
  const Json wrong = Json::array(
      {message_with("url", "javascript:alert(1)"), message_with("url", 7),
       message_with("filter", "colour=red"), message_with("filter", Json::array()),
       message_with("catalogues", "ckan"), message_with("catalogues", Json::array({1})),
       message_with("catalogues", Json(std::vector<Json>(17, kSite))),
       message_with("catalogues", site_with("kind", "no such kind")),
       message_with("catalogues", site_with("base", "http://other.example")),
       message_with("catalogues", site_with("base", "http://192.168.0.1")),
       message_with("catalogues", site_with("base", "http://data.example@other.example")),
       message_with("catalogues", site_with("base", "file:///etc")),
       message_with("options", Json::array()), message_with("options", {{"unknown", 1}})});
  for (const Json& message : wrong) {
    CatalogueCalls calls;
    const auto answer = calls.look(message);
    BOOST_REQUIRE_MESSAGE(!answer, message.dump());
    const bool known = answer.error().code == ErrorCode::invalid_argument ||
                       answer.error().code == ErrorCode::invalid_url;
    BOOST_TEST(known, message.dump() << ": " << answer.error().message);
  }
}

BOOST_AUTO_TEST_CASE(keeps_the_address_guard) {
  CatalogueCalls calls;
  Json message = message_with("url", "http://127.0.0.1:9/");
  message["catalogues"] = Json::array({{{"kind", "ckan"}, {"base", "http://127.0.0.1:9"}}});
  const auto answer = calls.look(message);
  BOOST_REQUIRE(!answer);
  BOOST_TEST((answer.error().code == ErrorCode::refused), answer.error().message);
}

BOOST_AUTO_TEST_SUITE_END()
