// tagtrail-reader FORMAT: reads the file that is its standard input, by libraries that may be led
// astray by it, and says on its standard output what tables are in it (table_frames.hpp). Started
// by `tagtrail` for one file each.
#include <unistd.h>

#include <array>
#include <cstring>
#include <new>
#include <optional>

#include "reader/confine.hpp"
#include "reader/formats.hpp"

namespace tagtrail::reader {
namespace {

constexpr int kWrongUsage = 2;
constexpr int kCouldNotStart = 3;

struct NamedFormat {
  std::string_view name;
  StatisticsFormat format;
};
constexpr auto kStatistics = std::to_array<NamedFormat>({{"sav", StatisticsFormat::sav},
                                                         {"por", StatisticsFormat::por},
                                                         {"dta", StatisticsFormat::dta},
                                                         {"sas7bdat", StatisticsFormat::sas7bdat},
                                                         {"xpt", StatisticsFormat::xpt}});

/// Nothing: there is no such format.
std::optional<ReaderEnd> read(std::string_view name, InputFile& file, Answer& answer) try {
  if (name == "dbf") return read_dbf(file, answer);
  for (const NamedFormat& each : kStatistics) {
    if (each.name == name) return read_statistics(each.format, file, answer);
  }
  return std::nullopt;
} catch (const std::bad_alloc&) {
  return ReaderEnd::too_large;
}

}  // namespace
}  // namespace tagtrail::reader

int main(int count, char** words) {
  using namespace tagtrail::reader;
  if (count != 2) return kWrongUsage;
  InputFile file;
  Answer answer;
  if (!confine()) return kCouldNotStart;
  const auto how = read(words[1], file, answer);
  if (!how) return kWrongUsage;
  answer.end(*how);
  // Nothing is tidied up by what the file may have got hold of.
  ::_exit(0);
}
