#include "feeds/listed_files.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "feeds/described_links.hpp"
#include "feeds/link_source.hpp"
#include "tagtrail/link.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr std::string_view kBase = "https://example.org/pub/";

SourceFacts facts_of(std::string_view url, std::string_view mime) {
  SourceFacts facts;
  facts.url = url;
  facts.mime = mime;
  facts.catalogues = true;
  return facts;
}

/// Place and address of each link, an address within the site without its host.
std::string named_in(std::string_view text, std::string_view mime, std::string_view name) {
  const std::string url = std::string(kBase).append(name);
  const auto source = read_link_source(text, facts_of(url, mime));
  if (!source) return "none";
  std::string all;
  for (const LinkObservation& link : source->page.links) {
    const bool own = link.url.starts_with(kBase);
    all.append(link.tag_path.substr(link.tag_path.find('/', 1) + 1)).append(" ");
    all.append(own ? link.url.substr(kBase.size()) : link.url).append("\n");
  }
  return all;
}

std::string digest(char c, std::size_t length) {
  std::string text;
  text.resize(length, c);
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(listed_files)

BOOST_AUTO_TEST_CASE(digests_are_beside_what_they_are_of) {
  std::string gnu = digest('a', 64);
  gnu.append("  one.csv\n").append(digest('b', 64)).append(" *data/two\n");
  BOOST_TEST(named_in(gnu, "text/plain", "SHA256SUMS") == "checksum one.csv\nchecksum data/two\n");
  BOOST_TEST(named_in("MD5 (a b.csv) = " + digest('0', 32) + "\n", "text/plain", "sums.md5") ==
             "checksum a%20b.csv\n");
  BOOST_TEST(named_in(digest('a', 63) + "  one.csv\n", "text/plain", "SHA256SUMS") == "none");
}

BOOST_AUTO_TEST_CASE(lists_have_a_name_or_an_address_a_line) {
  BOOST_TEST(named_in("# all\n\nx/1.csv\r\n../2.xlsx\n", "text/plain", "files.txt") ==
             "line x/1.csv\nline https://example.org/2.xlsx\n");
  BOOST_TEST(named_in("https://example.org/pub/page\nhttps://other.org/x\n", "text/plain",
                      "urls.txt") == "line page\nline https://other.org/x\n");
  // One line of words, and it is a text.
  BOOST_TEST(named_in("See also\nx/1.csv\n", "text/plain", "files.txt") == "none");
}

BOOST_AUTO_TEST_CASE(texts_name_files_by_whole_addresses) {
  BOOST_TEST(named_in("Get it from https://example.org/pub/a.csv, or see <https://example.org/>.\n"
                      "(https://example.org/pub/b.zip).\n",
                      "text/plain", "README.txt") == "text a.csv\ntext b.zip\n");
  BOOST_TEST(named_in("Read https://www.gnu.org/licenses/ first.\n", "text/plain", "a.txt") ==
             "none");
}

BOOST_AUTO_TEST_CASE(tables_name_files_in_their_cells) {
  BOOST_TEST(named_in("name,url\none,https://example.org/pub/a.csv\ntwo,\"/pub/b.csv\"\n"
                      "three,c.csv\nfour,https://example.org/pub/page\n",
                      "text/csv", "index.csv") == "table a.csv\ntable b.csv\n");
  BOOST_TEST(named_in("x\thttps://example.org/pub/a.csv\n", "text/tab-separated-values", "i.tsv") ==
             "table a.csv\n");
  BOOST_TEST(named_in("a,b\n1,2\n", "text/csv", "a.csv") == "none");
}

BOOST_AUTO_TEST_CASE(yaml_names_files_behind_keys_and_in_lists) {
  BOOST_TEST(named_in("resources:\n  - name: x.csv\n    path: d/1.csv\n  - url: '/pub/2.csv'\n"
                      "files:\n- https://example.org/pub/3.csv\n- 4.csv\nhomepage: /pub/\n",
                      "application/yaml",
                      "datapackage.yaml") == "yaml d/1.csv\nyaml 2.csv\nyaml 3.csv\n");
  BOOST_TEST(named_in("path: 1.csv\n", "text/plain", "a.yml") == "yaml 1.csv\n");
}

BOOST_AUTO_TEST_CASE(scripts_name_what_they_download) {
  BOOST_TEST(named_in("#!/bin/sh\nwget 'https://example.org/pub/a.nc'\ncurl -O "
                      "https://example.org/pub/b.csv # all\n",
                      "application/x-sh", "get.sh") == "text a.nc\ntext b.csv\n");
}

BOOST_AUTO_TEST_CASE(each_file_once_and_not_itself) {
  BOOST_TEST(named_in("a.csv\na.csv\nfiles.txt\n", "text/plain", "files.txt") == "line a.csv\n");
}

BOOST_AUTO_TEST_CASE(xml_of_any_kind_names_files) {
  BOOST_TEST(
      named_in("<files xmlns:x='http://x.org/ns.csv'><file href='1.csv'/><file><url>/pub/2.csv"
               "</url></file><f path='d/3.csv' name='4.csv'/><i>/pub/5.csv</i>"
               "<t>see 6.csv</t><a href='#part'/></files>",
               "application/xml", "x.xml") ==
      "xml/files/file 1.csv\nxml/files/file/url 2.csv\nxml/files/f d/3.csv\n"
      "xml/files/i 5.csv\n");
  BOOST_TEST(named_in("<a><b>1</b></a>", "application/xml", "x.xml") == "none");
  BOOST_TEST(named_in("<a href='1.csv'>a piece of HTML</a>", "text/html", "x") == "none");
  BOOST_TEST(named_in("<?xml version='1.0'?><a href='1.csv'/>", "text/plain", "x") ==
             "xml/a 1.csv\n");
  // METS 1.12: files by `xlink:href`.
  BOOST_TEST(named_in("<mets:mets xmlns:mets='http://www.loc.gov/METS/' "
                      "xmlns:xlink='http://www.w3.org/1999/xlink'><mets:fileSec><mets:FLocat "
                      "LOCTYPE='URL' xlink:href='https://example.org/pub/a.tif.csv'/>"
                      "</mets:fileSec></mets:mets>",
                      "text/xml", "m.xml") == "xml/mets/filesec/flocat a.tif.csv\n");
}

BOOST_AUTO_TEST_CASE(texts_made_to_take_long_do_not) {
  std::string text;
  for (int n = 0; n < 300'000; ++n) text += "http://";
  BOOST_TEST(named_in(text, "text/plain", "a.txt") == "none");
  BOOST_TEST(named_in(std::string(2'000'000, ','), "text/csv", "a.csv") == "none");
  std::string names;
  for (std::size_t n = 0; n < kSourceLinks + 10; ++n) names += std::to_string(n) + ".csv\n";
  const auto read =
      read_link_source(names, facts_of("https://example.org/files.txt", "text/plain"));
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->page.links.size() == kSourceLinks);
  BOOST_TEST(read->page.truncated);
  BOOST_TEST(read->page.links_cut == 10U);
}

BOOST_AUTO_TEST_CASE(what_is_cut_is_no_list_and_no_file_names_none) {
  BOOST_TEST(named_in("", "text/plain", "files.txt") == "none");
  BOOST_TEST(named_in("x/1.csv\n", "image/png", "files.png") == "none");
  SourceFacts plain = facts_of("https://example.org/pub/files.txt", "text/plain");
  plain.catalogues = false;
  BOOST_TEST(!read_link_source("x/1.csv\n", plain).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
