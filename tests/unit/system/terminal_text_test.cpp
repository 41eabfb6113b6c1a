// Nothing that a site wrote acts on the terminal of who reads it.
#include "system/terminal_text.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <memory>

#include "system/say.hpp"

namespace tagtrail::host {

BOOST_AUTO_TEST_SUITE(text_for_terminals)

// Escapes of a link's text came through `links` and `verify` as they were, C1 among them.
BOOST_AUTO_TEST_CASE(controls_are_shown) {
  BOOST_TEST(terminal_text("a\x1b]0;owned\x07z") == "a\\u001B]0;owned\\u0007z");
  BOOST_TEST(terminal_text("\u009b31m\x7f\r") == "\\u009B31m\\u007F\\u000D");
  BOOST_TEST(terminal_text("\x9b\x31m") == "\uFFFD1m");
  BOOST_TEST(terminal_text("\u202Evsc\u200B\U000E0041") == "\\u202Evsc\\u200B\\uDB40\\uDC41");
}

BOOST_AUTO_TEST_CASE(what_people_read_stays) {
  for (const char* text : {"", "plain", "a\tb\nc", "Z\u00fcrich \u6570\u636e \U0001F600",
                           "\u0645\u06CC\u200C\u062E", "\u05d0\u05d1"}) {
    BOOST_TEST(terminal_text(text) == text);
  }
  BOOST_TEST(terminal_line("a\tb\nc") == "a\\u0009b\\u000Ac");
}

BOOST_AUTO_TEST_CASE(words_and_lines_that_are_said) {
  const std::unique_ptr<std::FILE, decltype(&std::fclose)> out(std::tmpfile(), &std::fclose);
  say(out.get(), "{}: {}\n", "x\x1b[2J", 7);
  say_over(out.get(), "{}", "a\nb");
  std::rewind(out.get());
  std::string said(100, '\0');
  said.resize(std::fread(said.data(), 1, said.size(), out.get()));
  BOOST_TEST(said == "x\\u001B[2J: 7\n\r\x1b[Ka\\u000Ab");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host
