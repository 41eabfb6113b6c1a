// `tagtrail names`: how files would be called by a mask, before one harvests with it.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "command_line/report_failure.hpp"
#include "store/name_preview.hpp"
#include "system/terminal_text.hpp"

namespace tagtrail::host {
namespace {

struct NamesArguments {
  std::string job;
  std::string mask;
  bool json = false;
};

Expected<void> print(std::string_view words) {
  const std::string line = terminal_text(words);
  if (std::fwrite(line.data(), 1, line.size(), stdout) == line.size()) return {};
  return fail(ErrorCode::io, "standard output can't be written");
}

Expected<void> print_names(const NamesArguments& arguments) {
  auto mask = TRY(NameMask::parse(arguments.mask));
  return preview_names(arguments.job, std::move(mask), [&](const NamePreview& preview) {
    if (!arguments.json)
      return print(
          fmt::format("{}\t{}\n", terminal_line(preview.name), terminal_line(preview.url)));
    const nlohmann::ordered_json json = {
        {"url", preview.url}, {"path", preview.path}, {"name", preview.name}};
    return print(json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
                 "\n");
  });
}

int run(const NamesArguments& arguments) {
  auto printed = print_names(arguments);
  if (printed && std::fflush(stdout) != 0) {
    printed = fail(ErrorCode::io, "standard output can't be written");
  }
  return printed ? exit_code::kDone : report_failure(printed.error());
}

}  // namespace

void add_names(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("names", "show how a mask would name a job's files");
  auto arguments = std::make_shared<NamesArguments>();
  command->add_option("JOB", arguments->job, "job folder; the job may be running")->required();
  command->add_option("--name", arguments->mask, "mask, e.g. {host}/{date}/{name}")->required();
  command->add_flag("--json", arguments->json, "one JSON object per file");
  command->footer(
      "A line for each file: the name it would have, a tab, its URL. Nothing is renamed; harvest\n"
      "--name MASK names new files that way.\n"
      "Fields: {name} the readable name, {stem} and {ext} its parts, {host}, {path} the folders "
      "of\n"
      "the URL, {date} of the fetch, {digest} 16 digits of the SHA-256,\n"
      "{anchor} the words of the link. '/' makes folders.\n"
      "Example:\n"
      "  tagtrail names harvest-example.org --name '{host}/{path}/{name}'");
  command->callback([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace tagtrail::host
