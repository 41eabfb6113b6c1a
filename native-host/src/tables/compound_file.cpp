#include "tables/compound_file.hpp"

#include <algorithm>

#include "tables/record_bytes.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kHeadBytes = 512;
constexpr std::size_t kEntryBytes = 128;
constexpr std::uint32_t kLastSector = 0xFFFFFFFA;  ///< above: marks
constexpr std::size_t kListInHead = 109;
constexpr std::uint8_t kStream = 2;
constexpr std::uint8_t kRoot = 5;
constexpr std::size_t kMostEntries = 100'000;

}  // namespace

CompoundFile::CompoundFile(std::string_view bytes) : bytes_(bytes) {
  RecordBytes head(bytes);
  if (!head.text(8).starts_with("\xD0\xCF\x11\xE0")) return;
  head.skip(22);
  const unsigned sector_shift = head.u16();
  const unsigned small_shift = head.u16();
  head.skip(14);
  const std::uint32_t directory = head.u32();
  head.skip(4);
  small_below_ = head.u32();
  const std::uint32_t small_table = head.u32();
  head.skip(4);
  const std::uint32_t list = head.u32();
  head.skip(4);
  constexpr unsigned kLeast = 6;
  constexpr unsigned kMost = 16;
  if (!head.ok() || sector_shift < kLeast || sector_shift > kMost || small_shift < 2 ||
      small_shift > sector_shift) {
    return;
  }
  sector_bytes_ = std::size_t{1} << sector_shift;
  small_bytes_ = std::size_t{1} << small_shift;
  read_allocation(list, head.left().substr(0, kListInHead * 4));
  read_entries(chain(directory, kMostEntries * kEntryBytes));
  const std::string small = chain(small_table, bytes.size());
  RecordBytes table(small);
  while (table.left().size() >= 4) small_next_.push_back(table.u32());
  for (const Entry& entry : entries_) {
    if (entry.kind == kRoot) small_sectors_ = chain(entry.start, entry.size);
  }
}

std::string_view CompoundFile::sector(std::uint32_t number) const {
  const std::uint64_t at =
      std::max(kHeadBytes, sector_bytes_) + static_cast<std::uint64_t>(number) * sector_bytes_;
  return at < bytes_.size() ? bytes_.substr(at, sector_bytes_) : std::string_view();
}

void CompoundFile::add_allocation(std::uint32_t number) {
  // Entries for more sectors than there are would only take memory.
  const std::size_t sectors = bytes_.size() / sector_bytes_ + 1;
  RecordBytes table(number < kLastSector ? sector(number) : std::string_view());
  while (table.left().size() >= 4 && next_.size() < sectors) next_.push_back(table.u32());
}

void CompoundFile::read_allocation(std::uint32_t first_list, std::string_view head) {
  RecordBytes in_head(head);
  while (in_head.left().size() >= 4) add_allocation(in_head.u32());
  std::size_t lists = 0;
  const std::size_t most = bytes_.size() / sector_bytes_ + 1;
  while (first_list < kLastSector && ++lists <= most) {
    RecordBytes list(sector(first_list));
    if (list.left().size() < sector_bytes_) return;
    while (list.left().size() > 4) add_allocation(list.u32());
    first_list = list.u32();
  }
}

void CompoundFile::read_entries(std::string_view directory) {
  while (directory.size() >= kEntryBytes) {
    RecordBytes record(directory.substr(0, kEntryBytes));
    directory.remove_prefix(kEntryBytes);
    constexpr std::size_t kNameBytes = 64;
    const std::string_view name = record.text(kNameBytes);
    const std::size_t name_bytes = std::min<std::size_t>(record.u16(), kNameBytes);
    Entry entry;
    append_utf16(entry.name, name.substr(0, name_bytes < 2 ? 0 : name_bytes - 2));
    entry.kind = record.u8();
    record.skip(49);
    entry.start = record.u32();
    // The upper half of the size is not to be trusted in files of small sectors.
    entry.size = record.u32();
    if (entry.kind == kStream || entry.kind == kRoot) entries_.push_back(std::move(entry));
  }
}

std::string CompoundFile::chain(std::uint32_t start, std::uint64_t most) const {
  std::string all;
  std::size_t steps = 0;
  while (start < kLastSector && all.size() < most && ++steps <= next_.size() + 1) {
    const std::string_view piece = sector(start);
    if (piece.empty()) break;
    all += piece.substr(0, most - all.size());
    if (start >= next_.size()) break;
    start = next_[start];
  }
  return all;
}

std::string CompoundFile::small_chain(std::uint32_t start, std::uint64_t most) const {
  std::string all;
  std::size_t steps = 0;
  while (start < kLastSector && all.size() < most && ++steps <= small_next_.size()) {
    const std::uint64_t at = static_cast<std::uint64_t>(start) * small_bytes_;
    if (at >= small_sectors_.size() || start >= small_next_.size()) break;
    all += std::string_view(small_sectors_)
               .substr(at, std::min<std::uint64_t>(small_bytes_, most - all.size()));
    start = small_next_[start];
  }
  return all;
}

const CompoundFile::Entry* CompoundFile::find(std::string_view name) const {
  const std::string wanted = ascii_lower(name);
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.kind == kStream && equal_ignoring_case(entry.name, wanted);
  });
  return found == entries_.end() ? nullptr : &*found;
}

std::string CompoundFile::stream(std::string_view name, bool& whole) const {
  const Entry* entry = find(name);
  whole = false;
  if (entry == nullptr) return {};
  std::string all = entry->size < small_below_ ? small_chain(entry->start, entry->size)
                                               : chain(entry->start, entry->size);
  whole = all.size() == entry->size;
  return all;
}

}  // namespace tagtrail::host
