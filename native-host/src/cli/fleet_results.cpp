// `tagtrail fleet results`: what a fleet has found.
#include <cstdio>
#include <memory>

#include "cli/catalogue_options.hpp"
#include "cli/fleet_commands.hpp"
#include "command_line/report_failure.hpp"
#include "export/rows.hpp"
#include "fleet/catalogue.hpp"
#include "fleet/catalogue_package.hpp"
#include "fleet/fleet_sites.hpp"
#include "store/own_files.hpp"
#include "system/atomic_file.hpp"

namespace tagtrail::host {
namespace {

struct ResultsArguments {
  std::string url;
  std::string format = "csv";
  std::string output = "-";
  bool sites = false;
  CatalogueFilter filter;
};

/// One of its cells tells what was left out; the account is for programs.
nlohmann::ordered_json csv_site(nlohmann::ordered_json site) {
  std::string left_out;
  for (const auto& one : site.at("left_out")) {
    left_out.append(left_out.empty() ? "" : "; ").append(one.at("words").get<std::string>());
  }
  site["left_out"] = left_out;
  if (site["exit"].is_null()) site["exit"] = "";
  site.erase("account");
  return site;
}

Expected<void> write_sites(postgres::Connection& connection, const ResultsArguments& arguments,
                           const ExportSink& out) {
  if (arguments.format != "csv") {
    return each_site(connection, arguments.filter,
                     [&](const nlohmann::ordered_json& site) { return out(jsonl_line(site)); });
  }
  TRY(out(csv_names(csv_site(empty_site()))));
  return each_site(connection, arguments.filter, [&](const nlohmann::ordered_json& site) {
    return out(csv_values(csv_site(site)));
  });
}

Expected<void> write_rows(const ResultsArguments& arguments, const ExportSink& out) {
  auto connection = TRY(open_fleet(arguments.url));
  if (arguments.sites) return write_sites(connection, arguments, out);
  if (arguments.format == "datapackage") {
    return write_catalogue_package(connection, arguments.filter, out);
  }
  const bool csv = arguments.format == "csv";
  if (csv) TRY(out(csv_names(empty_catalogue_row())));
  return each_catalogued(connection, arguments.filter, [&](const nlohmann::ordered_json& row) {
    return out(csv ? csv_values(row) : jsonl_line(row));
  });
}

Expected<void> put_row(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return {};
  return fail(ErrorCode::io, "standard output can't be written");
}

Expected<void> write_results(const ResultsArguments& arguments) {
  if (arguments.output == "-") return write_rows(arguments, put_row);
  TRY(refuse_job_data(arguments.output));
  auto file = TRY(AtomicFile::create(arguments.output, kUsersFile));
  TRY(write_rows(arguments, [&file](std::string_view text) { return file.write(text); }));
  return file.publish();
}

int show_results(const ResultsArguments& arguments) {
  if (arguments.sites && arguments.format == "datapackage") {
    return report_failure({ErrorCode::invalid_argument,
                           "--sites goes with csv and jsonl; a datapackage has them anyway"});
  }
  const auto written = write_results(arguments);
  return written ? exit_code::kDone : report_failure(written.error());
}

}  // namespace

void add_fleet_results(CLI::App& fleet, CommandContext& context) {
  auto* command = fleet.add_subcommand("results", "list the files of all sites that have ended");
  auto arguments = std::make_shared<ResultsArguments>();
  add_database_option(*command, arguments->url);
  command->add_option("--format", arguments->format, "what to write")
      ->capture_default_str()
      ->check(CLI::IsMember({"csv", "jsonl", "datapackage"}));
  command->add_option("-o,--output", arguments->output, "the file to write, - for standard output")
      ->capture_default_str();
  add_catalogue_options(*command, arguments->filter);
  auto* sites = command->add_flag(
      "--sites", arguments->sites,
      "all sites in place of files, also those that have not ended: how complete each is");
  for (const char* of_files : {"--host", "--type", "--since", "--until"}) sites->excludes(of_files);
  command->callback([arguments, &context] { context.exit_code = show_results(*arguments); });
}

}  // namespace tagtrail::host
