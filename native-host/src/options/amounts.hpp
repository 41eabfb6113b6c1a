// Times, sizes and shares as people write them.
#pragma once

#include <cstdint>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// `90`, `90s`, `15m`, `2h`, `500ms` in milliseconds. Errors: invalid_argument, with an example.
Expected<std::uint64_t> parse_duration_ms(const std::string& text);
/// `10`, `10kB`, `2MiB`, `1.5GB` in bytes. Errors: invalid_argument, with an example.
Expected<std::uint64_t> parse_size(const std::string& text);
/// `95%`, `95` or `0.95` as 0.95. Errors: invalid_argument (nothing over 0 and up to 1).
Expected<double> parse_share(std::string text);

}  // namespace tagtrail::host
