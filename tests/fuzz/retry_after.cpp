// Retry-After is a span of time that is not negative, or nothing.
#include <cstdlib>

#include "fetch/http_date.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto wait = tagtrail::host::parse_retry_after(
      std::string_view(reinterpret_cast<const char*>(data), size), 1'700'000'000);
  if (wait && wait->count() < 0) std::abort();
  return 0;
}
