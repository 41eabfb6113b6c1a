#include "command_line/report_failure.hpp"

#include <cstdio>

#include "system/exit_code.hpp"
#include "system/say.hpp"

namespace tagtrail::host {

int report_failure(const Error& error) {
  say(stderr, "tagtrail: {}\n", error.message);
  return exit_code_of(error.code);
}

}  // namespace tagtrail::host
