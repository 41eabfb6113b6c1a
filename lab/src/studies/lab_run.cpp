#include "studies/lab_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "replay/fork_pool.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

// So that a signal is seen soon although the wait for a run goes on.
constexpr int kLookAgainMs = 500;

class Lab {
 public:
  Lab(const LabOptions& options, ResultsFile& results, const LabObserver& observer)
      : options_(options), results_(results), observer_(observer), queue_(options.jobs) {}

  Expected<LabEnd> run() {
    for (const auto& replica : options_.replicas) work_ += weight_of(replica);
    for (const auto& replica : options_.replicas) {
      if (is_stopped()) break;
      TRY(begin_site(replica));
    }
    TRY(tend_until([this] { return queue_.unfinished() == 0; }));
    end_.stopped = is_stopped();
    TRY(results_.sync());
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
    end_.progress.done = work_ > 0 ? work_done_ / work_ : 0;
    if (observer_.progress) observer_.progress(end_.progress);
  }

  void complain(const std::string& message) {
    if (observer_.error) observer_.error(message);
  }

  /// Lets runs go on until `enough` or the user's signal.
  template <typename Enough>
  Expected<void> tend_until(Enough enough) {
    while (!is_stopped() && !enough()) {
      TRY(queue_.tend(kLookAgainMs));
      if (!appended_) return appended_;
    }
    return {};
  }

  /// Of the sites whose runs have not all ended.
  std::uint64_t held_bytes() const {
    std::uint64_t bytes = 0;
    for (const auto& weak : loaded_) {
      if (const auto site = weak.lock()) bytes += site->held_bytes();
    }
    return bytes;
  }

  /// The last runs of a site leave cores idle, so the next one is read meanwhile, unless too little
  /// memory is left for it.
  Expected<void> wait_for_room() {
    return tend_until([this] {
      return queue_.unfinished() == 0 ||
             (queue_.waiting() == 0 && held_bytes() <= options_.memory_limit / 2);
    });
  }

  Expected<void> begin_site(const std::filesystem::path& replica) {
    const auto missing = TRY(missing_runs(replica));
    if (missing.empty()) {
      work_ -= weight_of(replica);
      return {};
    }
    if (auto waited = wait_for_room(); !waited || is_stopped()) return waited;
    const auto site = load(replica);
    if (!appended_) return appended_;
    if (site) {
      add_runs(*site, missing, weight_of(replica));
    } else if (!is_stopped()) {
      work_ -= weight_of(replica);
      fail_site(site.error());
    }
    return {};
  }

  Expected<std::shared_ptr<LoadedSite>> load(const std::filesystem::path& replica) {
    end_.progress.site = replica.stem().string();
    tell();
    auto site = LoadedSite::load(replica, options_.study.base, options_.memory_limit - held_bytes(),
                                 [&](std::size_t done, std::size_t all) {
                                   end_.progress.loaded = done;
                                   end_.progress.to_load = all;
                                   return done % 64 == 0 && (is_stopped() || !tend_once());
                                 });
    end_.progress.to_load = 0;
    std::shared_ptr<LoadedSite> shared = TRY(std::move(site));
    loaded_.push_back(shared);
    return shared;
  }

  /// While a site is read. False when the lab can't go on.
  bool tend_once() {
    tell();
    if (auto tended = queue_.tend(0); !tended && appended_) appended_ = tended;
    return appended_.has_value();
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
    const auto configs = TRY(plan(options_.study, (*replica)->start_url()));
    for (const Config& config : configs) {
      end_.keys.push_back(run_key(facts, options_.facts.version, config));
      if (!results_.has(end_.keys.back())) missing.push_back(config);
    }
    end_.progress.skipped += configs.size() - missing.size();
    for (const Config& config : references(options_.study, (*replica)->start_url())) {
      end_.keys.push_back(run_key(facts, options_.facts.version, config));
    }
    return missing;
  }

  void add_runs(const std::shared_ptr<LoadedSite>& site, const std::vector<Config>& configs,
                double weight) {
    const double share = weight / static_cast<double>(configs.size());
    for (const Config& config : configs) {
      queue_.add(
          {[this, site, config](std::string& output) { return run_one(*site, config, output); },
           [this, site, config, share](TaskEnd end) {
             if (auto noted = note(*site, config, end); !noted) appended_ = noted;
             work_done_ += share;
             tell();
           }});
    }
  }

  /// What a crawl meets that begins with the patterns of an earlier one; nothing when there are
  /// none, or too many to be a setting.
  static std::optional<ContentPoint> visit_again(const ReplaySite& site, Config config,
                                                 const ReplayResult& first) {
    auto patterns = first.groups;
    std::sort(patterns.begin(), patterns.end(),
              [](const GroupReport& a, const GroupReport& b) { return a.id < b.id; });
    for (const GroupReport& pattern : patterns) config.acebot.patterns += pattern.tag_path + "\n";
    if (patterns.empty() || !validate(config)) return std::nullopt;
    ContentSampler content(config.seed_url);
    ReplayWatch watch;
    watch.trace = [&](const Request&, const Response& got) { content.see(got); };
    watch.progress = [&](const Progress& progress) { content.add(progress); };
    if (!run_replay(site, config, watch)) return std::nullopt;
    return content.end();
  }

  /// In a process of its own.
  int run_one(LoadedSite& site, const Config& config, std::string& output) const {
    CurveSampler curve;
    AdviceSampler advice;
    ShownSampler shown(site.facts().targets);
    std::optional<ContentSampler> content;
    if (config.objective == "content") content.emplace(config.seed_url);
    ReplayWatch watch;
    watch.progress = [&](const Progress& progress) {
      curve.add(progress);
      advice.add(progress);
      shown.add(progress);
      if (content) content->add(progress);
    };
    const ReplaySite replayed = site.site();
    ShapeSampler shape(*replayed.oracle);
    const bool shows_all = options_.study.study == Study::paper && config.policy == "bfs";
    if (shows_all || content) {
      watch.trace = [&](const Request& asked, const Response& got) {
        if (shows_all) shape.add(asked, got);
        if (content) content->see(got);
      };
    }
    const auto result = run_replay(replayed, config, watch);
    RunCourse course{curve.points(), advice.points(), shown.figures(), std::nullopt};
    if (shows_all) course.shape = shape.shape();
    if (content) course.content = ContentCourse{content->points(), 0, {}};
    if (content && result && config.policy == "acebot") {
      course.content->patterns = static_cast<double>(result->groups.size());
      course.content->second_visit = visit_again(replayed, config, *result);
    }
    output = result ? result_line(options_.facts, site.facts(), config, *result, course)
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
    TRY(results_.append(end.output));
    if (observer_.line) observer_.line(end.output);
    return {};
  }

  const LabOptions& options_;
  ResultsFile& results_;
  const LabObserver& observer_;
  LabEnd end_;
  ForkQueue queue_;
  std::vector<std::weak_ptr<LoadedSite>> loaded_;
  Expected<void> appended_;  ///< the first failure: then the lab ends
  double work_done_ = 0;
  double work_ = 0;
};

}  // namespace

Expected<LabEnd> run_lab(const LabOptions& options, ResultsFile& results,
                         const LabObserver& observer) {
  return Lab(options, results, observer).run();
}

}  // namespace tagtrail::host
