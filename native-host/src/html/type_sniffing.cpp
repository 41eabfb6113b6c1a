#include "html/type_sniffing.hpp"

#include <algorithm>
#include <array>

#include "tagtrail/mime.hpp"
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

constexpr std::array kSignatures{
    Signature{"%PDF-"sv, "application/pdf"sv},
    Signature{kZipSignature, "application/zip"sv},
    Signature{"\x1F\x8B"sv, "application/gzip"sv},
    Signature{"7z\xBC\xAF\x27\x1C"sv, "application/x-7z-compressed"sv},
    Signature{"Rar!\x1A\x07"sv, "application/vnd.rar"sv},
    Signature{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, "application/msword"sv},
    Signature{"SQLite format 3\0"sv, "application/vnd.sqlite3"sv},
    Signature{"\x89HDF\r\n\x1A\n"sv, "application/x-hdf5"sv},
};

bool begins_as_html(std::string_view start) {
  const std::string text =
      ascii_lower(trim(start.starts_with("\xEF\xBB\xBF") ? start.substr(3) : start));
  return text.starts_with("<!doctype html") || text.starts_with("<html") ||
         text.starts_with("<head") || text.starts_with("<body");
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

struct OtherName {
  std::string_view declared;
  std::string_view mime;
};

constexpr std::array kOtherNames{
    OtherName{"application/csv"sv, "text/csv"sv},
    OtherName{"application/x-csv"sv, "text/csv"sv},
    OtherName{"text/x-csv"sv, "text/csv"sv},
    OtherName{"text/comma-separated-values"sv, "text/csv"sv},
    OtherName{"text/x-comma-separated-values"sv, "text/csv"sv},
    OtherName{"text/json"sv, "application/json"sv},
};

bool has_signature(std::string_view start) {
  return std::any_of(kSignatures.begin(), kSignatures.end(), [&](const Signature& signature) {
    return start.starts_with(signature.start);
  });
}

}  // namespace

std::string name_extension(std::string_view url, std::string_view file_name) {
  const std::size_t dot = file_name.rfind('.');
  return dot == std::string_view::npos ? url_extension(url)
                                       : ascii_lower(file_name.substr(dot + 1));
}

std::string_view mime_by_name(std::string_view declared, std::string_view extension) {
  for (const OtherName& other : kOtherNames) {
    if (other.declared == declared) return other.mime;
  }
  const bool excel = declared == "application/vnd.ms-excel";
  const bool zip = declared == "application/zip" || declared == "application/x-zip-compressed";
  const std::string_view named = mime_of_extension(extension);
  const bool may_be = (excel && is_table_in_text(named)) ||
                      ((excel || zip) && named != declared && is_office_archive(named));
  return may_be ? named : std::string_view{};
}

std::string renamed_mime(std::string_view declared, std::string_view start,
                         std::string_view extension) {
  const std::string_view named = mime_by_name(declared, extension);
  if (named.empty()) return std::string(declared);
  const bool agrees = is_office_archive(named)
                          ? start.starts_with(kZipSignature)
                          : !has_signature(start) && start.find('\0') == std::string_view::npos;
  return std::string(agrees ? named : declared);
}

std::string sniffed_mime(std::string_view declared, std::string_view start,
                         std::string_view extension) {
  if (begins_as_html(start)) {
    return is_html(declared) ? std::string(declared) : std::string("text/html");
  }
  const bool open = declared.empty() || is_html(declared);
  if (!open && declared != "text/plain") return std::string(declared);
  for (const Signature& signature : kSignatures) {
    if (start.starts_with(signature.start)) return archive_mime(signature.mime, extension);
  }
  if (!open) return std::string(declared);
  const bool has_markup = start.find('<') != std::string_view::npos;
  const std::string_view by_extension = mime_of_extension(extension);
  if (!has_markup && !start.empty() && !by_extension.empty() && !is_html(by_extension)) {
    return std::string(by_extension);
  }
  if (!declared.empty()) return std::string(declared);
  if (has_markup && start.find('\0') == std::string_view::npos) return "text/html";
  return start.find('\0') == std::string_view::npos ? "text/plain" : "application/octet-stream";
}

}  // namespace tagtrail::host
