// WARC records and the HTTP answers in them, from whatever bytes.
#include <cstddef>
#include <cstdint>

#include "importers/http_message.hpp"
#include "importers/python_headers.hpp"
#include "importers/warc_reader.hpp"

using namespace tagtrail::host;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  BodyWish wish;
  wish.keep_files = true;
  wish.max_bytes = 1 << 20;
  MemorySource source(bytes);
  WarcReader reader(source);
  for (auto record = reader.next(1 << 16); record && *record; record = reader.next(1 << 16)) {
    (void)parse_http_answer((*record)->block, (*record)->block_bytes, "https://example.org/", wish);
  }
  (void)parse_http_answer(bytes, bytes.size(), "https://example.org/", wish);
  (void)parse_python_headers(bytes);
  return 0;
}
