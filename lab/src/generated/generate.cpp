#include "generated/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <future>
#include <thread>

#include "generated/answers.hpp"
#include "generated/make_site_plan.hpp"
#include "generated/site_maps.hpp"
#include "replica/replica.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host::generated {
namespace {

constexpr std::uint64_t kBatch = 512;

/// All nodes of the plan, in batches: by depth, then by kind.
std::vector<Run> batches_of(const SitePlan& plan) {
  std::vector<Run> runs;
  for (std::uint32_t depth = 0; depth < plan.depths(); ++depth) {
    for (std::size_t i = 0; i < kKinds; ++i) {
      const auto kind = static_cast<Kind>(i);
      const std::uint64_t count = plan.count(kind, depth);
      for (std::uint64_t begin = 0; begin < count; begin += kBatch) {
        runs.push_back({kind, depth, begin, std::min(begin + kBatch, count)});
      }
    }
  }
  return runs;
}

/// Sums for mean and standard deviation.
struct Moments {
  double count = 0;
  double sum = 0;
  double squares = 0;

  void add(double value) {
    count += 1;
    sum += value;
    squares += value * value;
  }
  double mean() const { return count > 0 ? sum / count : 0; }
  double deviation() const {
    return count > 0 ? std::sqrt(std::max(0.0, squares / count - mean() * mean())) : 0;
  }
};

class Counter {
 public:
  void add(const Entry& entry) {
    const ReplicaAnswer& answer = entry.answer;
    if (entry.trap) {
      ++measures_.traps;
    } else if (answer.status >= 400) {
      ++measures_.dead;
    } else if (answer.status >= 300) {
      ++measures_.redirects;
    } else if (is_html(answer.mime)) {
      ++measures_.pages;
      linking_ += entry.links_to_targets ? 1 : 0;
      pages_.add(static_cast<double>(answer.body_bytes) / 1e3);
    } else if (entry.kind == Kind::target) {
      ++measures_.targets;
      sizes_.add(static_cast<double>(answer.body_bytes) / 1e6);
      depths_.add(entry.depth);
    } else {
      ++measures_.neither;
    }
  }

  Measures measures() const {
    Measures all = measures_;
    all.linking_share = linking_ / static_cast<double>(std::max<std::uint64_t>(all.pages, 1));
    all.size_mean_mb = sizes_.mean();
    all.size_sd_mb = sizes_.deviation();
    all.depth_mean = depths_.mean();
    all.depth_sd = depths_.deviation();
    all.page_kb = pages_.mean();
    return all;
  }

 private:
  Measures measures_;
  double linking_ = 0;
  Moments sizes_;
  Moments depths_;
  Moments pages_;
};

Expected<void> store(Replica& replica, const Entry& entry) {
  TRY(replica.add_answer(entry.url, entry.answer));
  return replica.add_reachable({entry.url, entry.answer.status, entry.answer.mime, {}, {}});
}

/// Other threads write pages ahead of the one that stores them; batches are stored in their order.
Expected<Measures> write_all(Replica& replica, const Site& site,
                             const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  auto transaction = TRY(sqlite::Transaction::begin(replica.database()));
  Counter counter;
  SiteMaps maps(replica, site);
  std::uint64_t done = 0;
  const auto take = [&](const std::vector<Entry>& entries) -> Expected<void> {
    for (const Entry& entry : entries) {
      TRY(store(replica, entry));
      TRY(maps.take(entry));
      counter.add(entry);
    }
    done += entries.size();
    progress(done, std::max(done, site.plan.nodes()));
    return {};
  };
  const auto runs = batches_of(site.plan);
  const std::size_t ahead = std::max(2U, std::thread::hardware_concurrency());
  std::deque<std::future<std::vector<Entry>>> waiting;
  for (std::size_t next = 0; next < runs.size() || !waiting.empty();) {
    while (next < runs.size() && waiting.size() < ahead) {
      waiting.push_back(std::async(std::launch::async, answers, std::cref(site), runs[next++]));
    }
    auto entries = waiting.front().get();
    waiting.pop_front();
    TRY(take(entries));
  }
  TRY(take(calendar_answers(site)));
  TRY(maps.finish());
  TRY(transaction.commit());
  return counter.measures();
}

Expected<Measures> write_replica(
    const Site& site, const std::filesystem::path& file,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  const std::string start = site.paths.origin() + "/";
  auto replica = TRY(Replica::create(file, start, start, false));
  // URLs come in no order, so the index is touched everywhere: it should stay in memory.
  auto& database = replica->database();
  TRY(database.execute("PRAGMA cache_size = -400000"));
  return write_all(*replica, site, progress);
}

}  // namespace

Expected<Measures> generate(
    const GenerateOptions& options,
    const std::function<void(std::uint64_t done, std::uint64_t all)>& progress) {
  const auto profile = TRY(find_profile(options.profile));
  const std::uint64_t pages =
      options.pages > 0 ? options.pages : static_cast<std::uint64_t>(profile.pages.value);
  const auto plan = TRY(make_site_plan(profile, pages, options.seed));
  const Paths paths(plan, profile, options.seed);
  const Sizes sizes(plan.targets(), profile.size_mean_mb.value * 1e6,
                    profile.size_sd_mb.value * 1e6, options.seed);
  const Traps traps(options.traps, options.seed);
  const Site site{profile, plan, paths, sizes, traps, options.seed};

  auto unfinished = options.output;
  unfinished += ".part";
  std::error_code code;
  auto measures = write_replica(site, unfinished, progress);
  if (!measures) {
    std::filesystem::remove(unfinished, code);
    return measures;
  }
  std::filesystem::rename(unfinished, options.output, code);
  if (code) {
    const std::string why = code.message();
    std::filesystem::remove(unfinished, code);
    return fail(ErrorCode::io, fmt::format("can't write {}: {}", options.output.string(), why));
  }
  return measures;
}

}  // namespace tagtrail::host::generated
