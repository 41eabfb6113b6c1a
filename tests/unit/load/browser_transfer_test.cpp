#include "load/browser_transfer.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "../scratch_folder.hpp"
#include "messaging/channel.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
namespace fs = std::filesystem;

namespace {

const std::string kUrl = "http://127.0.0.1/t.csv";

struct Fixture {
  TransferRules rules{.body = {*TargetSet::parse("csv"), Blocklist::data, false},
                      .scope = *Scope::parse("host", kUrl),
                      .allow_private = true,
                      .limits = {.min_free_disk = 0}};
  ScratchFolder scratch;

  BrowserTransfer transfer(Method method = Method::get, std::uint64_t max_file_bytes = 0) const {
    FetchRequest request;
    request.ticket = 7;
    request.url = kUrl;
    request.method = method;
    request.directory = scratch.path();
    request.max_file_bytes = max_file_bytes;
    return {request, rules};
  }
  bool is_empty() const { return fs::is_empty(scratch.path()); }
};

Json head(const std::string& type, const std::string& url = kUrl, unsigned status = 200) {
  return {{"status", status},
          {"contentType", type},
          {"disposition", "attachment; filename=\"../x.csv\""},
          {"retryAfter", "7"},
          {"length", 0U},
          {"url", url}};
}

Json data(const std::string& bytes) {
  return {{"data", to_base64(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size())}};
}

Json end(std::uint64_t bytes) { return {{"bodyBytes", bytes}}; }

bool takes(BrowserTransfer& transfer, const Json& message) {
  const auto take = transfer.on_head(message);
  BOOST_REQUIRE(take.has_value());
  return *take;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(browser_transfer, Fixture)

BOOST_AUTO_TEST_CASE(a_file_goes_to_disk_with_its_digest) {
  BrowserTransfer transfer = this->transfer();
  BOOST_TEST(takes(transfer, head("text/csv; charset=utf-8")));
  BOOST_TEST(transfer.on_data(data("ab")).has_value());
  BOOST_TEST(transfer.on_data(data("c")).has_value());
  Json answer = end(3);
  answer["hops"] = {{{"url", "http://127.0.0.1/old"}, {"status", 301}}};
  const auto fetched = transfer.finish(answer);
  const FetchResult& result = fetched.result;
  BOOST_TEST((result.error == FetchError::none));
  BOOST_TEST((result.plan == BodyPlan::file));
  BOOST_TEST(result.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  BOOST_TEST(result.head.mime == "text/csv");
  BOOST_TEST(result.head.file_name == "x.csv");
  BOOST_TEST(result.head.retry_after == "7");
  BOOST_TEST(fetched.redirects.size() == 1U);
  std::string text;
  std::ifstream(result.file) >> text;
  BOOST_TEST(text == "abc");
}

// A viewer of source code gives a PDF as plain text.
BOOST_AUTO_TEST_CASE(text_that_is_named_as_a_file_is_looked_into) {
  const BodyRules data{.wanted = *TargetSet::parse("data")};
  AnswerHead head;
  head.status = 200;
  head.mime = "text/plain";
  BOOST_TEST((plan_body(data, "http://127.0.0.1/plain/report.pdf", head) == BodyPlan::file));
  BOOST_TEST((plan_body(data, "http://127.0.0.1/plain/README.md", head) == BodyPlan::discard));
  AnswerHead media = head;
  media.mime = "video/x-dv";
  BOOST_TEST((plan_body(data, "http://127.0.0.1/a.dif", media) == BodyPlan::file));
  BOOST_TEST((plan_body(data, "http://127.0.0.1/a.avi", media) == BodyPlan::discard));
  media.content_length = 1ULL << 30;
  BOOST_TEST((plan_body(data, "http://127.0.0.1/a.dif", media) == BodyPlan::discard));
}

// Servers call CSV Excel's, and XLSX a ZIP archive.
BOOST_AUTO_TEST_CASE(what_is_named_as_wanted_is_looked_into) {
  const BodyRules tables{.wanted = *TargetSet::parse("csv,xlsx")};
  AnswerHead head;
  head.status = 200;
  head.mime = "application/vnd.ms-excel";
  BOOST_TEST((plan_body(tables, "http://127.0.0.1/a.csv", head) == BodyPlan::file));
  BOOST_TEST((plan_body(tables, "http://127.0.0.1/a.xls", head) == BodyPlan::discard));
  head.file_name = "A.csv";
  BOOST_TEST((plan_body(tables, "http://127.0.0.1/get?id=7", head) == BodyPlan::file));
  head.mime = "application/zip";
  BOOST_TEST((plan_body(tables, "http://127.0.0.1/get?id=7", head) == BodyPlan::file));
  head.file_name = "A.zip";
  BOOST_TEST((plan_body(tables, "http://127.0.0.1/get?id=7", head) == BodyPlan::discard));
  head.file_name = "A.xlsx";
  BOOST_TEST((plan_body(tables, "http://127.0.0.1/get?id=7", head) == BodyPlan::file));
}

// Programs that give no name: their first bytes do, if they are not too many.
BOOST_AUTO_TEST_CASE(what_has_neither_type_nor_name_is_looked_into) {
  const BodyRules tables{.wanted = *TargetSet::parse("pdf")};
  AnswerHead head;
  head.status = 200;
  head.mime = "application/octet-stream";
  for (const char* url : {"http://127.0.0.1/get?id=7", "http://127.0.0.1/get.php?id=7"}) {
    head.content_length.reset();
    BOOST_TEST((plan_body(tables, url, head) == BodyPlan::file));
    head.content_length = (64ULL << 20) + 1;
    BOOST_TEST((plan_body(tables, url, head) == BodyPlan::discard));
  }
  head.content_length.reset();
  BOOST_TEST((plan_body(tables, "http://127.0.0.1/a.exe", head) == BodyPlan::discard));
  for (const char* stream : {"text/event-stream", "multipart/x-mixed-replace", "video/x"}) {
    head.mime = stream;
    BOOST_TEST((plan_body(tables, "http://127.0.0.1/live", head) == BodyPlan::discard), stream);
  }
}

// Servers send XHTML as any XML, and pages under types of their own.
BOOST_AUTO_TEST_CASE(what_may_be_a_page_is_looked_into) {
  const BodyRules tables{.wanted = *TargetSet::parse("csv")};
  AnswerHead head;
  head.status = 200;
  for (const char* mime : {"text/xml", "application/xml", "text/htm", "text/x-server-parsed-html",
                           "application/vnd.wap.xhtml+xml"}) {
    head.mime = mime;
    BOOST_TEST((plan_body(tables, "http://127.0.0.1/a", head) == BodyPlan::memory), mime);
  }
  head.mime = "application/vnd.ms-htmlhelp";
  BOOST_TEST((plan_body(tables, "http://127.0.0.1/a.chm", head) == BodyPlan::discard));
}

// Careless servers send sitemaps as text and as bytes; the link that led there says what they are.
BOOST_AUTO_TEST_CASE(what_is_called_a_sitemap_is_looked_into) {
  BodyRules tables{.wanted = *TargetSet::parse("csv")};
  AnswerHead head;
  head.status = 200;
  for (const char* mime : {"text/plain", "application/octet-stream", "binary/octet-stream"}) {
    head.mime = mime;
    tables.sitemaps = true;
    BOOST_TEST((plan_body(tables, "http://127.0.0.1/map.a", head, true) == BodyPlan::memory), mime);
    BOOST_TEST((plan_body(tables, "http://127.0.0.1/map.a", head) == BodyPlan::discard), mime);
    tables.sitemaps = false;
    BOOST_TEST((plan_body(tables, "http://127.0.0.1/map.a", head, true) == BodyPlan::discard),
               mime);
  }
  head.mime = "image/png";
  tables.sitemaps = true;
  BOOST_TEST((plan_body(tables, "http://127.0.0.1/map.a", head, true) == BodyPlan::discard));
}

// Of those who look for no catalogue, and of those who do.
BOOST_AUTO_TEST_CASE(what_programs_answer_is_a_page) {
  BodyRules tables{.wanted = *TargetSet::parse("csv")};
  AnswerHead head;
  head.status = 200;
  for (const char* mime : {"application/json", "text/turtle", "application/linkset"}) {
    head.mime = mime;
    tables.catalogues = false;
    BOOST_TEST((plan_body(tables, "http://127.0.0.1/a", head) == BodyPlan::discard), mime);
    tables.catalogues = true;
    BOOST_TEST((plan_body(tables, "http://127.0.0.1/a", head) == BodyPlan::memory), mime);
  }
}

BOOST_AUTO_TEST_CASE(a_page_stays_in_memory_and_the_rest_is_not_wanted) {
  BrowserTransfer page = transfer();
  BOOST_TEST(takes(page, head("text/html")));
  BOOST_TEST(page.on_data(data("<p>")).has_value());
  BOOST_TEST(page.finish(end(3)).result.body == "<p>");
  // Some applications send their page with 404.
  BrowserTransfer away = transfer();
  BOOST_TEST(takes(away, head("text/html", kUrl, 404)));
  Json picture = head("image/png", "http://127.0.0.1/a.png");
  picture["disposition"] = "";
  for (const Json& message : {picture, head("text/html", kUrl, 403)}) {
    BrowserTransfer other = transfer();
    BOOST_TEST(!takes(other, message));
    BOOST_TEST(!other.on_data(data("x")).has_value());
    BOOST_TEST((other.finish(end(0)).result.error == FetchError::none));
  }
  BrowserTransfer asked = transfer(Method::head);
  BOOST_TEST(!takes(asked, head("text/csv")));
  BOOST_TEST(is_empty());
}

BOOST_AUTO_TEST_CASE(what_is_cut_is_an_error_and_leaves_no_file) {
  BrowserTransfer cut = transfer();
  BOOST_TEST(takes(cut, head("text/csv")));
  BOOST_TEST(cut.on_data(data("ab")).has_value());
  BOOST_TEST((cut.finish(end(3)).result.error == FetchError::truncated));
  BrowserTransfer lost = transfer();
  BOOST_TEST(takes(lost, head("text/csv")));
  BOOST_TEST((lost.finish({{"error", "network"}}).result.error == FetchError::truncated));
  BrowserTransfer broken = transfer();
  BOOST_TEST(takes(broken, head("text/csv")));
  BOOST_TEST((broken.finish({{"error", "timeout"}}).result.error == FetchError::timeout));
  BrowserTransfer late = transfer();
  BOOST_TEST(takes(late, head("text/csv")));
  BOOST_TEST((late.finish_late().result.error == FetchError::timeout));
  BrowserTransfer headless = transfer();
  BOOST_TEST((headless.finish(end(0)).result.error == FetchError::browser));
  BOOST_TEST(is_empty());
}

BOOST_AUTO_TEST_CASE(an_answer_from_elsewhere_is_not_taken) {
  BrowserTransfer away = transfer();
  BOOST_TEST(!takes(away, head("text/csv", "http://127.0.0.2/t.csv")));
  BOOST_TEST((away.finish(end(0)).result.error == FetchError::out_of_scope));
  rules.allow_private = false;
  rules.any_scope = true;
  BrowserTransfer inside = transfer();
  BOOST_TEST(!takes(inside, head("text/csv", "http://10.0.0.1/t.csv")));
  BOOST_TEST((inside.finish(end(0)).result.error == FetchError::refused_address));
}

BOOST_AUTO_TEST_CASE(files_over_the_limit) {
  BrowserTransfer announced = transfer(Method::get, 2);
  Json message = head("text/csv");
  message["length"] = 3U;
  BOOST_TEST(!takes(announced, message));
  BOOST_TEST((announced.finish(end(0)).result.error == FetchError::too_large));
  BrowserTransfer sent = transfer(Method::get, 2);
  BOOST_TEST(takes(sent, head("text/csv")));
  BOOST_TEST(!sent.on_data(data("abc")).has_value());
  BOOST_TEST((sent.finish(end(3)).result.error == FetchError::too_large));
  BOOST_TEST(is_empty());
}

BOOST_AUTO_TEST_CASE(malformed_messages) {
  for (const Json& message : {Json::object(), Json{{"data", 1}}, Json{{"data", "?"}},
                              data(std::string(256 * 1024 + 1, 'x'))}) {
    BrowserTransfer transfer = this->transfer();
    BOOST_TEST(takes(transfer, head("text/csv")));
    BOOST_TEST(!transfer.on_data(message).has_value());
    BOOST_TEST((transfer.finish(end(0)).result.error == FetchError::browser));
  }
  {
    BrowserTransfer disordered = transfer();
    BOOST_TEST(!disordered.on_data(data("x")).has_value());
    BOOST_TEST(takes(disordered, head("text/csv")));
    BOOST_TEST(!disordered.on_head(head("text/csv")).has_value());
  }
  BrowserTransfer nowhere = transfer();
  BOOST_TEST(!takes(nowhere, {{"url", "file:///etc/passwd"}, {"status", -4}}));
  BOOST_TEST((nowhere.finish(Json::array()).result.error == FetchError::unsupported));
  BOOST_TEST(is_empty());
}

BOOST_AUTO_TEST_SUITE_END()
