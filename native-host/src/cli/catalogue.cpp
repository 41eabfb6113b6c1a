// `tagtrail catalogue`: what the catalogue of a portal has, before anything of it is fetched.
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>

#include "browser/temporary_folder.hpp"
#include "cli/commands.hpp"
#include "cli/job_words.hpp"
#include "command_line/add_job_options.hpp"
#include "command_line/report_failure.hpp"
#include "fetch/robots_memory.hpp"
#include "job/asked_job.hpp"
#include "job/catalogue_options.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

/// Values of one condition that people are shown.
constexpr std::size_t kShownValues = 15;

struct CatalogueArguments {
  std::string url;
  JobRequest request;
  std::array<std::string, kConditionNames.size()> conditions;
  bool json = false;
};

Expected<CatalogueFilter> filter_of(const CatalogueArguments& arguments) {
  CatalogueFilter filter;
  for (std::size_t i = 0; i < arguments.conditions.size(); ++i) {
    if (arguments.conditions.at(i).empty()) continue;
    const auto set = set_condition(filter, static_cast<Condition>(i), arguments.conditions.at(i));
    if (set) continue;
    return fail(set.error().code,
                fmt::format("--{}: {}", kConditionNames.at(i), set.error().message));
  }
  return filter;
}

Expected<CatalogueView> look(const CatalogueArguments& arguments, const std::string& url,
                             const CatalogueFilter& filter) {
  auto job = TRY(asked_job(arguments.request, url));
  if (const char* file = std::getenv(kRobotsVariable)) job.options.robots_memory = file;
  const auto folder = TRY(TemporaryFolder::create(temporary_place(), "catalogue"));
  const auto look =
      TRY(CatalogueLook::create(TRY(catalogue_look_options(job.options, folder.path()))));
  return look->look(TRY(look->find(url)), filter);
}

/// As a shell takes it for one word.
std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word.append(c == '\'' ? "'\\''" : std::string(1, c));
  return word + "'";
}

/// `2,153 data sets, 7,027 files`
std::string numbers_text(const CatalogueView& view) {
  std::string text = view.sets ? counted(*view.sets, "data set") : "data sets: it tells no number";
  if (view.files) text += ", " + counted(*view.files, "file");
  return text;
}

void print_choices(const CatalogueChoices& choices) {
  say(stdout, "\n{}\n", kConditionNames.at(static_cast<std::size_t>(choices.by)));
  const std::size_t shown = std::min(choices.values.size(), kShownValues);
  for (std::size_t i = 0; i < shown; ++i) {
    const CatalogueChoiceValue& value = choices.values[i];
    const std::string more = value.title == value.value ? "" : "  " + value.title;
    say(stdout, "  {:>8}  {}{}\n", grouped(value.count), value.value, more);
  }
  if (choices.values.size() == shown && !choices.cut) return;
  say(stdout, "  and {}{} more: --json lists {}\n", choices.cut ? "over " : "",
      grouped(choices.values.size() - shown), choices.cut ? "those with most data sets" : "all");
}

void print_text(const CatalogueView& view, const std::string& url) {
  const CatalogueKind& kind = *view.site.kind;
  say(stdout, "{} at {}/\n{}{}\n", kind.name, view.site.base, numbers_text(view),
      view.filter.empty() ? "" : " with " + to_text(view.filter));
  if (view.filter.empty()) {
    for (const CatalogueChoices& choices : view.choices) print_choices(choices);
  }
  std::string names;
  for (const CatalogueCondition& condition : kind.conditions) {
    names.append(" --").append(kConditionNames.at(static_cast<std::size_t>(condition.by)));
  }
  say(stdout, "\n");
  if (view.filter.empty() && !names.empty()) say(stdout, "narrow it by:{}\n", names);
  say(stdout, "harvest it by: tagtrail harvest {} {}\n", shell_word(url),
      view.filter.empty() ? "--catalogues only"
                          : "--catalogue-filter " + shell_word(to_text(view.filter)));
}

int run(const CatalogueArguments& arguments) {
  const auto url = url_as_written(arguments.url);
  if (!url) return report_failure(url.error());
  const auto filter = filter_of(arguments);
  if (!filter) return report_failure(filter.error());
  const auto view = look(arguments, *url, *filter);
  if (!view) return report_failure(view.error());
  if (arguments.json) {
    say(stdout, "{}\n", catalogue_view_json(*view).dump(2));
  } else {
    print_text(*view, *url);
  }
  return exit_code::kDone;
}

}  // namespace

void add_catalogue(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("catalogue", "show what the catalogue of a portal has");
  auto arguments = std::make_shared<CatalogueArguments>();
  command->add_option("URL", arguments->url, "a page of the portal")->required();
  constexpr std::array<const char*, kConditionNames.size()> kHelp{
      "data sets of this organisation alone, by the name that this command shows first",
      "data sets of this group or theme alone", "data sets with files of this format alone",
      "changed on this day (2026-01-31) or later", "changed on this day or earlier"};
  for (std::size_t i = 0; i < kConditionNames.size(); ++i) {
    const std::string flag = "--" + std::string(kConditionNames.at(i));
    command
        ->add_option(i == 0 ? flag + ",--organization" : flag, arguments->conditions.at(i),
                     kHelp.at(i))
        ->type_name(i < 3 ? "NAME" : "DATE");
  }
  command->add_flag("--json", arguments->json, "one JSON object");
  add_job_options(*command, arguments->request,
                  {"--delay", "--contact", "--user-agent", "--ignore-robots", "--allow-private",
                   "--proxy", "--ca-file"});
  command->footer(
      "Examples:\n"
      "  tagtrail catalogue https://data.example.org/\n"
      "  tagtrail catalogue data.example.org --organisation health --format CSV\n"
      "\n"
      "Loads that page, and asks the catalogue whose signs it shows (CKAN, Opendatasoft,\n"
      "data.json and others) for its numbers: one request to three, by robots.txt and with\n"
      "pauses. Nothing is kept. The last line it prints harvests what was shown:\n"
      "  tagtrail harvest https://data.example.org/ --catalogue-filter organisation=health");
  command->callback([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace tagtrail::host
