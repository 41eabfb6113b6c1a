// Cookies and logins: who gets them.
#include "downloader_fixture.hpp"
#include "fetch/cookie_jar.hpp"
#include "fetch/site_login.hpp"

using namespace downloader_test;

BOOST_AUTO_TEST_SUITE(cookie_jar)

BOOST_AUTO_TEST_CASE(lines_of_browsers_are_read_and_written) {
  CookieJar jar;
  BOOST_TEST(jar.add("# Netscape HTTP Cookie File\n"
                     "h.example\tFALSE\t/\tFALSE\t0\tname\tvalue\r\n"
                     "#HttpOnly_.h.example\tTRUE\t/a\tTRUE\t4102444800\tid\t7\n"
                     "\nnot a cookie\n#\tA\tcomment\twith\tmany\ttabs\t.\n") == 2U);
  CookieJar other;
  BOOST_TEST(other.add(jar.lines()) == 2U);
  BOOST_TEST(other.lines() == jar.lines());
  BOOST_TEST(jar.lines().find("#HttpOnly_.h.example\tTRUE\t/a\tTRUE\t4102444800\tid\t7") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(whom_cookies_may_be_for_is_told) {
  const std::string lines =
      "# h.example\n#HttpOnly_.h.example\tTRUE\t/\tTRUE\t0\ta\t1\n"
      "127.0.0.1\tFALSE\t/\tFALSE\t0\tb\t2\nno cookie\n";
  for (const char* url :
       {"https://h.example/", "https://www.h.example/a", "http://127.0.0.1:81/"}) {
    BOOST_TEST(has_cookie_for(lines, url), url);
  }
  for (const char* url : {"https://other-h.example/", "https://example/", "http://127.0.0.2/"}) {
    BOOST_TEST(!has_cookie_for(lines, url), url);
  }
}

BOOST_AUTO_TEST_CASE(a_cookie_is_new_once_for_each_folder) {
  CookieJar jar;
  BOOST_TEST(jar.notices("http://a.example/1", "seen=1\n"));
  BOOST_TEST(!jar.notices("http://a.example/2?q", "seen=1\n"));
  // One for each file: who has the old one is sent on again.
  BOOST_TEST(jar.notices("http://a.example/1", "seen=2\n"));
  BOOST_TEST(jar.notices("http://b.example/1", "seen=2\nother=1\n"));
  BOOST_TEST(!jar.notices("http://b.example/1", ""));
  // Without a path it is for the folder alone: a second one of the site was taken for a circle.
  BOOST_TEST(jar.notices("http://a.example/x/1", "seen=1\n"));
  BOOST_TEST(!jar.notices("http://a.example/x/2", "seen=1\n"));
}

BOOST_AUTO_TEST_CASE(what_scripts_of_a_page_set_is_for_its_host_alone) {
  CookieJar jar;
  BOOST_TEST(jar.take("https://a.example:8443/x/y", "seen=4=2; other = b;;nameless; =3; tab=a\tb"));
  BOOST_TEST(jar.lines().find("a.example\tFALSE\t/\tTRUE\t0\tseen\t4=2\n") != std::string::npos);
  BOOST_TEST(jar.lines().find("a.example\tFALSE\t/\tTRUE\t0\tother\tb\n") != std::string::npos);
  BOOST_TEST(jar.lines().find("nameless") == std::string::npos);
  BOOST_TEST(jar.lines().find("tab") == std::string::npos);
  BOOST_TEST(!has_cookie_for(jar.lines(), "https://b.a.example.org/"));
  // The same once more is nothing new; another value takes the place of the first.
  BOOST_TEST(!jar.take("https://a.example/", "other=b; seen=4=2"));
  BOOST_TEST(jar.take("https://a.example/", "other=b; seen=5"));
  BOOST_TEST(jar.lines().find("4=2") == std::string::npos);
  BOOST_TEST(!jar.take("https://a.example/", ""));
  BOOST_TEST(jar.take("http://b.example/", "other=b"));
  BOOST_TEST(jar.lines().find("b.example\tFALSE\t/\tFALSE\t0\tother\tb\n") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(sessions, Fixture)

BOOST_AUTO_TEST_CASE(what_a_site_sets_comes_back_and_no_supercookie_is_kept) {
  std::mutex mutex;
  std::string asked;
  const auto said =
      answer("Set-Cookie: a=1; Path=/\r\nSet-Cookie: b=2; Domain=com; Path=/\r\n", "x");
  TestServer server([&](TestConnection& connection, const std::string& request) {
    const std::lock_guard lock(mutex);
    asked = request;
    return connection.send(said);
  });
  const auto one = downloader();
  one->start(request(server.url("/")));
  BOOST_TEST(wait(*one).head.new_cookie);
  one->start(request(server.url("/x")));
  BOOST_TEST(!wait(*one).head.new_cookie);
  const std::lock_guard lock(mutex);
  BOOST_TEST(asked.find("\r\nCookie: a=1\r\n") != std::string::npos, asked);
  BOOST_TEST(one->cookies().find("\ta\t1") != std::string::npos);
  BOOST_TEST(one->cookies().find("\tb\t2") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_stranger_sends_none_and_keeps_none) {
  std::mutex mutex;
  std::string asked;
  TestServer server([&](TestConnection& connection, const std::string& request) {
    const std::lock_guard lock(mutex);
    asked = request;
    return connection.send(answer("Set-Cookie: sid=stranger; Path=/\r\n", "x"));
  });
  options.cookies = "127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tlena\n";
  options.login = *site_login(server.url("/"), "lena:secret");
  const auto one = downloader();
  for (const bool anonymous : {true, false}) {
    auto wanted = request(server.url("/"));
    wanted.anonymous = anonymous;
    one->start(wanted);
    BOOST_TEST(wait(*one).head.new_cookie == !anonymous);
    const std::lock_guard lock(mutex);
    BOOST_TEST((asked.find("sid=lena") == std::string::npos) == anonymous, asked);
    BOOST_TEST((asked.find("Authorization:") == std::string::npos) == anonymous, asked);
  }
}

BOOST_AUTO_TEST_CASE(a_cookie_that_is_taken_away_is_noticed) {
  const auto ends = [this](const std::string& set) {
    const std::string said = answer("Set-Cookie: " + set + "\r\n", "x");
    TestServer server(
        [said](TestConnection& connection, const std::string&) { return connection.send(said); });
    const auto one = downloader();
    one->start(request(server.url("/")));
    return wait(*one).head.ends_cookie;
  };
  for (const char* set : {"sid=; Path=/", "sid=\"\"", "sid", "sid=gone; Max-Age=0",
                          "sid=x; path=/; MAX-AGE=-1; Expires=Tue, 19 Jan 2038 03:14:07 GMT",
                          "sid=x; expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/"}) {
    BOOST_TEST(ends(set), set);
  }
  for (const char* set : {"sid=7", "sid=7; Max-Age=0600",
                          "sid=7; Max-Age=9; Expires=Thu, 01 Jan "
                          "1970 00:00:00 GMT",
                          "sid=max-age=0; Expires=no date", "a==; Secure"}) {
    BOOST_TEST(!ends(set), set);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(site_logins)

BOOST_AUTO_TEST_CASE(a_login_is_taken_out_of_a_url) {
  const auto taken = [](std::string_view written) {
    const WrittenUrl url = without_login(written);
    return url.url + " " + url.login;
  };
  BOOST_TEST(taken("https://lena:p%40w@h.example/a?b@c") == "https://h.example/a?b@c lena:p@w");
  BOOST_TEST(taken("lena:pw@h.example") == "h.example lena:pw");
  BOOST_TEST(taken("http://a@b:c@h.example/") == "http://h.example/ a@b:c");
  BOOST_TEST(taken("https://h.example/@lena:pw") == "https://h.example/@lena:pw ");
  BOOST_TEST(taken("https://le%3Ana:pw@h.example/") == "https://h.example/ ::pw");
}

BOOST_AUTO_TEST_CASE(it_is_for_one_origin) {
  const auto login = site_login("https://h.example:8443/a/b", "lena:p:w");
  BOOST_REQUIRE(login.has_value());
  BOOST_TEST(login->user == "lena");
  BOOST_TEST(login->password == "p:w");
  BOOST_TEST(login->is_for("https://h.example:8443/"));
  for (const auto* other :
       {"https://h.example/", "http://h.example:8443/", "https://h.example:84433/",
        "https://x.example:8443/", "https://h.example:8443.x.example/"}) {
    BOOST_TEST(!login->is_for(other), other);
  }
  for (const auto* bad : {"", ":pw", "a\nb:c", "::pw"}) {
    BOOST_TEST(!site_login("https://h.example/", bad).has_value());
  }
}

BOOST_AUTO_TEST_SUITE_END()
