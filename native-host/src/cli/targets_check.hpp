// Whether `--targets` can bring what somebody meant by it.
#pragma once

#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// For new crawls: what is stored of an old one was accepted then. Errors: invalid_argument, for
/// what TargetSet::parse() refuses; an extension that nobody has heard of, with what is like it,
/// unless it is written with its dot; pages as files.
Expected<void> check_targets(const std::string& spec);

}  // namespace tagtrail::host
