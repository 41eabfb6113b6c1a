#include "html/login_form.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;

namespace {

bool asks_for_password(std::string_view html, std::string_view content_type) {
  const ReadOptions options{"https://example.org/", content_type, false};
  return has_password_field(ParsedPage(html, options));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(login_form)

BOOST_AUTO_TEST_CASE(a_field_for_a_password) {
  BOOST_TEST(asks_for_password("<form><input name=p type=password></form>", ""));
  BOOST_TEST(asks_for_password("<div><INPUT TYPE=' PassWord '>", ""));
  BOOST_TEST(!asks_for_password("<p>Forgot your password?<input type=text name=password>", ""));
  BOOST_TEST(
      !asks_for_password("<!-- <input type=password> --><script>'type=password'</script>", ""));
  BOOST_TEST(!asks_for_password("", ""));
}

BOOST_AUTO_TEST_CASE(in_any_encoding_and_depth) {
  std::string wide;
  for (const char c : std::string("<input type=password>")) wide += {c, '\0'};
  BOOST_TEST(asks_for_password(wide, "text/html; charset=utf-16le"));
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "<div>";
  BOOST_TEST(asks_for_password(deep + "<input type=password>", ""));
}

BOOST_AUTO_TEST_SUITE_END()
