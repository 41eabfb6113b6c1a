#include "replica/reachable.hpp"

#include "replica/replica_loader.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {

Expected<ImportSummary> store_reachable(Replica& replica, const ImportProgress& progress) {
  auto transaction = TRY(sqlite::Transaction::begin(replica.database()));
  TRY(replica.forget_reachable());
  ImportSummary summary;
  const auto take = [&](const ReachableUrl& url) {
    if (++summary.reachable % 100 == 0) progress("URLs crawled", summary.reachable);
    summary.dead += url.status >= 400 ? 1 : 0;
    summary.redirects += url.status >= 300 && url.status < 400 ? 1 : 0;
    summary.pages += url.status == 200 && is_html(url.mime) ? 1 : 0;
    return replica.add_reachable(url);
  };
  TRY(crawl_replica(replica, "host", take));
  TRY(transaction.commit());
  summary.answering = summary.reachable - summary.dead;
  return summary;
}

}  // namespace tagtrail::host
