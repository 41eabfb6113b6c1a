#include "system/exit_code.hpp"

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

}  // namespace tagtrail::host
