// A recorded site read into memory once, so that many crawls of it, each in a forked process, share
// its parsed pages.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "replay/replay_run.hpp"
#include "replica/replica_judge.hpp"

namespace tagtrail::host {

/// What results say about the site that they are of.
struct SiteFacts {
  std::string name;
  std::string digest;  ///< SHA-256 of the replica file, lower-case hex
  std::uint64_t file_bytes = 0;
  std::uint64_t urls = 0;     ///< distinct reachable in-site URLs, dead ones included
  std::uint64_t pages = 0;    ///< of these
  std::uint64_t targets = 0;  ///< of these, as in WithinReach
  double gain = 0;            ///< of all targets, as in WithinReach
  std::uint64_t target_bytes = 0;
  std::uint64_t other_bytes = 0;  ///< of all that a GET of every other URL brings
};

class LoadedSite final : private Oracle {
 public:
  /// Called now and then while pages are read; true: give up (the error is then `disconnected`).
  using Interrupted = std::function<bool(std::size_t done, std::size_t all)>;

  /// What is within reach of crawls with `config`: its scope, objective and sources of links; with
  /// Config::leave_traps the contents of files are known, and those equal to others count once.
  /// Reads pages until they take `memory_limit` bytes; those beyond are read when asked for.
  /// Errors: the replica's, invalid_argument (of the objective).
  static Expected<std::unique_ptr<LoadedSite>> load(const std::filesystem::path& file,
                                                    const Config& config,
                                                    std::uint64_t memory_limit,
                                                    const Interrupted& interrupted);

  const SiteFacts& facts() const { return facts_; }
  const std::string& start_url() const { return start_url_; }
  /// What the parsed pages take.
  std::uint64_t held_bytes() const { return held_bytes_; }
  /// Answers for one crawl. Files are opened anew where they are needed at all, so each forked
  /// process has its own. Borrows this object.
  ReplaySite site();

 private:
  struct Known {
    UrlClass url_class = UrlClass::dead;
    std::size_t response = SIZE_MAX;  ///< in responses_; SIZE_MAX: not held
  };

  LoadedSite(std::filesystem::path file, Config config)
      : file_(std::move(file)), config_(std::move(config)) {}
  Expected<void> read_all(Replica& replica, std::uint64_t memory_limit,
                          const Interrupted& interrupted);
  Expected<void> note(Replica& replica, ReplicaJudge& judge, const ReachableUrl& url, bool hold);
  void count(const Response& response, const Finding& found, ReplicaJudge& judge);
  Expected<void> open_replica();
  const Response* held(std::string_view url) const;
  Expected<Response> answer(const Request& request);

  UrlClass classify(std::string_view url) override;
  const std::vector<std::string>& targets() override;
  const std::vector<std::string>& pages() override;
  std::optional<Page> read(std::string_view url) override;
  std::optional<std::string> redirect(std::string_view url) override;

  std::filesystem::path file_;
  Config config_;  ///< of which policy and seed count for nothing here
  ContentNeeds needs_;
  WithinReach reach_;
  std::unordered_set<std::uint64_t> contents_;
  std::string start_url_;
  SiteFacts facts_;
  std::deque<std::string> urls_;
  std::unordered_map<std::string_view, Known> known_;  ///< keys: of urls_
  std::vector<Response> responses_;
  std::uint64_t held_bytes_ = 0;
  std::unique_ptr<Replica> replica_;  ///< of the process that asks, opened when needed
  std::unique_ptr<Oracle> replica_oracle_;
};

}  // namespace tagtrail::host
