#include "fleet/checkpoint_text.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "store/archive_index.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kTextVersion = 2;
constexpr std::size_t kPieceIdentityDigits = 32;

tl::unexpected<Error> damaged() {
  return fail(ErrorCode::invalid_data, "the checkpoint is damaged");
}

// --- Writing ---------------------------------------------------------------------------------

using Numbers = std::map<std::string, std::size_t>;

Json pieces_json(const std::vector<Piece>& pieces, const Numbers& numbers) {
  Json json = Json::array();
  for (const Piece& piece : pieces) {
    json.push_back({numbers.at(piece.pack), piece.offset, piece.length, piece.identity});
  }
  return json;
}

Json contents_json(const InPieces& contents, const Numbers& numbers) {
  return {{"bytes", contents.bytes},
          {"pieceBytes", contents.piece_bytes},
          {"pieces", pieces_json(contents.pieces, numbers)}};
}

// --- Reading ---------------------------------------------------------------------------------

/// The member, or null.
const Json& member(const Json& json, const char* name) {
  static const Json kNone;
  const auto at = json.is_object() ? json.find(name) : json.end();
  return at == json.end() ? kNone : *at;
}

bool is_digest_json(const Json& json) {
  return json.is_string() && is_digest(json.get_ref<const std::string&>());
}

Expected<std::vector<Pack>> read_packs(const Json& json) {
  std::vector<Pack> packs;
  if (!json.is_array()) return damaged();
  for (const Json& pack : json) {
    const bool fits = pack.is_array() && pack.size() == 2 && is_digest_json(pack[0]) &&
                      pack[1].is_number_unsigned();
    if (!fits) return damaged();
    packs.push_back({pack[0].get<std::string>(), pack[1].get<std::uint64_t>()});
  }
  return packs;
}

Expected<std::vector<Piece>> read_pieces_json(const Json& json, const std::vector<Pack>& packs) {
  std::vector<Piece> pieces;
  if (!json.is_array()) return damaged();
  for (const Json& piece : json) {
    const bool fits = piece.is_array() && piece.size() == 4 && piece[0].is_number_unsigned() &&
                      piece[0].get<std::uint64_t>() < packs.size() &&
                      piece[1].is_number_unsigned() && piece[2].is_number_unsigned() &&
                      piece[3].is_string() &&
                      piece[3].get_ref<const std::string&>().size() == kPieceIdentityDigits;
    if (!fits) return damaged();
    pieces.push_back({packs[piece[0].get<std::size_t>()].sha256, piece[1].get<std::uint64_t>(),
                      piece[2].get<std::uint64_t>(), piece[3].get<std::string>()});
  }
  return pieces;
}

Expected<InPieces> read_contents(const Json& json, const std::vector<Pack>& packs) {
  if (!member(json, "bytes").is_number_unsigned() ||
      !member(json, "pieceBytes").is_number_unsigned()) {
    return damaged();
  }
  InPieces contents{json["bytes"].get<std::uint64_t>(), json["pieceBytes"].get<std::uint64_t>(),
                    TRY(read_pieces_json(member(json, "pieces"), packs))};
  const std::uint64_t each = contents.piece_bytes;
  if (each == 0 || each > kLargestPiece) return damaged();
  if (contents.pieces.size() != contents.bytes / each + (contents.bytes % each == 0 ? 0 : 1)) {
    return damaged();
  }
  return contents;
}

Expected<ArchivedFile> read_archived(const Json& json, const std::vector<Pack>& packs) {
  const Json& name = member(json, "name");
  if (!name.is_string() || !is_warc_name(name.get_ref<const std::string&>())) return damaged();
  ArchivedFile file{name.get<std::string>(), {}, {}};
  const Json& whole = member(json, "whole");
  if (whole.is_null()) {
    file.contents = TRY(read_contents(json, packs));
    return file;
  }
  if (!is_digest_json(whole) || !member(json, "bytes").is_number_unsigned()) return damaged();
  file.whole = whole.get<std::string>();
  file.contents.bytes = json["bytes"].get<std::uint64_t>();
  return file;
}

Expected<std::vector<JobFile>> read_files(const Json& json) {
  std::vector<JobFile> files;
  if (!json.is_array()) return damaged();
  for (const Json& file : json) {
    const bool fits = file.is_array() && file.size() == 2 && file[0].is_string() &&
                      is_digest_json(file[1]) && is_file_of_job(file[0].get<std::string>());
    if (!fits) return fail(ErrorCode::invalid_data, "the checkpoint names no file of a job");
    files.push_back({file[0].get<std::string>(), file[1].get<std::string>()});
  }
  return files;
}

Expected<CheckpointText> read_first_version(const Json& json) {
  CheckpointText text;
  if (!is_digest_json(member(json, "job"))) return damaged();
  text.whole_database = json["job"].get<std::string>();
  text.files = TRY(read_files(member(json, "files")));
  return text;
}

}  // namespace

bool is_file_of_job(std::string_view text) {
  const fs::path path(text);
  return text.find('\0') == std::string_view::npos && path.is_relative() &&
         path.begin() != path.end() && *path.begin() == "files" &&
         std::next(path.begin()) != path.end() &&
         std::none_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".."; });
}

bool is_warc_name(std::string_view name) {
  return name.size() > kWarcEnding.size() && name.ends_with(kWarcEnding) && name.front() != '.' &&
         name.find_first_of(std::string_view("/\0", 2)) == std::string_view::npos;
}

std::vector<Piece> CheckpointText::all_pieces() const {
  std::vector<Piece> all = database.pieces;
  all.insert(all.end(), lists.begin(), lists.end());
  for (const ArchivedFile& file : archive) {
    all.insert(all.end(), file.contents.pieces.begin(), file.contents.pieces.end());
  }
  return all;
}

std::string write_checkpoint_text(const CheckpointText& text) {
  Numbers numbers;
  Json packs = Json::array();
  for (const Pack& pack : text.packs) {
    numbers.emplace(pack.sha256, numbers.size());
    packs.push_back({pack.sha256, pack.bytes});
  }
  Json archive = Json::array();
  for (const ArchivedFile& file : text.archive) {
    Json& entry = archive.emplace_back(Json{{"name", file.name}});
    if (file.whole.empty()) {
      entry.update(contents_json(file.contents, numbers));
    } else {
      entry["bytes"] = file.contents.bytes;
      entry["whole"] = file.whole;
    }
  }
  return Json{{"version", kTextVersion},
              {"site", text.site},
              {"packs", std::move(packs)},
              {"database", contents_json(text.database, numbers)},
              {"lists", pieces_json(text.lists, numbers)},
              {"archive", std::move(archive)}}
      .dump();
}

Expected<CheckpointText> read_checkpoint_text(std::string_view source) {
  const Json json = Json::parse(source, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return damaged();
  const Json& version = member(json, "version");
  if (version.is_null()) return read_first_version(json);
  if (version != kTextVersion) {
    return fail(ErrorCode::wrong_version, "the checkpoint was made by a later version");
  }
  CheckpointText text;
  if (const Json& site = member(json, "site"); site.is_string())
    text.site = site.get<std::string>();
  text.packs = TRY(read_packs(member(json, "packs")));
  text.database = TRY(read_contents(member(json, "database"), text.packs));
  text.lists = TRY(read_pieces_json(member(json, "lists"), text.packs));
  if (!member(json, "archive").is_array()) return damaged();
  for (const Json& file : json["archive"]) {
    text.archive.push_back(TRY(read_archived(file, text.packs)));
  }
  return text;
}

std::string list_text(const std::vector<JobFile>& files) {
  Json json = Json::array();
  for (const JobFile& file : files) json.push_back({file.path, file.sha256});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Expected<std::vector<JobFile>> read_list_text(std::string_view json) {
  return read_files(Json::parse(json, nullptr, /*allow_exceptions=*/false));
}

}  // namespace tagtrail::host
