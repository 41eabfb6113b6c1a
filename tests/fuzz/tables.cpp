// Any bytes are a table, or none, in whatever format their name claims: what is told keeps its
// limits and is valid UTF-8.
#include <array>
#include <cstdint>

#include "looks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  constexpr auto kNames =
      std::to_array<const char*>({"a.csv", "a.txt", "a.tsv", "a.json", "a.jsonl", "a.xlsx", "a.ods",
                                  "a.zip", "a.csv.gz", "a"});
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  tagtrail::host::look(bytes.substr(1), kNames.at(data[0] % kNames.size()));
  return 0;
}
