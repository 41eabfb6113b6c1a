// What a page holds that leads to no request. What a tab tells of the same pages:
// left_on_page.test.mjs in tests/differential.
#include "content/left_on_page.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>

#include "content/script_drawn.hpp"
#include "html/page_reader.hpp"
#include "html/page_scripts.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr std::string_view kUrl = "https://example.org/list";
const std::string kRuns = "<script>1</script>";

std::vector<LeftOnPage> left_of(const std::string& html) {
  const ReadOptions options{kUrl, "text/html; charset=utf-8", false};
  const ParsedPage parsed(html, options);
  return left_on_page(parsed.document(), kUrl, !page_scripts(html).empty());
}

void check(const std::string& html, const std::string& expected) {
  std::string text;
  for (const LeftOnPage& one : left_of(html)) {
    text.append(to_string(one.cause)).append(": ").append(one.what).append("\n");
  }
  BOOST_TEST_CONTEXT(html) { BOOST_TEST(text == expected); }
}

bool drawn(const std::string& html) {
  const ReadOptions options{kUrl, "text/html; charset=utf-8", false};
  const ParsedPage parsed(html, options);
  return is_drawn_by_scripts(parsed, parsed.read(), kUrl);
}

bool loads(const std::string& html) {
  return loads_by_script(ParsedPage(html, {kUrl, "text/html; charset=utf-8", false}));
}

std::string words(unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) text += "word ";
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(left_on_page_of_html)

BOOST_AUTO_TEST_CASE(links_of_other_kinds_and_files_within) {
  check("<a href=ftp://h/a.csv>x</a><a href='data:text/csv,a' download=t.csv>x</a>",
        "schemes: ftp://h/a.csv\ninline_files: t.csv (text/csv) on https://example.org/list\n");
}

BOOST_AUTO_TEST_CASE(routes_are_those_of_scripts) {
  check("<a href='#/one'>x</a>", "");
  check(kRuns + "<a href='#/one'>x</a><a href='#top'>x</a><a href='/app#!two'>x</a>",
        "routes: https://example.org/list#/one\nroutes: https://example.org/app#!two\n");
}

BOOST_AUTO_TEST_CASE(what_promises_a_file_and_leads_to_a_script_alone) {
  const std::string buttons =
      "<button>Export CSV</button><a href='#' class=btn-download title='Tout le tableau'></a>"
      "<div role=button>Herunterladen</div><input type=button value=Télécharger>"
      "<a href=/a.csv>CSV</a><a href='javascript:location=\"/b.csv\"'>CSV</a>"
      "<form><button>CSV</button></form><a href='#csv'>CSV</a><h2 id=csv>CSV</h2>"
      "<button disabled>PDF</button><button>Delete CSV</button>";
  check(buttons, "");
  check(kRuns + buttons,
        "script_links: Export CSV on https://example.org/list\n"
        "script_links: Tout le tableau on https://example.org/list\n"
        "script_links: Herunterladen on https://example.org/list\n"
        "script_links: Télécharger on https://example.org/list\n");
}

BOOST_AUTO_TEST_CASE(a_pager_counts_once) {
  check(kRuns +
            "<nav class=pagination><button>1</button><button>2</button><button>Next</button>"
            "</nav><ul><li><a>1</a><li><a>2</a></ul><a>Suivant</a>",
        "controls: Next on https://example.org/list\n");
}

BOOST_AUTO_TEST_CASE(a_grid_may_have_one_number_more) {
  check(kRuns + "<td><a href=\"javascript:__doPostBack('g','Page$2')\">2</a>",
        "controls: 2 on https://example.org/list\n");
  check(kRuns + "<td><a href=\"javascript:__doPostBack('g','Sort$2')\">2</a>", "");
}

BOOST_AUTO_TEST_CASE(fields_of_which_handlers_make_addresses) {
  check(
      "<form onsubmit=\"location='/c/'+this.code.value;return false\"><input name=code>"
      "<button onclick=\"location='/y/'+this.form.year.value\"></button>"
      "<select name=year><option>1</select></form>",
      "forms: code on https://example.org/list\n");
}

BOOST_AUTO_TEST_CASE(more_than_there_is_room_for_is_counted) {
  std::string html;
  for (unsigned i = 0; i < 1'000; ++i) html += "<a href=ftp://h/" + std::to_string(i) + ">x</a>";
  html += "<a href='data:text/csv,a'>x</a>";
  const auto left = left_of(html);
  BOOST_TEST(left.size() == limits::kLeftOnPage);
  std::uint32_t count = 0;
  for (const LeftOnPage& one : left) count += one.count;
  BOOST_TEST(count == 1'001U);
  BOOST_TEST((left.back().cause == LeftOutCause::inline_files));
}

BOOST_AUTO_TEST_CASE(pages_made_to_hurt_take_little) {
  std::string html = kRuns;
  for (unsigned i = 0; i < 20'000; ++i) html += "<div role=button class=pager>";
  for (unsigned i = 0; i < 20'000; ++i)
    html += "<a role=button>1<a href='#/r" + std::to_string(i) + "'>x";
  BOOST_TEST(left_of(html).size() == limits::kLeftOnPage);
  check(kRuns + "<button>" + words(10'000) + " CSV</button>", "");
}

BOOST_AUTO_TEST_CASE(pages_that_scripts_draw) {
  for (const char* html :
       {"<p>Hello", "<div id=root></div><a href=/a>a</a>", "<div id=app> text </div><a href=/a>a",
        "<body>Loading...<a href=/a></a>", "<a href=#x>x</a>",
        "<body><noscript>Please enable JavaScript.</noscript><a href=/imprint>Imprint</a>"}) {
    BOOST_TEST(drawn(html), html);
  }
  const std::string rows = "<table><thead><tr><th>File</thead>";
  BOOST_TEST(drawn("<a href=/a>a</a>" + rows + "<tbody> </tbody></table>"));
  BOOST_TEST(!drawn("<a href=/a>a</a>" + rows + "<tbody><tr><td>x</table>"));
  BOOST_TEST(drawn("<a href=/a>a</a><astro-island client=only></astro-island>"));
  BOOST_TEST(!drawn("<a href=/a>a</a><astro-island><p>x</p></astro-island>"));
  const std::string data =
      "<script type=application/json>" + std::string(30'000, '1') + "</script>";
  BOOST_TEST(drawn("<a href=https://elsewhere.test/>by</a>" + words(200) + data));
  BOOST_TEST(!drawn(words(200) + "<script>" + std::string(10'000, '1') + "</script>"));
  BOOST_TEST(!drawn("<a href=/a>a</a>" + words(200) + data));
  BOOST_TEST(!drawn("<p>Files: <a href=/a>a</a>"));
  BOOST_TEST(!drawn("<div id=root><p>x</p></div><a href=/a>a</a>"));
  BOOST_TEST(!drawn(words(200)));
  BOOST_TEST(!drawn("<body><noscript>JavaScript is off</noscript><a href=/a>a</a>" + words(200)));
  BOOST_TEST(!drawn("<iframe src=/inner></iframe>"));
}

BOOST_AUTO_TEST_CASE(buttons_that_send_a_form_by_post_for_a_file) {
  const std::string form = "<form method=POST action=/get><input type=hidden name=t value=1>";
  const std::string left = "forms: Download CSV on https://example.org/list\n";
  check(form + "<button>Download CSV</button></form>", left);
  check(form + "<input type=submit value='Download CSV'></form>", left);
  // Nothing is promised, something is to be filled in, or others count it.
  check(form + "<button>Save</button></form>", "");
  check(form + "<input name=mail><button>Download CSV</button></form>", "");
  check(form + "<select name=s><option>1</select><button>Download CSV</button></form>", "");
  check(form + "<button formmethod=get>Download CSV</button></form>", "");
  check("<form action=/get><button>Download CSV</button></form>", "");
}

BOOST_AUTO_TEST_CASE(tabs_that_say_nothing_of_what_they_open) {
  const std::string tabs = kRuns +
                           "<div role=tablist><button role=tab aria-selected=true>2024"
                           "</button><button role=tab>2023</button></div>";
  check(tabs, "controls: 2023 on https://example.org/list\n");
  check(tabs + "<div role=tabpanel>a</div>", "controls: 2023 on https://example.org/list\n");
  check(tabs + "<div role=tabpanel>a</div><div role=tabpanel>b</div>", "");
  check(kRuns + "<a role=tab href=#a>A</a><a role=tab href=#b>B</a><p id=a>1<p id=b>2", "");
}

// The file was lost without a word beside other links: a script would have copied it into the page.
BOOST_AUTO_TEST_CASE(links_in_templates_may_be_shown_by_scripts) {
  BOOST_TEST(loads("<p><TEMPLATE id=t><a class=x HREF=\"/a.csv\">a</a></template>"));
  BOOST_TEST(loads("<script>$('#t').DataTable({ ajax: '/rows' })</script>"));
  BOOST_TEST(loads("<template></template><template><a href=\"b\">"));
  for (const auto* none :
       {"<template><a href=\"{{ url }}\">x</a></template>", "<template><a href=\"#\"></template>",
        "<template><p>no link</template><a href=\"/a.csv\">",
        "<template shadowrootmode=open><a href=\"/a.csv\"></template>", "<template"}) {
    BOOST_TEST(!loads(none), none);
  }
}

BOOST_AUTO_TEST_SUITE_END()
