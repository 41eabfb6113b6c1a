// Preloaded into a program (LD_PRELOAD): a name server that never answers, for names below `.slow`.
#include <dlfcn.h>
#include <netdb.h>
#include <unistd.h>

#include <string_view>

extern "C" int getaddrinfo(const char* node, const char* service, const addrinfo* hints,
                           addrinfo** result) {
  static const auto real =
      reinterpret_cast<int (*)(const char*, const char*, const addrinfo*, addrinfo**)>(
          dlsym(RTLD_NEXT, "getaddrinfo"));
  while (node != nullptr && std::string_view(node).ends_with(".slow")) pause();
  return real(node, service, hints, result);
}
