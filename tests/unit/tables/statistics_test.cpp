// What counts as a statistics table, and what does not.
#include "table_tests.hpp"
#include "tables/text_tables.hpp"

namespace tagtrail::host::testing {

BOOST_AUTO_TEST_SUITE(statistics)

BOOST_AUTO_TEST_CASE(tables_of_numbers_about_things) {
  const auto holds = [](std::string_view text, const std::string& name) {
    return look_into_text(text, name).statistics;
  };
  BOOST_TEST(holds("region,births,deaths\nA,10,20\nB,30,41\nC,55,60\n", "a.csv").value());
  BOOST_TEST(
      holds("year;rate\n2019;1,5\n2020;2,5\n2021;7,5\n2022;8,1\n2023;8,2\n2024;9,9\n", "a.csv")
          .value());
  BOOST_TEST(
      !holds("name,mail,phone\nAnn,a@x.org,0123 45\nBo,b@x.org,0123 46\nCy,c@x.org,0123 47\n",
             "a.csv")
           .value());
  BOOST_TEST(
      !holds("code,meaning\n1,yes\n2,no\n3,maybe\n4,never\n5,always\n6,other\n", "a.csv").value());
  BOOST_TEST(!holds("id,lat,lon\n17,1.5,2.5\n12,3.5,4.5\n99,5.5,6.5\n5,7,8\n", "a.csv").value());
  BOOST_TEST(!holds("0,0,0\n255,3,9\n7,8,200\n12,5,6\n", "colours.csv").value());
  BOOST_TEST(!holds("Minutes of the meeting.\nAll were there.\n", "a.txt").value());
}

BOOST_AUTO_TEST_CASE(lines_of_numbers_in_text) {
  BOOST_TEST(has_lines_of_numbers(
      "Region      2019   2020   2021\nNorth  1,200  1,300  1,400\n"
      "South    500    600    700\nEast      -     12     13\nWest   1 2 3\n"));
  BOOST_TEST(
      !has_lines_of_numbers("1 Introduction ........ 1\n1.1 Aims ........ 2\n2 Data ........ 3\n"
                            "2.1 Sources ........ 4\n3 Results ........ 5\n"));
  BOOST_TEST(
      !has_lines_of_numbers("In 2019 there were 12 of them, and in 2020 there were 13.\nNobody "
                            "knows what happened in 2021 with the 14 others.\n"));
  BOOST_TEST(
      !has_lines_of_numbers("codes of places here\n001 0021 0031\n002 0022 0032\n003 0023 0033\n"
                            "004 0024 0034\n"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
