#include "html/type_sniffing.hpp"

#include <array>

#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using std::string_view_literals::operator""sv;

struct Signature {
  std::string_view start;
  std::string_view mime;
};

constexpr std::array kSignatures{
    Signature{"%PDF-"sv, "application/pdf"sv},
    Signature{"PK\x03\x04"sv, "application/zip"sv},
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

}  // namespace

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
