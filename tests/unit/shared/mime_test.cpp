#include "tagtrail/mime.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "tagtrail/checksum_names.hpp"
#include "tagtrail/url.hpp"

using namespace tagtrail;

namespace {

TargetSet targets(std::string_view spec) {
  auto set = TargetSet::parse(spec);
  BOOST_REQUIRE_MESSAGE(set.has_value(), "refused: " << spec);
  return std::move(*set);
}

bool wanted(const TargetSet& set, std::string_view mime, std::string_view url = "http://h/x",
            std::string_view file_name = {}, std::string_view xml_root = {}) {
  return set.matches({mime, url, file_name, xml_root});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mime)

BOOST_AUTO_TEST_CASE(essence) {
  BOOST_TEST(mime_essence(" Text/HTML; charset=utf-8") == "text/html");
  BOOST_TEST(mime_essence("application/PDF") == "application/pdf");
  BOOST_TEST(mime_essence("text/csv ;x") == "text/csv");
  for (const char* bad : {"", ";", "text", "/", "text/", "/html", "text/html, text/html",
                          "te xt/html", "text/ html", "a/b/c", "text/<b>", "text/ht\tml"}) {
    BOOST_TEST_CONTEXT(bad) { BOOST_TEST(mime_essence(bad) == ""); }
  }
}

BOOST_AUTO_TEST_CASE(extensions) {
  BOOST_TEST(mime_of_extension("csv") == "text/csv");
  BOOST_TEST(mime_of_extension("yaml") == "application/yaml");
  BOOST_TEST(mime_of_extension("yml") == "application/yaml");
  BOOST_TEST(mime_of_extension("xml") == "application/xml");
  BOOST_TEST(mime_of_extension("xsd") == "application/xml");
  BOOST_TEST(mime_of_extension("json") == "application/json");
  BOOST_TEST(mime_of_extension("pdf") == "application/pdf");
  BOOST_TEST(mime_of_extension("html") == "text/html");
  BOOST_TEST(mime_of_extension("xls") == "application/vnd.ms-excel");
  BOOST_TEST(mime_of_extension("no-such") == "");
  BOOST_TEST(mime_of_extension("") == "");
  BOOST_TEST(extension_of_mime("text/csv") == "csv");
  BOOST_TEST(extension_of_mime("text/html") == "html");
  BOOST_TEST(extension_of_mime("text/plain") == "txt");
  BOOST_TEST(extension_of_mime("application/yaml") == "yml");
  BOOST_TEST(extension_of_mime("application/xml") == "xml");
  BOOST_TEST(extension_of_mime("application/gzip") == "gz");
  BOOST_TEST(extension_of_mime("application/pdf") == "pdf");
  BOOST_TEST(extension_of_mime("x/y") == "");
}

/// webfs has room for 63 bytes of a type, others send what no table has; such files did not count.
BOOST_AUTO_TEST_CASE(names_tell_where_types_say_nothing) {
  const TargetSet sheets = targets("xlsx");
  for (const char* mime :
       {"application/vnd.openxmlformats-officedocument.spreadsheetml.she", "unknown/unknown",
        "application/x-msdownload", "application/unknown", "*/*", "", "octet/stream"}) {
    BOOST_TEST_CONTEXT(mime) {
      BOOST_TEST(is_nondescript(mime));
      BOOST_TEST(wanted(sheets, mime, "http://h/a.xlsx"));
      BOOST_TEST(wanted(sheets, mime, "http://h/get.php", "A.XLSX"));
      BOOST_TEST(!wanted(sheets, mime, "http://h/a.csv"));
      BOOST_TEST(wanted(targets("data"), mime, "http://h/a.xlsx"));
      BOOST_TEST(!wanted(targets("data"), mime, "http://h/a.exe"));
    }
  }
  for (const char* mime : {"text/html", "text/plain", "text/csv", "application/vnd.ms-excel",
                           "image/nothing", "video/x", "application/vnd.x+json", "a/b+xml",
                           "application/vnd.sdmx.data", "application/x-pdf"}) {
    BOOST_TEST(!is_nondescript(mime), mime);
  }
}

BOOST_AUTO_TEST_CASE(other_names_of_types) {
  BOOST_TEST(usual_type("application/x-pdf") == "application/pdf");
  BOOST_TEST(usual_type("application/pdf") == "application/pdf");
  BOOST_TEST(usual_type("x/y") == "x/y");
  BOOST_TEST(extension_of_mime("application/x-msexcel") == "xls");
  BOOST_TEST(wanted(targets("pdf"), "application/x-pdf"));
  BOOST_TEST(wanted(targets("data"), "application/x-msexcel"));
  BOOST_TEST(!wanted(targets("pdf"), "application/x-msexcel"));
  // Who names a type gets that one, and the paper's list is what was published.
  BOOST_TEST(!wanted(targets("application/pdf"), "application/x-pdf"));
  BOOST_TEST(!wanted(targets("paper"), "application/acrobat"));
}

BOOST_AUTO_TEST_CASE(paper_is_its_38_types_exactly) {
  const std::string types[] = {
      "application/csv",
      "application/json",
      "application/msword",
      "application/octet-stream",
      "application/pdf",
      "application/rdf+xml",
      "application/rss+xml",
      "application/vnd.ms-excel",
      "application/vnd.ms-excel.sheet.macroenabled.12",
      "application/vnd.oasis.opendocument.presentation",
      "application/vnd.oasis.opendocument.spreadsheet",
      "application/vnd.oasis.opendocument.text",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
      "application/vnd.rar",
      "application/x-7z-compressed",
      "application/x-csv",
      "application/x-gtar",
      "application/x-gzip",
      "application/x-pdf",
      "application/x-rar-compressed",
      "application/x-tar",
      "application/x-yaml",
      "application/x-zip-compressed",
      "application/xml",
      "application/yaml",
      "application/zip",
      "application/zip-compressed",
      "text/comma-separated-values",
      "text/csv",
      "text/json",
      "text/plain",
      "text/x-comma-separated-values",
      "text/x-csv",
      "text/x-yaml",
      "text/yaml"};
  BOOST_TEST(std::size(types) == 38U);
  const TargetSet paper = targets("paper");
  for (const std::string& type : types) BOOST_TEST(wanted(paper, type), type);
  for (const char* other :
       {"text/tab-separated-values", "text/xml", "application/gzip", "application/x-bzip2",
        "application/epub+zip", "application/vnd.ms-powerpoint", "application/geo+json",
        "text/html", "image/png", "", "application/download", "application/x-download",
        "binary/octet-stream"}) {
    BOOST_TEST_CONTEXT(other) {
      BOOST_TEST(!wanted(paper, other));
      // The type alone decides, whatever the name promises.
      BOOST_TEST(!wanted(paper, other, "http://h/a.csv", "b.pdf"));
    }
  }
  BOOST_TEST(wanted(paper, "application/xml", "http://h/feed", {}, "rss"));
  BOOST_TEST(paper.matches_extension("csv"));
  BOOST_TEST(!paper.matches_extension("png"));
}

BOOST_AUTO_TEST_CASE(data_takes_each_kind_by_type) {
  const TargetSet data = targets("data");
  for (const char* type :
       {"text/csv",
        "application/csv",
        "text/tab-separated-values",
        "text/x-csv",
        "text/comma-separated-values",
        "application/vnd.ms-excel",
        "application/vnd.ms-excel.sheet.macroenabled.12",
        "application/vnd.ms-excel.sheet.binary.macroenabled.12",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.oasis.opendocument.spreadsheet",
        "application/pdf",
        "application/postscript",
        "application/msword",
        "application/rtf",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "application/vnd.oasis.opendocument.text",
        "application/vnd.oasis.opendocument.presentation",
        "application/vnd.ms-powerpoint",
        "application/epub+zip",
        "application/json",
        "application/geo+json",
        "application/x-ndjson",
        "application/ld+json",
        "application/xml",
        "text/xml",
        "application/yaml",
        "text/yaml",
        "application/rdf+xml",
        "text/turtle",
        "application/n-triples",
        "application/vnd.sdmx.structure+xml",
        "application/zip",
        "application/gzip",
        "application/x-gzip",
        "application/x-tar",
        "application/x-gtar",
        "application/x-bzip2",
        "application/x-xz",
        "application/zstd",
        "application/x-7z-compressed",
        "application/vnd.rar",
        "application/x-rar-compressed",
        "application/x-stata",
        "application/x-spss-sav",
        "application/x-sas-data",
        "application/vnd.apache.parquet",
        "application/x-netcdf",
        "application/x-hdf5",
        "application/vnd.sqlite3",
        "application/vnd.google-earth.kml+xml",
        "application/vnd.google-earth.kmz",
        "application/geopackage+sqlite3",
        "application/x-shapefile",
        "application/fits"}) {
    BOOST_TEST(wanted(data, type), type);
  }
  for (const char* type :
       {"text/html", "application/xhtml+xml", "text/css", "text/javascript",
        "application/javascript", "image/png", "image/svg+xml", "audio/mpeg", "video/mp4",
        "font/woff2", "application/rss+xml", "application/atom+xml", "text/plain",
        "application/octet-stream", "", "application/vnd.sdmx", "nonsense"}) {
    BOOST_TEST_CONTEXT(type) { BOOST_TEST(!wanted(data, type)); }
  }
}

BOOST_AUTO_TEST_CASE(data_takes_xml_but_feeds_and_sitemaps) {
  const TargetSet data = targets("data");
  for (const char* type : {"application/xml", "text/xml"}) {
    BOOST_TEST(wanted(data, type, "http://h/a.xml", {}, "CompactData"));
    BOOST_TEST(wanted(data, type, "http://h/a.xml", {}, ""));
    for (const char* root : {"rss", "RSS", "feed", "urlset", "sitemapindex"}) {
      BOOST_TEST(!wanted(data, type, "http://h/a.xml", {}, root), root);
    }
  }
  BOOST_TEST(wanted(data, "application/rdf+xml", "http://h/a", {}, "rss"));
}

BOOST_AUTO_TEST_CASE(data_takes_plain_text_by_extension) {
  const TargetSet data = targets("data");
  for (const char* extension : {"txt", "dat", "asc", "log"}) {
    BOOST_TEST(wanted(data, "text/plain", std::string("http://h/a.") + extension), extension);
  }
  BOOST_TEST(wanted(data, "text/plain", "http://h/export", "series.dat"));
  BOOST_TEST(!wanted(data, "text/plain", "http://h/readme"));
  BOOST_TEST(!wanted(data, "text/plain", "http://h/a.php"));
  BOOST_TEST(!wanted(data, "text/plain", "http://h/a.js"));
  BOOST_TEST(!wanted(data, "text/plain", "http://h/LICENSE.md"));
}

BOOST_AUTO_TEST_CASE(data_takes_unknown_binaries_by_url_or_file_name) {
  const TargetSet data = targets("data");
  for (const char* type : {"application/octet-stream", "binary/octet-stream", ""}) {
    BOOST_TEST_CONTEXT(type) {
      BOOST_TEST(wanted(data, type, "http://h/a.csv"));
      BOOST_TEST(wanted(data, type, "http://h/a.DTA?x=1"));
      BOOST_TEST(wanted(data, type, "http://h/download?id=7", "table.xlsx"));
      BOOST_TEST(wanted(data, type, "http://h/download.php?id=7", "Table.XLSX"));
      BOOST_TEST(wanted(data, type, "http://h/table.csv", "no extension"));
      BOOST_TEST(!wanted(data, type, "http://h/a.exe"));
      BOOST_TEST(!wanted(data, type, "http://h/a"));
      BOOST_TEST(!wanted(data, type, "http://h/a.php", "setup.exe"));
      BOOST_TEST(!wanted(data, type, "http://h/", "csv"));
    }
  }
  BOOST_TEST(!wanted(data, "image/png", "http://h/a.csv"));
  BOOST_TEST(!wanted(data, "text/html", "http://h/a.csv", "a.csv"));
}

// Apache sends x.csv.md5 as text/csv: 48 checksums of one folder were kept as data.
// Debian's table of types has others for these than we collect.
BOOST_AUTO_TEST_CASE(data_takes_what_its_name_says_under_types_that_nobody_collects) {
  const TargetSet data = *TargetSet::parse("data");
  const auto takes = [&](std::string_view mime, std::string_view url) {
    return data.matches({mime, url, {}, {}});
  };
  BOOST_TEST(takes("application/x-hdf", "https://h/a.hdf"));
  BOOST_TEST(takes("application/x-compressed-tar", "https://h/a.tgz"));
  BOOST_TEST(takes("application/x-qgis", "https://h/a.SHP"));
  BOOST_TEST(takes("image/fits", "https://h/a.fits"));
  BOOST_TEST(takes("text/plain", "https://h/a.psv"));
  BOOST_TEST(takes("application/octet-stream", "https://h/a.feather"));
  BOOST_TEST(!takes("text/html", "https://h/a.csv"));
  BOOST_TEST(!takes("application/rss+xml", "https://h/a.xml"));
  BOOST_TEST(!takes("video/mpeg", "https://h/a.dat"));
  BOOST_TEST(!takes("application/x-hdf", "https://h/a.exe"));
}

BOOST_AUTO_TEST_CASE(checksums_and_signatures_are_no_data) {
  const TargetSet data = targets("data");
  const TargetSet csv = targets("csv");
  for (const char* type :
       {"text/csv", "text/plain", "application/octet-stream", "application/gzip"}) {
    for (const char* name :
         {"x.csv.md5", "x.csv.SHA256", "x.tar.gz.asc", "x.csv.sig", "MD5SUMS", "SHA256SUMS",
          "SHA512SUMS.txt", "sha256sum.txt.asc", "CHECKSUM.MD5", "x%2Ecsv%2Emd5"}) {
      BOOST_TEST_CONTEXT(type << " " << name) {
        const std::string url = "http://h/data/" + std::string(name);
        BOOST_TEST(!wanted(data, type, url));
        BOOST_TEST(!wanted(csv, type, url));
        BOOST_TEST(!wanted(data, type, "http://h/get?id=1", percent_decode(name)));
      }
    }
  }
  // What only looks like one.
  for (const char* name : {"dem.asc", "grid_12.5.asc", "md5.csv", "checksums.csv", "sums", "asc"}) {
    BOOST_TEST(wanted(data, "text/csv", "http://h/" + std::string(name)), name);
    BOOST_TEST(!is_checksum_name(name), name);
  }
  BOOST_TEST(wanted(data, "text/plain", "http://h/dem.asc"));
  BOOST_TEST(wanted(data, "text/csv", "http://h/x.csv.md5", "x.csv"));
  // Asked for by name, and in the published list, which goes by types alone.
  const TargetSet digests = targets("data,md5");
  BOOST_TEST(wanted(digests, "text/csv", "http://h/x.csv.md5"));
  BOOST_TEST(wanted(digests, "text/plain", "http://h/x.csv.md5"));
  BOOST_TEST(!wanted(digests, "text/html", "http://h/x.csv.md5"));
  BOOST_TEST(!wanted(digests, "text/csv", "http://h/x.csv.sha1"));
  BOOST_TEST(wanted(targets("paper"), "text/csv", "http://h/x.csv.md5"));
}

BOOST_AUTO_TEST_CASE(types_and_extensions_that_the_user_names) {
  const TargetSet set = targets(" CSV , .xlsx,image/png ,application/vnd.acme.*");
  BOOST_TEST(wanted(set, "text/csv"));
  BOOST_TEST(wanted(set, "image/png"));
  BOOST_TEST(wanted(set, "application/vnd.acme.table"));
  BOOST_TEST(wanted(set, "application/octet-stream", "http://h/a.xlsx"));
  BOOST_TEST(wanted(set, "text/plain", "http://h/a.csv"));
  BOOST_TEST(!wanted(set, "application/pdf"));
  BOOST_TEST(!wanted(set, "text/plain", "http://h/a.txt"));
  BOOST_TEST(!wanted(set, "text/html", "http://h/a.csv"));
  BOOST_TEST(set.matches_extension("xlsx"));
  BOOST_TEST(set.matches_extension("png"));
  BOOST_TEST(!set.matches_extension("pdf"));
  BOOST_TEST(set.spec() == " CSV , .xlsx,image/png ,application/vnd.acme.*");

  const TargetSet both = targets("data,image/png");
  BOOST_TEST(wanted(both, "image/png"));
  BOOST_TEST(wanted(both, "text/csv"));
  BOOST_TEST(wanted(targets("data,text/plain"), "text/plain"));
  BOOST_TEST(wanted(targets("data,md"), "text/plain", "http://h/a.md"));
  BOOST_TEST(wanted(targets("data,md"), "text/plain", "http://h/a.json"));
  BOOST_TEST(!wanted(targets("data,md"), "text/plain", "http://h/a.php"));
}

BOOST_AUTO_TEST_CASE(specifications_that_are_refused) {
  for (const char* spec : {"", " , ,", "c v", "csv;pdf", "../", "a//b", "a/b/c", "\xFF"}) {
    BOOST_TEST_CONTEXT(spec) {
      const auto set = TargetSet::parse(spec);
      BOOST_REQUIRE(!set);
      BOOST_TEST((set.error().code == ErrorCode::invalid_argument));
    }
  }
  BOOST_TEST(TargetSet::parse("csv,p-f").error().message.find("'p-f'") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(blocked_urls) {
  const TargetSet data = targets("data");
  const TargetSet pictures = targets("png,font/woff2");
  BOOST_TEST(!blocked_url(Blocklist::none, "http://h/a.png", data));
  BOOST_TEST(blocked_url(Blocklist::data, "http://h/a.PNG?x=1", data));
  BOOST_TEST(blocked_url(Blocklist::data, "http://h/a.css", data));
  BOOST_TEST(blocked_url(Blocklist::data, "http://h/a.woff2", data));
  BOOST_TEST(!blocked_url(Blocklist::data, "http://h/a.csv", data));
  BOOST_TEST(!blocked_url(Blocklist::data, "http://h/a?f=a.png", data));
  BOOST_TEST(!blocked_url(Blocklist::data, "http://h/", data));
  BOOST_TEST(!blocked_url(Blocklist::data, "http://h/a.png", pictures));
  BOOST_TEST(!blocked_url(Blocklist::data, "http://h/a.woff2", pictures));
  BOOST_TEST(blocked_url(Blocklist::data, "http://h/a.gif", pictures));
  // As published: the text after the last dot of the whole URL, in that very case.
  BOOST_TEST(blocked_url(Blocklist::paper, "http://h/a.png", data));
  BOOST_TEST(!blocked_url(Blocklist::paper, "http://h/a.PNG", data));
  BOOST_TEST(!blocked_url(Blocklist::paper, "http://h/a.png?x=1", data));
  BOOST_TEST(blocked_url(Blocklist::paper, "http://h/a?f=a.png", data));
  BOOST_TEST(!blocked_url(Blocklist::paper, "http://h/a.css", data));
  BOOST_TEST(blocked_url(Blocklist::paper, "http://h/a.jfif-tbnl", data));
}

BOOST_AUTO_TEST_CASE(blocked_types) {
  const TargetSet data = targets("data");
  for (const Blocklist list : {Blocklist::paper, Blocklist::data}) {
    BOOST_TEST(blocked_mime(list, "image/png", data));
    BOOST_TEST(blocked_mime(list, "audio/ogg", data));
    BOOST_TEST(blocked_mime(list, "video/mp4", data));
    BOOST_TEST(!blocked_mime(list, "text/csv", data));
    BOOST_TEST(!blocked_mime(list, "text/html", data));
    BOOST_TEST(!blocked_mime(list, "", data));
    BOOST_TEST(!blocked_mime(list, "image/png", targets("image/png")));
    BOOST_TEST(!blocked_mime(list, "image/tiff", targets("image/*")));
  }
  BOOST_TEST(!blocked_mime(Blocklist::none, "image/png", data));
  BOOST_TEST(blocked_mime(Blocklist::data, "text/css", data));
  BOOST_TEST(!blocked_mime(Blocklist::paper, "text/css", data));
  BOOST_TEST(blocked_mime(Blocklist::data, "font/woff2", data));
}

BOOST_AUTO_TEST_CASE(names_of_blocklists) {
  BOOST_TEST((*parse_blocklist("none") == Blocklist::none));
  BOOST_TEST((*parse_blocklist("paper") == Blocklist::paper));
  BOOST_TEST((*parse_blocklist("data") == Blocklist::data));
  BOOST_TEST(!parse_blocklist("Data"));
}

BOOST_AUTO_TEST_SUITE_END()
