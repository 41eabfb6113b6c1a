#include "feeds/w3c_date.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr std::uint32_t kHour = 3600;
constexpr std::uint32_t kDay = 24 * kHour;
constexpr std::uint32_t kNoon = 1'790'337'600;  // 2026-09-25T12:00:00Z

bool is(std::string_view text, std::uint32_t from, std::uint32_t until) {
  return read_w3c_date(text) == TimeSpan{from, until};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(w3c_dates)

BOOST_AUTO_TEST_CASE(times_are_as_narrow_as_they_say) {
  BOOST_TEST(is("2026-09-25T12:00:00Z", kNoon, kNoon + 1));
  BOOST_TEST(is(" 2026-09-25T12:00:00.25Z\n", kNoon, kNoon + 1));
  BOOST_TEST(is("2026-09-25T12:00Z", kNoon, kNoon + 60));
  BOOST_TEST(is("2026-09-25T14:00:00+02:00", kNoon, kNoon + 1));
  BOOST_TEST(is("2026-09-25T06:30:00-05:30", kNoon, kNoon + 1));
}

BOOST_AUTO_TEST_CASE(what_names_no_zone_may_be_of_any) {
  const std::uint32_t day = kNoon - 12 * kHour;
  BOOST_TEST(is("2026-09-25", day - 14 * kHour, day + kDay + 12 * kHour));
  BOOST_TEST(is("2026-09-25T12:00:00", kNoon - 14 * kHour, kNoon + 1 + 12 * kHour));
  const std::uint32_t month = day - 24 * kDay;
  BOOST_TEST(is("2026-09", month - 14 * kHour, month + 30 * kDay + 12 * kHour));
  const TimeSpan december = read_w3c_date("2026-12");
  BOOST_TEST(december.until - december.from == 31 * kDay + 26 * kHour);
  const TimeSpan year = read_w3c_date("2024");
  BOOST_TEST(year.until - year.from == 366 * kDay + 26 * kHour);
}

BOOST_AUTO_TEST_CASE(what_is_no_date_says_nothing) {
  for (const std::string_view text : {"",
                                      " ",
                                      "yesterday",
                                      "25.09.2026",
                                      "2026-9-25",
                                      "2026-13-01",
                                      "2026-00-10",
                                      "2026-02-30",
                                      "2025-02-29",
                                      "2026-09-25T",
                                      "2026-09-25T24:00Z",
                                      "2026-09-25T12:60Z",
                                      "2026-09-25T12Z",
                                      "2026-09-25T12:00:00+2",
                                      "2026-09-25T12:00:00+15:00",
                                      "2026-09-25T12:00:00.Z",
                                      "2026-09-25 12:00:00Z",
                                      "2026-09-25T12:00:00Zx",
                                      "1969-12-31",
                                      "9999-12-31",
                                      "-026-01-01",
                                      "20260925",
                                      "2026-",
                                      "2026-09-"}) {
    BOOST_TEST(!read_w3c_date(text).is_told(), text);
  }
  BOOST_TEST(!read_w3c_date(std::string(100'000, '9')).is_told());
  BOOST_TEST(read_w3c_date("2024-02-29").is_told());
}

BOOST_AUTO_TEST_SUITE_END()
