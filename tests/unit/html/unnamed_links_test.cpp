// Links that only a page's scripts follow. The same pages as live ones: unnamed_links.test.mjs in
// tests/differential.
#include "html/unnamed_links.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "html/page_reader.hpp"
#include "tagtrail/link.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

using Links = std::vector<std::pair<std::string, std::string>>;  ///< as written, and their places

Links links_of(std::string_view html) {
  Links links;
  for (const LinkObservation& link :
       read_page(html, {"https://example.org/dir/", "text/html; charset=utf-8", false}).links) {
    // Published policies don't know them, and must not see them.
    if (link.element == LinkElement::link) links.emplace_back(link.written, link.tag_path);
  }
  return links;
}

std::string described(const Links& links) {
  std::string text;
  for (const auto& [written, place] : links) text += written + " " + place + "\n";
  return text;
}

void check(std::string_view html, const Links& expected) {
  BOOST_TEST_CONTEXT(html) { BOOST_TEST(described(links_of(html)) == described(expected)); }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(unnamed_links)

BOOST_AUTO_TEST_CASE(jump_menus_lead_to_the_addresses_of_their_options) {
  const std::string options = R"(<option value="">Year<option value=/a.csv>1<optgroup label=x>
      <option value=b.pdf>2</optgroup><option value=2020>3<option value=http://example.org/c>4
      <option value=/no disabled>5<option>/no<option value=#no>6<option value="Europe/Bern">7)";
  const auto expected = [](const std::string& path) {
    return Links{{"/a.csv", path + "/option"},
                 {"b.pdf", path + "/optgroup/option"},
                 {"http://example.org/c", path + "/option"}};
  };
  check("<select>" + options, expected("/html/body/select"));
  check("<select name=y>" + options, expected("/html/body/select"));
  check("<form><select onchange='Window.LOCATION=this.value' name=y>" + options,
        expected("/html/body/form/select"));
  check("<form><select onchange=\"MM_jumpMenu('parent',this,0)\" name=y>" + options,
        expected("/html/body/form/select"));
  check("<form><select id=y>" + options, expected("/html/body/form/select#y"));
  // What is sent with a form is no address to go to.
  check("<form><div><select name=y>" + options, {});
  check("<form><select onchange='this.form.submit()' name=y>" + options, {});
  check("<form id=f></form><select form=f name=y>" + options, {});
  check("<datalist>" + options, {});
}

// Of menus whose values were no clear addresses, and of addresses that a handler puts together,
// nothing came, and nothing said so.
BOOST_AUTO_TEST_CASE(jump_menus_lead_to_what_their_handlers_make_of_a_value) {
  const std::string options = "<option value=''>Year<option value=2020>1<option>2021";
  const auto on_change = [&](const std::string& handler) {
    return "<form><select name=y onchange=\"" + handler + "\">" + options;
  };
  const auto expected = [](const std::string& before, const std::string& after) {
    const std::string path = "/html/body/form/select/option";
    return Links{{before + "2020" + after, path}, {before + "2021" + after, path}};
  };
  check(on_change("location=this.value"), expected("", ""));
  check(on_change("if (this.value) window.location.href = this.options[this.selectedIndex].value"),
        expected("", ""));
  check(on_change("location='list?y=' + encodeURIComponent(this.value) + '&z=1';"),
        expected("list?y=", "&z=1"));
  check(on_change("window.open('/f/' + this.form.y.value + '.csv', '_blank')"),
        expected("/f/", ".csv"));
  check(on_change("go(this.value)"), {});
  check(on_change("location = base + this.value"), {});
  check(on_change("location = this.value + '/' + this.form.z.value"), {});
  check(
      "<select onchange='location=this.options[this.selectedIndex].dataset.url'>"
      "<option data-url=a/b>1<option data-url='#c'>2",
      {{"a/b", "/html/body/select/option/@data-url"}});
}

BOOST_AUTO_TEST_CASE(buttons_and_forms_lead_to_what_they_make_of_a_list) {
  const std::string list = "<select name=year id=y><option>2020</select>";
  const Links made{{"files/2020.csv", "/html/body/form/select#y/option"}};
  check("<form onsubmit=\"location='files/'+this.year.value+'.csv';return false\">" + list, made);
  check("<form name=f>" + list +
            "<input type=button onclick=\"location='files/'+document.f.year.value+'.csv'\">",
        made);
  check("<form>" + list +
            "<button onclick=\"location='files/'+document.getElementById('y').value+'.csv'\">",
        made);
  check("<form>" + list + "<button onclick=\"location='files/'+$('#other').val()+'.csv'\">", {});
  check("<input type=radio value=north onclick='location=this.value'>",
        {{"north", "/html/body/input/@onclick"}});
}

BOOST_AUTO_TEST_CASE(functions_that_open_what_they_are_given) {
  check("<a href=# onclick=\"openWin('detail.php?id=7', 300)\">",
        {{"detail.php?id=7", "/html/body/a/@onclick"}});
  check("<a href=\"javascript:popup('/n.html')\">", {{"/n.html", "/html/body/a"}});
  check("<td ondblclick=\"goTo('/n')\"><p ondblclick=\"gotoPage('/n')\">",
        {{"/n", "/html/body/p/@ondblclick"}});
  check("<a onclick=\"save('/n')\"><a onclick=\"openTab('n')\"><a onclick=\"x.open('/n')\">", {});
}

BOOST_AUTO_TEST_CASE(attributes_that_describe_an_address) {
  check("<img longdesc=/n src=x.png><q cite=/a.csv></q><q cite=/b></q>",
        {{"/n", "/html/body/img/@longdesc"}, {"/a.csv", "/html/body/q/@cite"}});
  check("<object><param name=src value=a.csv></object><x-table src=/b.csv></x-table>",
        {{"a.csv", "/html/body/object/param/@value"}, {"/b.csv", "/html/body/x-table/@src"}});
  check(
      "<p><span property=url resource=/a.csv></span><meta itemprop=contentUrl content=/b.csv>"
      "<meta name=citation_pdf_url content=/c.pdf><meta name=description content=/d.csv>",
      {{"/a.csv", "/html/body/p/span/@resource"},
       {"/b.csv", "/html/body/p/meta/@content"},
       {"/c.pdf", "/html/body/p/meta/@content"}});
  check("<script src=/a.json></script><img src=/b.pdf><input value=/c.csv>", {});
}

BOOST_AUTO_TEST_CASE(options_have_texts_and_signs_as_links_have) {
  const Page page =
      read_page("<h2>Years</h2><p>Choose <select><option value=/a.csv data-confirm>2020",
                {"https://example.org/", "text/html", false});
  BOOST_REQUIRE_EQUAL(page.links.size(), 1);
  const LinkObservation& link = page.links.front();
  BOOST_TEST(link.anchor == "2020");
  BOOST_TEST(link.heading == "Years");
  BOOST_TEST(link.around == "Choose 2020");
  BOOST_TEST(link.hints == link_hint::kConfirms);
}

BOOST_AUTO_TEST_CASE(handlers_lead_where_they_say) {
  check("<table><tr onclick=\"location.href='/a/1'\"><td>x",
        {{"/a/1", "/html/body/table/tbody/tr/@onclick"}});
  check("<a href=# onclick=\"window.open('b.pdf')\">", {{"b.pdf", "/html/body/a/@onclick"}});
  check("<a href=/c.csv onclick=\"location='/c.csv'\">", {});
  check("<a href=/d onclick=\"get('/d.csv');get('/e.csv')\">",
        {{"/d.csv", "/html/body/a/@onclick"}, {"/e.csv", "/html/body/a/@onclick"}});
  check("<button onclick=\"save('f.csv')\">", {});
  check("<a href=\" JavaScript:window.open(%27/g%20h.pdf%27)\">", {{"/g h.pdf", "/html/body/a"}});
  check("<a href=\"javascript:void(0)\">", {});
  check("<a href=\"javascript:location='/100%'\">", {{"/100%", "/html/body/a"}});
  check("<template><div onclick=\"location='/i'\"></template><template onclick=\"location='/i'\">",
        {});
}

BOOST_AUTO_TEST_CASE(data_attributes_name_files) {
  check("<div data-href=a>", {{"a", "/html/body/div/@data-href"}});
  check("<div data-href='a b'><div data-href=#a><div data-href=javascript:a>", {});
  check("<tr><td data-url=/a><p data-url=/b role=link>", {{"/b", "/html/body/p/@data-url"}});
  check("<a data-url=a/b></a><table><tr data-link=c>",
        {{"a/b", "/html/body/a/@data-url"}, {"c", "/html/body/table/tbody/tr/@data-link"}});
  check("<div data-url=/a data-link=/b data-src=/c data-file=/d><button data-url=/e>", {});
  check("<div data-href='a b.csv'>", {{"a b.csv", "/html/body/div/@data-href"}});
  check(
      "<div class=x data-pdf=a.pdf data-any=b/c.csv data-download=no.csv "
      "data-options='{\"a\":\"/d.csv\"}'>",
      {{"a.pdf", "/html/body/div.x/@data-pdf"},
       {"b/c.csv", "/html/body/div.x/@data-any"},
       {"/d.csv", "/html/body/div.x/@data-options"}});
  check("<a href=/a.pdf data-pdf=/a.pdf data-thumb=/a.png>", {});
  std::string many = "<div data-all='[";
  for (int i = 0; i < 6'000; ++i) many += "\"/" + std::to_string(i) + ".csv\", ";
  BOOST_TEST(links_of(many + "\"/last.csv\"]'>").size() == kUnnamedLinks);
}

/// Both links of an element have its text.
BOOST_AUTO_TEST_CASE(a_link_can_name_a_file_besides) {
  const Page page = read_page("<a href=/view/1 data-file=/a.csv>Table <img alt=x> one</a>",
                              {"https://example.org/", "text/html", false});
  BOOST_REQUIRE_EQUAL(page.links.size(), 2);
  BOOST_TEST((page.links[0].element == LinkElement::a));
  BOOST_TEST((page.links[1].element == LinkElement::link));
  for (const LinkObservation& link : page.links) BOOST_TEST(link.anchor == "Table one");
}

BOOST_AUTO_TEST_CASE(scripts_name_files) {
  check(
      R"(<script>x = ["/a.csv", "/b.html", "/a.csv"]</script><script>["/a.csv", "/c.csv"]</script>)",
      {{"/a.csv", "/html/head/script"}, {"/c.csv", "/html/head/script"}});
  check(R"(<body><script id=__NEXT_DATA__ type=application/json>{"u":"/a.csv"}</script>)",
        {{"/a.csv", "/html/body/script#__NEXT_DATA__"}});
  check(R"(<script type="application/ld+json">{"contentUrl":"/a.csv"}</script>)",
        {{"/a.csv", "/html/head/script"}});
  check(R"(<script type="text/template">"/a.csv"</script><style>"/a.csv"</style><p>"/a.csv")", {});
  std::string many = "<script>";
  for (int i = 0; i < 12'000; ++i) many += "'/" + std::to_string(i) + ".csv',";
  BOOST_TEST(links_of(many).size() == kScriptLinks);
}

BOOST_AUTO_TEST_CASE(scripts_send_the_browser) {
  check(R"(<script>if (x) location.href = "/a"
      else location = "b.html";
      go(() => { window.open('/c'); location = '/no/' + id; location = '/no'
        + id; request.open("GET", "/no") })</script>
      <script type="application/json">{"x": "location='/no'"}</script>)",
        {{"/a", "/html/head/script/@sends"},
         {"b.html", "/html/head/script/@sends"},
         {"/c", "/html/head/script/@sends"}});
}

BOOST_AUTO_TEST_CASE(texts_name_files) {
  check(
      "<title>https://h/no.csv</title><p>See https://h/a.csv, and (HTTP://h/b/c.pdf?x=1). "
      "<b>https://h/d.zip</b>"
      "<a href=/e>https://h/no.csv</a><p>https://h/page https://h.nt s3://h/no.csv "
      "'https://h/f.csv'",
      {{"https://h/a.csv", "/html/body/p/@text"},
       {"HTTP://h/b/c.pdf?x=1", "/html/body/p/@text"},
       {"https://h/d.zip", "/html/body/p/b/@text"},
       {"https://h/f.csv", "/html/body/p/@text"}});
}

/// A link beside an address in the text keeps its own words.
BOOST_AUTO_TEST_CASE(links_beside_texts_keep_their_words) {
  const Page page =
      read_page("<p>Get https://h/a.csv or <a href=/b>the list</a> of https://h/c.csv",
                {"https://example.org/", "text/html", false});
  BOOST_REQUIRE_EQUAL(page.links.size(), 3);
  BOOST_TEST(page.links[0].anchor == "Get https://h/a.csv or");
  BOOST_TEST(page.links[1].anchor == "the list");
  BOOST_TEST(page.links[2].anchor == "of https://h/c.csv");
}

BOOST_AUTO_TEST_CASE(what_comes_next_is_a_file) {
  check(
      "<link rel=prefetch href=/a.csv><link rel='x Prerender' href=b.json><link rel=preload "
      "as=fetch "
      "href=/c.csv><link rel=preload as=script href=/no.json><link rel=prefetch href=/no.js>",
      {{"/a.csv", "/html/head/link"},
       {"b.json", "/html/head/link"},
       {"/c.csv", "/html/head/link"}});
}

BOOST_AUTO_TEST_CASE(drawings_have_links) {
  check(
      "<svg><a href=/a><text>x</text></a><a xlink:href=/b></a><a></a><use "
      "xlink:href=#c></use></svg>"
      "<math><a href=/d></a></math><svg><path onclick=\"location='/e'\" /></svg>",
      {{"/a", "/html/body/svg/a"},
       {"/b", "/html/body/svg/a"},
       {"/e", "/html/body/svg/path/@onclick"}});
}

// Of four files behind viewers none came.
BOOST_AUTO_TEST_CASE(viewers_lead_to_what_they_show) {
  const std::string place = "/html/body/a/@viewer";
  check(
      "<a href='/js/web/viewer.html?file=../../docs/a.pdf#page=2'>x</a>"
      "<a href='view?x=1&amp;src=%2Fb%20c.pdf'>x</a>"
      "<a href='http://example.org/gview?url=http%3A%2F%2Fexample.org%2Fd.xlsx&amp;e=1'>x</a>"
      "<a href='//example.org/v?doc=/e.csv'>x</a>"
      "<a href='/js/web/viewer.html#page=2&amp;file=f.pdf'>x</a>"
      "<a href='/ViewerJS/#../g.ods'>x</a>",
      {{"/js/web/../../docs/a.pdf", place},
       {"/b c.pdf", place},
       {"http://example.org/d.xlsx", place},
       {"//example.org/e.csv", place},
       {"/js/web/f.pdf", place},
       {"/ViewerJS/../g.ods", place}});
  check("<object data='/js/web/viewer.html?file=../../docs/h.pdf'></object>",
        {{"/js/web/viewer.html?file=../../docs/h.pdf", "/html/body/object"},
         {"/js/web/../../docs/h.pdf", "/html/body/object/@viewer"}});
  check(
      "<a href='/v?file=picture.png'>x</a><a href='/v?q=no.csv'>x</a><a href='/v?file='>x</a>"
      "<a href='/v#no.csv'>x</a><a href='/v#q=/no.csv'>x</a><a href='/v#/no'>x</a>"
      "<a href='http://example.org?file=no.csv'>x</a><img src='/v?src=/no.pdf'>",
      {});
}

BOOST_AUTO_TEST_SUITE_END()
