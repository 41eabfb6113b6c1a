// Counts how many cases of a foreign test suite we pass, against a list of those that we do not. A
// failure that is not listed fails the test; so do listed ones that pass now, or are in no table.
#pragma once

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

#include "test_data.hpp"

namespace tagtrail::testing {

class Tally {
 public:
  /// All have to pass.
  explicit Tally(std::string suite) : suite_(std::move(suite)) {}
  /// `known`: a file below tests/conformance with lines of a case's name, tab, the reason; lines
  /// that begin with # and empty ones are skipped.
  Tally(std::string suite, const std::string& known) : suite_(std::move(suite)) {
    std::ifstream in(tagtrail::test::test_data() / "conformance" / known);
    BOOST_REQUIRE_MESSAGE(in.good(), known);
    for (std::string line; std::getline(in, line);) {
      if (line.empty() || line.front() == '#') continue;
      const std::size_t tab = line.rfind('\t');
      BOOST_REQUIRE_MESSAGE(tab != std::string::npos && tab + 1 < line.size(),
                            "no reason for: " << line);
      known_.emplace(line.substr(0, tab), false);
    }
  }
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;

  /// A failure counts as known when any case of that name failed, so names should be unique.
  void count(const std::string& name, bool pass, const std::string& got = {}) {
    ++total_;
    passed_ += pass ? 1 : 0;
    const auto listed = known_.find(name);
    if (listed == known_.end()) {
      BOOST_CHECK_MESSAGE(pass, name << (got.empty() ? "" : ": got ") << got);
      return;
    }
    listed->second = true;
    BOOST_CHECK_MESSAGE(!pass, "passes now, take it off the list: " << name);
  }

  /// Prints the counts in the form that tests/run shows, whatever the log level.
  void finish() const {
    for (const auto& [name, seen] : known_) {
      BOOST_CHECK_MESSAGE(seen, "listed, but in no table: " << name);
    }
    std::cout << "conformance: " << suite_ << ": " << passed_ << " of " << total_;
    if (passed_ < total_) std::cout << ", " << total_ - passed_ << " known failures";
    std::cout << '\n';
  }

  std::size_t total() const { return total_; }

 private:
  std::string suite_;
  std::map<std::string, bool> known_;
  std::size_t passed_ = 0;
  std::size_t total_ = 0;
};

}  // namespace tagtrail::testing
