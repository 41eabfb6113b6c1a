#include "system/system_failure.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

namespace tagtrail::host {

tl::unexpected<Error> system_failure(int system_error, std::string_view what) {
  const bool full = system_error == ENOSPC || system_error == EDQUOT || system_error == EFBIG;
  return fail(full ? ErrorCode::disk_full : ErrorCode::io,
              fmt::format("{}: {}", what, std::generic_category().message(system_error)));
}

}  // namespace tagtrail::host
