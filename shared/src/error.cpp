#include "tagtrail/error.hpp"

namespace tagtrail {

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return "invalid_argument";
    case ErrorCode::invalid_url:
      return "invalid_url";
    case ErrorCode::invalid_data:
      return "invalid_data";
    case ErrorCode::too_large:
      return "too_large";
    case ErrorCode::unknown_command:
      return "unknown_command";
    case ErrorCode::wrong_version:
      return "wrong_version";
    case ErrorCode::missing_dependency:
      return "missing_dependency";
    case ErrorCode::busy:
      return "busy";
    case ErrorCode::not_found:
      return "not_found";
    case ErrorCode::refused:
      return "refused";
    case ErrorCode::network:
      return "network";
    case ErrorCode::disk_full:
      return "disk_full";
    case ErrorCode::io:
      return "io";
    case ErrorCode::disconnected:
      return "disconnected";
    case ErrorCode::internal:
      return "internal";
  }
  return "internal";
}

}  // namespace tagtrail
