#include "cli/network_options.hpp"

#include <cstdlib>
#include <fstream>

namespace tagtrail::host {

void add_proxy_option(CLI::App& command, std::optional<Proxies>& proxies) {
  command
      .add_option_function<std::string>(
          "--proxy",
          [&proxies](const std::string& text) {
            if (text == "none") {
              proxies = Proxies{};
              return;
            }
            auto proxy = parse_proxy(text);
            if (!proxy) throw CLI::ValidationError("--proxy", proxy.error().message);
            proxies = Proxies(std::move(*proxy));
          },
          "load everything through this proxy: http, https or socks5; none: not even those of the "
          "environment")
      ->type_name("[SCHEME://][USER:PASSWORD@]HOST:PORT");
}

void add_network_options(CLI::App& command, JobOptions& job) {
  add_proxy_option(command, job.proxies);
  command.add_option("--ca-file", job.ca_file,
                     "trust the certificates in this PEM file, too (default: $SSL_CERT_FILE)");
}

Expected<void> resolve_ca_file(JobOptions& job) {
  std::string source = "--ca-file";
  if (job.ca_file.empty()) {
    const char* variable = std::getenv("SSL_CERT_FILE");
    if (variable == nullptr || *variable == '\0') return {};
    job.ca_file = variable;
    source = "SSL_CERT_FILE";
  }
  std::ifstream file(job.ca_file);
  if (file.is_open() && file.peek() != std::ifstream::traits_type::eof()) return {};
  return fail(ErrorCode::invalid_argument,
              source + ": can't read " + job.ca_file.string() + ", or it is empty");
}

}  // namespace tagtrail::host
