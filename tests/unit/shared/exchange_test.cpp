#include "tagtrail/exchange.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <string>

#include "../long_only.hpp"
#include "tagtrail/random.hpp"

using namespace tagtrail;

namespace {

LinkObservation link(std::uint32_t position) {
  LinkObservation link;
  link.url = "http://h/" + std::to_string(position);
  link.written = "../" + std::to_string(position);
  link.tag_path = "/html/body/a";
  link.anchor = "caf\xC3\xA9";
  link.heading = "Tables";
  link.around = "around";
  link.rel = "nofollow";
  link.element = static_cast<LinkElement>(position % 4);
  link.hints = static_cast<std::uint8_t>(position % 4);
  link.position = position;
  if (position % 2 == 1) link.changed = {position, position + 86'400};
  return link;
}

Response full_response() {
  Response response;
  response.request_id = 300;
  response.issued = std::numeric_limits<std::uint64_t>::max();
  response.at_ms = 123456789;
  response.answered_unix = 1'790'337'600;
  response.error = FetchError::browser;
  response.error_text = "closed";
  response.status = 200;
  response.requests = 3;
  response.sub_requests = 17;
  response.final_url = "http://h/final";
  response.redirects = {{"http://h/a", 301}, {"http://h/b", 302}};
  response.location = "http://h/next";
  response.mime = "text/html";
  response.file_name = std::string("with\0zero", 9);
  response.xml_root = "feed";
  response.body_bytes = 1ULL << 40U;
  response.header_bytes = 512;
  response.content = 0xFEDCBA9876543210U;
  response.holds = FileHolds::statistics;
  response.table_words = "Unemployment by region\nregion year rate";
  response.via = Via::tab;
  response.is_page = true;
  response.not_modified = true;
  response.new_cookie = true;
  response.page.title = "title";
  response.page.language = "fr";
  response.page.text = "words";
  response.page.truncated = true;
  response.page.links_cut = 3000;
  response.page.content.markup = {5, 1, 300, 0};
  Form form;
  form.action = "http://h/search";
  form.post = true;
  form.text = "Search Find";
  form.fields = {{"text", "q", "Words", 0, 20}, {"select", "kind", "", 12, 0}};
  response.page.content.forms = {form, Form{}};
  response.page.content.pairs = {0, 7, 1'000, 0xFFFFFFFFU};
  for (std::uint32_t i = 0; i < 5; ++i) response.page.links.push_back(link(i));
  response.page.charsets = {{"windows-1251", {{0x416, "\xC6"}, {0x2192, ""}}}, {"koi8-r", {}}};
  return response;
}

Expected<Response> decode(const Bytes& bytes) {
  return decode_response(bytes.data(), bytes.size());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(exchange)

BOOST_AUTO_TEST_CASE(round_trip) {
  const Response before = full_response();
  const auto after = decode(encode_response(before));
  BOOST_REQUIRE(after.has_value());
  BOOST_TEST(after->request_id == before.request_id);
  BOOST_TEST(after->issued == before.issued);
  BOOST_TEST((after->holds == before.holds));
  BOOST_TEST(after->table_words == before.table_words);
  BOOST_TEST(after->at_ms == before.at_ms);
  BOOST_TEST(after->answered_unix == before.answered_unix);
  BOOST_TEST((after->error == before.error));
  BOOST_TEST(after->error_text == before.error_text);
  BOOST_TEST(after->status == before.status);
  BOOST_TEST(after->requests == before.requests);
  BOOST_TEST(after->sub_requests == before.sub_requests);
  BOOST_TEST(after->final_url == before.final_url);
  BOOST_REQUIRE(after->redirects.size() == 2U);
  BOOST_TEST(after->redirects[1].url == "http://h/b");
  BOOST_TEST(after->redirects[1].status == 302);
  BOOST_TEST(after->location == before.location);
  BOOST_TEST(after->mime == before.mime);
  BOOST_TEST(after->file_name == before.file_name);
  BOOST_TEST(after->xml_root == before.xml_root);
  BOOST_TEST(after->body_bytes == before.body_bytes);
  BOOST_TEST(after->header_bytes == before.header_bytes);
  BOOST_TEST(after->content == before.content);
  BOOST_TEST((after->via == before.via));
  BOOST_TEST(after->is_page);
  BOOST_TEST(after->not_modified);
  BOOST_TEST(after->new_cookie);
  BOOST_TEST(after->page.title == before.page.title);
  BOOST_TEST(after->page.language == before.page.language);
  BOOST_TEST(after->page.text == before.page.text);
  BOOST_TEST(after->page.truncated);
  BOOST_TEST(after->page.links_cut == 3000U);
  BOOST_TEST((after->page.links == before.page.links));
  BOOST_TEST((after->page.content == before.page.content));
  BOOST_TEST((after->page.charsets == before.page.charsets));
  BOOST_TEST(encode_response(*after) == encode_response(before));
}

BOOST_AUTO_TEST_CASE(defaults_round_trip) {
  const auto after = decode(encode_response(Response{}));
  BOOST_REQUIRE(after.has_value());
  BOOST_TEST(encode_response(*after) == encode_response(Response{}));
}

// Jobs that were begun before files had digests in records go on.
BOOST_AUTO_TEST_CASE(records_without_a_digest_of_the_content_are_read) {
  Bytes bytes = encode_response(Response{});
  constexpr std::ptrdiff_t kContentAt = 18;
  bytes.erase(bytes.begin() + kContentAt,
              bytes.begin() + kContentAt + 11);  // what it holds and says, and the time behind that
  bytes[0] = 1;
  const auto decoded = decode(bytes);
  BOOST_REQUIRE(decoded.has_value());
  BOOST_TEST(decoded->content == 0U);
  BOOST_TEST(encode_response(*decoded) == encode_response(Response{}));
}

// And those that were begun before it was known what a file holds.
BOOST_AUTO_TEST_CASE(records_without_what_a_file_holds_are_read) {
  Response before;
  before.holds = FileHolds::data;
  Bytes bytes = encode_response(before);
  constexpr std::ptrdiff_t kHoldsAt = 26;
  BOOST_REQUIRE(bytes[kHoldsAt] == static_cast<std::uint8_t>(FileHolds::data));
  Bytes wrong = bytes;
  wrong[kHoldsAt] = static_cast<std::uint8_t>(FileHolds::statistics) + 1;
  BOOST_TEST(!decode(wrong));
  bytes.erase(bytes.begin() + kHoldsAt, bytes.begin() + kHoldsAt + 2);
  bytes[0] = 8;
  const auto decoded = decode(bytes);
  BOOST_REQUIRE(decoded.has_value());
  BOOST_TEST((decoded->holds == FileHolds::unknown));
}

// And those that were begun before a topic heeded what tables say.
BOOST_AUTO_TEST_CASE(records_without_the_words_of_tables_are_read) {
  Response before;
  before.holds = FileHolds::data;
  before.table_words = "region";
  Bytes bytes = encode_response(before);
  constexpr std::ptrdiff_t kWordsAt = 27;
  BOOST_REQUIRE(bytes[kWordsAt] == 6U);
  BOOST_TEST(decode(bytes)->table_words == "region");
  bytes.erase(bytes.begin() + kWordsAt, bytes.begin() + kWordsAt + 7);
  bytes[0] = 9;
  const auto decoded = decode(bytes);
  BOOST_REQUIRE(decoded.has_value());
  BOOST_TEST((decoded->holds == FileHolds::data));
  BOOST_TEST(decoded->table_words == "");
}

BOOST_AUTO_TEST_CASE(a_digest_of_the_content_is_the_start_of_the_sha256) {
  BOOST_TEST(content_of_digest("0123456789abcdef0000000000000000") == 0x0123456789ABCDEFU);
  BOOST_TEST(content_of_digest("") == 0U);
  BOOST_TEST(content_of_digest("0123456789abcde") == 0U);
  BOOST_TEST(content_of_digest("0123456789abcdeg") == 0U);
}

BOOST_AUTO_TEST_CASE(every_truncation_is_refused) {
  const Bytes whole = encode_response(full_response());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    const auto decoded = decode(cut);
    BOOST_REQUIRE_MESSAGE(!decoded, "cut to " << size << " bytes was accepted");
    BOOST_REQUIRE((decoded.error().code == ErrorCode::invalid_data));
  }
}

BOOST_AUTO_TEST_CASE(bytes_behind_the_end_are_refused) {
  Bytes bytes = encode_response(full_response());
  bytes.push_back(0);
  BOOST_TEST(!decode(bytes));
}

BOOST_AUTO_TEST_CASE(another_version_is_told_apart) {
  Bytes bytes = encode_response(Response{});
  ++bytes[0];
  const auto decoded = decode(bytes);
  BOOST_REQUIRE(!decoded);
  BOOST_TEST((decoded.error().code == ErrorCode::wrong_version));
}

BOOST_AUTO_TEST_CASE(values_outside_of_their_type_are_refused) {
  // Offset 4 is the error's code in a record of zeros: version, id, issued, time.
  Bytes bytes = encode_response(Response{});
  bytes[4] = static_cast<std::uint8_t>(FetchError::host_taken) + 1;
  BOOST_TEST(!decode(bytes));

  Response wide;
  wide.sub_requests = std::numeric_limits<std::uint32_t>::max();
  Bytes over = encode_response(wide);
  const Bytes largest{0xFF, 0xFF, 0xFF, 0xFF, 0x0F};
  const auto at = std::search(over.begin(), over.end(), largest.begin(), largest.end());
  BOOST_REQUIRE((at != over.end()));
  BOOST_TEST(decode(over).has_value());
  *(at + 4) = 0x1F;
  BOOST_TEST(!decode(over));
}

BOOST_AUTO_TEST_CASE(more_links_than_a_page_may_have_are_refused, *long_only()) {
  Response response;
  response.is_page = true;
  response.page.links.resize(limits::kLinksPerPage);
  BOOST_TEST(decode(encode_response(response)).has_value());
  response.page.links.emplace_back();
  BOOST_TEST(!decode(encode_response(response)));
}

BOOST_AUTO_TEST_CASE(every_kind_of_error_survives) {
  for (unsigned kind = 0; kind <= static_cast<unsigned>(FetchError::host_taken); ++kind) {
    Response before;
    before.error = static_cast<FetchError>(kind);
    const auto after = decode(encode_response(before));
    BOOST_REQUIRE(after.has_value());
    BOOST_TEST((after->error == before.error));
    BOOST_TEST((kind == 1 || to_string(after->error) != "network"));
  }
}

BOOST_AUTO_TEST_CASE(damage_is_an_error_or_another_record) {
  const Bytes whole = encode_response(full_response());
  Random random(3);
  for (int round = 0; round < 20000; ++round) {
    Bytes bytes = whole;
    for (std::uint64_t flips = 1 + random.below(3); flips > 0; --flips) {
      bytes[random.below(bytes.size())] ^= static_cast<std::uint8_t>(1U << random.below(8));
    }
    if (const auto decoded = decode(bytes)) {
      const auto again = decode(encode_response(*decoded));
      BOOST_REQUIRE(again.has_value());
      BOOST_REQUIRE(encode_response(*again) == encode_response(*decoded));
    }
  }
}

BOOST_AUTO_TEST_CASE(links_round_trip_and_refuse_unknown_elements) {
  ByteWriter out;
  write_link(out, link(70000));
  LinkObservation after;
  ByteReader in(out.bytes());
  BOOST_TEST(read_link(in, after));
  BOOST_TEST((after == link(70000)));
  Bytes bytes = out.bytes();
  // Before a position of three bytes.
  bytes[bytes.size() - 4] = static_cast<std::uint8_t>(LinkElement::link) + 1;
  ByteReader damaged(bytes);
  BOOST_TEST(!read_link(damaged, after));
}

BOOST_AUTO_TEST_SUITE_END()
