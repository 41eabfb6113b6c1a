#include "store/name_mask.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMaxParts = 8;
constexpr std::size_t kDigestDigits = 16;
constexpr std::size_t kDateBytes = 10;
constexpr std::string_view kForbidden = "\\<>:\"|?*";
constexpr std::array<std::string_view, 8> kFields = {"name", "stem", "ext",    "host",
                                                     "path", "date", "digest", "anchor"};

tl::unexpected<Error> bad(std::string_view what) {
  return fail(ErrorCode::invalid_argument, fmt::format("a mask of names {}", what));
}

std::string field_names() {
  std::string all;
  for (const std::string_view field : kFields) {
    all += fmt::format("{}{{{}}}", all.empty() ? "" : ", ", field);
  }
  return all;
}

/// Safe folders of a URL's path, the last segment left out.
std::string folders_of(std::string_view url) {
  const std::string_view path = split_url(url).path;
  std::string folders;
  std::size_t begin = 0;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
       begin = slash + 1, slash = path.find('/', begin)) {
    const std::string folder = safe_part(percent_decode(path.substr(begin, slash - begin)));
    if (!folder.empty()) folders += folders.empty() ? folder : "/" + folder;
  }
  return folders;
}

/// As one part of a path: "Births/Deaths" names no folder. Empty where nothing of it can be used.
std::string words_of(std::string_view anchor) {
  std::string words(anchor);
  std::replace(words.begin(), words.end(), '/', ' ');
  return safe_part(words).empty() ? std::string() : words;
}

std::string value_of(std::string_view field, const NameHints& hints, std::string_view readable) {
  const std::string_view extension = extension_part(readable);
  if (field == "name") return std::string(readable);
  if (field == "stem") return std::string(readable.substr(0, readable.size() - extension.size()));
  if (field == "ext") return std::string(extension.substr(extension.empty() ? 0 : 1));
  if (field == "host") return std::string(split_url(hints.url).host);
  if (field == "path") return folders_of(hints.url);
  if (field == "date") return std::string(hints.fetched_at.substr(0, kDateBytes));
  if (field == "anchor") return words_of(hints.anchor);
  return std::string(hints.sha256.substr(0, kDigestDigits));
}

/// Of a folder part that may hold several (`{path}`), each made safe; those that fit are added.
void add_folders(std::string& path, std::string_view part) {
  while (!part.empty()) {
    const std::size_t slash = std::min(part.find('/'), part.size());
    const std::string folder = safe_part(part.substr(0, slash));
    part.remove_prefix(std::min(slash + 1, part.size()));
    if (folder.empty()) continue;
    if (path.size() + folder.size() + 1 > kMaxFolderBytes) return;
    path += folder + "/";
  }
}

}  // namespace

NameMask::NameMask() : text_("{name}"), parts_{{{true, "name"}}} {}

Expected<NameMask::Part> NameMask::parse_part(std::string_view text) {
  Part part;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('{'), text.size());
    const std::string_view literal = text.substr(0, open);
    if (literal.find('}') != std::string_view::npos) return bad("has a '}' without a '{'");
    if (!literal.empty()) part.push_back({false, std::string(literal)});
    if (open == text.size()) break;
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) return bad("has a '{' without a '}'");
    const std::string_view field = text.substr(open + 1, close - open - 1);
    if (std::find(kFields.begin(), kFields.end(), field) == kFields.end()) {
      return bad(
          fmt::format("knows no field '{}'; there are {}", utf8_prefix(field, 40), field_names()));
    }
    part.push_back({true, std::string(field)});
    text.remove_prefix(close + 1);
  }
  return part;
}

Expected<NameMask> NameMask::parse(std::string_view text) {
  if (text.empty()) return bad("can't be empty");
  if (text.size() > kMaxMaskBytes) return bad(fmt::format("is over {} bytes", kMaxMaskBytes));
  if (to_valid_utf8(text) != text) return bad("must be valid UTF-8");
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    if (control) return bad("can't have control characters");
    if (kForbidden.find(c) != std::string_view::npos) {
      return bad(fmt::format("can't have a '{}': not every system takes it in names", c));
    }
  }
  NameMask mask;
  mask.text_ = text;
  mask.parts_.clear();
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t slash = std::min(text.find('/', begin), text.size());
    const std::string_view part = text.substr(begin, slash - begin);
    if (part.empty()) return bad("can't begin or end with '/', nor have two in a row");
    if (part.front() == '.' || part.back() == '.' || part.front() == ' ' || part.back() == ' ') {
      return bad("can't have parts that begin or end with a dot or a space");
    }
    auto pieces = TRY(parse_part(part));
    mask.parts_.push_back(std::move(pieces));
    begin = slash + 1;
  }
  if (mask.parts_.size() > kMaxParts) return bad(fmt::format("has over {} parts", kMaxParts));
  const bool path_in_name =
      std::any_of(mask.parts_.back().begin(), mask.parts_.back().end(),
                  [](const Piece& piece) { return piece.is_field && piece.text == "path"; });
  if (path_in_name) return bad("needs something after {path}, for example {path}/{name}");
  return mask;
}

std::string NameMask::path_of(const NameHints& hints) const {
  const std::string readable = readable_name(hints);
  std::string path;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    std::string text;
    const bool is_folder = i + 1 < parts_.size();
    for (const Piece& piece : parts_[i]) {
      const std::string value = piece.is_field ? value_of(piece.text, hints, readable) : piece.text;
      // A folder can be left out, a name can't.
      const bool stands_in = value.empty() && piece.text == "anchor" && !is_folder;
      text += stands_in ? value_of("stem", hints, readable) : value;
    }
    if (is_folder) {
      add_folders(path, text);
    } else {
      path += named_like(text, readable);
    }
  }
  return path;
}

}  // namespace tagtrail::host
