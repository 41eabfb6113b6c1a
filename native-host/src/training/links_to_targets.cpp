#include "training/links_to_targets.hpp"

#include <string>

#include "store/read_job.hpp"
#include "store/responses.hpp"
#include "training/backward_crawl.hpp"

namespace tagtrail::host {

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
  const EachPage each_page = [&](const auto& take) {
    return responses.replay(job, 0, [&](const Bytes& record) -> Expected<void> {
      return take(TRY(decode_response(record.data(), record.size())));
    });
  };
  return crawl_backwards(std::move(wanted), levels, each_page, cases);
}

}  // namespace tagtrail::host
