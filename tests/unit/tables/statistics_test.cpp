// What counts as a statistics table, and what does not.
#include "tables/statistics.hpp"

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

// Mistakes of the rule, found in files of public repositories.
BOOST_AUTO_TEST_CASE(what_was_taken_for_statistics_and_was_not_seen) {
  const auto holds = [](std::string_view text, const std::string& name) {
    return look_into_text(text, name).statistics.value_or(false);
  };
  BOOST_TEST(
      !holds("NAICS,bea,name\n1111,11CA,Farms\n1119,11CA,Farms\n2111,22,Oil\n2122,22,Ore\n"
             "3111,31,Food\n3241,32,Fuel\n",
             "codes.csv"));
  BOOST_TEST(!holds("AREA,PERIMETER,NAME\n0.3,0.28,Ames\n0.4,0.31,Sal\n0.2,0.21,Mer\n0.9,0.4,New\n",
                    "shapes.csv"));
  std::string votes =
      "year,date,type,source,level,county,precinct,name,contest,kind,choice,votes\n";
  for (const char* row : {"X,120\n", "Y,37\n", "Z,9\n", "W,44\n", "V,5\n", "U,81\n"}) {
    votes += std::string("2012,2012-11-06,general,state,county,B,P1,North,President,c,") + row;
  }
  BOOST_TEST(holds(votes, "votes.csv"));
  std::string lines;
  for (const char* used : {"46318", "1292", "6444", "871"}) {
    lines += std::string(R"({"title": "Office )") + used + R"(", "used": )" + used +
             R"(, "allocated": 37760})" + "\n";
  }
  BOOST_TEST(holds(lines, "budget.json"));
}

BOOST_AUTO_TEST_CASE(what_files_hold) {
  const auto holds = [](std::string_view text, const std::string& name) {
    return holds_of(look_into_text(text, name));
  };
  BOOST_TEST((holds("region,births,deaths\nA,10,20\nB,30,41\nC,55,60\n", "a.csv") ==
              FileHolds::statistics));
  BOOST_TEST(
      (holds("name,mail\nAnn,a@x.org\nBo,b@x.org\nCy,c@x.org\n", "a.csv") == FileHolds::data));
  BOOST_TEST((holds("name,amount\n,\n", "form.csv") == FileHolds::nothing));
  BOOST_TEST((holds("Minutes of the meeting.\nAll were there.\n", "a.txt") == FileHolds::nothing));
  BOOST_TEST((holds("\x89PNG\r\n\x1a\n", "logo.png") == FileHolds::nothing));
  BOOST_TEST((holds("abc", "a.rds") == FileHolds::unknown));
}

BOOST_AUTO_TEST_CASE(lines_of_numbers_in_text) {
  BOOST_TEST(has_lines_of_numbers(
      "Region in two languages    2019   2020   2021\nNord\nNorth  1,200  1,300  1,400\nSud\n"
      "sous-total\nSouth    500    600    700\nEst\nEast      11     12     13\nWest   1 2 3\n"));
  BOOST_TEST(has_lines_of_numbers(
      "Class of positions of the fund   2019   2020   2021\nPositions   5  6  7\n"
      "Class 100 pay  1,200  1,300  1,400\nClass 200 rent  500    600    700\nOther  9  12  13\n"));
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
