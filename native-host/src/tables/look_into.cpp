#include "tables/look_into.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>

#include "system/posix_file.hpp"
#include "tables/kin.hpp"
#include "tables/readers.hpp"
#include "tables/statistics.hpp"
#include "tables/text_encoding.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

struct Magic {
  std::string_view start;
  const char* format;
};
constexpr std::string_view kSasData(
    "\0\0\0\0\0\0\0\0\0\0\0\0\xC2\xEA\x81\x60\xB3\x14\x11\xCF\xBD\x92\x08\0\x09\xC7\x31\x8C\x18\x1F"
    "\x10\x11",
    32);
constexpr auto kMagic = std::to_array<Magic>({
    {"%PDF-", "pdf"},
    {"PK\x03\x04", "zip"},
    {"PK\x05\x06", "zip"},
    {"\x1f\x8b", "gz"},
    {"\x1f\x9d", "gz"},
    {"BZh", "gz"},
    {"\xFD"
     "7zXZ",
     "gz"},
    {"\x28\xB5\x2F\xFD", "gz"},
    {"7z\xBC\xAF\x27\x1C", "gz"},
    {"\xD0\xCF\x11\xE0", "ole"},
    {"PAR1", "parquet"},
    {"PARE", "parquet"},
    {"\x89HDF", "hdf5"},
    {"CDF\x01", "netcdf"},
    {"CDF\x02", "netcdf"},
    {"SQLite format 3", "sqlite"},
    {"$FL2", "sav"},
    {"$FL3", "sav"},
    {"<stata_dta>", "dta"},
    {kSasData, "sas7bdat"},
    {"HEADER RECORD*******LIB", "xpt"},
    {"\x89PNG", "png"},
    {"\xFF\xD8\xFF", "jpeg"},
    {"GIF8", "gif"},
    {"II*", "tiff"},
    {"MM\0*", "tiff"},
    {"%!PS", "postscript"},
    {"{\\rtf", "rtf"},
    {"Rar!", "rar"},
});

/// Formats that only their names tell, and that are not looked into.
constexpr auto kUnread = std::to_array<std::string_view>(
    {"rds", "rdata", "mdb", "accdb", "feather", "px", "shp", "grib", "grb", "mat"});

/// Formats that tagtrail-reader reads, as it is asked for them.
constexpr auto kApart = std::to_array<const char*>({"dbf", "sav", "por", "dta", "sas7bdat", "xpt"});

/// Of what begins with no bytes that all files of its format begin with.
const char* format_by_name(std::string_view bytes, std::string_view extension) {
  const auto first = static_cast<unsigned char>(bytes.empty() ? '\0' : bytes[0]);
  // dBASE III to 7, FoxPro; with bits for memos.
  constexpr auto kDbf =
      std::to_array<unsigned char>({0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83,
                                    0x8B, 0x8C, 0x8E, 0xCB, 0xE5, 0xF5, 0xFB});
  constexpr unsigned char kOldestStata = 102;
  constexpr unsigned char kNewestOldStata = 115;
  constexpr std::size_t kPortableHead = 500;
  if (extension == "dbf" && std::find(kDbf.begin(), kDbf.end(), first) != kDbf.end()) return "dbf";
  if (extension == "dta" && first >= kOldestStata && first <= kNewestOldStata) return "dta";
  const std::string_view begin = bytes.substr(0, kPortableHead);
  if (begin.find("SPSS PORT FILE") != std::string_view::npos) return "por";
  return nullptr;
}

std::string extension_of(std::string_view name) {
  const std::size_t slash = name.find_last_of('/');
  if (slash != std::string_view::npos) name = name.substr(slash + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string() : ascii_lower(name.substr(dot + 1));
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string_view format_by_magic(std::string_view bytes) {
  for (const Magic& magic : kMagic) {
    if (bytes.starts_with(magic.start)) return magic.format;
  }
  return {};
}

/// Documents are ZIP files whose first members say what they are.
std::string zip_kind(std::string_view bytes, const std::string& extension) {
  const std::string_view begin = bytes.substr(0, 4096);
  constexpr std::string_view kOds = "mimetypeapplication/vnd.oasis.opendocument.spreadsheet";
  const auto has = [](std::string_view text, std::string_view word) {
    return text.find(word) != std::string_view::npos;
  };
  if (has(begin, kOds)) return "ods";
  if (has(begin, "mimetypeapplication/")) return "document";
  // The list of members is at the end, if it is there.
  const std::string_view end = bytes.size() > 65'536 ? bytes.substr(bytes.size() - 65'536) : bytes;
  for (const std::string_view part : {begin, end}) {
    if (has(part, "xl/workbook.bin")) return "xlsb";
    if (has(part, "xl/workbook.xml") || has(part, "xl/worksheets/")) return "xlsx";
    if (has(part, "word/document.xml") || has(part, "ppt/presentation.xml") ||
        has(part, "ppt/slides/")) {
      return "document";
    }
  }
  if (is_one_of(extension, {"xlsx", "xlsm", "ods"})) return extension == "ods" ? "ods" : "xlsx";
  if (is_one_of(extension, {"docx", "pptx", "odt", "odp", "epub"})) return "document";
  return "zip";
}

void look_into_unread(std::string format, Look& look) {
  look.format = std::move(format);
  add_note(look, "this format is not looked into");
}

void look_into_zip(const LookInput& input, const std::string& extension, unsigned depth,
                   LookEffort& effort, Look& look) {
  const std::string kind = zip_kind(input.bytes, extension);
  if (kind == "xlsx") return look_into_xlsx(input, effort, look);
  if (kind == "ods") return look_into_ods(input, effort, look);
  if (kind == "xlsb") return look_into_xlsb(input, effort, look);
  if (kind == "document") return look_into_unread(extension.empty() ? "zip" : extension, look);
  if (depth > 0) return look_into_unread("zip", look);
  look_into_archive(input, effort, look);
}

/// An object or array; of lines that are objects each, several.
bool begins_as_json(std::string_view bytes) {
  const std::string_view begin = trim(bytes.substr(0, 1024));
  return begin.starts_with('{') || begin.starts_with('[');
}

/// Lines of objects that are called JSON as a whole: one ends where its line does, and another
/// begins.
bool is_json_by_lines(std::string_view bytes) {
  const std::string_view text = trim(bytes);
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos || !trim(text.substr(0, end)).ends_with('}')) return false;
  return trim(text.substr(end)).starts_with('{');
}

/// Programs that export tables call by Excel's name what Excel opens.
void look_into_so_called_xls(const LookInput& input, LookEffort& effort, Look& look) {
  std::string storage;
  const DecodedText begin = decode_text(input.bytes.substr(0, 4'096), storage);
  if (begin.is_text && trim(begin.text).starts_with('<')) {
    return look_into_html_tables(input, effort, look);
  }
  look_into_delimited(input, false, effort, look);
}

void look_into_words(const LookInput& input, const std::string& extension, LookEffort& effort,
                     Look& look) {
  if (is_excel_xml(input.bytes)) return look_into_excel_xml(input, effort, look);
  if (is_one_of(extension, {"xls", "xlt", "xlw", "xlsx"})) {
    return look_into_so_called_xls(input, effort, look);
  }
  if (is_one_of(extension, {"jsonl", "ndjson", "geojsonl"})) {
    return look_into_json_lines(input, effort, look);
  }
  if (is_one_of(extension, {"json", "geojson", "topojson", "jsonld"}) &&
      begins_as_json(input.bytes)) {
    if (is_json_by_lines(input.bytes)) return look_into_json_lines(input, effort, look);
    return look_into_json(input, effort, look);
  }
  if (is_one_of(extension, {"csv", "tsv", "tab", "psv"})) {
    const std::string lower = ascii_lower(trim(input.bytes.substr(0, 256)));
    const bool page =
        lower.starts_with("<!doctype") || lower.starts_with("<html") || lower.starts_with("<?xml");
    if (!page) return look_into_delimited(input, true, effort, look);
    add_note(look, "it is no table, whatever it is called");
  }
  if (is_one_of(extension, {"txt", "dat", "asc", "text", "data", ""})) {
    return look_into_delimited(input, false, effort, look);
  }
  look_into_text(input, look);
}

}  // namespace

void add_note(Look& look, std::string_view words) {
  if (words.empty() || look.note.find(words) != std::string::npos) return;
  look.note += (look.note.empty() ? "" : "; ") + std::string(words);
}

void add_table(Look& look, TableLook table) {
  if (table.fields.empty() && table.rows == 0) return;
  if (look.tables.size() >= look.most_tables) {
    ++look.tables_more;
    return;
  }
  table.name = to_valid_utf8(utf8_prefix(table.name, look_limit::kNameBytes));
  look.tables.push_back(std::move(table));
}

void look_into_bytes(const LookInput& input, unsigned depth, LookEffort& effort, Look& look) {
  const std::string extension = extension_of(input.name);
  const std::string_view magic = format_by_magic(input.bytes);
  if (input.bytes.empty()) return add_note(look, "it is empty");
  if (magic == "pdf") return look_into_pdf(input, effort, look);
  if (magic == "zip") return look_into_zip(input, extension, depth, effort, look);
  if (magic == "gz") {
    if (depth > 0) return look_into_unread(extension, look);
    return look_into_archive(input, effort, look);
  }
  if (magic == "ole") {
    if (look_into_compound(input, effort, look)) return;
    return look_into_unread(extension.empty() ? "ole" : extension, look);
  }
  if (magic.empty() && is_bare_xls(input.bytes)) return look_into_xls(input, effort, look);
  for (const char* format : kApart) {
    if (magic == format) return look_into_apart(input, format, effort, look);
  }
  if (magic == "parquet") return look_into_parquet(input, effort, look);
  if (!magic.empty()) return look_into_unread(std::string(magic), look);
  if (const char* format = format_by_name(input.bytes, extension); format != nullptr) {
    return look_into_apart(input, format, effort, look);
  }
  if (std::find(kUnread.begin(), kUnread.end(), extension) != kUnread.end()) {
    return look_into_unread(extension, look);
  }
  if (input.bytes.substr(0, 512).find("ustar") == 257 && depth == 0) {
    return look_into_archive(input, effort, look);
  }
  look_into_words(input, extension, effort, look);
}

namespace {

Expected<Look> look_within(const std::filesystem::path& file, std::string_view name,
                           const LookBounds& bounds, TakeRows* rows) {
  const auto opened = TRY(open_file(file, O_RDONLY));
  struct stat facts {};
  if (::fstat(opened.get(), &facts) != 0) return system_failure(errno, file.string());
  const auto size = static_cast<std::uint64_t>(std::max<off_t>(0, facts.st_size));
  std::string bytes;
  const std::uint64_t wanted = std::min(size, bounds.file_bytes);
  bytes.reserve(wanted);
  TRY(each_piece(opened, file, wanted, [&](std::string_view piece) -> Expected<void> {
    bytes += piece;
    return {};
  }));
  LookEffort effort(size, bounds, rows);
  Look look;
  look.most_tables = bounds.tables;
  look_into_bytes({file, bytes, wanted == size, name}, 0, effort, look);
  if (const std::size_t left = effort.columns_left(); left > 0) {
    add_note(look, fmt::format("{} {}columns beyond the first {} were not looked at", left,
                               effort.columns_counted() ? "" : "or more ", look_limit::kColumns));
  }
  look.statistics = holds_statistics(look);
  look.reading.clear();
  return look;
}

}  // namespace

Expected<Look> look_into(const std::filesystem::path& file, std::string_view name,
                         const LookBounds& bounds) {
  return look_within(file, name, bounds, nullptr);
}

Expected<Look> look_into(const std::filesystem::path& file, std::string_view name,
                         const LookBounds& bounds, TakeRows& rows) {
  return look_within(file, name, bounds, &rows);
}

}  // namespace tagtrail::host
