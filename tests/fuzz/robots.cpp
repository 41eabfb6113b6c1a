// robots.txt of any bytes, asked for a path of any bytes; and one rule of any bytes against what
// the standard says that it matches.
#include "fetch/robots.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

/// RFC 9309, 2.2.3, piece by piece, for a pattern and a path of letters that mean themselves.
bool matches(std::string_view pattern, std::string_view path) {
  const bool anchored = pattern.ends_with('$');
  if (anchored) pattern.remove_suffix(1);
  // By pattern byte: the lengths of the path that may have been matched so far.
  std::vector<bool> here(path.size() + 1, false);
  here[0] = true;
  for (const char c : pattern) {
    std::vector<bool> next(path.size() + 1, false);
    for (std::size_t at = 0; at <= path.size(); ++at) {
      if (c == '*') next[at] = here[at] || (at > 0 && next[at - 1]);
      if (c != '*' && at > 0) next[at] = here[at - 1] && path[at - 1] == c;
    }
    here = std::move(next);
  }
  return anchored ? here.back() : std::find(here.begin(), here.end(), true) != here.end();
}

/// Of few letters, so that much repeats.
std::string letters(std::string_view bytes, std::string_view alphabet) {
  std::string text = "/";
  for (const char c : bytes) text += alphabet[static_cast<unsigned char>(c) % alphabet.size()];
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto robots = tagtrail::host::Robots::parse(text, "tagtrail");
  robots.allows("/");
  robots.allows("/a/b?c=%41");
  robots.allows("/" + std::string(text.substr(0, 100)));
  const auto delay = robots.crawl_delay();
  if (delay && !(*delay >= 0)) std::abort();
  const std::string_view half = text.substr(0, text.size() / 2);
  const std::string pattern = letters(half.substr(0, 300), "aab*") + (size % 3 == 0 ? "$" : "");
  const std::string path = letters(text.substr(half.size()).substr(0, 300), "aab");
  const auto one = tagtrail::host::Robots::parse("User-agent: *\nDisallow: " + pattern, "tagtrail");
  if (one.allows(path) == matches(pattern, path)) std::abort();
  return 0;
}
