#include "html/type_sniffing.hpp"

#include <algorithm>
#include <array>

#include "html/page_reader.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

using std::string_view_literals::operator""sv;

struct Signature {
  std::string_view start;
  std::string_view mime;
};

constexpr std::string_view kZipSignature = "PK\x03\x04";
constexpr std::string_view kGzipSignature = "\x1F\x8B";
constexpr std::string_view kCompoundSignature = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

constexpr std::array kSignatures{
    Signature{"%PDF-"sv, "application/pdf"sv},
    Signature{kZipSignature, "application/zip"sv},
    Signature{kGzipSignature, "application/gzip"sv},
    Signature{"7z\xBC\xAF\x27\x1C"sv, "application/x-7z-compressed"sv},
    Signature{"Rar!\x1A\x07"sv, "application/vnd.rar"sv},
    Signature{kCompoundSignature, "application/msword"sv},
    Signature{"SQLite format 3\0"sv, "application/vnd.sqlite3"sv},
    Signature{"\x89HDF\r\n\x1A\n"sv, "application/x-hdf5"sv},
};

/// Behind the declaration of XML, or another instruction to programs.
std::string_view behind_declaration(std::string_view text) {
  while (text.starts_with("<?")) {
    const std::size_t end = std::min(text.find("?>"), text.size());
    text = trim(text.substr(std::min(end + 2, text.size())));
  }
  return text;
}

/// XHTML is a page under whatever type of XML it is sent; its doctype may be long.
bool begins_as_html(std::string_view start) {
  const std::string_view plain = start.starts_with("\xEF\xBB\xBF") ? start.substr(3) : start;
  const std::string text = ascii_lower(behind_declaration(trim(plain)));
  return text.starts_with("<!doctype html") || text.starts_with("<html") ||
         text.starts_with("<head") || text.starts_with("<body") ||
         ascii_lower(xml_root_name(start)) == "html";
}

bool is_spreadsheet_name(std::string_view extension) {
  return extension == "xls" || extension == "xlsx" || extension == "ods";
}

constexpr std::string_view kExcel = "application/vnd.ms-excel";

/// The name of the first element that shows something, `/NAME` of an end; empty: there is none.
std::string_view first_shown_element(std::string_view html) {
  constexpr auto kNotShown =
      std::to_array<std::string_view>({"!doctype", "?xml", "html", "head", "/head", "meta", "title",
                                       "/title", "style", "/style", "link", "base", "body"});
  constexpr std::string_view kComment = "<!--";
  for (std::size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    if (html.substr(at).starts_with(kComment)) {
      at = html.find("-->", at);
      if (at == std::string_view::npos) return {};
      continue;
    }
    const std::string_view rest = html.substr(at + 1);
    const std::string_view name = rest.substr(0, rest.find_first_of(" \t\r\n/>", 1));
    if (std::find(kNotShown.begin(), kNotShown.end(), name) == kNotShown.end()) return name;
  }
  return {};
}

/// Many programs export spreadsheets as a table in HTML, which Excel opens. By what it is called it
/// is offered as one; pages with links, forms or words before the table are pages all the same,
/// such as those for errors and for logins.
bool is_spreadsheet_in_html(std::string_view declared, std::string_view start,
                            std::string_view extension) {
  const std::string_view usual = usual_type(declared);
  const bool typed = usual == kExcel || is_spreadsheet_name(extension_of_mime(usual));
  if (!typed && !is_spreadsheet_name(extension)) return false;
  const std::string html = ascii_lower(start);
  const auto has = [&html](std::string_view part) { return html.find(part) != std::string::npos; };
  // Cells may have links; what only its name calls a spreadsheet is none with them.
  const std::size_t table = html.find("<table");
  const bool links = typed ? html.find("<a ") < table : has("<a ");
  if (links || has("<form") || has("<nav")) return false;
  if (has("urn:schemas-microsoft-com:office:excel")) return true;
  const bool has_table = table != std::string::npos;
  return has_table && (!is_html(declared) || first_shown_element(html) == "table");
}

/// Office files are ZIP or compound archives: the extension says which, when it agrees.
std::string archive_mime(std::string_view mime, std::string_view extension) {
  const std::string_view by_extension = mime_of_extension(extension);
  if (by_extension.empty() || is_html(by_extension)) return std::string(mime);
  return std::string(by_extension);
}

bool is_table_in_text(std::string_view mime) {
  return mime == "text/csv" || mime == "text/tab-separated-values";
}

bool is_office_archive(std::string_view mime) {
  return mime.starts_with("application/vnd.openxmlformats-officedocument.") ||
         mime.starts_with("application/vnd.oasis.opendocument.") ||
         mime.starts_with("application/vnd.ms-excel.sheet.");
}

bool is_zip(std::string_view mime) {
  return mime == "application/zip" || is_office_archive(mime) || mime.ends_with("+zip") ||
         mime == "application/vnd.google-earth.kmz" || mime == "application/java-archive";
}

bool is_compound(std::string_view mime) {
  return mime == "application/msword" || mime.starts_with("application/vnd.ms-");
}

const Signature* signature_of(std::string_view start) {
  const auto found =
      std::find_if(kSignatures.begin(), kSignatures.end(),
                   [&](const Signature& signature) { return start.starts_with(signature.start); });
  return found == kSignatures.end() ? nullptr : &*found;
}

/// Whether files of the type begin so.
bool agrees(const Signature& signature, std::string_view mime) {
  if (signature.mime == mime) return true;
  if (signature.start == kZipSignature) return is_zip(mime);
  return signature.start == kCompoundSignature && is_compound(mime) && !is_office_archive(mime);
}

bool is_text_type(std::string_view mime) {
  return mime.starts_with("text/") || is_json(mime) || mime.ends_with("xml") ||
         mime == "application/yaml";
}

/// Whether what begins so can't be of the type.
bool is_refuted(std::string_view declared, std::string_view start) {
  const std::string_view mime = usual_type(declared);
  const Signature* signature = signature_of(start);
  if (is_text_type(mime)) return signature != nullptr;
  if (signature != nullptr && agrees(*signature, mime)) return false;
  return std::any_of(kSignatures.begin(), kSignatures.end(),
                     [&](const Signature& own) { return agrees(own, mime); });
}

bool is_text(std::string_view start) {
  return signature_of(start) == nullptr && start.find('\0') == std::string_view::npos;
}

/// Characters of UTF-16 as ASCII, others as `?`; text in other encodings as it is.
std::string without_utf16(std::string_view start) {
  const auto zeros = [start](std::size_t from) {
    std::size_t count = 0;
    for (std::size_t at = from; at < start.size(); at += 2) count += start[at] == '\0' ? 1 : 0;
    return count;
  };
  // With a mark or without: of what is written in Latin letters most have a zero beside them.
  const std::size_t half = start.size() / 2;
  const bool little = start.starts_with("\xFF\xFE") || (zeros(1) > half / 2 && zeros(0) == 0);
  const bool big = start.starts_with("\xFE\xFF") || (zeros(0) > half / 2 && zeros(1) == 0);
  if (start.size() < 4 || little == big) return std::string(start);
  std::string text;
  for (std::size_t at = 0; at + 1 < start.size(); at += 2) {
    const char low = start[little ? at : at + 1];
    text.push_back(start[little ? at + 1 : at] == '\0' ? low : '?');
  }
  return text;
}

/// Of a row; what is quoted (RFC 4180) parts none.
std::size_t cells_of(std::string_view line, char delimiter) {
  std::size_t cells = 1;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == delimiter && !quoted) ++cells;
  }
  return cells;
}

/// Lines with as many cells each to the end of `text`; one that is cut at its end says nothing.
/// 0: they differ. Before them there may be a title, comments, lines that hold nothing.
std::size_t rows_of_table(std::string_view text, char delimiter) {
  constexpr std::size_t kMostBefore = 8;
  constexpr std::size_t kFewBehindWords = 5;
  std::size_t before = 0;
  std::size_t rows = 0;
  std::size_t cells = 0;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(end + 1);
    const std::size_t here = cells_of(line, delimiter);
    const bool skipped = here < 2 || line.starts_with('#') || line.starts_with(delimiter);
    if (rows == 0 && skipped) {
      if (++before > kMostBefore) return 0;
      continue;
    }
    if (line.empty() && trim(text).empty()) break;
    if (rows > 0 && here != cells) return 0;
    cells = here;
    ++rows;
  }
  return before == 0 || rows >= kFewBehindWords ? rows : 0;
}

/// Three rows at least: of what has no type, or is called a page without any markup.
bool begins_as_table(std::string_view start) {
  constexpr std::size_t kLines = 3;
  const std::string text = without_utf16(start);
  if (text.find('\0') != std::string::npos) return false;
  const auto kDelimiters = std::to_array({',', ';', '\t', '|'});
  return std::any_of(kDelimiters.begin(), kDelimiters.end(),
                     [&text](char delimiter) { return rows_of_table(text, delimiter) >= kLines; });
}

}  // namespace

std::string name_extension(std::string_view url, std::string_view file_name) {
  const std::size_t dot = file_name.rfind('.');
  return dot == std::string_view::npos ? url_extension(url)
                                       : ascii_lower(file_name.substr(dot + 1));
}

bool is_nameless(std::string_view extension) {
  return extension.empty() || is_program_extension(extension);
}

std::string unpacked_name(std::string_view url, std::string_view file_name, std::string_view coding,
                          std::string_view start) {
  if (ascii_lower(coding).find("gzip") == std::string::npos) return {};
  if (start.starts_with(kGzipSignature)) return {};
  std::string name =
      file_name.empty() ? percent_decode(split_url(url).path) : std::string(file_name);
  name.erase(0, name.rfind('/') + 1);
  const std::string lower = ascii_lower(name);
  if (lower.ends_with(".tgz")) return name.substr(0, name.size() - 4) + ".tar";
  return lower.ends_with(".gz") ? name.substr(0, name.size() - 3) : std::string();
}

std::string_view mime_by_name(std::string_view declared, std::string_view extension) {
  const std::string_view usual = usual_type(declared);
  if (usual != declared && is_text_type(usual) && usual != "application/xml") return usual;
  const bool excel = usual == "application/vnd.ms-excel";
  const bool zip = usual == "application/zip";
  const std::string_view named = mime_of_extension(extension);
  const bool may_be = (excel && is_table_in_text(named)) ||
                      ((excel || zip) && named != declared && is_office_archive(named));
  return may_be ? named : std::string_view{};
}

bool is_media(std::string_view mime) {
  constexpr auto kMedia = std::to_array<std::string_view>({"image/", "video/", "audio/", "font/"});
  return mime != "image/svg+xml" &&
         std::any_of(kMedia.begin(), kMedia.end(),
                     [mime](std::string_view kind) { return mime.starts_with(kind); });
}

std::string renamed_mime(std::string_view declared, std::string_view start,
                         std::string_view extension) {
  const auto can_be = [start](std::string_view mime) {
    const Signature* signature = signature_of(start);
    return signature != nullptr ? agrees(*signature, mime) : is_text_type(mime) && is_text(start);
  };
  const std::string_view named = mime_of_extension(extension);
  if (is_media(declared) && is_text(start) && !begins_as_html(start)) {
    return std::string(named.empty() || is_media(named) ? "text/plain" : named);
  }
  if (!named.empty() && !is_html(named) && is_refuted(declared, start) && can_be(named)) {
    return std::string(named);
  }
  const std::string_view usual = mime_by_name(declared, extension);
  return std::string(!usual.empty() && can_be(usual) ? usual : declared);
}

bool begins_as_object(std::string_view start) {
  const auto take = [&start](char c) {
    start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
    const bool there = start.starts_with(c);
    if (there) start.remove_prefix(1);
    return there;
  };
  take('[');
  return take('{') && take('"');
}

std::string sniffed_mime(std::string_view declared, std::string_view start,
                         std::string_view extension) {
  if (is_spreadsheet_in_html(declared, start, extension)) return std::string(kExcel);
  if (begins_as_html(start)) {
    return is_html(declared) ? std::string(declared) : std::string("text/html");
  }
  const bool open = declared.empty() || is_html(declared);
  const bool says_little =
      declared == "text/plain" || (is_nameless(extension) && is_nondescript(declared));
  if (!open && !says_little) return std::string(declared);
  for (const Signature& signature : kSignatures) {
    if (start.starts_with(signature.start)) return archive_mime(signature.mime, extension);
  }
  const bool has_markup = start.find('<') != std::string_view::npos;
  if (!open && is_nameless(extension) && begins_as_object(start)) return "application/json";
  if (!open) {
    const bool table = is_nameless(extension) && !has_markup && begins_as_table(start);
    return table ? "text/csv" : std::string(declared);
  }
  const std::string_view by_extension = mime_of_extension(extension);
  // Cells may hold markup, rows are none of it.
  const bool table = is_table_in_text(by_extension) && begins_as_table(start) &&
                     start.substr(0, start.find('\n')).find('<') == std::string_view::npos;
  const bool named = !by_extension.empty() && !is_html(by_extension);
  if (table || (!has_markup && !start.empty() && named)) return std::string(by_extension);
  if (!has_markup && begins_as_table(start)) return "text/csv";
  if (!declared.empty()) return std::string(declared);
  if (has_markup && start.find('\0') == std::string_view::npos) return "text/html";
  return start.find('\0') == std::string_view::npos ? "text/plain" : "application/octet-stream";
}

std::string promised_mime(std::string_view sniffed, std::string_view start,
                          std::string_view extension, std::string_view words) {
  const bool says_little = sniffed == "text/plain" || is_nondescript(sniffed);
  const bool promised = (" " + plain_words(words) + " ").find(" csv ") != std::string::npos;
  if (!says_little || !is_nameless(extension) || !promised) return std::string(sniffed);
  const std::string text = without_utf16(start);
  const bool rows = text.find('\n') != std::string::npos && text.find('<') == std::string::npos;
  return rows && is_text(text) ? "text/csv" : std::string(sniffed);
}

}  // namespace tagtrail::host
