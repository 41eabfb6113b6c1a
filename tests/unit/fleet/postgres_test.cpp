#include "fleet/postgres.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host::postgres;

BOOST_AUTO_TEST_SUITE(statements)

BOOST_AUTO_TEST_CASE(values_as_texts) {
  BOOST_TEST(Value("a'b").get() == std::string("a'b"));
  BOOST_TEST(Value(-7).get() == std::string("-7"));
  BOOST_TEST(Value(std::uint64_t{18446744073709551615U}).get() ==
             std::string("18446744073709551615"));
  BOOST_TEST(Value(true).get() == std::string("t"));
  BOOST_TEST(Value(0.5).get() == std::string("0.5"));
  BOOST_TEST(Value().get() == nullptr);
  BOOST_TEST(Value(std::optional<std::string>()).get() == nullptr);
  BOOST_TEST(Value(std::optional<int>(3)).get() == std::string("3"));
}

BOOST_AUTO_TEST_CASE(places_of_rows) {
  BOOST_TEST(places(1, 1) == "($1)");
  BOOST_TEST(places(2, 3) == "($1,$2,$3),($4,$5,$6)");
}

BOOST_AUTO_TEST_CASE(work_that_met_another_is_done_again) {
  using tagtrail::ErrorCode;
  int times = 0;
  const auto third = again_while_busy([&]() -> tagtrail::Expected<int> {
    if (++times < 3) return tagtrail::fail(ErrorCode::busy, "another");
    return times;
  });
  BOOST_TEST(third.value() == 3);
  times = 0;
  const auto never = again_while_busy([&]() -> tagtrail::Expected<int> {
    ++times;
    return tagtrail::fail(ErrorCode::busy, "another");
  });
  BOOST_TEST(!never.has_value());
  BOOST_TEST(times == 5);
  times = 0;
  (void)again_while_busy([&]() -> tagtrail::Expected<int> {
    ++times;
    return tagtrail::fail(ErrorCode::io, "broken");
  });
  BOOST_TEST(times == 1);
}

BOOST_AUTO_TEST_CASE(an_address_that_is_none_is_not_repeated) {
  const auto opened = Connection::open("postgres://user:secret@[::1/x");
  BOOST_TEST((opened.error().code == tagtrail::ErrorCode::invalid_argument));
  BOOST_TEST(opened.error().message.find("secret") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
