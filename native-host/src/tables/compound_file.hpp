// Compound files ([MS-CFB]): streams of bytes in one file, in sectors that tables chain.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::host {

/// Chains that are cut or run in circles end where that shows; no stream is longer than the file.
class CompoundFile {
 public:
  /// Borrowed. Other bytes, and damaged ones, have no streams, or fewer.
  explicit CompoundFile(std::string_view bytes);

  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// Of the first stream of that name (ASCII, whatever its case), wherever in the tree; `whole`:
  /// whether the chain is as long as the stream is said to be.
  std::string stream(std::string_view name, bool& whole) const;

 private:
  struct Entry {
    std::string name;
    std::uint8_t kind = 0;
    std::uint32_t start = 0;
    std::uint64_t size = 0;
  };

  std::string_view sector(std::uint32_t number) const;
  const Entry* find(std::string_view name) const;
  void read_allocation(std::uint32_t first_list, std::string_view head);
  void add_allocation(std::uint32_t number);
  void read_entries(std::string_view directory);
  /// At most `most` bytes.
  std::string chain(std::uint32_t start, std::uint64_t most) const;
  std::string small_chain(std::uint32_t start, std::uint64_t most) const;

  std::string_view bytes_;
  std::size_t sector_bytes_ = 0;
  std::size_t small_bytes_ = 0;
  std::uint64_t small_below_ = 0;  ///< shorter streams are in the small sectors
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> small_next_;
  std::string small_sectors_;
  std::vector<Entry> entries_;
};

}  // namespace tagtrail::host
