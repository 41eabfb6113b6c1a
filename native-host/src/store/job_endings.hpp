// Why a run of a job ended, in words.
#pragma once

#include <string_view>

namespace tagtrail::host {

/// Why a job ended, by the name of the reason: `no links left to follow`. Empty for errors.
std::string_view ending_text(std::string_view reason);

}  // namespace tagtrail::host
