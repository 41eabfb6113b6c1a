#include "feeds/search_templates.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "feeds/link_source.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr std::string_view kUrl = "https://example.org/search.xml";

/// `ACTION kind name=value,...` of each.
std::string read(const std::string& urls) {
  std::string all;
  const auto forms = read_search_templates(
      "<?xml version=\"1.0\"?><OpenSearchDescription "
      "xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">" +
          urls + "</OpenSearchDescription>",
      kUrl);
  for (const QueryForm& form : forms) {
    all += form.action;
    for (const QueryInput& input : form.inputs) {
      all += " " + input.kind + " " + input.name + "=" + input.values.at(0).value;
    }
    all += "\n";
  }
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(search_templates)

BOOST_AUTO_TEST_CASE(a_template_is_a_form_with_a_box_for_words) {
  BOOST_TEST(
      read("<Url type='text/html' template='https://example.org/find?site=a%20b&amp;q={searchTerms}"
           "&amp;page={startPage?}&amp;n={count}&amp;from={startIndex}'/>") ==
      "https://example.org/find hidden site=a b search q= hidden n=100 hidden from=1\n");
  BOOST_TEST(read("<os:Url xmlns:os='urn:x' type='application/rss+xml' rel='results' "
                  "template='/s?q={searchTerms}&amp;lang={language?}'/>") ==
             "https://example.org/s search q=\n");
}

BOOST_AUTO_TEST_CASE(what_can_not_be_asked_is_left) {
  for (const char* url :
       {"<Url type='text/html' template='/search/{searchTerms}'/>",
        "<Url type='text/html' template='/s?q=all'/>",
        "<Url type='text/html' template='/s?q={searchTerms}&amp;box={geo:box}'/>",
        "<Url type='text/html' template='/s?{searchTerms}=1&amp;q={searchTerms}'/>",
        "<Url type='text/html' template='/s?q=x{searchTerms}'/>",
        "<Url type='text/html' method='post' template='/s?q={searchTerms}'/>",
        "<Url type='text/html' rel='self' template='/s?q={searchTerms}'/>",
        "<Url type='application/x-suggestions+json' rel='suggestions' "
        "template='/s?q={searchTerms}'/>",
        "<Url type='text/html' template='javascript:x?q={searchTerms}'/>",
        "<Url type='text/html'/>"}) {
    BOOST_TEST(read(url) == "", url);
  }
}

BOOST_AUTO_TEST_CASE(hostile_descriptions_stay_within_bounds) {
  std::string many;
  for (int i = 0; i < 5'000; ++i) {
    many += "<Url type='text/html' template='/s" + std::to_string(i) + "?q={searchTerms}'/>";
  }
  BOOST_TEST(read_search_templates("<OpenSearchDescription>" + many, kUrl).size() ==
             limits::kQueryForms);
  BOOST_TEST(
      read_search_templates("<!DOCTYPE x [<!ENTITY a 'b'>]><OpenSearchDescription>" + many, kUrl)
          .empty());
  BOOST_TEST(read_search_templates("\xFF<", kUrl).empty());
}

BOOST_AUTO_TEST_CASE(a_description_has_them_as_forms_of_its_page) {
  const auto source = read_link_source(
      "<OpenSearchDescription><Url type='text/html' "
      "template='/s?q={searchTerms}'/></OpenSearchDescription>",
      {.url = kUrl,
       .mime = "application/opensearchdescription+xml",
       .content_type = "",
       .catalogues = true});
  BOOST_REQUIRE(source.has_value());
  BOOST_REQUIRE_EQUAL(source->page.forms.size(), 1);
  BOOST_TEST(source->page.forms[0].action == "https://example.org/s");
}

BOOST_AUTO_TEST_SUITE_END()
