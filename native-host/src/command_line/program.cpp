#include "command_line/program.hpp"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <span>

#include "command_line/describe.hpp"
#include "system/built_files.hpp"
#include "system/say.hpp"
#include "system/suggestion.hpp"

namespace tagtrail::host {
namespace {

std::filesystem::path home_folder() {
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') return home;
  const passwd* entry = ::getpwuid(::geteuid());
  return entry != nullptr ? entry->pw_dir : "/";
}

std::string meant_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  const std::string meant = did_you_mean(word, names);
  return meant.empty() ? ";" : meant;
}

/// Words that no option takes. Behind an unknown option its value stands among them.
int report_extras(const CLI::App& app, const CLI::ExtrasError& error) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  std::vector<std::string> known;
  for (const CLI::Option* option : command->get_options()) {
    for (const auto& name : option->get_lnames()) known.push_back("--" + name);
  }
  bool told = false;
  for (const std::string& word : command->remaining()) {
    if (!word.starts_with('-')) continue;
    const std::string name = word.substr(0, word.find('='));
    say(stderr, "tagtrail: {} has no option {}{}\n", command->get_name(), name,
        did_you_mean(name, known));
    told = true;
  }
  if (!told) say(stderr, "tagtrail: {}\n", error.what());
  say(stderr, "tagtrail: 'tagtrail {} --help' explains the options\n", command->get_name());
  return exit_code::kWrongUsage;
}

/// Says what is wrong with a command line; `words` are those of the program.
int report_usage(CLI::App& app, const CLI::ParseError& error, std::span<char* const> words) {
  if (words.size() > 1 && words[1][0] != '-' && app.get_subcommands().empty()) {
    say(stderr, "tagtrail: unknown command '{}'{} tagtrail --help lists all\n", words[1],
        meant_command(app, words[1]));
    return exit_code::kWrongUsage;
  }
  if (const auto* extras = dynamic_cast<const CLI::ExtrasError*>(&error)) {
    return report_extras(app, *extras);
  }
  // Help and version end the parse too, with success.
  return app.exit(error) == 0 ? exit_code::kDone : exit_code::kWrongUsage;
}

/// Who reads JSON gets the error so, too.
void report_usage_as_json(const CLI::ParseError& error) {
  const auto code = to_string(ErrorCode::invalid_argument);
  const nlohmann::ordered_json json = {{"exit", exit_code::kWrongUsage},
                                       {"stopped_by", code},
                                       {"error", {{"code", code}, {"message", error.what()}}}};
  say(stdout, "{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

std::string version_line(const Program& program) {
  std::string line = "tagtrail " TAGTRAIL_VERSION;
  if (!program.commit.empty()) line += fmt::format(" ({})", program.commit);
  return line;
}

/// For packagers only, so that help stays short for people.
void add_describe(CLI::App& app) {
  CLI::App* command = app.add_subcommand("describe", "Prints all commands and options as JSON");
  command->group("");
  command->callback([&app] { say(stdout, "{}\n", describe(app).dump(1)); });
}

int parse_and_run(const Program& program, int count, char** words) {
  CLI::App app(program.description, program.name);
  app.set_version_flag("--version", version_line(program));
  app.require_subcommand(1);
  app.footer(program.footer);
  CommandContext context{home_folder(), this_program()};
  for (const auto add : program.commands) add(app, context);
  add_describe(app);
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& error) {
    const std::span all(words, static_cast<std::size_t>(count));
    const int code = report_usage(app, error, all);
    const bool wants_json =
        std::find(all.begin(), all.end(), std::string_view("--json")) != all.end();
    if (code != exit_code::kDone && wants_json) report_usage_as_json(error);
    return code;
  }
  return context.exit_code;
}

}  // namespace

int run_program(const Program& program, int count, char** words) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return parse_and_run(program, count, words);
  } catch (const std::exception& error) {
    say(stderr, "tagtrail: internal error: {}\n", error.what());
    return exit_code::kInternal;
  }
}

}  // namespace tagtrail::host
