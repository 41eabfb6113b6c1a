// What is said to a store of S3, and what its answers mean, without one.
#include <boost/test/unit_test.hpp>
#include <fstream>

#include "fleet/s3_answers.hpp"
#include "fleet/s3_credentials.hpp"
#include "fleet/s3_multipart.hpp"
#include "fleet/s3_place.hpp"
#include "fleet/s3_store.hpp"
#include "scratch_folder.hpp"

using namespace tagtrail::host;
using tagtrail::ErrorCode;
using tagtrail::ScratchFolder;

namespace {

struct Machine {
  ScratchFolder scratch;
  std::map<std::string, std::string> variables{{"HOME", scratch.path().string()}};

  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories(scratch.path() / ".aws");
    std::ofstream(scratch.path() / ".aws" / file) << text;
  }
  auto find() const {
    return find_s3_credentials([this](const char* name) -> std::optional<std::string> {
      const auto at = variables.find(name);
      return at == variables.end() ? std::nullopt : std::optional(at->second);
    });
  }
};

S3Failure failure(int status, const std::string& code,
                  std::map<std::string, std::string> fields = {}) {
  const S3Answer answer{status, {}, std::move(fields)};
  const S3Place place = s3_place("s3://bucket/a", "http://127.0.0.1:1", "").value();
  return failure_of_answer(answer, {code, "words", ""}, place, 1'700'000'000);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(s3)

BOOST_AUTO_TEST_CASE(a_place_is_read) {
  BOOST_TEST(s3_place("s3://bucket", "", "")->url_of("x") ==
             "https://bucket.s3.us-east-1.amazonaws.com/x");
  BOOST_TEST(s3_place("s3://bucket/a/b/", "", "eu-west-1")->url_of("x") ==
             "https://bucket.s3.eu-west-1.amazonaws.com/a/b/x");
  BOOST_TEST(s3_place("s3://with.dot/a", "", "eu-west-1")->url_of("x") ==
             "https://s3.eu-west-1.amazonaws.com/with.dot/a/x");
  BOOST_TEST(s3_place("s3://bucket/a", "http://127.0.0.1:8080/", "")->url_of("x") ==
             "http://127.0.0.1:8080/bucket/a/x");
  BOOST_TEST(s3_place("s3://bucket/a", "https://x.example/s3", "")->url_of("x") ==
             "https://x.example/s3/bucket/a/x");
  for (const char* url : {"", "s3://", "s3://ab", "s3://bucket//a", "s3://bucket/../a",
                          "s3://bucket/a b", "s3://bucket/a?x", "s3://user:key@bucket"}) {
    BOOST_TEST((s3_place(url, "", "").error().code == ErrorCode::invalid_argument), url);
  }
  for (const char* endpoint :
       {"x.example", "ftp://x.example", "http://u:p@x.example", "http://x.example/?a=b"}) {
    BOOST_TEST((s3_place("s3://bucket", endpoint, "").error().code == ErrorCode::invalid_argument),
               endpoint);
  }
}

BOOST_AUTO_TEST_CASE(queries_are_sorted_and_encoded) {
  BOOST_TEST(s3_query({{"uploadId", "a/b+c=="}, {"partNumber", "1"}}) ==
             "partNumber=1&uploadId=a%2Fb%2Bc%3D%3D");
  BOOST_TEST(s3_query({{"uploads", ""}}) == "uploads=");
}

BOOST_AUTO_TEST_CASE(variables_count_before_files) {
  Machine machine;
  machine.write("credentials",
                "# mine\n[other]\naws_access_key_id = B\naws_secret_access_key=b\n"
                "[ default ]\naws_access_key_id = A\naws_secret_access_key = a=/+b\n"
                "aws_session_token = T\n");
  machine.write("config",
                "[default]\nregion = eu-west-3\ns3 =\n  region = not-this\n"
                "[profile other]\nregion = eu-north-1\nendpoint_url = http://127.0.0.1:9\n");
  BOOST_TEST((machine.find().value() == S3Credentials{"A", "a=/+b", "T", "eu-west-3", "", true}));
  machine.variables["AWS_PROFILE"] = "other";
  BOOST_TEST((machine.find().value() ==
              S3Credentials{"B", "b", "", "eu-north-1", "http://127.0.0.1:9", true}));
  machine.variables["AWS_ACCESS_KEY_ID"] = "C";
  BOOST_TEST((machine.find().error().code == ErrorCode::invalid_data));
  machine.variables["AWS_SECRET_ACCESS_KEY"] = "c";
  machine.variables["AWS_REGION"] = "us-west-2";
  machine.variables["AWS_ENDPOINT_URL_S3"] = "http://127.0.0.1:8";
  BOOST_TEST(
      (machine.find().value() == S3Credentials{"C", "c", "", "us-west-2", "http://127.0.0.1:8"}));
}

BOOST_AUTO_TEST_CASE(files_can_be_elsewhere_and_keys_be_missing) {
  Machine machine;
  const auto none = machine.find();
  BOOST_TEST((none.error().code == ErrorCode::missing_dependency));
  BOOST_TEST(none.error().message.find("AWS_ACCESS_KEY_ID") != std::string::npos);
  machine.write("keys", "[default]\naws_access_key_id = A\naws_secret_access_key = s p a c e\n");
  machine.variables["AWS_SHARED_CREDENTIALS_FILE"] =
      (machine.scratch.path() / ".aws/keys").string();
  const auto bad = machine.find();
  BOOST_TEST((bad.error().code == ErrorCode::invalid_data));
  BOOST_TEST(bad.error().message.find("p a c") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(answers_name_cause_and_remedy) {
  const auto says = [](const S3Failure& failed, ErrorCode code, const char* words) {
    BOOST_TEST((failed.error.code == code), failed.error.message);
    BOOST_TEST(failed.error.message.find(words) != std::string::npos, failed.error.message);
  };
  says(failure(403, "SignatureDoesNotMatch"), ErrorCode::refused, "secret key is wrong");
  says(failure(403, "InvalidAccessKeyId"), ErrorCode::refused, "does not know the access key");
  says(failure(403, "AccessDenied"), ErrorCode::refused, "bucket/a/");
  says(failure(403, "RequestTimeTooSkewed", {{"date", "Tue, 14 Nov 2023 21:13:20 GMT"}}),
       ErrorCode::refused, "3600 seconds ahead of");
  says(failure(403, "", {{"date", "Wed, 15 Nov 2023 22:13:20 GMT"}}), ErrorCode::refused, "behind");
  says(failure(404, "NoSuchBucket"), ErrorCode::missing_dependency, "no bucket bucket");
  says(failure(301, "PermanentRedirect", {{"x-amz-bucket-region", "eu-west-1"}}),
       ErrorCode::invalid_argument, "AWS_REGION to eu-west-1");
  says(failure(507, ""), ErrorCode::disk_full, "full");
  says(failure(403, "QuotaExceeded"), ErrorCode::disk_full, "full");
  says(failure(418, "Teapot\n\x1b[31m"), ErrorCode::io, "418 Teapot");
  BOOST_TEST(failure(503, "SlowDown").may_go_away);
  BOOST_TEST(failure(429, "").may_go_away);
  BOOST_TEST(failure(400, "RequestTimeout").may_go_away);
  says(failure(400, "ExpiredToken"), ErrorCode::network, "for a session");
  BOOST_TEST(!failure(403, "AccessDenied").may_go_away);
  BOOST_TEST(!failure(507, "").may_go_away);
}

BOOST_AUTO_TEST_CASE(other_keys_are_looked_for_where_they_may_help) {
  const auto may = [](int status, const char* code) {
    return may_be_of_keys(S3Answer{status, {}, {}}, S3Fault{code, "", ""});
  };
  BOOST_TEST(may(400, "ExpiredToken"));
  BOOST_TEST(may(403, "InvalidAccessKeyId"));
  BOOST_TEST(may(400, ""), "an answer to HEAD");
  BOOST_TEST(may(403, ""), "an answer to HEAD");
  BOOST_TEST(!may(403, "AccessDenied"));
  BOOST_TEST(!may(404, ""));
  BOOST_TEST(!may(503, ""));
}

BOOST_AUTO_TEST_CASE(hostile_answers_are_harmless) {
  const S3Fault fault =
      fault_in("<?xml version=\"1.0\"?><Error><Code>SlowDown</Code><Message>a</Message></Error>");
  BOOST_TEST(fault.code == "SlowDown");
  for (const std::string& text :
       {std::string(), std::string("no xml"), std::string("<Code>x</Code>"),
        std::string("<!DOCTYPE a [<!ENTITY b \"c\">]><Error><Code>&b;</Code></Error>"),
        std::string("<Error><Code>x")}) {
    BOOST_TEST(fault_in(text).code.empty(), text);
    BOOST_TEST((list_page(text).error().code == ErrorCode::invalid_data), text);
    BOOST_TEST((text_in(text, "UploadId").error().code == ErrorCode::invalid_data), text);
  }
  std::string deep;
  for (int n = 0; n < 100'000; ++n) deep += "<a>";
  BOOST_TEST(fault_in(deep).code.empty());
  const std::string longest = "<R><UploadId>" + std::string(1'000'000, 'x') + "</UploadId></R>";
  BOOST_TEST(text_in(longest, "UploadId").value().size() == 4096U);
}

BOOST_AUTO_TEST_CASE(a_list_is_read) {
  const auto page = list_page(
      "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>b</Name>"
      "<Prefix/><IsTruncated>true</IsTruncated><NextContinuationToken>t&amp;1"
      "</NextContinuationToken><Contents><Key>a/b</Key><LastModified>2026-01-02T03:04:05.000Z"
      "</LastModified><Size>7</Size><Owner><ID>x</ID></Owner></Contents>"
      "<Contents><Key>c</Key><Size>no</Size></Contents></ListBucketResult>");
  BOOST_REQUIRE(page);
  BOOST_TEST(page->next == "t&1");
  BOOST_REQUIRE(page->items.size() == 2U);
  BOOST_TEST(page->items[0].name == "a/b");
  BOOST_TEST(page->items[0].bytes == 7U);
  BOOST_TEST(page->items[0].changed_unix == 1767323045);
  BOOST_TEST(page->items[1].bytes == 0U);
}

BOOST_AUTO_TEST_CASE(encryption_is_passed_on) {
  BOOST_TEST(s3_encryption_fields("").value().empty());
  BOOST_TEST(s3_encryption_fields("AES256").value().front() ==
             "x-amz-server-side-encryption: AES256");
  // A libcurl that signs it wrongly is found out before a server does.
  const auto with_key = s3_encryption_fields("aws:kms:arn:aws:kms:x:1:key/2");
  BOOST_TEST(with_key.has_value() == (curl_version_info(CURLVERSION_NOW)->version_num >= 0x080A00));
  for (const char* text : {"aes", "aws:kms:", "aws:kms:a\nb", "aws:kmsx"}) {
    BOOST_TEST((s3_encryption_fields(text).error().code == ErrorCode::invalid_argument), text);
  }
}

BOOST_AUTO_TEST_CASE(parts_are_at_most_ten_thousand) {
  BOOST_TEST(S3Multipart::part_bytes(1) == kS3PartBytes);
  const std::uint64_t huge = 1ULL << 40U;
  BOOST_TEST(S3Multipart::part_bytes(huge) * 10'000 >= huge);
}

BOOST_AUTO_TEST_SUITE_END()
