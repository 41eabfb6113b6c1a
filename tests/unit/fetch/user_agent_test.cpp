#include "fetch/user_agent.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;

BOOST_AUTO_TEST_SUITE(user_agent)

BOOST_AUTO_TEST_CASE(a_contact_stands_in_a_comment) {
  const std::string product(kProduct);
  BOOST_TEST(*user_agent_with("", "me@example.org") == product + " (+mailto:me@example.org)");
  BOOST_TEST(*user_agent_with("", "mailto:me@example.org") ==
             product + " (+mailto:me@example.org)");
  BOOST_TEST(*user_agent_with("", "https://example.org/bot?x=1") ==
             product + " (+https://example.org/bot?x=1)");
  BOOST_TEST(*user_agent_with("Portal/2", "me@example.org") == "Portal/2 (+mailto:me@example.org)");
}

BOOST_AUTO_TEST_CASE(what_is_no_contact_is_refused) {
  for (const std::string contact :
       {"", "me", "@example.org", "me@", "a@b@c", "mailto:", "mailto:me", "ftp://example.org/",
        "javascript:alert(1)", "me@example.org\r\nX-Evil: 1", "me (x)@example.org",
        "https://example.org/(x)", "me\\@example.org", "<me@example.org>", "m\xC3\xA9@example.org",
        "data:text/plain,me@example.org"}) {
    BOOST_TEST(!user_agent_with("", contact).has_value(), contact);
  }
  BOOST_TEST(!user_agent_with("", std::string(500, 'a') + "@example.org").has_value());
}

// A name of two lines brought a Cookie of its own into each request, and into the archive.
BOOST_AUTO_TEST_CASE(what_would_bring_other_fields_is_no_user_agent) {
  BOOST_TEST(is_user_agent(""));
  BOOST_TEST(is_user_agent(kUserAgent));
  BOOST_TEST(is_user_agent("Mozilla/5.0 (X11; Linux x86_64) \"quoted\""));
  for (const std::string text :
       {"x\r\nCookie: sid=S", "x\ny", "x\ry", "x\ty", "Caf\xC3\xA9/1", "x\x7F"}) {
    BOOST_TEST(!is_user_agent(text), text);
  }
  BOOST_TEST(!is_user_agent(std::string("a\0b", 3)));
  BOOST_TEST(!is_user_agent(std::string(501, 'a')));
}

BOOST_AUTO_TEST_SUITE_END()
