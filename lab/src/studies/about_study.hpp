// `tagtrail lab about`: what it is worth to say what the files are to be about.
#pragma once

#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "studies/table.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct AboutOptions {
  std::vector<std::filesystem::path> replicas;
  Config base;              ///< of every run, but for seed and topic
  std::size_t topics = 2;   ///< of each site
  std::uint64_t drawn = 0;  ///< seed that they are drawn with
  unsigned runs = 3;        ///< seeds of each
  unsigned jobs = 1;
  std::uint64_t memory_limit = 2ULL << 30;           ///< for the parsed pages of one site
  const volatile std::sig_atomic_t* stop = nullptr;  ///< ends the study, once true
};

/// Requests to 90 % of a topic's files.
struct TopicResult {
  std::string site;
  std::string words;
  std::size_t place = 0;  ///< among the topics of its site
  std::size_t files = 0;
  std::vector<double> without;  ///< one a seed; only runs that got there
  std::vector<double> with;
};

/// Site by site; `done` is called as each has ended. Errors: of the replicas, and `disconnected`
/// when it was stopped.
Expected<std::vector<TopicResult>> study_topics(
    const AboutOptions& options, const std::function<void(const std::string&)>& done);

/// A row a topic; below it geometric means of the ratios: of all, and of each site's topics at odd
/// and at even places.
Table topics_table(const std::vector<TopicResult>& results, unsigned runs);

}  // namespace tagtrail::host
