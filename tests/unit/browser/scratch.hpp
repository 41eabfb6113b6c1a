// A folder for one test, with environment variables that come back afterwards.
#pragma once

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "browser/temporary_folder.hpp"

namespace tagtrail::host::test {

class Scratch {
 public:
  Scratch() {
    auto made = TemporaryFolder::create("/tmp", "unit-browser");
    BOOST_REQUIRE(made.has_value());
    folder_.emplace(std::move(*made));
  }
  const std::filesystem::path& path() const { return folder_->path(); }

 private:
  std::optional<TemporaryFolder> folder_;
};

class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_) {
      ::setenv(name_, before_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace tagtrail::host::test
