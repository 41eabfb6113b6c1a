// Whether a list of wanted files can bring what somebody meant by it.
#pragma once

#include <filesystem>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Errors: invalid_argument, for what TargetSet::parse() refuses; an extension that nobody has
/// heard of, with what is like it, unless it is written with its dot; pages as files.
Expected<void> check_targets(const std::string& spec);

/// The same for a job that begins in `dir`. What the job that is there already was begun with was
/// accepted then: it goes on by the same words.
Expected<void> check_targets_of_new(const std::filesystem::path& dir, const std::string& spec);

}  // namespace tagtrail::host
