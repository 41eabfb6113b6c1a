// `tagtrail generate`: makes a replica of a site that never was: like those of the paper, or made
// from templates.
#include "generated/generate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "command_line/report_failure.hpp"
#include "commands/commands.hpp"
#include "store/own_files.hpp"
#include "system/say.hpp"
#include "templates/family.hpp"
#include "templates/generate_site.hpp"
#include "templates/web/web_training.hpp"
#include "training/write_model.hpp"

namespace tagtrail::host {
namespace {

using generated::Figure;
using generated::GenerateOptions;
using generated::Measures;
using generated::Profile;

constexpr unsigned kSessions = 4;

struct GenerateArguments {
  GenerateOptions options;
  std::string family;
  templates::WebOptions web;
  std::string ache_model;
  std::string output;
  std::vector<std::string> with;
  unsigned calendar_months = 600;
  bool traps = false;
  bool list = false;
};

/// Published figures carry a star.
std::string shown(const Figure& figure, int decimals) {
  return fmt::format("{:.{}f}{}", figure.value, decimals,
                     figure.from == generated::Provenance::published ? "*" : " ");
}

void print_profiles() {
  say(stdout,
      "{:<4} {:<30} {:<5} {:>10} {:>8} {:>8} {:>7} {:>7} {:>8} {:>8} {:>7} {:>7} {:>9} {}\n",
      "name", "like", "crawl", "available", "pages", "targets", "others", "links", "size MB", "+-",
      "depth", "+-", "redirects", "languages");
  for (const Profile& p : generated::profiles()) {
    say(stdout,
        "{:<4} {:<30} {:<5} {:>10} {:>8} {:>8} {:>7} {:>7} {:>8} {:>8} {:>7} {:>7} {:>9} {}\n",
        p.name, p.site, p.fully_crawled ? "all" : "part", shown(p.available, 0), shown(p.pages, 0),
        shown(p.targets, 0), shown(p.neither_or_dead, 0), shown(p.linking_share, 4),
        shown(p.size_mean_mb, 2), shown(p.size_sd_mb, 2), shown(p.depth_mean, 2),
        shown(p.depth_sd, 2), shown(p.redirect_share, 3), p.style.languages);
  }
  say(stdout,
      "* published; all other figures are assumed. crawl: all of the site, or the part of it that "
      "the\npaper's crawl saw. available: URLs that answer without an error. others: neither pages "
      "nor targets.\nlinks: share of pages that link to targets.\n");
}

void print_families() {
  say(stdout, "\nfamilies of sites made from templates (--family); all of it is assumed:\n");
  for (const auto& family : templates::families()) {
    say(stdout, "{:<6} {}\n", family.name, family.summary);
  }
}

Expected<void> choose_traps(GenerateArguments& arguments) {
  auto& traps = arguments.options.traps;
  if (arguments.traps) arguments.with = {"calendar", "sessions", "sort-orders"};
  for (const std::string& trap : arguments.with) {
    if (trap == "calendar") {
      traps.calendar_months = arguments.calendar_months;
    } else if (trap == "sessions") {
      traps.sessions = kSessions;
    } else if (trap == "sort-orders") {
      traps.sort_orders = true;
    } else {
      return fail(ErrorCode::invalid_argument,
                  "no trap " + trap + "; there are calendar, sessions and sort-orders");
    }
  }
  return {};
}

void print_summary(const GenerateArguments& arguments, const Measures& is, const Profile& wanted) {
  const double scale = static_cast<double>(is.pages) / wanted.pages.value;
  say(stdout,
      "{}: {} pages, {} targets ({:.0f}), {} others ({:.0f}; {} dead), {} redirects, {} traps; "
      "pages linking to targets {:.4f} ({:.4f}), size {:.2f} +- {:.2f} MB ({:.2f} +- {:.2f}), "
      "depth {:.2f} +- {:.2f} ({:.2f} +- {:.2f}), {:.1f} kB a page (in brackets: profile {})\n",
      arguments.output, is.pages, is.targets, wanted.targets.value * scale, is.neither + is.dead,
      wanted.neither_or_dead.value * scale, is.dead, is.redirects, is.traps, is.linking_share,
      wanted.linking_share.value, is.size_mean_mb, is.size_sd_mb, wanted.size_mean_mb.value,
      wanted.size_sd_mb.value, is.depth_mean, is.depth_sd, wanted.depth_mean.value,
      wanted.depth_sd.value, is.page_kb, wanted.name);
}

/// How far it is: one line that changes, or for a pipe or a log a line now and then.
class UrlCount {
 public:
  void show(std::uint64_t done, std::uint64_t all) {
    if (is_terminal_) {
      say_over(stderr, "{} of {} URLs", done, all);
    } else if (done >= next_ || done >= all) {
      next_ = done + std::max<std::uint64_t>(all / 10, 1);
      say(stderr, "{} of {} URLs\n", done, all);
    }
  }
  void clear() const {
    if (is_terminal_) say_over(stderr, "");
  }

 private:
  bool is_terminal_ = isatty(STDERR_FILENO) != 0;
  std::uint64_t next_ = 0;
};

int run_profile(const GenerateArguments& arguments) {
  const auto profile = generated::find_profile(arguments.options.profile);
  if (!profile) return report_failure(profile.error());
  UrlCount count;
  const auto measures = generated::generate(
      arguments.options, [&](std::uint64_t done, std::uint64_t all) { count.show(done, all); });
  count.clear();
  if (!measures) return report_failure(measures.error());
  print_summary(arguments, *measures, *profile);
  return 0;
}

int train_for_web(const GenerateArguments& arguments, std::uint32_t texts) {
  const auto training = templates::train_on_web(arguments.web, texts, arguments.options.seed);
  if (!training) return report_failure(training.error());
  if (auto written = write_ache_model(training->model, arguments.ache_model); !written) {
    return report_failure(written.error());
  }
  say(stdout,
      "{}: learnt from the web of the next seed; in cross-validation {:.1f} % of the pages, {:.1f} "
      "% of the search forms, {:.1f} % of the topic's and {:.1f} % of the links' distances were "
      "right\n",
      arguments.ache_model, 100 * training->pages->check.accuracy(),
      100 * training->forms->check.accuracy(), 100 * training->domain_forms->check.accuracy(),
      100 * training->links->check.accuracy());
  return 0;
}

int run_family(const GenerateArguments& arguments) {
  constexpr std::uint64_t kPages = 10'000;
  const GenerateOptions& options = arguments.options;
  const templates::SiteOptions site{arguments.family, options.pages > 0 ? options.pages : kPages,
                                    options.seed, arguments.web, options.output};
  UrlCount count;
  const auto measures = templates::generate_site(
      site, [&](std::uint64_t done, std::uint64_t all) { count.show(done, all); });
  count.clear();
  if (!measures) return report_failure(measures.error());
  say(stdout, "{}: {} URLs: {} pages of {:.1f} kB with {} texts, {} feeds, {} redirects, {} dead\n",
      arguments.output, measures->urls, measures->pages, measures->page_kb, measures->texts,
      measures->feeds, measures->redirects, measures->dead);
  if (arguments.ache_model.empty()) return 0;
  return train_for_web(arguments, static_cast<std::uint32_t>(measures->texts));
}

Expected<void> check(GenerateArguments& arguments) {
  const bool of_profile = !arguments.options.profile.empty();
  const bool of_family = !arguments.family.empty();
  if (of_profile == of_family || arguments.output.empty()) {
    return fail(ErrorCode::invalid_argument,
                "generate needs --profile NAME or --family NAME, and -o NAME.replica, or --list");
  }
  if (of_family && (arguments.traps || !arguments.with.empty())) {
    return fail(ErrorCode::invalid_argument,
                "traps are for --profile: a family has what its software makes");
  }
  if (!arguments.ache_model.empty() && arguments.family != "web") {
    return fail(ErrorCode::invalid_argument, "--ache-model is made for --family web only");
  }
  TRY(choose_traps(arguments));
  TRY(templates::check(arguments.web));
  return refuse_job_data(arguments.output);
}

int run_generate(GenerateArguments arguments) {
  if (arguments.list) {
    print_profiles();
    print_families();
    return 0;
  }
  if (const auto checked = check(arguments); !checked) return report_failure(checked.error());
  arguments.options.output = arguments.output;
  return arguments.family.empty() ? run_profile(arguments) : run_family(arguments);
}

/// Of family `web`.
void add_web_options(CLI::App& command, templates::WebOptions& web, std::string& model) {
  command.add_option("--hosts", web.hosts, "hosts of a web, of very unequal size")
      ->capture_default_str()
      ->check(CLI::Range(1U, 20'000U));
  command
      .add_option("--density", web.density,
                  "share of a web's pages with markup for machines, e.g. 0.27")
      ->capture_default_str();
  command
      .add_option("--forms", web.forms,
                  "search forms of the topic, as a share of a web's pages, e.g. 0.005")
      ->capture_default_str();
  command
      .add_option(
          "--topic", web.topic,
          "what these forms search: airfare, auto, books, hotels, jobs, movies, music, rental")
      ->capture_default_str();
  command.add_option(
      "--ache-model", model,
      "also write what ache may know of such a web before: learnt from that of the next seed");
  command.add_option("--topic-share", web.topic_share, "share of a web's hosts about that topic")
      ->capture_default_str();
}

}  // namespace

void add_generate(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("generate", "make a replica of an invented site, for replay");
  auto arguments = std::make_shared<GenerateArguments>();
  command->add_option("--profile", arguments->options.profile, "which site to be like; see --list");
  command->add_option("--family", arguments->family,
                      "which templates to make a site from; see --list");
  command
      ->add_option("--pages", arguments->options.pages,
                   "pages of HTML; by default the profile's; of a family about so many URLs, 10000")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{4'000'000}));
  command->add_option("--seed", arguments->options.seed, "another site of the same numbers")
      ->capture_default_str();
  command
      ->add_option("--with", arguments->with, "traps for crawlers: calendar, sessions, sort-orders")
      ->delimiter(',');
  command->add_flag("--traps", arguments->traps, "all traps");
  command->add_option("--calendar-months", arguments->calendar_months, "where the calendar ends")
      ->capture_default_str()
      ->check(CLI::Range(1U, 100'000U));
  add_web_options(*command, arguments->web, arguments->ache_model);
  command->add_option("-o,--output", arguments->output, "the replica to write: NAME.replica");
  command->add_flag("--list", arguments->list, "show the profiles");
  command->footer(
      "Examples:\n  tagtrail generate --profile nc --pages 20000 -o nc.replica\n"
      "  tagtrail generate --family blog --pages 20000 --seed 1 -o blog.replica\n"
      "  tagtrail generate --family web --pages 20000 --hosts 300 --density 0.27 -o web.replica\n"
      "  tagtrail replay web.replica --scope web --objective markup --policy trail,anthelion,bfs");
  command->callback([arguments, &context] { context.exit_code = run_generate(*arguments); });
}

}  // namespace tagtrail::host
