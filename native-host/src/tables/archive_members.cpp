// Archives: what is in them, and the tables of members that can be read by themselves.
#include <fmt/format.h>

#include "tables/packed_file.hpp"
#include "tables/readers.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMemberBytes = 32 << 20;  ///< read of one
constexpr std::size_t kMembersSeen = 10'000;    ///< counted

std::string archive_format_name(PackedFile& packed) {
  switch (packed.format() & ARCHIVE_FORMAT_BASE_MASK) {
    case ARCHIVE_FORMAT_ZIP:
      return "zip";
    case ARCHIVE_FORMAT_TAR:
      return "tar";
    case ARCHIVE_FORMAT_7ZIP:
      return "7z";
    case ARCHIVE_FORMAT_RAW: {
      const std::string filter = packed.filter();
      return filter == "gzip" ? "gz" : filter == "compress (.Z)" ? "Z" : filter;
    }
    default:
      return "archive";
  }
}

/// `data.csv` of `data.csv.gz`.
std::string_view without_last_extension(std::string_view name) {
  return name.substr(0, std::min(name.size(), name.rfind('.')));
}

/// Whether it was read to its end.
bool look_into_member(PackedFile& packed, const std::string& path, LookEffort& effort, Look& look) {
  const std::string bytes = packed.text(kMemberBytes);
  LookInput inner;
  inner.bytes = bytes;
  inner.whole = bytes.size() < kMemberBytes && effort.is_going();
  inner.name = path;
  Look found;
  found.most_tables = look.most_tables;
  look_into_bytes(inner, 1, effort, found);
  for (TableLook& table : found.tables) {
    table.name = table.name.empty() ? path : path + ": " + table.name;
    // Readers of the file don't come to its member.
    table.plain = false;
    add_table(look, std::move(table));
  }
  look.tables_more += found.tables_more;
  // Of a compressed file; that archives have members which can't be read is usual.
  if (look.members.empty()) add_note(look, found.note);
  if (look.reading.empty()) look.reading = std::move(found.reading);
  if (look.text.empty() && look.tables.empty()) look.text = std::move(found.text);
  return inner.whole;
}

}  // namespace

void look_into_archive(const LookInput& input, LookEffort& effort, Look& look) {
  PackedFile packed(input, PackedFile::Kind::any, effort);
  std::uint64_t members = 0;
  std::size_t read = 0;
  std::size_t cut = 0;
  const std::size_t most_read = effort.bounds().members_read;
  while (const auto member = packed.next()) {
    if (members == 0) look.format = archive_format_name(packed);
    if (!member->is_file) continue;
    if (++members > kMembersSeen) {
      add_note(look, "only its first 10,000 members were counted");
      break;
    }
    const bool single = (packed.format() & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_RAW;
    const std::string path =
        single ? std::string(without_last_extension(input.name)) : member->path;
    if (!single && look.members.size() < look_limit::kMembers) {
      look.members.push_back(
          {std::string(utf8_prefix(path, look_limit::kNameBytes)), member->bytes});
    }
    if (member->encrypted) {
      add_note(look, "a password protects it");
      continue;
    }
    if (++read > most_read) continue;
    if (!look_into_member(packed, path, effort, look) && !single) ++cut;
  }
  if (cut > 0) add_note(look, fmt::format("only the beginning of {} of its members was read", cut));
  if (read > most_read) {
    add_note(look, fmt::format("{} of its members were not looked into", read - most_read));
  }
  look.members_more =
      members > look.members.size() && !look.members.empty() ? members - look.members.size() : 0;
  if (!effort.is_going()) add_note(look, effort.why_not());
  if (!packed.fault().empty()) add_note(look, packed.fault());
  if (members == 0) add_note(look, "nothing is in it");
  if (look.format.empty()) look.format = "archive";
}

}  // namespace tagtrail::host
