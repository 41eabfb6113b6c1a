#include "command_line/add_job_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "options/option.hpp"

namespace tagtrail::host {
namespace {

/// `What to fetch`: as CLI11 heads its groups of options.
std::string heading(std::string_view section) {
  std::string text(section);
  text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

void take(const Option& option, JobRequest& request, const std::string& text) {
  const auto set = set_option(option, request, text);
  if (set || request.fault) return;
  request.fault = Error{set.error().code, std::string(option.flag) + ": " + set.error().message};
}

void add(CLI::App& command, JobRequest& request, const Option& option, const std::string& group) {
  const std::string flag(option.flag);
  const std::string help = plain_help(option);
  if (option.kind == ValueKind::flag || option.kind == ValueKind::flag_off) {
    // CLI11 counts: -1 for `--flag=false`.
    const auto count = [&](std::int64_t n) { take(option, request, n > 0 ? "true" : "false"); };
    command.add_flag_function(flag, count, help)->group(group);
    return;
  }
  const auto set = [&](const std::string& text) { take(option, request, text); };
  auto* added = command.add_option_function<std::string>(flag, set, help);
  added->group(group)->type_name(std::string(option.value));
  const std::string shown = shown_default(option, request);
  if (!shown.empty() && shown != "none") added->default_str(shown);
}

}  // namespace

void add_job_options(CLI::App& command, JobRequest& request,
                     std::initializer_list<std::string_view> flags) {
  for (const Option& option : job_options()) {
    if (std::find(flags.begin(), flags.end(), option.flag) == flags.end()) continue;
    add(command, request, option, "Options");
  }
}

void add_job_options(CLI::App& command, JobRequest& request) {
  for (const Option& option : job_options()) {
    add(command, request, option, heading(option.section));
  }
}

}  // namespace tagtrail::host
