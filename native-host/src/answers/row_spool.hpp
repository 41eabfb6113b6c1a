// The rows of one file, kept until it is known which tables they belong to and what types these
// have.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "system/descriptor.hpp"
#include "tables/table_rows.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Up to 8 MiB in memory, what is more in a file without a name. Of use once:
///
///   RowSpool spool(folder, go_on);
///   const auto look = look_into(file, name, bounds, spool);
///   spool.each_row([&](table, is_data, number, cells) { ... });   // by look.tables[i].told_as
class RowSpool final : public TakeRows {
 public:
  /// `folder`: where the file without a name is made. `go_on` is asked at every row.
  RowSpool(std::filesystem::path folder, std::function<bool()> go_on)
      : folder_(std::move(folder)), go_on_(std::move(go_on)) {}

  std::uint32_t begin_table() override;
  bool take_row(std::uint32_t table, std::uint64_t number, const RowView& cells) override;
  void set_aside(std::uint32_t table, std::uint64_t number) override;

  /// Whether a cell in that column of a table is a code too long for a number.
  bool has_long_codes(std::uint32_t table, std::size_t column) const;

  struct SpooledRow {
    std::uint32_t table = 0;
    std::uint64_t number = 0;
    bool is_data = true;  ///< false: it was set aside
    RowView cells;        ///< until the callback returns
  };
  /// All in the order in which they were told. Errors: those of `take`; io, disk_full, also of what
  /// went wrong while they were told.
  Expected<void> each_row(const std::function<Expected<void>(const SpooledRow&)>& take);

 private:
  struct Table {
    std::vector<std::uint64_t> aside;
    std::vector<bool> long_codes;  ///< by column
  };

  Expected<void> flush();
  Expected<void> open_file();
  /// Takes whole rows off the front; what is left is the beginning of one.
  Expected<std::size_t> take_from(std::string_view bytes,
                                  const std::function<Expected<void>(const SpooledRow&)>& take);

  std::filesystem::path folder_;
  std::function<bool()> go_on_;
  std::vector<Table> tables_;
  std::string waiting_;
  Descriptor file_;
  Expected<void> written_;
};

}  // namespace tagtrail::host
