// A ZIP file with stored entries, by libarchive.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "export/export_sink.hpp"

struct archive;

namespace tagtrail::host {

class ZipWriter {
 public:
  struct Entry {
    std::string path;
    std::uint64_t bytes = 0;
    std::string sha256;  ///< lower-case hex
  };

  /// `out` outlives it. Errors: internal.
  static Expected<std::unique_ptr<ZipWriter>> create(ExportSink out);
  ~ZipWriter();
  ZipWriter(const ZipWriter&) = delete;
  ZipWriter& operator=(const ZipWriter&) = delete;

  /// An entry of exactly `bytes`, that `fill` writes into the sink it gets. Errors: those of `fill`
  /// and `out`; invalid_data when it writes another number of bytes.
  Expected<void> add(const std::string& path, std::uint64_t bytes,
                     const std::function<Expected<void>(const ExportSink&)>& fill);
  Expected<void> add(const std::string& path, std::string_view text);
  Expected<void> finish();

  /// What was added, in its order.
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  explicit ZipWriter(ExportSink out) : out_(std::move(out)) {}
  tl::unexpected<Error> failure() const;

  ExportSink out_;
  archive* archive_ = nullptr;
  Expected<void> written_;  ///< of out_
  std::vector<Entry> entries_;
};

}  // namespace tagtrail::host
