#include "command_line/failure.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "command_line/program.hpp"
#include "system/say.hpp"

namespace tagtrail::host {

int exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
    case ErrorCode::invalid_url:
      return exit_code::kWrongUsage;
    case ErrorCode::refused:
      return exit_code::kRefused;
    case ErrorCode::disk_full:
      return exit_code::kDiskFull;
    case ErrorCode::unknown_command:
    case ErrorCode::internal:
      return exit_code::kInternal;
    case ErrorCode::invalid_data:
    case ErrorCode::too_large:
    case ErrorCode::wrong_version:
    case ErrorCode::missing_dependency:
    case ErrorCode::busy:
    case ErrorCode::not_found:
    case ErrorCode::network:
    case ErrorCode::io:
    case ErrorCode::disconnected:
      return exit_code::kCouldNotStart;
  }
  return exit_code::kInternal;
}

int report_failure(const Error& error) {
  say(stderr, "tagtrail: {}\n", error.message);
  return exit_code_of(error.code);
}

}  // namespace tagtrail::host
