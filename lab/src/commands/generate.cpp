// `tagtrail generate`: makes a replica of a site that never was, like those of the paper.
#include "generated/generate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "command_line/report_failure.hpp"
#include "commands/commands.hpp"
#include "store/own_files.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

using generated::Figure;
using generated::GenerateOptions;
using generated::Measures;
using generated::Profile;

constexpr unsigned kSessions = 4;

struct GenerateArguments {
  GenerateOptions options;
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

int run_generate(GenerateArguments arguments) {
  if (arguments.list) {
    print_profiles();
    return 0;
  }
  if (arguments.options.profile.empty() || arguments.output.empty()) {
    return report_failure({ErrorCode::invalid_argument,
                           "generate needs --profile NAME and -o NAME.replica, or --list"});
  }
  if (const auto chosen = choose_traps(arguments); !chosen) return report_failure(chosen.error());
  const auto profile = generated::find_profile(arguments.options.profile);
  if (!profile) return report_failure(profile.error());
  if (const auto free = refuse_job_data(arguments.output); !free) {
    return report_failure(free.error());
  }
  arguments.options.output = arguments.output;
  const bool show = isatty(STDERR_FILENO) != 0;
  std::uint64_t next = 0;
  const auto measures =
      generated::generate(arguments.options, [&](std::uint64_t done, std::uint64_t all) {
        // A pipe or a log gets a line now and then instead of one that changes.
        if (!show && done < next && done < all) return;
        next = done + std::max<std::uint64_t>(all / 10, 1);
        show ? say_over(stderr, "{} of {} URLs", done, all)
             : say(stderr, "{} of {} URLs\n", done, all);
      });
  if (show) say_over(stderr, "");
  if (!measures) return report_failure(measures.error());
  print_summary(arguments, *measures, *profile);
  return 0;
}

}  // namespace

void add_generate(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("generate", "make a replica of an invented site, for replay");
  auto arguments = std::make_shared<GenerateArguments>();
  command->add_option("--profile", arguments->options.profile, "which site to be like; see --list");
  command
      ->add_option("--pages", arguments->options.pages, "pages of HTML; by default the profile's")
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
  command->add_option("-o,--output", arguments->output, "the replica to write: NAME.replica");
  command->add_flag("--list", arguments->list, "show the profiles");
  command->footer("Example:\n  tagtrail generate --profile nc --pages 20000 -o nc.replica");
  command->callback([arguments, &context] { context.exit_code = run_generate(*arguments); });
}

}  // namespace tagtrail::host
