#include <fmt/format.h>
#include <readstat.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "reader/formats.hpp"

namespace tagtrail::reader {
namespace {

using std::chrono::sys_days;
using std::chrono::year;

constexpr double kSecondsOfDay = 86'400;

/// How the numbers of a column are shown.
struct Shown {
  enum class As { number, date, moment, clock };
  As as = As::number;
  double per_second = 1;  ///< units of the numbers; dates: days
  sys_days epoch = sys_days(year(1960) / 1 / 1);
};

bool begins_with_one_of(std::string_view text, std::initializer_list<const char*> starts) {
  for (const char* start : starts) {
    if (text.starts_with(start)) return true;
  }
  return false;
}

/// Formats such as `DATE11` and `DATETIME20.2`. All count seconds since the Gregorian calendar.
Shown shown_by_spss(std::string_view format) {
  Shown shown;
  shown.epoch = sys_days(year(1582) / 10 / 14);
  if (begins_with_one_of(format, {"DATETIME", "YMDHMS"})) {
    shown.as = Shown::As::moment;
  } else if (begins_with_one_of(format, {"TIME", "DTIME"})) {
    shown.as = Shown::As::clock;
  } else if (begins_with_one_of(format, {"DATE", "ADATE", "EDATE", "JDATE", "SDATE"})) {
    shown.as = Shown::As::date;
    shown.per_second = kSecondsOfDay;
  }
  return shown;
}

/// `%td` counts days, `%tc` milliseconds; weeks, months and the like remain numbers.
Shown shown_by_stata(std::string_view format) {
  constexpr double kMilliseconds = 1'000;
  Shown shown;
  if (format.starts_with("%-")) format.remove_prefix(1);
  if (format.starts_with("%")) format.remove_prefix(1);
  if (begins_with_one_of(format, {"td", "d"})) shown.as = Shown::As::date;
  if (begins_with_one_of(format, {"tc", "tC"})) {
    shown.as = Shown::As::moment;
    shown.per_second = kMilliseconds;
  }
  return shown;
}

/// `DATE9.` counts days, `DATETIME20.` seconds. Formats that show a part of a date (`YEAR4.`) count
/// days, too.
Shown shown_by_sas(std::string_view format) {
  Shown shown;
  if (begins_with_one_of(format, {"E8601DA", "B8601DA", "IS8601DA", "ND8601DA"})) {
    shown.as = Shown::As::date;
  } else if (begins_with_one_of(format, {"DATETIME", "DATEAMPM", "DT", "MDYAMPM", "E8601D",
                                         "B8601D", "E8601LX", "B8601LX", "IS8601D"})) {
    shown.as = Shown::As::moment;
  } else if (begins_with_one_of(format, {"TIME", "HHMM", "TOD", "E8601TM", "B8601TM"})) {
    shown.as = Shown::As::clock;
  } else if (begins_with_one_of(format,
                                {"DATE",   "DAY",     "DDMMYY", "DOWNAME", "EURDFDE", "JULDAY",
                                 "JULIAN", "MINGUO",  "MMDDYY", "MMYY",    "MONNAME", "MONTH",
                                 "MONYY",  "NENGO",   "NLDATE", "QTR",     "WEEKDAT", "WEEKDAY",
                                 "WEEKV",  "WORDDAT", "YEAR",   "YYMM",    "YYMON",   "YYQ"})) {
    shown.as = Shown::As::date;
  }
  return shown;
}

std::string clock_text(long seconds) {
  return fmt::format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

/// Empty: no date that a calendar has.
std::string date_text(double days, sys_days epoch) {
  constexpr double kMost = 4'000'000;
  if (!(std::abs(days) < kMost)) return {};
  const std::chrono::year_month_day date(epoch + std::chrono::days(static_cast<int>(days)));
  const int of_year = static_cast<int>(date.year());
  if (of_year < 1 || of_year > 9999) return {};
  return fmt::format("{:04}-{:02}-{:02}", of_year, static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

std::string number_text(double value, const Shown& shown) {
  constexpr double kMostHours = 100;
  std::string text;
  if (shown.as == Shown::As::date) {
    text = date_text(std::floor(value / shown.per_second), shown.epoch);
  } else if (shown.as == Shown::As::moment) {
    const double seconds = std::floor(value / shown.per_second);
    const double days = std::floor(seconds / kSecondsOfDay);
    text = date_text(days, shown.epoch);
    if (!text.empty()) {
      text += "T" + clock_text(static_cast<long>(seconds - days * kSecondsOfDay));
    }
  } else if (shown.as == Shown::As::clock && value >= 0 && value < kMostHours * 3600) {
    text = clock_text(static_cast<long>(value));
  }
  return text.empty() ? fmt::format("{}", value) : text;
}

/// Whole numbers in a float or a double lose nothing.
double number_of(const readstat_value_t& value) {
  switch (readstat_value_type(value)) {
    case READSTAT_TYPE_INT8:
      return static_cast<signed char>(readstat_int8_value(value));
    case READSTAT_TYPE_INT16:
      return readstat_int16_value(value);
    case READSTAT_TYPE_INT32:
      return readstat_int32_value(value);
    case READSTAT_TYPE_DOUBLE:
      return readstat_double_value(value);
    default:
      return std::nan("");
  }
}

/// What libreadstat calls back with.
struct Reading {
  StatisticsFormat format;
  InputFile& file;
  Answer& answer;
  std::string encoding;
  std::vector<std::string> names;
  std::vector<Shown> shown;
  std::vector<std::string> cells;
  int row = -1;
  bool begun = false;

  void begin() {
    if (begun) return;
    begun = true;
    answer.begin_table(encoding, names);
  }
  void end_row() {
    if (row < 0) return;
    begin();
    answer.row(cells);
    for (std::string& cell : cells) cell.clear();
  }
};

Reading& reading_in(void* context) { return *static_cast<Reading*>(context); }

Shown shown_by(StatisticsFormat format, std::string_view of_column) {
  switch (format) {
    case StatisticsFormat::sav:
    case StatisticsFormat::por:
      return shown_by_spss(of_column);
    case StatisticsFormat::dta:
      return shown_by_stata(of_column);
    default:
      return shown_by_sas(of_column);
  }
}

int on_metadata(readstat_metadata_t* metadata, void* context) {
  const char* encoding = readstat_get_file_encoding(metadata);
  reading_in(context).encoding = encoding == nullptr ? "" : encoding;
  return READSTAT_HANDLER_OK;
}

int on_variable(int, readstat_variable_t* variable, const char*, void* context) {
  Reading& reading = reading_in(context);
  const char* name = readstat_variable_get_name(variable);
  reading.names.emplace_back(name == nullptr ? "" : name);
  if (reading.names.size() > kTableFrameColumns) return READSTAT_HANDLER_SKIP_VARIABLE;
  const char* format = readstat_variable_get_format(variable);
  reading.shown.push_back(shown_by(reading.format, format == nullptr ? "" : format));
  reading.cells.emplace_back();
  return READSTAT_HANDLER_OK;
}

int on_value(int row, readstat_variable_t* variable, readstat_value_t value, void* context) {
  Reading& reading = reading_in(context);
  if (row != reading.row) {
    reading.end_row();
    reading.row = row;
  }
  const int index = readstat_variable_get_index(variable);
  const auto at = static_cast<std::size_t>(index);
  if (index < 0 || at >= reading.cells.size() || readstat_value_is_missing(value, variable) != 0) {
    return READSTAT_HANDLER_OK;
  }
  if (readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING) {
    const char* text = readstat_string_value(value);
    reading.cells[at] = text == nullptr ? "" : text;
  } else if (readstat_value_type(value) == READSTAT_TYPE_FLOAT) {
    // As a float it has the digits that were meant.
    const float number = readstat_float_value(value);
    const bool plain = reading.shown[at].as == Shown::As::number;
    if (std::isfinite(number)) {
      reading.cells[at] = plain ? fmt::format("{}", number)
                                : number_text(static_cast<double>(number), reading.shown[at]);
    }
  } else if (const double number = number_of(value); std::isfinite(number)) {
    reading.cells[at] = number_text(number, reading.shown[at]);
  }
  return READSTAT_HANDLER_OK;
}

struct FreeParser {
  void operator()(readstat_parser_t* parser) const { readstat_parser_free(parser); }
};
using Parser = std::unique_ptr<readstat_parser_t, FreeParser>;

void connect_input(readstat_parser_t* parser, InputFile& file) {
  readstat_set_open_handler(parser, [](const char*, void*) { return 0; });
  readstat_set_close_handler(parser, [](void*) { return 0; });
  readstat_set_seek_handler(
      parser, [](readstat_off_t offset, readstat_io_flags_t whence, void* input) -> readstat_off_t {
        auto& from = *static_cast<InputFile*>(input);
        const int how = whence == READSTAT_SEEK_SET   ? SEEK_SET
                        : whence == READSTAT_SEEK_CUR ? SEEK_CUR
                                                      : SEEK_END;
        return from.seek(offset, how) ? from.position() : -1;
      });
  readstat_set_read_handler(parser, [](void* to, std::size_t size, void* input) -> ssize_t {
    return static_cast<ssize_t>(static_cast<InputFile*>(input)->read(to, size));
  });
  readstat_set_update_handler(
      parser, [](long, readstat_progress_handler, void*, void*) { return READSTAT_OK; });
  readstat_set_io_ctx(parser, &file);
}

readstat_error_t parse(readstat_parser_t* parser, Reading& reading) {
  switch (reading.format) {
    case StatisticsFormat::sav:
      return readstat_parse_sav(parser, "", &reading);
    case StatisticsFormat::por:
      return readstat_parse_por(parser, "", &reading);
    case StatisticsFormat::dta:
      return readstat_parse_dta(parser, "", &reading);
    case StatisticsFormat::sas7bdat:
      return readstat_parse_sas7bdat(parser, "", &reading);
    case StatisticsFormat::xpt:
      return readstat_parse_xport(parser, "", &reading);
  }
  return READSTAT_ERROR_PARSE;
}

ReaderEnd end_of(readstat_error_t error) {
  switch (error) {
    case READSTAT_OK:
      return ReaderEnd::whole;
    case READSTAT_ERROR_MALLOC:
      return ReaderEnd::too_large;
    case READSTAT_ERROR_UNSUPPORTED_COMPRESSION:
    case READSTAT_ERROR_UNSUPPORTED_CHARSET:
    case READSTAT_ERROR_UNSUPPORTED_FILE_FORMAT_VERSION:
      return ReaderEnd::unsupported;
    default:
      return ReaderEnd::damaged;
  }
}

/// The library takes the headers of further tables in a transport file for rows of the first: where
/// the second begins, or -1.
std::int64_t second_table(InputFile& file) {
  constexpr std::string_view kTable = "HEADER RECORD*******MEM";
  std::array<char, 80> record{};
  std::int64_t found = -1;
  int tables = 0;
  while (found < 0 && file.read(record.data(), record.size()) == record.size()) {
    if (std::string_view(record.data(), record.size()).starts_with(kTable) && ++tables == 2) {
      found = file.position() - static_cast<std::int64_t>(record.size());
    }
  }
  file.seek(0, SEEK_SET);
  return found;
}

}  // namespace

ReaderEnd read_statistics(StatisticsFormat format, InputFile& file, Answer& answer) {
  const Parser parser(readstat_parser_init());
  if (!parser) return ReaderEnd::too_large;
  Reading reading{format, file, answer, {}, {}, {}, {}};
  const std::int64_t second = format == StatisticsFormat::xpt ? second_table(file) : -1;
  if (second >= 0) file.end_at(second);
  connect_input(parser.get(), file);
  readstat_set_metadata_handler(parser.get(), on_metadata);
  readstat_set_variable_handler(parser.get(), on_variable);
  readstat_set_value_handler(parser.get(), on_value);
  // Who gets the answer knows encodings; here, no file that has them can be opened.
  readstat_set_handler_character_encoding(parser.get(), nullptr);
  const readstat_error_t error = parse(parser.get(), reading);
  reading.end_row();
  if (!reading.names.empty()) reading.begin();
  const ReaderEnd how = end_of(error);
  return how == ReaderEnd::whole && second >= 0 ? ReaderEnd::first : how;
}

}  // namespace tagtrail::reader
