// Preloaded into a program (LD_PRELOAD): notes each document that libgumbo parses, by its size in
// bytes and a line of its own, in the file that TAGTRAIL_PARSED names.
#include <dlfcn.h>
#include <gumbo.h>

#include <cstdlib>
#include <fstream>

extern "C" GumboOutput* gumbo_parse_with_options(const GumboOptions* options, const char* text,
                                                 std::size_t size) {
  static const auto real =
      reinterpret_cast<GumboOutput* (*)(const GumboOptions*, const char*, std::size_t)>(
          dlsym(RTLD_NEXT, "gumbo_parse_with_options"));
  const char* notes = std::getenv("TAGTRAIL_PARSED");
  if (notes != nullptr) std::ofstream(notes, std::ios::app) << size << '\n';
  return real(options, text, size);
}
