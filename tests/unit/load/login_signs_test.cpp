#include "load/login_signs.hpp"

#include <boost/test/unit_test.hpp>

#include "load/loaded.hpp"
#include "tagtrail/login_address.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

Request asking(std::string url, Purpose purpose = Purpose::page) {
  Request request;
  request.url = std::move(url);
  request.purpose = purpose;
  return request;
}

Loaded answer(std::uint16_t status, std::string final_url) {
  Loaded loaded;
  loaded.response.status = status;
  loaded.response.final_url = std::move(final_url);
  return loaded;
}

Loaded page(std::string url, std::size_t links, bool login_form) {
  Loaded loaded = answer(200, std::move(url));
  loaded.response.is_page = true;
  loaded.response.mime = "text/html";
  loaded.response.page.links.resize(links);
  loaded.login_form = login_form;
  return loaded;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(login_signs)

BOOST_AUTO_TEST_CASE(urls_of_logins) {
  for (const char* url : {"https://example.org/login", "https://example.org/en/user-login.php",
                          "https://example.org/account/SignIn?next=/", "https://sso.example.org/x",
                          "https://example.org/auth/start", "https://example.org/wp-login.php",
                          "https://example.org/anmelden"}) {
    BOOST_TEST(looks_like_login(url), url);
  }
  for (const char* url :
       {"https://example.org/", "https://example.org/authors/", "https://example.org/a?login=1",
        "https://example.org/data/login-statistics.csv", "https://example.org/cascade/",
        "https://www.example.org/ssociety"}) {
    BOOST_TEST(!looks_like_login(url), url);
  }
}

BOOST_AUTO_TEST_CASE(urls_that_end_a_session) {
  BOOST_TEST(ends_or_asks_for_login("https://example.org/user/logout"));
  BOOST_TEST(ends_or_asks_for_login("https://example.org/index.php?action=SignOut"));
  BOOST_TEST(ends_or_asks_for_login("https://example.org/login"));
  BOOST_TEST(!ends_or_asks_for_login("https://logout.example.org/"));
}

BOOST_AUTO_TEST_CASE(refusals) {
  const Request request = asking("https://example.org/a");
  BOOST_TEST((login_sign(request, answer(401, request.url)) == LoginSign::refused));
  BOOST_TEST((login_sign(request, answer(403, request.url)) == LoginSign::refused));
  BOOST_TEST((login_sign(request, answer(404, request.url)) == LoginSign::none));
}

BOOST_AUTO_TEST_CASE(redirects_to_a_login) {
  const Request request = asking("https://example.org/a");
  Loaded loaded = answer(302, request.url);
  loaded.response.location = "https://example.org/login?next=a";
  BOOST_TEST((login_sign(request, loaded) == LoginSign::login_page));
  loaded.response.location = "https://example.org/b";
  BOOST_TEST((login_sign(request, loaded) == LoginSign::none));
  BOOST_TEST(
      (login_sign(request, page("https://sso.example.org/", 30, false)) == LoginSign::login_page));
  // Who asks for the login page gets it.
  const Request login = asking("https://example.org/login");
  BOOST_TEST((login_sign(login, page(login.url, 30, false)) == LoginSign::none));
}

BOOST_AUTO_TEST_CASE(a_login_box_on_a_page_of_many_links_is_no_login_page) {
  const Request request = asking("https://example.org/");
  BOOST_TEST((login_sign(request, page(request.url, 30, true)) == LoginSign::none));
  BOOST_TEST((login_sign(request, page(request.url, 2, true)) == LoginSign::login_page));
  BOOST_TEST((login_sign(request, page(request.url, 2, false)) == LoginSign::none));
  const Request file = asking("https://example.org/t.csv");
  BOOST_TEST((login_sign(file, page(file.url, 30, true)) == LoginSign::login_page));
}

BOOST_AUTO_TEST_CASE(content_is_a_success_without_sign) {
  const Request request = asking("https://example.org/a");
  BOOST_TEST(is_content(request, page(request.url, 3, false)));
  BOOST_TEST(!is_content(request, page(request.url, 3, true)));
  BOOST_TEST(!is_content(request, answer(500, request.url)));
  Loaded broken = answer(200, request.url);
  broken.response.error = FetchError::network;
  BOOST_TEST(!is_content(request, broken));
}

BOOST_AUTO_TEST_SUITE_END()
