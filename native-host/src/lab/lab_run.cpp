#include "lab/lab_run.hpp"

#include <fmt/format.h>

#include <cstring>

#include "lab/fork_pool.hpp"

namespace tagtrail::host {
namespace {

class Lab {
 public:
  Lab(const LabOptions& options, ResultsFile& results, const LabObserver& observer)
      : options_(options), results_(results), observer_(observer) {}

  Expected<LabEnd> run() {
    for (const auto& replica : options_.replicas) work_left_ += weight_of(replica);
    for (const auto& replica : options_.replicas) {
      if (is_stopped()) break;
      if (auto done = study_site(replica); !done) return tl::unexpected(done.error());
      work_left_ -= weight_of(replica);
    }
    end_.stopped = is_stopped();
    if (auto synced = results_.sync(); !synced) return tl::unexpected(synced.error());
    return end_;
  }

 private:
  static double weight_of(const std::filesystem::path& replica) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(replica, error);
    return error ? 1.0 : 1.0 + static_cast<double>(bytes);
  }
  bool is_stopped() const { return options_.stop != nullptr && *options_.stop != 0; }

  void tell() {
    const double all = work_done_ + work_left_;
    end_.progress.done = all > 0 ? work_done_ / all : 0;
    if (observer_.progress) observer_.progress(end_.progress);
  }

  void complain(const std::string& message) {
    if (observer_.error) observer_.error(message);
  }

  Expected<void> study_site(const std::filesystem::path& replica) {
    end_.progress.site = replica.stem().string();
    tell();
    const auto missing = missing_runs(replica);
    if (!missing) return tl::unexpected(missing.error());
    if (missing->empty()) return {};
    auto site = LoadedSite::load(replica, options_.study.base.targets, options_.memory_limit,
                                 [&](std::size_t done, std::size_t all) {
                                   end_.progress.loaded = done;
                                   end_.progress.to_load = all;
                                   if (done % 64 == 0) tell();
                                   return is_stopped();
                                 });
    end_.progress.to_load = 0;
    if (site) return run_all(**site, *missing, weight_of(replica));
    if (!is_stopped()) fail_site(site.error());
    return {};
  }

  void fail_site(const Error& error) {
    ++end_.sites_failed;
    complain(error.message);
  }

  /// Known before the pages are read, which takes longest; none for a replica that can't be read.
  Expected<std::vector<Config>> missing_runs(const std::filesystem::path& file) {
    std::vector<Config> missing;
    const auto replica = Replica::open(file);
    const auto digest = sha256_of_file(file);
    if (!replica || !digest) {
      fail_site(replica ? digest.error() : replica.error());
      return missing;
    }
    SiteFacts facts;
    facts.digest = *digest;
    const auto configs = plan(options_.study, (*replica)->start_url());
    if (!configs) return tl::unexpected(configs.error());
    for (const Config& config : *configs) {
      end_.keys.push_back(run_key(facts, options_.facts.version, config));
      if (!results_.has(end_.keys.back())) missing.push_back(config);
    }
    end_.progress.skipped += configs->size() - missing.size();
    return missing;
  }

  Expected<void> run_all(LoadedSite& site, const std::vector<Config>& configs, double weight) {
    Expected<void> appended;
    const double left_before = work_left_;
    std::size_t ended = 0;
    ForkPool pool;
    pool.tasks = configs.size();
    pool.jobs = options_.jobs;
    pool.stop = options_.stop;
    pool.body = [&](std::size_t task, std::string& output) {
      return run_one(site, configs[task], output);
    };
    pool.done = [&](TaskEnd end) {
      if (auto noted = note(site, configs[end.task], end); !noted) appended = noted;
      ++ended;
      // What is skipped or done of this site no longer counts as left.
      const double share = weight / static_cast<double>(configs.size());
      work_done_ += share;
      work_left_ = left_before - share * static_cast<double>(ended);
      tell();
    };
    auto made = pool.run();
    work_left_ = left_before;
    if (!made) return made;
    return appended;
  }

  /// In a process of its own.
  int run_one(LoadedSite& site, const Config& config, std::string& output) const {
    CurveSampler curve;
    ReplayWatch watch;
    watch.progress = [&](const Progress& progress) { curve.add(progress); };
    const auto result = run_replay(site.site(), config, watch);
    output = result ? result_line(options_.facts, site.facts(), config, *result, curve.points())
                    : failure_line(options_.facts, site.facts(), config, result.error().message);
    return result ? 0 : 1;
  }

  Expected<void> note(const LoadedSite& site, const Config& config, TaskEnd& end) {
    const bool is_whole = end.signal == 0 && parse_record(end.output).has_value();
    if (!is_whole) {
      const char* why = end.signal != 0 ? strsignal(end.signal) : "it left no result";
      end.output = failure_line(options_.facts, site.facts(), config,
                                fmt::format("the run's process ended: {}", why));
    }
    ++end_.progress.runs;
    if (!is_whole || end.exit_code != 0) {
      ++end_.progress.failed;
      const auto record = parse_record(end.output);
      complain(fmt::format("{}, {}, seed {}: {}", site.facts().name, config.policy, config.seed,
                           record ? record->error : "failed"));
    }
    if (auto appended = results_.append(end.output); !appended) return appended;
    if (observer_.line) observer_.line(end.output);
    return {};
  }

  const LabOptions& options_;
  ResultsFile& results_;
  const LabObserver& observer_;
  LabEnd end_;
  double work_done_ = 0;
  double work_left_ = 0;
};

}  // namespace

Expected<LabEnd> run_lab(const LabOptions& options, ResultsFile& results,
                         const LabObserver& observer) {
  return Lab(options, results, observer).run();
}

}  // namespace tagtrail::host
