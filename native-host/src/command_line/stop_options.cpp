#include "command_line/stop_options.hpp"

#include <charconv>
#include <optional>

namespace tagtrail::host {
namespace {

/// `95%`, `95` or `0.95` as 0.95; nothing for what is no share.
std::optional<double> parse_share(std::string text) {
  const bool per_cent = !text.empty() && text.back() == '%';
  if (per_cent) text.pop_back();
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (rest != end || error != std::errc{}) return std::nullopt;
  if (per_cent || value > 1) value /= 100;
  if (!(value > 0) || value > 1) return std::nullopt;
  return value;
}

void add_share(CLI::App& command, const char* name, double& share, const char* help) {
  command
      .add_option_function<std::string>(
          name,
          [name, &share](const std::string& text) {
            const auto value = parse_share(text);
            if (!value) {
              throw CLI::ValidationError(name, "'" + text + "' is no share; write for example 95%");
            }
            share = *value;
          },
          help)
      ->type_name("SHARE");
}

}  // namespace

void add_stop_options(CLI::App& command, StopAt& stop) {
  add_share(command, "--stop-at", stop.share,
            "stop when that share of the files within reach has probably been found, e.g. 95%");
  add_share(command, "--stop-confidence", stop.confidence,
            "how sure --stop-at has to be; 80% unless told otherwise");
}

}  // namespace tagtrail::host
