// How a worker starts harvests: forked from one that was loaded already, or as a program of their
// own where a browser comes with it, beside which that would save nothing.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "browser/fork_server.hpp"
#include "browser/process.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

class SiteStarter {
 public:
  /// The first word of `program` as a fork server of harvests.
  static constexpr std::string_view kWord = "harvest-forks";

  explicit SiteStarter(std::filesystem::path program) : program_(std::move(program)) {}

  const std::filesystem::path& program() const { return program_; }
  /// As Process::start(). What can't be forked is started the other way.
  Expected<std::unique_ptr<Process>> start(const ProcessOptions& options);

 private:
  Expected<std::unique_ptr<Process>> fork(const ProcessOptions& options);

  std::filesystem::path program_;
  std::unique_ptr<ForkServer> server_;
};

}  // namespace tagtrail::host
