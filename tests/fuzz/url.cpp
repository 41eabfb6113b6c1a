// URLs: a key is canonical, and all that takes keys apart takes anything.
#include "tagtrail/url.hpp"

#include <cstdlib>

#include "tagtrail/mime.hpp"
#include "tagtrail/scope.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t line = text.find('\n');
  const std::string_view base =
      line == std::string_view::npos ? std::string_view{} : text.substr(0, line);
  const auto key =
      tagtrail::canonical_url(text.substr(line == std::string_view::npos ? 0 : line + 1), base);
  if (key) {
    const auto again = tagtrail::canonical_url(*key);
    const tagtrail::UrlParts parts = tagtrail::split_url(*key);
    if (!again || *again != *key || parts.host.empty() || !parts.path.starts_with('/'))
      std::abort();
    if (key->find_first_of("#\r\n\t ") != std::string::npos) std::abort();
  }
  tagtrail::url_extension(text);
  tagtrail::percent_decode(text);
  tagtrail::mime_essence(text);
  for (const char* kind : {"host", "site", "prefix"}) {
    const auto scope = tagtrail::Scope::parse(kind, "http://example.org/a/");
    if (!scope) std::abort();
    scope->contains(text);
  }
  return 0;
}
