// Words for whoever is listening.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace tagtrail::host {

/// As fmt::print, but nobody has to be there: a terminal that was closed, or a pipe that nobody
/// reads any more, is no reason to end a job.
template <typename... Values>
void say(std::FILE* to, fmt::format_string<Values...> words, Values&&... values) {
  const std::string text = fmt::format(words, std::forward<Values>(values)...);
  (void)std::fwrite(text.data(), 1, text.size(), to);
}

}  // namespace tagtrail::host
