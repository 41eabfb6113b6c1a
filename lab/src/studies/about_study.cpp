#include "studies/about_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_set>

#include "replay/fork_pool.hpp"
#include "replica/replica_oracle.hpp"
#include "studies/loaded_site.hpp"
#include "studies/topics.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::json;

/// Counts the files of one topic as they come.
class TopicWatch {
 public:
  explicit TopicWatch(const Topic& topic)
      : files_(topic.files.begin(), topic.files.end()),
        needed_((topic.files.size() * 9 + 9) / 10) {}

  void see(const std::string& url) { found_ += files_.erase(url); }
  void add(const Progress& progress) {
    if (!reached_ && found_ >= needed_) reached_ = progress.requests;
  }
  /// Null when there were never so many.
  Json reached() const { return reached_ ? Json(*reached_) : Json(); }

 private:
  std::unordered_set<std::string> files_;
  std::size_t needed_;
  std::size_t found_ = 0;
  std::optional<std::uint64_t> reached_;
};

/// One crawl: how many requests it took to most of each topic's files.
int crawl(LoadedSite& site, const Config& config, const std::vector<Topic>& topics,
          std::string& output) {
  std::vector<TopicWatch> watches(topics.begin(), topics.end());
  ReplayWatch watch;
  watch.trace = [&](const Request& request, const Response& response) {
    const std::string& url = response.final_url.empty() ? request.url : response.final_url;
    for (TopicWatch& topic : watches) topic.see(url);
  };
  watch.progress = [&](const Progress& progress) {
    for (TopicWatch& topic : watches) topic.add(progress);
  };
  if (const auto result = run_replay(site.site(), config, watch); !result) {
    output = result.error().message;
    return 1;
  }
  Json reached = Json::array();
  for (const TopicWatch& topic : watches) reached.push_back(topic.reached());
  output = reached.dump();
  return 0;
}

Expected<std::vector<Topic>> topics_of(const std::filesystem::path& file, LoadedSite& site,
                                       const AboutOptions& options) {
  // Opened for this alone: no forked process is to have it.
  const auto replica = TRY(Replica::open(file));
  const auto oracle = TRY(make_oracle(*replica, options.base));
  Oracle& pages = *site.site().oracle;
  const auto titles = file_titles(oracle->targets(), oracle->pages(),
                                  [&](const std::string& url) { return pages.read(url); });
  return draw_topics(titles, options.topics, options.drawn);
}

class SiteStudy {
 public:
  SiteStudy(const AboutOptions& options, LoadedSite& site, std::vector<Topic> topics)
      : options_(options), site_(site), topics_(std::move(topics)) {
    for (const Topic& topic : topics_) {
      results_.push_back(
          {site.facts().name, topic.words, results_.size(), topic.files.size(), {}, {}});
    }
  }

  Expected<std::vector<TopicResult>> run() {
    ForkPool pool;
    // Without a topic one crawl of each seed serves them all.
    pool.tasks = topics_.empty() ? 0 : options_.runs * (1 + topics_.size());
    pool.jobs = options_.jobs;
    pool.stop = options_.stop;
    pool.body = [&](std::size_t task, std::string& output) { return run_one(task, output); };
    pool.done = [&](TaskEnd end) { note(end); };
    TRY(pool.run());
    if (options_.stop != nullptr && *options_.stop != 0) {
      return fail(ErrorCode::disconnected, "stopped");
    }
    if (!failure_.empty()) return fail(ErrorCode::internal, failure_);
    return results_;
  }

 private:
  int run_one(std::size_t task, std::string& output) {
    Config config = options_.base;
    config.seed_url = site_.start_url();
    config.seed = task % options_.runs;
    const std::size_t which = task / options_.runs;
    if (which == 0) return crawl(site_, config, topics_, output);
    config.about = topics_[which - 1].words;
    return crawl(site_, config, {topics_[which - 1]}, output);
  }

  void note(const TaskEnd& end) {
    const Json reached = Json::parse(end.output, nullptr, false);
    if (end.exit_code != 0 || !reached.is_array()) {
      failure_ = fmt::format("{}: a run failed: {}", site_.facts().name, end.output);
      return;
    }
    const std::size_t which = end.task / options_.runs;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (reached[i].is_null()) continue;
      TopicResult& topic = results_[which == 0 ? i : which - 1];
      (which == 0 ? topic.without : topic.with).push_back(reached[i].get<double>());
    }
  }

  const AboutOptions& options_;
  LoadedSite& site_;
  std::vector<Topic> topics_;
  std::vector<TopicResult> results_;
  std::string failure_;
};

std::optional<double> ratio_of(const TopicResult& topic, unsigned runs) {
  if (topic.without.size() < runs || topic.with.size() < runs) return std::nullopt;
  return sample_of(topic.with)->mean / sample_of(topic.without)->mean;
}

std::vector<Cell> mean_row(const char* name, const std::vector<TopicResult>& results, unsigned runs,
                           const std::function<bool(const TopicResult&)>& counts) {
  std::vector<double> ratios;
  for (const TopicResult& topic : results) {
    const auto ratio = ratio_of(topic, runs);
    if (ratio && counts(topic)) ratios.push_back(*ratio);
  }
  return {text_cell(name), text_cell(fmt::format("{} topics", ratios.size())),
          text_cell(""),   text_cell(""),
          text_cell(""),   number_cell(geometric_mean(ratios), 2)};
}

}  // namespace

Expected<std::vector<TopicResult>> study_topics(
    const AboutOptions& options, const std::function<void(const std::string&)>& done) {
  std::vector<TopicResult> all;
  for (const auto& file : options.replicas) {
    const auto interrupted = [&](std::size_t, std::size_t) {
      return options.stop != nullptr && *options.stop != 0;
    };
    const auto site = TRY(LoadedSite::load(file, options.base, options.memory_limit, interrupted));
    auto topics = TRY(topics_of(file, *site, options));
    auto results = TRY(SiteStudy(options, *site, std::move(topics)).run());
    std::move(results.begin(), results.end(), std::back_inserter(all));
    if (done) done(site->facts().name);
  }
  return all;
}

Table topics_table(const std::vector<TopicResult>& results, unsigned runs) {
  Table table;
  table.id = "about";
  table.title = "Requests to 90 % of the files of a topic";
  table.note =
      "Mean (standard deviation) over seeds. Ratios: of means; below, their geometric means. A "
      "dash: not reached in every run.";
  table.columns = {"site", "topic", "files", "without", "about it", "ratio"};
  for (const TopicResult& topic : results) {
    const auto cell = [&](const std::vector<double>& requests) {
      return sample_cell(requests.size() < runs ? std::nullopt : sample_of(requests), runs > 1, 0);
    };
    table.rows.push_back({text_cell(topic.site), text_cell(topic.words),
                          number_cell(static_cast<double>(topic.files), 0), cell(topic.without),
                          cell(topic.with), number_cell(ratio_of(topic, runs), 2)});
  }
  const auto at_odd = [](const TopicResult& topic) { return topic.place % 2 == 0; };
  table.footer = {
      mean_row("all", results, runs, [](const TopicResult&) { return true; }),
      mean_row("1st, 3rd, ... of a site", results, runs, at_odd),
      mean_row("2nd, 4th, ...", results, runs, [&](const TopicResult& t) { return !at_odd(t); })};
  return table;
}

}  // namespace tagtrail::host
