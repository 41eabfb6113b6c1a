#include "tagtrail/url.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

using namespace tagtrail;

namespace {

std::string canonical(std::string_view text, std::string_view base = {}) {
  const auto key = canonical_url(text, base);
  return key ? *key : "error: " + std::string(to_string(key.error().code));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(url)

BOOST_AUTO_TEST_CASE(canonical_form) {
  struct Row {
    std::string text;
    std::string key;
  };
  const Row rows[] = {
      {"http://example.org", "http://example.org/"},
      {"  HTTP://EXAMPLE.ORG:80/A/../b/./c  ", "http://example.org/b/c"},
      {"https://example.org:443/", "https://example.org/"},
      {"https://example.org:8443/", "https://example.org:8443/"},
      {"http://example.org/a b\"<>`{}", "http://example.org/a%20b%22%3C%3E%60%7B%7D"},
      {"http://example.org/%7Euser/%2f", "http://example.org/%7Euser/%2f"},
      {"http://example.org/caf\xC3\xA9?q=\xC3\xA9", "http://example.org/caf%C3%A9?q=%C3%A9"},
      {"http://b\xC3\xBC"
       "cher.example/",
       "http://xn--bcher-kva.example/"},
      {"http://0x7f.1/", "http://127.0.0.1/"},
      {"http://[::0:1]/", "http://[::1]/"},
      {"http://example.org/?", "http://example.org/?"},
      {"http://example.org\\a\\b", "http://example.org/a/b"},
      {"ht\ntp://exa\tmple.org/\r", "http://example.org/"},
  };
  for (const Row& row : rows) {
    BOOST_TEST_CONTEXT(row.text) {
      BOOST_TEST(canonical(row.text) == row.key);
      BOOST_TEST(canonical(row.key) == row.key);
    }
  }
}

BOOST_AUTO_TEST_CASE(disputed_characters_are_encoded_in_the_path_only) {
  BOOST_TEST(canonical("http://h/a^b|c?d^e|f") == "http://h/a%5Eb%7Cc?d^e|f");
  BOOST_TEST(canonical("http://h/?x=/^|") == "http://h/?x=/^|");
  BOOST_TEST(canonical("http://h/%5e%7c") == "http://h/%5e%7c");
}

BOOST_AUTO_TEST_CASE(credentials_and_fragment_are_dropped) {
  BOOST_TEST(canonical("http://user:secret@h/p#part") == "http://h/p");
  BOOST_TEST(canonical("http://user@h:81/") == "http://h:81/");
  BOOST_TEST(canonical("http://:pw@h/?q#") == "http://h/?q");
  BOOST_TEST(canonical("http://a@b@c/#x#y") == "http://c/");
  BOOST_TEST(canonical("#top", "http://h/p?q") == "http://h/p?q");
  BOOST_TEST(canonical("x", "http://user:pw@h/a/b#c") == "http://h/a/x");
}

BOOST_AUTO_TEST_CASE(relative_to_a_base) {
  const std::string base = "http://example.org/a/b/c?q";
  struct Row {
    std::string text;
    std::string key;
  };
  const Row rows[] = {
      {"", "http://example.org/a/b/c?q"},     {"x", "http://example.org/a/b/x"},
      {"./x/", "http://example.org/a/b/x/"},  {"../../../../x", "http://example.org/x"},
      {"/x", "http://example.org/x"},         {"//other.org/x", "http://other.org/x"},
      {"?r", "http://example.org/a/b/c?r"},   {"https:x", "https://x/"},
      {"http:x", "http://example.org/a/b/x"}, {"a:b", "error: invalid_url"},
  };
  for (const Row& row : rows) {
    BOOST_TEST_CONTEXT(row.text) { BOOST_TEST(canonical(row.text, base) == row.key); }
  }
  BOOST_TEST(canonical("x", "not a base") == "error: invalid_url");
  BOOST_TEST(canonical("x", "mailto:a@b") == "error: invalid_url");
}

BOOST_AUTO_TEST_CASE(only_http_is_accepted) {
  for (const char* text :
       {"", "x", "ftp://h/", "file:///etc/passwd", "javascript:alert(1)", "mailto:a@b", "data:,x",
        "blob:http://h/1", "about:blank", "ws://h/", "http://", "http://h:99999/", "http://a b/",
        "http://[::1", "http://exa%00mple/", "//h/", "http://h:x/"}) {
    BOOST_TEST_CONTEXT(text) { BOOST_TEST(canonical(text) == "error: invalid_url"); }
  }
}

BOOST_AUTO_TEST_CASE(over_long) {
  const std::string start = "http://h/";
  const std::string longest = start + std::string(kMaxUrlBytes - start.size(), 'a');
  BOOST_TEST(canonical(longest) == longest);
  BOOST_TEST(canonical(longest + "a") == "error: too_large");
  // Short as written, long once its characters are percent-encoded.
  BOOST_TEST(canonical(start + std::string(kMaxUrlBytes / 2, ' ') + "x") == "error: too_large");
  BOOST_TEST(canonical(std::string(5000, 'b'), start + std::string(5000, 'a') + "/") ==
             "error: too_large");
  const auto error = canonical_url(std::string(5000, 'b'), start + std::string(5000, 'a') + "/");
  BOOST_TEST(error.error().message.size() < 300U);
  const std::string rest(kMaxUrlBytes, 'a');
  for (const char* scheme : {"data:", "JavaScript:", " mailto:"}) {
    BOOST_TEST(canonical(scheme + rest) == "error: invalid_url", scheme);
  }
  for (const char* begin : {"x?a:", "/a:", "#:", "HTTPS://h/"}) {
    BOOST_TEST(canonical(begin + rest) == "error: too_large", begin);
  }
}

BOOST_AUTO_TEST_CASE(invalid_bytes_are_replaced) {
  BOOST_TEST(canonical("http://h/\xFF") == "http://h/%EF%BF%BD");
  BOOST_TEST(canonical(std::string("http://h/a\0b", 12)) == "http://h/a%00b");
  BOOST_TEST(canonical("y", "http://h/\xFF/x") == "http://h/%EF%BF%BD/y");
  BOOST_TEST(canonical("y", "http:;\xFF") == "error: invalid_url");
}

BOOST_AUTO_TEST_CASE(error_texts_have_no_control_characters) {
  const auto error = canonical_url("nonsense \x1b[31m\x07");
  BOOST_REQUIRE(!error);
  for (const char c : error.error().message) BOOST_TEST(static_cast<unsigned char>(c) >= 0x20);
}

BOOST_AUTO_TEST_CASE(split) {
  const std::string key = "https://example.org:8443/a/b.csv?x=1?2";
  const UrlParts parts = split_url(key);
  BOOST_TEST(parts.scheme == "https");
  BOOST_TEST(parts.host == "example.org");
  BOOST_TEST(parts.port == 8443);
  BOOST_TEST(parts.path == "/a/b.csv");
  BOOST_TEST(parts.query == "x=1?2");
  BOOST_TEST(split_url("http://h/").port == 80);
  BOOST_TEST(split_url("https://h/").port == 443);
  const UrlParts six = split_url("http://[2001:db8::1]:81/x");
  BOOST_TEST(six.host == "[2001:db8::1]");
  BOOST_TEST(six.port == 81);
  BOOST_TEST(split_url("http://[::1]/").host == "[::1]");
  BOOST_TEST(split_url("http://[::1]/").port == 80);
}

BOOST_AUTO_TEST_CASE(split_of_anything_else_is_empty_and_harmless) {
  for (const char* text : {"", "x", ":", "://", "http:/", "http://", "http://[", "http://:", "/"}) {
    BOOST_TEST_CONTEXT(text) {
      BOOST_TEST(split_url(text).path.empty());
      BOOST_TEST(url_extension(text).empty());
      BOOST_CHECK_NO_THROW(origin_of(text));
    }
  }
  BOOST_TEST(split_url("http://h:99999999999/").port == 0);
}

BOOST_AUTO_TEST_CASE(origin) {
  BOOST_TEST(origin_of("https://h:8443/a?b") == "https://h:8443");
  BOOST_TEST(origin_of("http://h/") == "http://h");
  BOOST_TEST(origin_of("http://[::1]/x") == "http://[::1]");
  BOOST_TEST(origin_of("").empty());
}

BOOST_AUTO_TEST_CASE(extension) {
  struct Row {
    std::string key;
    std::string extension;
  };
  const Row rows[] = {
      {"http://h/a.csv", "csv"},
      {"http://h/a.CSV?x=y.pdf", "csv"},
      {"http://h/a.tar.gz", "gz"},
      {"http://h/a.b/c", ""},
      {"http://h/", ""},
      {"http://h.org", ""},
      {"http://h/a.", ""},
      {"http://h/.htaccess", "htaccess"},
      {"http://h/a.7z", "7z"},
      {"http://h/a.sas7bdat", "sas7bdat"},
      {"http://h/a.b-c", ""},
      {"http://h/a.%63sv", ""},
      {"http://h/a.123456789012", "123456789012"},
      {"http://h/a.1234567890123", ""},
      {"http://h/x?file=a.csv", ""},
  };
  for (const Row& row : rows) {
    BOOST_TEST_CONTEXT(row.key) { BOOST_TEST(url_extension(row.key) == row.extension); }
  }
}

// Found by fuzzing, and by reading on from there: ada leaves the dot segments of paths in which a
// name begins with a dot. A link to `/pub/.x/../../private/` got past robots.txt and scope
// `prefix`.
BOOST_AUTO_TEST_CASE(dot_segments_go_also_where_names_begin_with_a_dot) {
  const struct {
    const char* url;
    const char* key;
  } rows[] = {{"http://h/^/.b/.", "http://h/%5E/.b/"},
              {"http://h/^/.b/./", "http://h/%5E/.b/"},
              {"http://h/^/.b/c/..", "http://h/%5E/.b/"},
              {"http:1//.^/.", "http://0.0.0.1//.%5E/"},
              {"http://h/a/.b/../c", "http://h/a/c"},
              {"http://h/a/.b/.", "http://h/a/.b/"},
              {"http://h/a/.b/./c", "http://h/a/.b/c"},
              {"http://h/.b/../../..", "http://h/"},
              {"http://h/.b/%2e%2E/c", "http://h/c"},
              {"http://h/.b//../c", "http://h/.b/c"},
              {"http://h/...x/.../c", "http://h/...x/.../c"},
              {"http://h/pub/.x/../../private/?q=/./", "http://h/private/?q=/./"},
              {"http://h/.well-known/a?/./", "http://h/.well-known/a?/./"},
              {"http://h/a?b/../c", "http://h/a?b/../c"}};
  for (const auto& row : rows) {
    BOOST_TEST_CONTEXT(row.url) {
      BOOST_TEST(canonical_url(row.url).value() == row.key);
      BOOST_TEST(canonical_url(row.key).value() == row.key);
    }
  }
}

BOOST_AUTO_TEST_CASE(percent_decoding) {
  BOOST_TEST(percent_decode("a%20b%2Fc%2f") == "a b/c/");
  BOOST_TEST(percent_decode("%") == "%");
  BOOST_TEST(percent_decode("%4") == "%4");
  BOOST_TEST(percent_decode("%41") == "A");
  BOOST_TEST(percent_decode("%%41%zz%4g") == "%A%zz%4g");
  BOOST_TEST(percent_decode("%2541") == "%41");
  BOOST_TEST(percent_decode("+%FF") == "+\xFF");
  BOOST_TEST(percent_decode("%00").size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
