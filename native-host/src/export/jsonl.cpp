#include <nlohmann/json.hpp>

#include "export/rows.hpp"
#include "store/job_store.hpp"
#include "system/terminal_text.hpp"

namespace tagtrail::host {

using Json = nlohmann::ordered_json;

Expected<void> write_jsonl(const TargetList& targets, const ExportSink& out) {
  return targets.each_target([&out](const TargetRow& target) {
    const Json json = {{"url", target.url},
                       {"name", target.name},
                       {"path", target.path},
                       {"mediatype", target.mime},
                       {"bytes", target.bytes},
                       {"sha256", target.sha256},
                       {"page", target.page},
                       {"tagPath", target.tag_path},
                       {"anchor", target.anchor},
                       {"redirects", target.redirects},
                       {"fetchedAt", target.fetched_at},
                       {"status", target.status},
                       {"via", target.via},
                       {"pageVia", target.page_via}};
    return out(terminal_text(json.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n");
  });
}

}  // namespace tagtrail::host
