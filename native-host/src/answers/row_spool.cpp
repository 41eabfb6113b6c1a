#include "answers/row_spool.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "answers/cell_values.hpp"
#include "system/posix_file.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kInMemory = 8 << 20;

/// Before each row; behind it the sizes of the cells, then the cells. Nobody else reads it.
struct RowHead {
  std::uint64_t bytes = 0;  ///< of sizes and cells
  std::uint64_t number = 0;
  std::uint32_t table = 0;
  std::uint32_t cells = 0;
};

template <typename Value>
void append(std::string& to, const Value& value) {
  const std::size_t at = to.size();
  to.resize(at + sizeof(value));
  std::memcpy(to.data() + at, &value, sizeof(value));
}

}  // namespace

std::uint32_t RowSpool::begin_table() {
  tables_.emplace_back();
  return static_cast<std::uint32_t>(tables_.size() - 1);
}

bool RowSpool::take_row(std::uint32_t table, std::uint64_t number, const RowView& cells) {
  RowHead head{0, number, table, static_cast<std::uint32_t>(cells.size())};
  auto& long_codes = tables_[table].long_codes;
  if (long_codes.size() < cells.size()) long_codes.resize(cells.size());
  for (std::size_t at = 0; at < cells.size(); ++at) {
    head.bytes += sizeof(std::uint32_t) + cells[at].size();
    if (is_long_code(cells[at])) long_codes[at] = true;
  }
  append(waiting_, head);
  for (const auto& cell : cells) append(waiting_, static_cast<std::uint32_t>(cell.size()));
  for (const auto& cell : cells) waiting_ += cell;
  if (waiting_.size() > kInMemory && written_) written_ = flush();
  return written_.has_value() && go_on_();
}

void RowSpool::set_aside(std::uint32_t table, std::uint64_t number) {
  tables_[table].aside.push_back(number);
}

bool RowSpool::has_long_codes(std::uint32_t table, std::size_t column) const {
  const auto& long_codes = tables_[table].long_codes;
  return column < long_codes.size() && long_codes[column];
}

Expected<void> RowSpool::open_file() {
  const std::filesystem::path folder = folder_.empty() ? "." : folder_;
  file_ = Descriptor(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file_) return {};
  // Not all file systems have files without names.
  std::string name = (folder / ".tagtrail-rows.XXXXXX").string();
  file_ = Descriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (!file_) return system_failure(errno, folder.string());
  (void)::unlink(name.c_str());
  return {};
}

Expected<void> RowSpool::flush() {
  if (!file_) TRY(open_file());
  auto written = write_all(file_.get(), waiting_, folder_ / "rows of a table");
  waiting_.clear();
  return written;
}

Expected<std::size_t> RowSpool::take_from(
    std::string_view bytes, const std::function<Expected<void>(const SpooledRow&)>& take) {
  std::size_t at = 0;
  SpooledRow row;
  while (bytes.size() - at >= sizeof(RowHead)) {
    RowHead head;
    std::memcpy(&head, bytes.data() + at, sizeof(head));
    if (bytes.size() - at - sizeof(head) < head.bytes) break;
    at += sizeof(head);
    const char* sizes = bytes.data() + at;
    const char* cells = sizes + head.cells * sizeof(std::uint32_t);
    row.cells.clear();
    for (std::uint32_t cell = 0; cell < head.cells; ++cell) {
      std::uint32_t size = 0;
      std::memcpy(&size, sizes + cell * sizeof(size), sizeof(size));
      row.cells.emplace_back(cells, size);
      cells += size;
    }
    at += head.bytes;
    row.table = head.table;
    row.number = head.number;
    const auto& aside = tables_[head.table].aside;
    row.is_data = std::find(aside.begin(), aside.end(), head.number) == aside.end();
    TRY(take(row));
  }
  return at;
}

Expected<void> RowSpool::each_row(const std::function<Expected<void>(const SpooledRow&)>& take) {
  if (!written_) return written_;
  if (file_) {
    TRY(flush());
    if (::lseek(file_.get(), 0, SEEK_SET) != 0) return system_failure(errno, folder_.string());
    std::string left;
    TRY(host::each_piece(file_, folder_, [&](std::string_view piece) -> Expected<void> {
      left += piece;
      // A row may be longer than a piece.
      left.erase(0, TRY(take_from(left, take)));
      return {};
    }));
    return {};
  }
  TRY(take_from(waiting_, take));
  return {};
}

}  // namespace tagtrail::host
