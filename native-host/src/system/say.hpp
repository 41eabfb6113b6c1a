// Words for whoever is listening.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

#include "system/terminal_text.hpp"

namespace tagtrail::host {

/// As fmt::print, but nothing in the words acts on a terminal (terminal_text()), whoever wrote it,
/// and nobody has to be there: a terminal that was closed, or a pipe that nobody reads any more, is
/// no reason to end a job.
template <typename... Values>
void say(std::FILE* to, fmt::format_string<Values...> words, Values&&... values) {
  const std::string text = terminal_text(fmt::format(words, std::forward<Values>(values)...));
  (void)std::fwrite(text.data(), 1, text.size(), to);
}

/// Writes the words over the line in which a terminal stands; none clear it.
template <typename... Values>
void say_over(std::FILE* to, fmt::format_string<Values...> words, Values&&... values) {
  const std::string text =
      "\r\033[K" + terminal_line(fmt::format(words, std::forward<Values>(values)...));
  (void)std::fwrite(text.data(), 1, text.size(), to);
  (void)std::fflush(to);
}

}  // namespace tagtrail::host
