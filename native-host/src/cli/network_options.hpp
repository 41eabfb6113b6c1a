// The options of `harvest` that say how sites are reached: proxy and certificates.
#pragma once

#include <CLI/CLI.hpp>

#include "job/job_options.hpp"

namespace tagtrail::host {

/// `--proxy`. Errors of its value end the parse, and never quote the proxy's login.
void add_proxy_option(CLI::App& command, std::optional<Proxies>& proxies);

/// That and `--ca-file`.
void add_network_options(CLI::App& command, JobOptions& job);

/// Where --ca-file was not given, the file that SSL_CERT_FILE names. Errors: invalid_argument when
/// it can't be read.
Expected<void> resolve_ca_file(JobOptions& job);

}  // namespace tagtrail::host
