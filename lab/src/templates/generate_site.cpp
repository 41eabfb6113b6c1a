#include "templates/generate_site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <thread>
#include <unordered_set>
#include <vector>

#include "generated/spread.hpp"
#include "replica/replica.hpp"
#include "templates/family.hpp"

namespace tagtrail::host::templates {
namespace {

constexpr std::size_t kBatch = 256;
constexpr std::uint64_t kFewTexts = 20;

struct Written {
  ReplicaAnswer answer;
  std::vector<Ref> links;
};

Written write(const Family& family, const std::string& origin, const Ref& ref) {
  Sheet sheet(family);
  Reply reply = family.answer(ref, sheet);
  Written written;
  ReplicaAnswer& answer = written.answer;
  answer.status = reply.status;
  answer.header_bytes = 250;
  if (reply.status >= 400) return written;
  if (reply.status >= 300) {
    answer.location = origin + family.path(reply.location);
    written.links.push_back(reply.location);
    return written;
  }
  answer.mime = reply.mime;
  answer.body = reply.file.empty() ? sheet.take() : std::move(reply.file);
  answer.body_bytes = answer.body.size();
  written.links = sheet.links();
  return written;
}

/// Breadth first from the home page: what is linked is written, and nothing else.
class SiteWriter {
 public:
  /// `origin`: empty where paths are whole URLs. Of one host, what a full crawl meets is stored.
  SiteWriter(const Family& family, std::string origin, Replica& replica)
      : family_(family), origin_(std::move(origin)), replica_(replica) {
    meet(Ref{});
  }

  /// Other threads write pages of a batch; they are stored in the order in which they were met.
  Expected<void> run(const std::function<void(std::uint64_t)>& progress) {
    auto transaction = TRY(sqlite::Transaction::begin(replica_.database()));
    for (std::size_t begin = 0; begin < met_.size();) {
      const std::size_t end = std::min(met_.size(), begin + workers_ * kBatch);
      std::vector<std::future<std::vector<Written>>> parts;
      for (std::size_t part = begin; part < end; part += kBatch) {
        parts.push_back(std::async(std::launch::async, [this, part, end] {
          std::vector<Written> all;
          for (std::size_t i = part; i < std::min(end, part + kBatch); ++i) {
            all.push_back(write(family_, origin_, met_[i]));
          }
          return all;
        }));
      }
      std::vector<Written> batch;
      for (auto& part : parts) {
        auto some = part.get();
        std::move(some.begin(), some.end(), std::back_inserter(batch));
      }
      for (std::size_t i = 0; i < batch.size(); ++i) TRY(store(met_[begin + i], batch[i]));
      begin = end;
      progress(begin);
    }
    return transaction.commit();
  }

  SiteMeasures measures() const {
    SiteMeasures all = measures_;
    all.urls = met_.size();
    all.page_kb = bytes_ / 1e3 / static_cast<double>(std::max<std::uint64_t>(all.pages, 1));
    return all;
  }

 private:
  void meet(const Ref& ref) {
    if (known_.insert(ref).second) met_.push_back(ref);
  }

  Expected<void> store(Ref ref, const Written& written) {
    const ReplicaAnswer& answer = written.answer;
    const std::string url = origin_ + family_.path(ref);
    TRY(replica_.add_answer(url, answer));
    if (!origin_.empty()) TRY(replica_.add_reachable({url, answer.status, answer.mime, {}, {}}));
    if (answer.status >= 400) {
      ++measures_.dead;
    } else if (answer.status >= 300) {
      ++measures_.redirects;
    } else if (answer.mime == "text/html") {
      ++measures_.pages;
      bytes_ += static_cast<double>(answer.body_bytes);
    } else {
      ++measures_.feeds;
    }
    for (const Ref& link : written.links) meet(link);
    return {};
  }

  const Family& family_;
  std::string origin_;
  Replica& replica_;
  std::size_t workers_ = std::max(2U, std::thread::hardware_concurrency());
  std::vector<Ref> met_;
  std::unordered_set<Ref, HashRef> known_;
  SiteMeasures measures_;
  double bytes_ = 0;
};

/// As many as it takes for about `pages` URLs, by a trial with fewer.
std::uint32_t texts_for(const FamilyInfo& info, const SiteOptions& options) {
  const std::uint64_t pages = options.pages;
  // Of many hosts a few are large, which only many show.
  const std::uint64_t part = info.many_hosts ? 4 : 50;
  const auto some = static_cast<std::uint32_t>(std::max<std::uint64_t>(kFewTexts, pages / part));
  const auto family = info.make({some, options.seed, options.web});
  std::vector<Ref> met{Ref{}};
  std::unordered_set<Ref, HashRef> known{Ref{}};
  for (std::size_t i = 0; i < met.size(); ++i) {
    for (const Ref& link : write(*family, {}, met[i]).links) {
      if (known.insert(link).second) met.push_back(link);
    }
  }
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(kFewTexts, pages * some / met.size()));
}

Expected<SiteMeasures> write_replica(const Family& family, const std::string& origin,
                                     const std::filesystem::path& file,
                                     const std::function<void(std::uint64_t)>& progress) {
  const std::string start = origin + family.path(Ref{});
  auto replica = TRY(Replica::create(file, start, start, false));
  SiteWriter writer(family, origin, *replica);
  TRY(writer.run(progress));
  return writer.measures();
}

}  // namespace

Expected<SiteMeasures> generate_site(
    const SiteOptions& options,
    const std::function<void(std::uint64_t done, std::uint64_t all)>& progress) {
  const auto info = TRY(find_family(options.family));
  const std::uint32_t texts = texts_for(info, options);
  const auto family = info.make({texts, options.seed, options.web});
  std::string origin;
  if (!info.many_hosts) origin = fmt::format("http://{}{}.example", info.name, options.seed);
  auto unfinished = options.output;
  unfinished += ".part";
  std::error_code code;
  auto measures = write_replica(*family, origin, unfinished, [&](std::uint64_t done) {
    progress(done, std::max(done, options.pages));
  });
  if (!measures) {
    std::filesystem::remove(unfinished, code);
    return measures;
  }
  measures->texts = texts;
  std::filesystem::rename(unfinished, options.output, code);
  if (code) {
    const std::string why = code.message();
    std::filesystem::remove(unfinished, code);
    return fail(ErrorCode::io, fmt::format("can't write {}: {}", options.output.string(), why));
  }
  return measures;
}

}  // namespace tagtrail::host::templates
