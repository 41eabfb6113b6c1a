#include "store/file_names.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include "tagtrail/checksum_names.hpp"
#include "tagtrail/code_points.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMaxExtension = 12;
constexpr std::size_t kMaxFolder = 48;
constexpr std::size_t kMaxSuffix = 24;  ///< room for "-" and any 64-bit number

/// Where a dynamic page, not a file, gave the URL its extension.
constexpr std::array<std::string_view, 16> kScripts = {
    "action", "ashx", "asp",  "aspx", "cfm",  "cgi",   "do", "htm",
    "html",   "jsp",  "jspx", "php",  "php3", "phtml", "pl", "xhtml"};
constexpr std::array<std::string_view, 7> kPackers = {"br", "bz2", "gz", "lz4", "xz", "z", "zst"};
/// Files that desktops read when they show a folder, whoever put them there.
constexpr std::array<std::string_view, 4> kFolderSettings = {"autorun.inf", "desktop.ini",
                                                             "folder.htt", "thumbs.db"};
/// Files by which desktops show a name and a picture that the file chooses, start what it names, or
/// ask a server of its choice for a picture.
constexpr std::array<std::string_view, 15> kLaunchers = {"appref-ms",
                                                         "desktop",
                                                         "fileloc",
                                                         "inetloc",
                                                         "library-ms",
                                                         "lnk",
                                                         "pif",
                                                         "scf",
                                                         "search-ms",
                                                         "searchconnector-ms",
                                                         "settingcontent-ms",
                                                         "theme",
                                                         "themepack",
                                                         "url",
                                                         "webloc"};
/// Programs to some system, by their name alone.
constexpr std::array<std::string_view, 24> kPrograms = {
    "app", "appimage", "bat", "cmd",  "com", "command", "cpl", "exe", "hta", "jar", "jse", "msc",
    "msi", "msp",      "ps1", "psm1", "reg", "scr",     "sh",  "vbe", "vbs", "wsc", "wsf", "wsh"};
constexpr std::array<std::string_view, 7> kDevices = {"con",    "prn",    "aux",    "nul",
                                                      "clock$", "conin$", "conout$"};

template <std::size_t N>
bool among(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Position of the '.' of the last extension (1 to 12 letters or digits), or the name's size.
std::size_t last_extension(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return name.size();
  const std::string_view extension = name.substr(dot + 1);
  const bool plausible = !extension.empty() && extension.size() <= kMaxExtension &&
                         std::all_of(extension.begin(), extension.end(), is_alphanumeric);
  return plausible ? dot : name.size();
}

std::string extension_of(std::string_view name) {
  const std::size_t dot = last_extension(name);
  return dot == name.size() ? std::string() : ascii_lower(name.substr(dot + 1));
}

/// Like last_extension(), taking `.csv` of `.csv.gz` along.
std::size_t whole_extension(std::string_view name) {
  const std::size_t dot = last_extension(name);
  if (!among(kPackers, extension_of(name))) return dot;
  const std::size_t inner = last_extension(name.substr(0, dot));
  return inner == dot ? dot : inner;
}

std::string_view without_directories(std::string_view name) {
  const std::size_t slash = name.find_last_of("/\\");
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

/// The empty pattern of Braille is its space.
bool is_blank(char32_t c) {
  return c == ' ' || (c >= 0x09 && c <= 0x0D) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x2800 || c == 0x3000;
}

bool is_forbidden(char32_t c) {
  constexpr std::u32string_view kForbidden = U"<>:\"/\\|?*";
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xFFFD || (c & 0xFFFEU) == 0xFFFEU ||
         kForbidden.find(c) != std::u32string_view::npos;
}

/// Valid UTF-8 in another form of Unicode; as it is where the library can't.
std::string mapped(std::string_view valid_utf8, unsigned options) {
  utf8proc_uint8_t* text = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(valid_utf8.data()),
                   static_cast<utf8proc_ssize_t>(valid_utf8.size()), &text,
                   static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(text, &std::free);
  if (size < 0) return std::string(valid_utf8);
  return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(size)};
}

/// Valid UTF-8 of harmless characters; blanks collapsed, dots that could mean "up" merged.
std::string harmless(std::string_view name) {
  std::string clean;
  const std::string composed = mapped(to_valid_utf8(name), UTF8PROC_STABLE | UTF8PROC_COMPOSE);
  const std::u32string points = code_points(composed);
  for (std::size_t at = 0; at < points.size(); ++at) {
    const char32_t c = points[at];
    const char last = clean.empty() ? '\0' : clean.back();
    if (is_blank(c)) {
      if (last != ' ') clean += ' ';
    } else if (is_forbidden(c)) {
      clean += '_';
    } else if (!is_unseen(points, at) && !(c == '.' && last == '.')) {
      append_utf8(clean, c);
    }
  }
  return clean;
}

std::string_view trimmed(std::string_view name) {
  const std::size_t first = name.find_first_not_of(". -");
  if (first == std::string_view::npos) return {};
  return name.substr(first, name.find_last_not_of(". ") - first + 1);
}

/// Windows takes CON, COM1, LPT9 and so on for devices, whatever extension follows.
bool is_device(std::string_view name) {
  std::string stem = ascii_lower(name.substr(0, name.find('.')));
  while (stem.ends_with(' ')) stem.pop_back();
  if (among(kDevices, stem)) return true;
  if (!stem.starts_with("com") && !stem.starts_with("lpt")) return false;
  const std::string_view port = std::string_view(stem).substr(3);
  return (port.size() == 1 && port[0] >= '0' && port[0] <= '9') || port == "\u00B9" ||
         port == "\u00B2" || port == "\u00B3";
}

bool is_folder_setting(std::string_view name) { return among(kFolderSettings, ascii_lower(name)); }

/// The same, read by no system as more than a file.
std::string without_effect(std::string name) {
  if (is_device(name) || is_folder_setting(name)) return "_" + name;
  const std::string lower = ascii_lower(name);
  const std::size_t dot = lower.rfind('.');
  if (dot != lower.npos && among(kLaunchers, std::string_view(lower).substr(dot + 1))) {
    name[dot] = '_';
  }
  return name;
}

/// A name in a query value (`get.php?file=prices.csv`) when its extension is that of the type.
std::string name_in_query(std::string_view query, std::string_view mime) {
  while (!query.empty()) {
    const std::size_t end = query.find('&');
    const std::string_view pair = query.substr(0, end);
    query = end == std::string_view::npos ? std::string_view{} : query.substr(end + 1);
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string value = percent_decode(pair.substr(equals + 1));
    const std::string name(without_directories(value));
    const std::string extension = extension_of(name);
    if (!extension.empty() && mime_of_extension(extension) == mime) return name;
  }
  return {};
}

/// The last path segment that has letters in it, else the host.
std::string name_in_url(std::string_view url, std::string_view mime) {
  const UrlParts parts = split_url(url);
  std::string_view path = parts.path;
  while (path.ends_with('/')) path.remove_suffix(1);
  const std::string decoded = percent_decode(path.substr(path.rfind('/') + 1));
  const std::string name(trimmed(harmless(without_directories(decoded))));
  const std::string extension = extension_of(name);
  if (extension.empty() || among(kScripts, extension)) {
    if (auto better = name_in_query(parts.query, mime); !better.empty()) return better;
  }
  if (!name.empty()) return name;
  // Dots would make the top-level domain an extension.
  std::string host(parts.host);
  std::replace(host.begin(), host.end(), '.', '-');
  return host;
}

/// Adds the type's extension, or puts it in the place of one that only names the server's program.
void correct_extension(std::string& name, std::string_view mime) {
  const std::string_view wanted = extension_of_mime(mime);
  if (wanted.empty() || mime == "application/octet-stream" || is_checksum_name(name)) return;
  const std::string present = extension_of(name);
  if (present.empty()) {
    name.append(".").append(wanted);
    return;
  }
  const std::string_view says = mime_of_extension(present);
  if (says == mime) return;
  if (among(kScripts, present)) {
    name.resize(last_extension(name));
    name.append(".").append(wanted);
  } else if (among(kPrograms, present) || among(kLaunchers, present) ||
             (says.empty() && mime != "text/plain" && !among(kPackers, present))) {
    name.append(".").append(wanted);
  }
}

/// Stem and extension within kMaxNameBytes, the stem cut at a character border.
std::string fitted(std::string_view stem, std::string_view suffix, std::string_view extension) {
  const std::size_t room = kMaxNameBytes - suffix.size() - extension.size();
  std::string_view cut = utf8_prefix(stem, room);
  if (cut.size() < stem.size()) cut = cut.substr(0, cut.find_last_not_of(". ") + 1);
  return fmt::format("{}{}{}", cut, suffix, extension);
}

}  // namespace

std::string readable_name(const NameHints& hints) {
  std::string name(trimmed(harmless(without_directories(hints.file_name))));
  if (name.empty()) name = std::string(trimmed(harmless(name_in_url(hints.url, hints.mime))));
  if (name.empty()) name = "file";
  correct_extension(name, hints.mime);
  name = without_effect(std::move(name));
  const std::size_t dot = whole_extension(name);
  return fitted(std::string_view(name).substr(0, dot), {}, std::string_view(name).substr(dot));
}

std::string_view extension_part(std::string_view name) {
  return name.substr(whole_extension(name));
}

std::string retyped_name(std::string_view name, const NameHints& now) {
  if (mime_of_extension(extension_of(name)) == now.mime || is_checksum_name(name)) {
    return std::string(name);
  }
  const bool vague = is_nondescript(now.mime) || now.mime == "text/plain";
  const std::string given = now.file_name.empty() ? std::string() : readable_name(now);
  const std::string named = extension_of(given);
  std::string extension;
  if (!named.empty() && (vague || mime_of_extension(named) == now.mime)) {
    extension = extension_part(given);
  } else if (const auto own = extension_of_mime(now.mime); !vague && !own.empty()) {
    extension = fmt::format(".{}", own);
  } else {
    return std::string(name);
  }
  return fitted(name.substr(0, whole_extension(name)), {}, extension);
}

std::string safe_part(std::string_view text) {
  std::string part(trimmed(harmless(text)));
  if (is_device(part)) part.insert(0, "_");
  return std::string(trimmed(utf8_prefix(part, kMaxFolder)));
}

std::string named_like(std::string_view text, std::string_view readable) {
  std::string name(trimmed(harmless(text)));
  if (name.empty()) return std::string(readable);
  const std::string_view extension = extension_part(readable);
  std::string_view stem = name;
  if (ascii_lower(name).ends_with(ascii_lower(extension))) stem.remove_suffix(extension.size());
  stem = trimmed(stem);
  if (stem.empty()) return std::string(readable);
  const bool reserved = is_device(stem) || is_folder_setting(fmt::format("{}{}", stem, extension));
  return fitted(fmt::format("{}{}", reserved ? "_" : "", stem), {}, extension);
}

std::string numbered_name(std::string_view name, std::uint64_t number) {
  static_assert(kMaxNameBytes > 2 * kMaxExtension + 2 + kMaxSuffix);
  const std::size_t dot = whole_extension(name);
  return fitted(name.substr(0, dot), fmt::format("-{}", number), name.substr(dot));
}

std::string told_name(std::string_view name, std::string_view text) {
  const std::size_t dot = whole_extension(name);
  const std::string_view room = utf8_prefix(text, kMaxSuffix - 1);
  const std::string_view told = room.substr(0, room.find_last_not_of(". ") + 1);
  return fitted(name.substr(0, dot), fmt::format("-{}", told), name.substr(dot));
}

std::string dated_name(std::string_view name, std::string_view day) {
  const std::size_t dot = whole_extension(name);
  return fitted(name.substr(0, dot), fmt::format(".{}", day.substr(0, kMaxSuffix - 1)),
                name.substr(dot));
}

std::string name_key(std::string_view name) {
  const std::string valid = to_valid_utf8(name);
  const std::string folded =
      mapped(valid, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
  // Folding may compose anew what it took apart.
  return mapped(folded, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string resource_name(std::string_view name) {
  std::string simple;
  for (const char c : name) {
    const bool kept = is_alphanumeric(c) || c == '.' || c == '_';
    if (kept) {
      simple += c;
    } else if (!simple.empty() && simple.back() != '-') {
      simple += '-';
    }
  }
  simple = ascii_lower(trimmed(simple));
  while (simple.ends_with('-')) simple.pop_back();
  // Of a name without one Latin letter only the extension is left.
  if (simple.empty() || last_extension(name) + 1 + simple.size() == name.size()) {
    return simple.empty() ? "file" : "file." + simple;
  }
  return simple;
}

}  // namespace tagtrail::host
