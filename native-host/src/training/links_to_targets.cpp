#include "training/links_to_targets.hpp"

#include <map>
#include <set>
#include <string>

#include "store/read_job.hpp"
#include "store/responses.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kLinksToAPage = 10;

using Urls = std::set<std::string, std::less<>>;

/// One step back: the links to wanted pages, and the pages they are on.
class Step {
 public:
  Step(const Urls& wanted, std::size_t distance, std::vector<LinkCase>& cases)
      : wanted_(wanted), distance_(distance), cases_(cases) {}

  void read(Response response) {
    for (LinkObservation& link : response.page.links) {
      if (link.url == response.final_url || !wanted_.contains(link.url)) continue;
      if (++taken_[link.url] > kLinksToAPage) continue;
      cases_.push_back(
          {std::move(link.url), std::move(link.anchor), std::move(link.around), distance_});
      pages_.insert(response.final_url);
    }
  }
  Urls take_pages() { return std::move(pages_); }

 private:
  const Urls& wanted_;
  std::size_t distance_;
  std::vector<LinkCase>& cases_;
  std::map<std::string, std::size_t> taken_;
  Urls pages_;
};

}  // namespace

Expected<void> add_links_to_targets(const std::filesystem::path& job, std::size_t levels,
                                    std::vector<LinkCase>& cases) {
  auto database = TRY(open_to_read(job));
  Responses responses(database);
  TRY(responses.load());
  Urls wanted;
  TRY(each_target(database, [&](const TargetRow& target) -> Expected<void> {
    wanted.insert(target.url);
    return {};
  }));
  if (wanted.empty()) {
    return fail(ErrorCode::invalid_argument, job.string() + ": the job has found nothing");
  }
  Urls known = wanted;
  for (std::size_t distance = 0; distance < levels && !wanted.empty(); ++distance) {
    Step step(wanted, distance, cases);
    TRY(responses.replay(job, 0, [&](const Bytes& record) -> Expected<void> {
      step.read(TRY(decode_response(record.data(), record.size())));
      return {};
    }));
    Urls pages = step.take_pages();
    std::erase_if(pages, [&](const std::string& page) { return !known.insert(page).second; });
    wanted = std::move(pages);
  }
  return {};
}

}  // namespace tagtrail::host
