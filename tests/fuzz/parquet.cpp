// Any bytes are the footer of a Parquet file.
#include <string>

#include "looks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes = "PAR1" + std::string(reinterpret_cast<const char*>(data), size);
  for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(size >> shift);
  tagtrail::host::look(bytes + "PAR1", "a.parquet");
  return 0;
}
