// `tagtrail export`: a job in the formats of others.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "cli/commands.hpp"
#include "cli/export_tables.hpp"
#include "command_line/report_failure.hpp"
#include "export/datapackage.hpp"
#include "export/page_facts.hpp"
#include "export/rows.hpp"
#include "export/web_archive.hpp"
#include "store/own_files.hpp"
#include "system/atomic_file.hpp"
#include "system/say.hpp"
#include "tagtrail/config.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

struct ExportArguments {
  std::vector<std::string> jobs;
  std::string job;  ///< the first of them
  std::string format;
  std::string output;
  bool json = false;
};

std::string name_of(const fs::path& job) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(job, error);
  const std::string name = whole.filename().empty() ? whole.parent_path().filename().string()
                                                    : whole.filename().string();
  return name.empty() ? "job" : name;
}

bool is_web_archive(const std::string& format) { return format == "warc" || format == "wacz"; }

/// Where the export goes, by default: texts to standard output, archives to a file.
std::string output_of(const ExportArguments& arguments) {
  if (!arguments.output.empty()) return arguments.output;
  if (!is_web_archive(arguments.format)) return "-";
  return name_of(arguments.job) + (arguments.format == "warc" ? ".warc.gz" : ".wacz");
}

Expected<std::string> seed_url(const JobReader& job) {
  const auto stored = TRY(job.get(kEngineConfig));
  const auto config = TRY(config_from_json(stored.value_or("{}")));
  return config.seed_url;
}

Expected<PackageFacts> facts_of(const JobReader& job) {
  const auto stored = TRY(job.get(kPackageFacts));
  if (stored.has_value()) return facts_from_json(*stored);
  return fail(ErrorCode::not_found,
              job.dir().string() +
                  " has never run with this version; its datapackage.json is what "
                  "it wrote itself");
}

Expected<void> write_format(const JobReader& job, const ExportArguments& arguments,
                            const fs::path& output, const ExportSink& out,
                            std::vector<std::string>& notes) {
  if (arguments.format == "csv") return write_csv(job, out);
  if (arguments.format == "jsonl") return write_jsonl(job, out);
  if (arguments.format == "statements") return write_statements(job, job.dir(), out);
  if (arguments.format == "forms") return write_forms(job, job.dir(), out);
  if (arguments.format == "datapackage") {
    const auto facts = facts_of(job);
    return facts ? write_package(job, *facts, out) : tl::unexpected<Error>(facts.error());
  }
  auto seed = TRY(seed_url(job));
  WebArchiveOptions options{
      name_of(arguments.job), "Tagtrail/" TAGTRAIL_VERSION, std::move(seed), {}};
  if (arguments.format == "warc") return write_warc(job, options, out, notes);
  const fs::path folder = output == "-" ? fs::temp_directory_path() : output.parent_path();
  options.scratch = folder / fmt::format(".{}-{}.warc.gz", options.name, ::getpid());
  return write_wacz(job, options, out, notes);
}

/// The manifest may be written anew where it is, and nothing else of a job.
Expected<void> check_output(const ExportArguments& arguments, const fs::path& output) {
  if (arguments.format == "datapackage" && is_manifest_of(output, arguments.job)) return {};
  return refuse_job_data(output);
}

/// A manifest that is written anew where it is stays the job's; all else is the user's.
mode_t mode_of(const ExportArguments& arguments, const fs::path& output) {
  return is_manifest_of(output, arguments.job) ? kPrivateFile : kUsersFile;
}

Expected<void> put(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return {};
  return fail(ErrorCode::io, "standard output can't be written");
}

/// On a terminal nothing of a site may act. JSON is written so that it doesn't; a table keeps what
/// only looks odd for the programs that read it, and archives are no text.
Expected<ExportSink> stdout_sink(const std::string& format) {
  const bool terminal = ::isatty(STDOUT_FILENO) != 0;
  if (is_web_archive(format) && terminal) {
    return fail(ErrorCode::invalid_argument,
                "an archive is not for a terminal: name a file (-o FILE), or a pipe");
  }
  if (format != "csv" || !terminal) return ExportSink(put);
  return ExportSink([](std::string_view rows) {
    std::string text(rows);
    std::erase(text, '\r');
    return put(terminal_text(text));
  });
}

Expected<void> run_export(const ExportArguments& arguments, std::vector<std::string>& notes) {
  auto job = TRY(JobReader::open(arguments.job));
  const std::string output = output_of(arguments);
  if (output == "-") {
    const auto sink = TRY(stdout_sink(arguments.format));
    auto written = write_format(job, arguments, output, sink, notes);
    if (written && std::fflush(stdout) != 0) {
      return fail(ErrorCode::io, "standard output can't be written");
    }
    return written;
  }
  TRY(check_output(arguments, output));
  auto file = AtomicFile::create(output, mode_of(arguments, output));
  if (!file) return tl::unexpected<Error>(file.error());
  auto written = write_format(
      job, arguments, output, [&file](std::string_view text) { return file->write(text); }, notes);
  if (written) written = file->publish();
  if (written) say(stdout, "{}\n", output);
  return written;
}

/// What only a database of tables has a meaning for.
Expected<void> check_use(const ExportArguments& arguments) {
  if (arguments.jobs.size() > 1) {
    return fail(ErrorCode::invalid_argument, "only --format sqlite takes several jobs");
  }
  if (arguments.json) {
    return fail(ErrorCode::invalid_argument, "--json is for --format sqlite");
  }
  return {};
}

/// Databases are named by whoever makes them of several jobs.
int run_sqlite(const ExportArguments& arguments) {
  if (arguments.output == "-") {
    return report_failure({ErrorCode::invalid_argument,
                           "a database is not for standard output: name a file (-o FILE)"});
  }
  if (arguments.output.empty() && arguments.jobs.size() > 1) {
    return report_failure({ErrorCode::invalid_argument, "name the file for these jobs: -o FILE"});
  }
  const std::string output =
      arguments.output.empty() ? name_of(arguments.job) + ".sqlite" : arguments.output;
  return export_tables({arguments.jobs.begin(), arguments.jobs.end()}, output, arguments.json);
}

int run(const ExportArguments& arguments) {
  if (arguments.format == "sqlite") return run_sqlite(arguments);
  if (const auto use = check_use(arguments); !use) return report_failure(use.error());
  std::vector<std::string> notes;
  const auto done = run_export(arguments, notes);
  for (const std::string& note : notes) say(stderr, "tagtrail: {}\n", note);
  return done ? exit_code::kDone : report_failure(done.error());
}

}  // namespace

void add_export(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("export", "write a job in another format");
  auto arguments = std::make_shared<ExportArguments>();
  command
      ->add_option("JOB", arguments->jobs,
                   "job folder; the job may be running; several with --format sqlite")
      ->required();
  command->add_option("--format", arguments->format, "what to write")
      ->required()
      ->check(CLI::IsMember(
          {"datapackage", "csv", "jsonl", "statements", "forms", "warc", "wacz", "sqlite"}));
  command->add_option("-o,--output", arguments->output,
                      "the file to write, - for standard output; by default archives and databases "
                      "go to a file named after the job, the rest to standard output");
  command->add_flag("--json", arguments->json,
                    "with --format sqlite: one JSON object that says what came of it");
  command->footer(
      "datapackage, csv and jsonl list the harvested files. statements and forms are what "
      "harvested\n"
      "pages say for machines, and the forms they have, as JSON lines. warc and wacz hold what "
      "the\n"
      "job sent and received, if it ran with --archive warc, else its files.\n"
      "sqlite puts all tables that can be read in the files of one or many jobs into one "
      "database,\n"
      "with types, and says in tagtrail_tables where each comes from and in tagtrail_left_out "
      "what\n"
      "is not there, and why. Once more with the same FILE, only what changed is read.\n"
      "Examples:\n"
      "  tagtrail export harvest-example.org --format csv -o files.csv\n"
      "  tagtrail export harvest-example.org --format wacz\n"
      "  tagtrail export harvest-*/ --format sqlite -o answers.sqlite\n"
      "  sqlite3 answers.sqlite \"SELECT name, title, rows, page FROM tagtrail_tables\"");
  command->callback([arguments, &context] {
    arguments->job = arguments->jobs.front();
    context.exit_code = run(*arguments);
  });
}

}  // namespace tagtrail::host
