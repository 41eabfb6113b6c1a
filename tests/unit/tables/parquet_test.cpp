// Footers of Parquet files, in Thrift's compact protocol.
#include "binary_files.hpp"
#include "table_tests.hpp"

namespace tagtrail::host::testing {
namespace {

std::string variable(std::uint64_t number) {
  std::string bytes;
  do {
    bytes += static_cast<char>((number & 0x7F) | (number > 0x7F ? 0x80 : 0));
    number >>= 7;
  } while (number > 0);
  return bytes;
}
std::string zigzag(std::int64_t number) {
  return variable((static_cast<std::uint64_t>(number) << 1) ^
                  static_cast<std::uint64_t>(number >> 63));
}

/// A structure field by field, each by the step from the one before.
class Structure {
 public:
  Structure& integer(int id, std::int64_t value, int type = 5) {
    return field(id, type, zigzag(value));
  }
  Structure& text(int id, const std::string& value) {
    return field(id, 8, variable(value.size()) + value);
  }
  Structure& field(int id, int type, const std::string& value) {
    const int step = id - last_;
    if (step > 0 && step < 16) {
      bytes_ += static_cast<char>(step << 4 | type);
    } else {
      bytes_ += static_cast<char>(type) + zigzag(id);
    }
    bytes_ += value;
    last_ = id;
    return *this;
  }
  std::string end() const { return bytes_ + '\0'; }

 private:
  std::string bytes_;
  int last_ = 0;
};

std::string group(const std::string& name, int children, int repetition = 0) {
  return Structure().integer(3, repetition).text(4, name).integer(5, children).end();
}
std::string column(const std::string& name, int type, int converted = -1, int repetition = 1) {
  Structure made;
  made.integer(1, type).integer(3, repetition).text(4, name);
  if (converted >= 0) made.integer(6, converted);
  return made.end();
}
std::string logical(const std::string& name, int type, int which) {
  return Structure()
      .integer(1, type)
      .integer(2, 16)
      .text(4, name)
      .field(10, 12, Structure().field(which, 12, Structure().end()).end())
      .end();
}
std::string list_of(const std::vector<std::string>& structures) {
  std::string bytes = structures.size() < 15
                          ? std::string(1, static_cast<char>(structures.size() << 4 | 12))
                          : "\xFC" + variable(structures.size());
  for (const std::string& each : structures) bytes += each;
  return bytes;
}
std::string footer_of(const std::vector<std::string>& schema, std::int64_t rows) {
  return Structure().integer(1, 2).field(2, 9, list_of(schema)).integer(3, rows, 6).end();
}
std::string parquet_of(const std::string& footer, const std::string& magic = "PAR1") {
  return magic + "pages of columns" + footer + little(footer.size(), 4) + magic;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(parquet)

BOOST_AUTO_TEST_CASE(columns_with_their_types_and_the_number_of_rows) {
  const Look look = look_into_text(
      parquet_of(
          footer_of({group("schema", 12), column("name", 6, 0), column("n", 1), column("big", 2),
                     column("share", 5), column("ok", 0), column("day", 1, 6), column("at", 2, 10),
                     column("old", 3), column("price", 7, 5), column("raw", 6),
                     logical("id", 7, 14), logical("stamp", 2, 8)},
                    1234567)),
      "a.parquet");
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1U, to_json(look));
  BOOST_TEST(look.format == "parquet");
  BOOST_TEST(look.note == "of its rows only the number is known");
  BOOST_TEST(look.tables[0].rows == 1'234'567U);
  BOOST_TEST(fields_of(look.tables[0]) ==
             "name:string | n:integer | big:integer | share:number | ok:boolean | day:date | "
             "at:datetime | old:datetime | price:number | raw:any | id:string | stamp:datetime");
  BOOST_TEST(look.statistics.value_or(false));
}

BOOST_AUTO_TEST_CASE(columns_in_groups_and_lists) {
  const Look look =
      look_into_text(parquet_of(footer_of({group("schema", 3), group("place", 2), column("lat", 5),
                                           column("lon", 5), group("tags", 1), group("list", 1, 2),
                                           column("element", 6, 0), column("n", 1)},
                                          3)),
                     "a.parquet");
  BOOST_TEST(fields_of(look.tables.at(0)) ==
             "place.lat:number | place.lon:number | tags.list.element:any | n:integer");
}

BOOST_AUTO_TEST_CASE(more_columns_than_are_named) {
  std::vector<std::string> schema = {group("schema", 5000)};
  for (int at = 0; at < 5000; ++at) schema.push_back(column("c" + std::to_string(at), 1));
  const Look look = look_into_text(parquet_of(footer_of(schema, 3)), "a.parquet");
  BOOST_TEST(look.tables.at(0).fields.size() == 512U);
  BOOST_TEST(look.tables.at(0).fields_more == 4488U);
  BOOST_TEST(look.note.find("904 columns beyond the first 4096 were not looked at") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(footers_that_can_not_be) {
  const auto note = [](const std::string& bytes) {
    return look_into_text(bytes, "a.parquet").note;
  };
  const std::string damaged = "it is damaged or cut short";
  const std::string good = footer_of({group("schema", 1), column("n", 1)}, 3);
  BOOST_TEST(note("PAR1") == damaged);
  BOOST_TEST(note("PAR1" + good) == damaged);
  BOOST_TEST(note("PAR1" + good + little(1000, 4) + "PAR1") == damaged);
  BOOST_TEST(note("PAR1" + good + little(0xFFFFFFF0, 4) + "PAR1") ==
             "its list of columns is too large");
  BOOST_TEST(note(parquet_of(good, "PARE")) == "a password protects it");
  // Fewer columns than the root says, a row count below zero, a list without end.
  BOOST_TEST(note(parquet_of(footer_of({group("schema", 2), column("n", 1)}, 3))) == damaged);
  BOOST_TEST(note(parquet_of(footer_of({group("schema", 1), column("n", 1)}, -3))) == damaged);
  BOOST_TEST(note(parquet_of(Structure().field(2, 9, "\xFC" + variable(1ULL << 60)).end())) ==
             damaged);
  // Structures in structures.
  BOOST_TEST(note(parquet_of(std::string(100'000, '\x1C'))) == damaged);
  std::vector<std::string> deep(1000, group("g", 1));
  BOOST_TEST(note(parquet_of(footer_of(deep, 3))) == damaged);
  for (std::size_t at = 0; at < good.size(); ++at) {
    (void)note(parquet_of(good.substr(0, at)));
    std::string changed = good;
    changed[at] = static_cast<char>(changed[at] ^ 0x55);
    (void)note(parquet_of(changed));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
