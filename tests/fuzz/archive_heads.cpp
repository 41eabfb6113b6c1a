// Heads of requests and answers as they are archived: never a secret, always one head.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "archive/http_heads.hpp"
#include "tagtrail/text.hpp"

namespace {

using namespace tagtrail::host;

void check(const std::string& head, std::initializer_list<const char*> secrets) {
  if (head == "\r\n") return;  // of nothing
  if (!head.ends_with("\r\n\r\n") || head.find("\r\n\r\n") != head.size() - 4) std::abort();
  const std::string lower = tagtrail::ascii_lower(head);
  for (const char* secret : secrets) {
    if (lower.find(std::string("\r\n") + secret + ":") != std::string::npos) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto line = text.substr(0, text.find('\n'));
  check(archived_request_head(text).text, {"cookie", "authorization", "proxy-authorization"});
  check(archived_response_head(text, {size, size % 2 == 0}).text, {"set-cookie", "set-cookie2"});
  RebuiltHead head(200);
  head.add("X-Test", text);
  head.add(line, text);
  if (head.finish().find('\0') != std::string::npos && text.find('\0') == std::string::npos) {
    std::abort();
  }
  return 0;
}
