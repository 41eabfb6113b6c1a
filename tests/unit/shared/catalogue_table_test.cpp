#include "tagtrail/catalogue_table.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

#include "tagtrail/catalogue_paging.hpp"
#include "tagtrail/url.hpp"

using namespace tagtrail;

namespace {

constexpr std::string_view kPage = "https://data.example/portal/start";

/// `kind base` of each.
std::string found(std::string_view sign) {
  std::string all;
  for (const CatalogueSite& site : catalogues_by_sign(sign, kPage)) {
    all += site.kind->id + " " + site.base + "\n";
  }
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(catalogue_table)

BOOST_AUTO_TEST_CASE(every_kind_of_the_table_is_complete) {
  std::set<std::string> ids;
  for (const CatalogueKind& kind : catalogue_kinds()) {
    BOOST_TEST_CONTEXT(kind.id) {
      BOOST_TEST(ids.insert(kind.id).second);
      BOOST_TEST(!kind.name.empty());
      BOOST_TEST((kind.ask.empty() || kind.ask.starts_with('/')));
      BOOST_TEST(kind.ask.empty() == kind.signs.empty());
      BOOST_TEST((!kind.ask.empty() || !kind.answers.empty() || !kind.embeds.empty()));
      const bool by_query = kind.paging == Paging::offset || kind.paging == Paging::number;
      BOOST_TEST(by_query == !kind.page_name.empty());
      BOOST_TEST((!by_query || !kind.items.empty() || !kind.rows.empty()));
      for (const auto& answer : kind.answers) {
        for (const std::string& place : answer) BOOST_TEST(place.starts_with('/'));
      }
      for (const auto& [place, form, where, says] : kind.made) {
        BOOST_TEST(place.starts_with(kind.items));
        BOOST_TEST((kind.base.empty() || form.starts_with('/')));
        BOOST_TEST(form.find("{}") != std::string::npos);
      }
      BOOST_TEST((kind.rows.empty() || (kind.items.empty() && kind.signs.empty())));
      BOOST_TEST((kind.more.empty() || !kind.rows.empty()));
      for (const auto& [place, fact] : kind.item_facts) BOOST_TEST(place.starts_with('/'));
      for (const auto& [place, part] : kind.files) BOOST_TEST(place.starts_with(kind.items));
      for (const CatalogueCondition& condition : kind.conditions) {
        BOOST_TEST(!condition.parameter.empty());
        BOOST_TEST(condition.form.find("{}") != std::string::npos);
      }
      for (const CatalogueNumber& number : {kind.set_count, kind.file_count}) {
        BOOST_TEST((number.ask.empty() || number.ask.starts_with('/')));
        BOOST_TEST(number.ask.empty() == number.place.empty());
      }
      for (const CatalogueChoice& choice : kind.choices) {
        BOOST_TEST(choice.place.starts_with("/json/"));
        BOOST_TEST(!choice.count.empty());
      }
    }
  }
  BOOST_TEST(ids.contains("ckan"));
  BOOST_TEST(find_catalogue("ckan")->name == "CKAN");
  BOOST_TEST(find_catalogue("no such kind") == nullptr);
}

BOOST_AUTO_TEST_CASE(signs_tell_kind_and_base) {
  BOOST_TEST(found("generator CKAN 2.10.4") == "ckan https://data.example\n");
  BOOST_TEST(found("url https://data.example/a/webassets/base/main.css") ==
             "ckan https://data.example/a\n");
  BOOST_TEST(found("url https://data.example/data.json") == "dcat-us https://data.example\n");
  BOOST_TEST(found("url https://js.hubcdn.arcgis.com/x.js") == "arcgis-hub https://data.example\n");
  BOOST_TEST(found("url https://data.example/a/dataset.xhtml?persistentId=doi:1") ==
             "dataverse https://data.example/a\n");
  BOOST_TEST(found("url https://data.example/px/pxweb/pt-BR/ssd/") ==
             "pxweb https://data.example/px\npxweb-1 https://data.example/px/api/v1/pt-BR\n");
  BOOST_TEST(found("url https://data.example/PxWeb/pxweb/fi/StatFin/") ==
             "pxweb https://data.example\npxweb-1 https://data.example/PxWeb/api/v1/fi\n");
  BOOST_TEST(found("url https://data.example/pxweb/scripts/x.js?a=/en/") ==
             "pxweb https://data.example\n");
  BOOST_TEST(catalogue_request({find_catalogue("pxweb-1"), "https://d.example/api/v1/en"}) ==
             "https://d.example/api/v1/en");
  for (const std::string_view none :
       {"", "ckan", "generator WordPress 6.5", "url https://data.example/dataset/rain",
        "url https://ckan.example/", "generator", "url "}) {
    BOOST_TEST(found(none) == "", none);
  }
}

BOOST_AUTO_TEST_CASE(files_stand_where_the_table_says) {
  const CatalogueKind& ckan = *find_catalogue("ckan");
  const std::string_view file = "https://d.example/a";
  BOOST_TEST(is_catalogue_file(ckan, "/json/result/results/resources/url", file));
  BOOST_TEST(is_catalogue_file(ckan, "/json/result/results/resources/url.related", file));
  BOOST_TEST(!is_catalogue_file(ckan, "/json/result/results/resources/url_type", file));
  BOOST_TEST(!is_catalogue_file(ckan, "/json/result/results/url", file));
  const CatalogueKind& opendatasoft = *find_catalogue("opendatasoft");
  BOOST_TEST(!is_catalogue_file(opendatasoft, "/json/results/dataset_id", file));
  BOOST_TEST(is_catalogue_file(opendatasoft, "/json/results/dataset_id",
                               "https://d.example/api/datasets/a/exports/csv"));
  // A kind that does not say: what an item has.
  const CatalogueKind& oai = *find_catalogue("oai-pmh");
  BOOST_TEST(is_catalogue_file(oai, "/oai-pmh/listrecords/record/metadata/dc/identifier", file));
  BOOST_TEST(!is_catalogue_file(oai, "/oai-pmh/listrecords/resumptiontoken", file));
}

BOOST_AUTO_TEST_CASE(the_next_page_ends_with_the_total) {
  const CatalogueKind& ckan = *find_catalogue("ckan");
  const std::string first = catalogue_request({&ckan, "https://data.example"});
  BOOST_TEST(first ==
             "https://data.example/api/3/action/package_search?sort=name%20asc&rows=100&start=0");
  BOOST_TEST(next_catalogue_page(ckan, first, 100, 250) ==
             "https://data.example/api/3/action/package_search?sort=name%20asc&rows=100&start=100");
  BOOST_TEST(next_catalogue_page(ckan, first, 100, 0) ==
             "https://data.example/api/3/action/package_search?sort=name%20asc&rows=100&start=100");
  BOOST_TEST(next_catalogue_page(ckan, first, 100, 100) == "");
  BOOST_TEST(next_catalogue_page(ckan, first, 0, 250) == "");
  // GeoNetwork counts from 1.
  const CatalogueKind& csw = *find_catalogue("geonetwork");
  const std::string records = catalogue_request({&csw, "https://g.example/geonetwork"});
  const std::string second = next_catalogue_page(csw, records, 100, 101);
  BOOST_TEST(second.find("startPosition=101") != std::string::npos);
  BOOST_TEST(next_catalogue_page(csw, records, 100, 100) == "");
  for (const std::string_view url :
       {"https://data.example/?start=x",
        "https://data.example/?start=", "https://data.example/?start=99999999999999999999"}) {
    BOOST_TEST(next_catalogue_page(ckan, url, 100, 0) == "", url);
  }
}

BOOST_AUTO_TEST_CASE(a_list_is_read_once_more_in_pages_that_end_elsewhere) {
  const CatalogueKind& ckan = *find_catalogue("ckan");
  BOOST_TEST(catalogue_list_again(
                 ckan, "https://h.example/api/3/action/package_search?rows=100&start=200") ==
             "https://h.example/api/3/action/package_search?rows=99&start=0");
  const CatalogueKind& udata = *find_catalogue("udata");
  BOOST_TEST(catalogue_list_again(udata, "https://h.example/api/1/datasets/?page=7&page_size=50") ==
             "https://h.example/api/1/datasets/?page=1&page_size=49");
  const CatalogueKind& invenio = *find_catalogue("invenio");
  BOOST_TEST(catalogue_list_again(invenio, "https://h.example/api/records?page=3&size=25") ==
             "https://h.example/api/records?page=1&size=24");
  // Of one page there is nothing to read again, and tokens say nothing.
  BOOST_TEST(catalogue_list_again(udata, "https://h.example/api/1/datasets/") == "");
  BOOST_TEST(catalogue_list_again(*find_catalogue("oai-pmh"),
                                  "https://h.example/oai?verb=ListRecords&resumptionToken=4") ==
             "");
}

BOOST_AUTO_TEST_CASE(an_address_without_a_number_is_that_of_the_first_page) {
  const CatalogueKind& ckan = *find_catalogue("ckan");
  const std::string list = "https://data.example/api/3/action/package_search";
  BOOST_TEST(next_catalogue_page(ckan, list, 10, 25) == list + "?start=10&rows=10");
  BOOST_TEST(next_catalogue_page(ckan, list + "?rows=50", 50, 60) == list + "?rows=50&start=50");
  BOOST_TEST(next_catalogue_page(ckan, list + "?fq=a&restart=3", 10, 0) ==
             list + "?fq=a&restart=3&start=10&rows=10");
  BOOST_TEST(next_catalogue_page(ckan, list, 25, 25) == "");
  // Pages are counted from 1.
  const CatalogueKind& udata = *find_catalogue("udata");
  BOOST_TEST(next_catalogue_page(udata, "https://u.example/api/1/datasets/", 20, 30) ==
             "https://u.example/api/1/datasets/?page=2&page_size=20");
  BOOST_TEST(next_catalogue_page(udata, "https://u.example/api/1/datasets/", 20, 20) == "");
  // Nobody knows where a kind begins that is not asked.
  BOOST_TEST(next_catalogue_page(*find_catalogue("stac"), "https://s.example/", 20, 30) == "");
}

BOOST_AUTO_TEST_CASE(fewer_items_are_asked_for_from_where_the_refused_page_began) {
  const CatalogueKind& invenio = *find_catalogue("invenio");
  const std::string records = "https://z.example/api/records?";
  BOOST_TEST(smaller_catalogue_page(invenio, records + "size=100&page=1") ==
             records + "size=25&page=1");
  BOOST_TEST(smaller_catalogue_page(invenio, records + "page=3&size=100&sort=newest") ==
             records + "page=9&size=25&sort=newest");
  // What both have is asked for twice, so that nothing is lost.
  BOOST_TEST(smaller_catalogue_page(invenio, records + "size=25&page=2") ==
             records + "size=10&page=3");
  BOOST_TEST(smaller_catalogue_page(invenio, records + "size=10&page=2") == "");
  BOOST_TEST(smaller_catalogue_page(invenio, records + "page=2") == "");
  const CatalogueKind& ckan = *find_catalogue("ckan");
  const std::string action = "https://c.example/api/3/action/package_search?";
  BOOST_TEST(smaller_catalogue_page(ckan, action + "rows=100&start=200") ==
             action + "rows=25&start=200");
  // It has no pages.
  const CatalogueKind& dcat = *find_catalogue("dcat-us");
  BOOST_TEST(smaller_catalogue_page(dcat, "https://c.example/data.json?size=100") == "");
}

BOOST_AUTO_TEST_CASE(exports_give_all_of_what_is_linked_in_part) {
  const std::string table = "https://d.example/db/t.csv?";
  const auto all = whole_export(table + "a=1&_size=max");
  BOOST_REQUIRE(all.has_value());
  BOOST_TEST(all->base == table + "a=1&_stream=on");
  BOOST_TEST(part_of_export(*all->kind, all->base) == table + "a=1&_size=max");
  BOOST_TEST(!whole_export(table + "_size=maximum").has_value());
  BOOST_TEST(!whole_export("https://d.example/db/t.json?_size=max").has_value());
  BOOST_TEST(!whole_export("https://d.example/db/t.csv").has_value());
}

BOOST_AUTO_TEST_CASE(a_whole_list_stands_in_for_the_pages_that_it_does_not_turn) {
  const CatalogueKind& kind = *find_catalogue("opendatasoft");
  const std::string base = "https://o.example/api/explore/v2.1/catalog/";
  const std::string whole = whole_catalogue(kind, base + "datasets?limit=100&offset=100");
  BOOST_TEST(whole == base + "exports/json");
  BOOST_TEST(whole_catalogue(kind, base + "datasets?limit=100&offset=0") == "");
  BOOST_TEST(list_of_catalogue(kind, whole) == base + "datasets");
  BOOST_TEST(list_of_catalogue(kind, base + "datasets?limit=100&offset=0") == base + "datasets");
  BOOST_TEST(whole_catalogue(*find_catalogue("ckan"), base + "?rows=100&start=100") == "");
}

BOOST_AUTO_TEST_CASE(frames_of_services_have_their_data_at_a_known_address) {
  const auto data = [](std::string_view url) {
    const auto found = embedded_data(url);
    return found ? found->kind->id + " " + found->base : std::string();
  };
  BOOST_TEST(data("https://datawrapper.dwcdn.net/AbC12/3/") ==
             "datawrapper https://datawrapper.dwcdn.net/AbC12/3/dataset.csv");
  BOOST_TEST(data("http://datawrapper.dwcdn.net/AbC12/3/?dark=auto") ==
             "datawrapper https://datawrapper.dwcdn.net/AbC12/3/dataset.csv");
  BOOST_TEST(data("https://ourworldindata.org/grapher/life-expectancy?tab=chart") ==
             "owid https://ourworldindata.org/grapher/life-expectancy.csv");
  BOOST_TEST(data("https://docs.google.com/spreadsheets/d/e/2PACX-1v/pubhtml?widget=true") ==
             "google-sheets https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?output=csv");
  BOOST_TEST(data("https://public.tableau.com/views/Book/Sheet?:embed=y") ==
             "tableau https://public.tableau.com/views/Book/Sheet.csv");
  for (const std::string_view none :
       {"https://datawrapper.dwcdn.net/AbC12/", "https://datawrapper.dwcdn.net//3/", "",
        "https://example.org/datawrapper.dwcdn.net/a/1/",
        "https://datawrapper.dwcdn.net.evil.org/a/1/"}) {
    BOOST_TEST(data(none) == "", none);
  }
}

BOOST_AUTO_TEST_SUITE_END()
