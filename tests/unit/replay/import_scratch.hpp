// What tests of imports share: an import of what was written into a scratch folder.
#pragma once

#include <zlib.h>

#include "importers/import_source.hpp"
#include "replica_scratch.hpp"

namespace tagtrail::host::test {

inline const std::string kSite = "https://example.org/";

inline std::string gzipped(const std::string& bytes) {
  std::string out(compressBound(bytes.size()) + 64, '\0');
  z_stream stream{};
  BOOST_REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string in = bytes;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  BOOST_REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

struct Imported {
  SourceSummary summary;
  std::unique_ptr<Replica> replica;
};

inline Imported import(const Scratch& scratch, const std::string& name, bool with_files = false,
                       const std::string& start = "") {
  ImportRequest request;
  request.sources = {scratch / name};
  request.output = scratch / "out.replica";
  request.with_files = with_files;
  request.start = start;
  Imported imported;
  imported.summary = must(import_source(request, [](std::string_view, std::size_t) {}));
  imported.replica = must(Replica::open(request.output));
  return imported;
}

}  // namespace tagtrail::host::test
