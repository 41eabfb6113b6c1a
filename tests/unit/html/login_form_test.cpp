#include "html/login_form.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;

BOOST_AUTO_TEST_SUITE(login_form)

BOOST_AUTO_TEST_CASE(a_field_for_a_password) {
  BOOST_TEST(has_password_field("<form><input name=p type=password></form>", ""));
  BOOST_TEST(has_password_field("<div><INPUT TYPE=' PassWord '>", ""));
  BOOST_TEST(!has_password_field("<p>Forgot your password?<input type=text name=password>", ""));
  BOOST_TEST(
      !has_password_field("<!-- <input type=password> --><script>'type=password'</script>", ""));
  BOOST_TEST(!has_password_field("", ""));
}

BOOST_AUTO_TEST_CASE(in_any_encoding_and_depth) {
  std::string wide;
  for (const char c : std::string("<input type=password>")) wide += {c, '\0'};
  BOOST_TEST(has_password_field(wide, "text/html; charset=utf-16le"));
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "<div>";
  BOOST_TEST(has_password_field(deep + "<input type=password>", ""));
}

BOOST_AUTO_TEST_SUITE_END()
