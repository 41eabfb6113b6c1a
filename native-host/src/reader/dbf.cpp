#include <fmt/format.h>
#include <shapefil.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "reader/formats.hpp"

namespace tagtrail::reader {
namespace {

// Pages that the byte for the language driver names, by their numbers.
constexpr auto kCodePages = std::to_array<std::pair<int, const char*>>({
    {0x01, "cp437"},        {0x02, "cp850"},        {0x03, "windows-1252"}, {0x04, "macintosh"},
    {0x08, "cp865"},        {0x09, "cp437"},        {0x0A, "cp850"},        {0x0B, "cp437"},
    {0x0D, "cp437"},        {0x0E, "cp850"},        {0x0F, "cp437"},        {0x10, "cp850"},
    {0x11, "cp437"},        {0x12, "cp850"},        {0x13, "cp932"},        {0x14, "cp850"},
    {0x15, "cp437"},        {0x16, "cp850"},        {0x17, "cp865"},        {0x18, "cp437"},
    {0x19, "cp437"},        {0x1A, "cp850"},        {0x1B, "cp437"},        {0x1C, "cp863"},
    {0x1D, "cp850"},        {0x1F, "cp852"},        {0x22, "cp852"},        {0x23, "cp852"},
    {0x24, "cp860"},        {0x25, "cp850"},        {0x26, "cp866"},        {0x37, "cp850"},
    {0x40, "cp852"},        {0x4D, "cp936"},        {0x4E, "cp949"},        {0x4F, "cp950"},
    {0x50, "cp874"},        {0x57, "windows-1252"}, {0x58, "windows-1252"}, {0x59, "windows-1252"},
    {0x64, "cp852"},        {0x65, "cp866"},        {0x66, "cp865"},        {0x67, "cp861"},
    {0x6A, "cp737"},        {0x6B, "cp857"},        {0x6C, "cp863"},        {0x78, "cp950"},
    {0x79, "cp949"},        {0x7A, "cp936"},        {0x7B, "cp932"},        {0x7C, "cp874"},
    {0x7D, "windows-1255"}, {0x7E, "windows-1256"}, {0x87, "cp852"},        {0x88, "cp857"},
    {0xC8, "windows-1250"}, {0xC9, "windows-1251"}, {0xCA, "windows-1254"}, {0xCB, "windows-1253"},
    {0xCC, "windows-1257"},
});

// shapelib opens by name, and looks for files beside: there is one file, and it is open.
InputFile* only_file = nullptr;

SAHooks hooks() {
  SAHooks all{};
  all.FOpen = [](const char* name, const char*) -> SAFile {
    const bool is_it = std::strcmp(name, "table.dbf") == 0;
    return is_it ? reinterpret_cast<SAFile>(only_file) : nullptr;  // NOLINT: a handle of its own
  };
  all.FRead = [](void* to, SAOffset size, SAOffset count, SAFile) -> SAOffset {
    if (size == 0 || count > (SAOffset{1} << 30) / size) return 0;
    return only_file->read(to, size * count) / size;
  };
  all.FWrite = [](void*, SAOffset, SAOffset, SAFile) -> SAOffset { return 0; };
  all.FSeek = [](SAFile, SAOffset offset, int whence) -> SAOffset {
    return only_file->seek(static_cast<std::int64_t>(offset), whence) ? 0 : 1;
  };
  all.FTell = [](SAFile) -> SAOffset { return static_cast<SAOffset>(only_file->position()); };
  all.FFlush = [](SAFile) { return 0; };
  all.FClose = [](SAFile) { return 0; };
  all.Remove = [](const char*) { return -1; };
  all.Error = [](const char*) {};
  all.Atof = [](const char* text) { return std::strtod(text, nullptr); };
  return all;
}

struct CloseTable {
  void operator()(DBFInfo* table) const { DBFClose(table); }
};
using Table = std::unique_ptr<DBFInfo, CloseTable>;

std::string encoding_of(DBFInfo* table) {
  constexpr const char* kDriver = "LDID/";
  const char* page = DBFGetCodePage(table);
  if (page == nullptr || std::strncmp(page, kDriver, std::strlen(kDriver)) != 0) return {};
  const int driver = std::atoi(page + std::strlen(kDriver));
  for (const auto& [number, encoding] : kCodePages) {
    if (number == driver) return encoding;
  }
  return {};
}

/// `20200131` as `2020-01-31`.
std::string date_text(const std::string& cell) {
  constexpr std::size_t kDigits = 8;
  if (cell.size() != kDigits || cell.find_first_not_of("0123456789") != std::string::npos) {
    return cell;
  }
  return cell.substr(0, 4) + "-" + cell.substr(4, 2) + "-" + cell.substr(6);
}

template <typename Number>
Number number_at(std::string_view bytes, std::size_t at = 0) {
  Number number{};
  std::memcpy(&number, bytes.data() + at, sizeof(number));
  return number;
}

/// Fields of Visual FoxPro that are no text; nothing: not one of those.
std::optional<std::string> binary_cell(char type, std::string_view bytes) {
  constexpr double kCurrencyParts = 10'000;
  constexpr std::int32_t kJulianDayOf1970 = 2'440'588;
  constexpr std::int32_t kSomeThousandYears = 3'000'000;
  if (type == 'I' && bytes.size() == 4) return std::to_string(number_at<std::int32_t>(bytes));
  if (bytes.size() != 8) return std::nullopt;
  if (type == 'B') return fmt::format("{}", number_at<double>(bytes));
  if (type == 'Y') {
    return fmt::format("{}", static_cast<double>(number_at<std::int64_t>(bytes)) / kCurrencyParts);
  }
  if (type != 'T') return std::nullopt;
  const auto days = number_at<std::int32_t>(bytes);
  const auto milliseconds = number_at<std::int32_t>(bytes, 4);
  if (days <= 0 || days > kSomeThousandYears || milliseconds < 0) return std::string();
  const std::chrono::year_month_day date{
      std::chrono::sys_days(std::chrono::days(days - kJulianDayOf1970))};
  // Half a second, because programs write 59.999 for a full minute.
  const std::int32_t seconds = (milliseconds + 500) / 1000;
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string text_cell(DBFInfo* table, int row, int column, char type) {
  if (DBFIsAttributeNULL(table, row, column) != 0) return {};
  const char* text = DBFReadStringAttribute(table, row, column);
  std::string cell = text == nullptr ? "" : text;
  if (type == 'D') return date_text(cell);
  if (type == 'L') {
    if (std::strchr("TtYy", cell.empty() ? ' ' : cell[0]) != nullptr) return "true";
    if (std::strchr("FfNn", cell.empty() ? ' ' : cell[0]) != nullptr) return "false";
  }
  return cell;
}

/// Nothing: its contents are not in this file, or of a kind that is not known.
std::optional<std::string> cell_of(DBFInfo* table, int row, int column, const char* record) {
  const char type = DBFGetNativeFieldType(table, column);
  if (std::strchr("CNFDL", type) != nullptr) return text_cell(table, row, column, type);
  return binary_cell(type, {record + table->panFieldOffset[column],
                            static_cast<std::size_t>(table->panFieldSize[column])});
}

/// dBASE 7 has another header, which shapelib takes for the older one.
bool is_dbase_7(InputFile& file) {
  constexpr unsigned char kVersionBits = 7;
  unsigned char version = 0;
  file.read(&version, 1);
  file.seek(0, SEEK_SET);
  return (version & kVersionBits) == 4;
}

}  // namespace

ReaderEnd read_dbf(InputFile& file, Answer& answer) {
  if (is_dbase_7(file)) return ReaderEnd::unsupported;
  only_file = &file;
  SAHooks reads = hooks();
  const Table table(DBFOpenLL("table.dbf", "rb", &reads));
  if (!table) return ReaderEnd::damaged;
  const int columns = DBFGetFieldCount(table.get());
  std::vector<std::string> names;
  for (int column = 0; column < columns; ++column) {
    std::array<char, XBASE_FLDNAME_LEN_READ + 1> name{};
    DBFGetFieldInfo(table.get(), column, name.data(), nullptr, nullptr);
    names.emplace_back(name.data());
  }
  answer.begin_table(encoding_of(table.get()), names);
  bool all = true;
  std::vector<std::string> cells(std::min(names.size(), kTableFrameColumns));
  const int rows = DBFGetRecordCount(table.get());
  for (int row = 0; row < rows; ++row) {
    const char* record = DBFReadTuple(table.get(), row);
    if (record == nullptr) return ReaderEnd::damaged;
    if (DBFIsRecordDeleted(table.get(), row) != 0) continue;
    for (std::size_t column = 0; column < cells.size(); ++column) {
      auto cell = cell_of(table.get(), row, static_cast<int>(column), record);
      if (!cell) all = false;
      cells[column] = std::move(cell).value_or(std::string());
    }
    answer.row(cells);
  }
  return all ? ReaderEnd::whole : ReaderEnd::elsewhere;
}

}  // namespace tagtrail::reader
