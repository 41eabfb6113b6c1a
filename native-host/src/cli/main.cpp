// The program `tagtrail`: one subcommand a file.
#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdlib>

#include "browser/find_extension.hpp"
#include "cli/commands.hpp"
#include "system/say.hpp"
#include "system/suggestion.hpp"

namespace {

using namespace tagtrail::host;

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

int run(int count, char** words) {
  CLI::App app("Finds the data files of a website while loading few pages.", "tagtrail");
  app.set_version_flag("--version", "tagtrail " TAGTRAIL_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  tagtrail harvest https://example.org/    find and fetch a site's data files\n"
      "  tagtrail batch sites.txt --out DIR       the same for many sites, two at once\n"
      "  tagtrail doctor               what is missing on this machine, and how to get it\n"
      "  tagtrail install              let the extension in your browsers start Tagtrail\n"
      "\n"
      "tagtrail COMMAND --help explains a command. Results go to standard output, progress to\n"
      "standard error. Exit codes: 0 done, 1 some of a batch failed, 2 wrong usage, 3 could not\n"
      "start, 4 stopped by a limit, 5 stopped by you, 6 refused by the site, 7 disk full,\n"
      "70 internal error.");

  CommandContext context{home_folder(), this_program()};
  add_demo(app, context);
  add_harvest(app, context);
  add_batch(app, context);
  add_login(app, context);
  add_import(app, context);
  add_generate(app, context);
  add_replay(app, context);
  add_lab(app, context);
  add_export(app, context);
  add_politeness(app, context);
  add_hosts(app, context);
  add_acts(app, context);
  add_names(app, context);
  add_verify(app, context);
  add_report(app, context);
  add_bench(app, context);
  add_links(app, context);
  add_install(app, context);
  add_uninstall(app, context);
  add_doctor(app, context);
  add_host(app, context);
  add_pump(app, context);
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& error) {
    if (count > 1 && words[1][0] != '-' && app.get_subcommands().empty()) {
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
  return context.exit_code;
}

}  // namespace

int main(int count, char** words) {
  // Output into a pipe that was closed is an error of write(), not the end of a job.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return run(count, words);
  } catch (const std::exception& error) {
    say(stderr, "tagtrail: internal error: {}\n", error.what());
    return exit_code::kInternal;
  }
}
