// robots.txt of any bytes, asked for a path of any bytes.
#include "fetch/robots.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto robots = tagtrail::host::Robots::parse(text, "tagtrail");
  robots.allows("/");
  robots.allows("/a/b?c=%41");
  robots.allows("/" + std::string(text.substr(0, 100)));
  const auto delay = robots.crawl_delay();
  if (delay && !(*delay >= 0)) std::abort();
  return 0;
}
