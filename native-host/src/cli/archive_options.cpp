#include "cli/archive_options.hpp"

#include "command_line/amounts.hpp"

namespace tagtrail::host {

void add_archive_options(CLI::App& command, JobOptions& job) {
  command
      .add_option_function<std::string>(
          "--archive",
          [&job](const std::string& name) {
            const auto mode = parse_archive_mode(name);
            if (!mode) throw CLI::ValidationError("--archive", mode.error().message);
            job.archive = *mode;
          },
          "warc: keep all that is sent and received in JOB/archive; none")
      ->type_name("warc|none");
  command
      .add_option_function<std::string>(
          "--archive-file-size",
          [&job](const std::string& text) {
            const auto size = parse_size(text);
            if (!size) throw CLI::ValidationError("--archive-file-size", size.error().message);
            job.archive_file_bytes = *size;
          },
          "begin another WARC file after so many bytes")
      ->type_name("SIZE")
      ->default_str("1GB");
}

}  // namespace tagtrail::host
