#include "fetch/public_suffix.hpp"

#include <libpsl.h>

#include <memory>

namespace tagtrail::host {
namespace {

struct FreeList {
  void operator()(psl_ctx_t* list) const { psl_free(list); }
};

/// The system's list where it is newer than the one that libpsl was built with.
const psl_ctx_t* list() {
  static const std::unique_ptr<psl_ctx_t, FreeList> latest(psl_latest(nullptr));
  return latest ? latest.get() : psl_builtin();
}

}  // namespace

bool is_public_suffix(const std::string& host) {
  constexpr int kListed = PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE;
  return list() != nullptr && psl_is_public_suffix2(list(), host.c_str(), kListed) == 1;
}

std::string registrable_domain(const std::string& host) {
  // Of a canonical URL: the last label of no name is a number, and of an IPv4 address it is.
  const std::string last = host.substr(host.rfind('.') + 1);
  const bool is_address =
      host.starts_with('[') || last.find_first_not_of("0123456789") == std::string::npos;
  if (is_address || list() == nullptr) return {};
  const char* domain = psl_registrable_domain(list(), host.c_str());
  return domain == nullptr ? std::string() : std::string(domain);
}

}  // namespace tagtrail::host
