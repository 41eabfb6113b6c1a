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

}  // namespace tagtrail::host
