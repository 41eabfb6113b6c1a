#include "content/json_lines.hpp"

#include <boost/test/unit_test.hpp>

#include "said.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

BOOST_AUTO_TEST_SUITE(json_lines)

BOOST_AUTO_TEST_CASE(a_line_a_statement) {
  const auto statements = statements_of(
      "<div itemscope itemid=#a><b itemprop=n>\"1\"\nx</b><a itemprop=l href=b></a></div>");
  BOOST_TEST(
      statements_as_json_lines(statements, kPage) ==
      R"({"page":"https://example.org/dir/page.html","syntax":"microdata",)"
      R"("subject":"https://example.org/dir/page.html",)"
      R"("predicate":"http://www.w3.org/1999/xhtml/microdata#item",)"
      R"("object":"https://example.org/dir/page.html#a"})"
      "\n"
      R"({"page":"https://example.org/dir/page.html","syntax":"microdata",)"
      R"("subject":"https://example.org/dir/page.html#a",)"
      R"("predicate":"https://example.org/dir/page.html#n","object":"\"1\"\nx","literal":true})"
      "\n"
      R"({"page":"https://example.org/dir/page.html","syntax":"microdata",)"
      R"("subject":"https://example.org/dir/page.html#a",)"
      R"("predicate":"https://example.org/dir/page.html#l","object":"https://example.org/dir/b"})"
      "\n");
  BOOST_TEST(statements_as_json_lines({}, kPage).empty());
}

BOOST_AUTO_TEST_CASE(what_is_no_utf8_is_replaced) {
  const Statement odd{Syntax::json_ld, "s", "p", "a\xFFz", true};
  BOOST_TEST(statements_as_json_lines({odd}, "http://h/") ==
             R"({"page":"http://h/","syntax":"json-ld","subject":"s","predicate":"p",)"
             "\"object\":\"a\xEF\xBF\xBDz\",\"literal\":true}\n");
}

BOOST_AUTO_TEST_CASE(a_line_a_form) {
  Form form;
  form.action = "http://h/find";
  form.post = true;
  form.text = "Find";
  form.fields = {{"text", "q", "Words", 0, 20}, {"select", "kind", "", 3, 0}};
  BOOST_TEST(forms_as_json_lines({form, Form{}}, "http://h/") ==
             R"({"page":"http://h/","action":"http://h/find","method":"post","text":"Find",)"
             R"("fields":[{"kind":"text","name":"q","label":"Words","size":20},)"
             R"({"kind":"select","name":"kind","label":"","options":3}]})"
             "\n"
             R"({"page":"http://h/","action":"","method":"get","text":"","fields":[]})"
             "\n");
}

BOOST_AUTO_TEST_SUITE_END()
