#include "html/script_addresses.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tagtrail/written_addresses.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

BOOST_AUTO_TEST_SUITE(script_addresses)

BOOST_AUTO_TEST_CASE(handlers_that_send_the_browser_elsewhere) {
  const std::vector<std::pair<std::string, std::string>> handlers{
      {"location='/a'", "/a"},
      {"window.location.href = \"b.csv\";return false", "b.csv"},
      {"document.location='?c=1'", "?c=1"},
      {"if (x) { location.assign( 'd/e' ) }", "d/e"},
      {"top.location.replace('http://example.org/')", "http://example.org/"},
      {"window.open('f.pdf','_blank')", "f.pdf"},
      {"event.stopPropagation(); open('./g')", "./g"},
      {"location.href=' /h '", "/h"},
      {"location='x' + y; location='/i'", "/i"},
      {"location.href='/j/' + id", ""},
      {"location.href == '/k'", ""},
      {"mylocation='/l'", ""},
      {"location.hash='/m'", ""},
      {"location.hrefs='/m'", ""},
      {"request.open('GET', '/n')", ""},
      {"request.open('/n')", ""},
      {"reopen('/o')", ""},
      {"window.location.href='contact'", "contact"},
      {"data.location='Bern'", ""},
      {"open('menu')", ""},
      {"location='#p'", ""},
      {"location='javascript:q()'", ""},
      {"location='mailto:r@example.org'", ""},
      {"location='/s\\'t'", ""},
      {"location='/u", ""},
      {"location='/v\n'", ""},
      {"location='/{id}'", ""},
      {"lo", ""},
      {"location", ""},
      {"open(", ""},
      {"", ""},
  };
  for (const auto& [handler, address] : handlers) {
    BOOST_TEST_CONTEXT(handler) { BOOST_TEST(address_in_handler(handler) == address); }
  }
}

BOOST_AUTO_TEST_CASE(files_that_scripts_name) {
  using Files = std::vector<std::string>;
  const std::vector<std::pair<std::string, Files>> scripts{
      {R"(var a = ["/a.csv", 'b/c.XLSX', `./d.pdf?x=1#y`];)",
       {"/a.csv", "b/c.XLSX", "./d.pdf?x=1#y"}},
      {R"({"u":"http:\/\/example.org\/e.csv","v":"\u002Ff\x2fg.zip"})",
       {"http://example.org/e.csv", "/f/g.zip"}},
      {R"(push("{\"u\":\"/h.csv\",\"v\":\"<a href='/i.csv'>\"}"))", {"/h.csv", "/i.csv"}},
      {"// don't\nx = '/j.csv'", {"/j.csv"}},
      // Put together, a key, a pattern, a name alone, no data, no path.
      {R"(a + "/x.csv"; "/x.csv" + a; "/x/" + a + ".csv"; '/x' +  '/y.csv')", {}},
      {R"({"/x.csv": 1, '/y.csv' : 2})", {}},
      {R"(["/*.csv", "/{x}.csv", `/${x}.csv`, "/:x.csv", "/[x].csv", "/%s.$1", "/files/:id/x.csv"])",
       {}},
      {R"(["x.csv", ".csv", "/.csv", "12px/1.5px", "a/b.tab", "/x.png", "/x.js", "/x.html", "/x.php"])",
       {}},
      {R"(["http://example.nt", "ftp://example.org/x.csv", "C:/x.csv", "/a b/x.csv", "/a\\b/x.csv"])",
       {}},
      // A name alone, where what stands before it says what it is.
      {R"(d3.csv("a.csv"); fetch( 'b.json' ); x.open("GET", "c.csv"); {url: "d.csv", "file" : 'e.xlsx'}; el.href="f.pdf")",
       {"a.csv", "b.json", "c.csv", "d.csv", "e.xlsx", "f.pdf"}},
      {R"(saveAs(blob, "a.csv"); a.download = "b.csv"; if (file == "c.csv") ok("d.csv"); name: "e.csv"; "f.csv")",
       {}},
      {R"(["/x.csv)", {}},
      {R"("/a.csv'/b.csv")", {}},
      {R"("\u00zz/x.csv" "\x2")", {}},
      {"", {}},
  };
  for (const auto& [script, files] : scripts) {
    BOOST_TEST_CONTEXT(script) {
      BOOST_TEST(files_in_script(script, 10) == files, boost::test_tools::per_element());
    }
  }
  BOOST_TEST(files_in_script(scripts.front().first, 2).size() == 2);
}

/// What can be read in one pass must not take more.
BOOST_AUTO_TEST_CASE(hostile_scripts_cost_no_more_than_their_length) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "'/a.csv'        ,'\\\\\\\\' + \"";
  BOOST_TEST(files_in_script(text, 1'000'000).size() > 1'000);
  std::string handler;
  while (handler.size() < kHandlerBytes) handler += "location='";
  for (int i = 0; i < 1'000; ++i) BOOST_TEST(address_in_handler(handler).empty());
}

BOOST_AUTO_TEST_CASE(addresses_as_they_are_written) {
  for (const char* text : {"/", "a", "a/b?c", "HTTP://x/", "//x/y", "?a", "Bern",
                           "/wiki/File:a.pdf", "x?a=b:c", "a b"}) {
    BOOST_TEST(may_be_address(text), text);
  }
  for (const char* text : {"", "#a", "a:b", "javascript:x", "/:id", "{a}", "a\tb", "<a>", "a\"b"}) {
    BOOST_TEST(!may_be_address(text), text);
  }
  BOOST_TEST(!may_be_address(std::string(3'000, 'a')));
  for (const char* text : {"/a", "./a", "../a", "http://x", "a.csv", "b/c.html?d", "e.PHP#f"}) {
    BOOST_TEST(is_clearly_address(text), text);
  }
  for (const char* text : {"", "/", "./", "2020", "Bern", "Europe/Berlin", "a.b", "v1.5", "?a"}) {
    BOOST_TEST(!is_clearly_address(text), text);
  }
}

BOOST_AUTO_TEST_SUITE_END()
