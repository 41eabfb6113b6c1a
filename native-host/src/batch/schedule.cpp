#include "batch/schedule.hpp"

#include <deque>
#include <map>
#include <set>

#include "batch/site_folders.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// A site that had been through with other options would pass for being through with these.
void await(SiteRecord& record, const std::vector<std::string>& options) {
  record.options = options;
  if (!record.exit || !is_through(*record.exit)) return;
  record.exit.reset();
  record.how.reset();
  record.reason = kWaiting;
}

}  // namespace

BatchTable BatchTable::make(const std::vector<BatchSite>& sites, std::vector<SiteRecord> before) {
  std::set<std::string> taken;
  std::map<std::string, std::deque<std::size_t>> known;
  for (std::size_t i = 0; i < before.size(); ++i) {
    taken.insert(ascii_lower(before[i].folder));
    known[before[i].url].push_back(i);
  }
  std::vector<bool> used(before.size());
  BatchTable table;
  for (const BatchSite& site : sites) {
    SiteRecord record;
    if (auto& found = known[site.url]; !found.empty()) {
      used[found.front()] = true;
      record = before[found.front()];
      found.pop_front();
    } else {
      record.url = site.url;
      record.folder = name_site_folder(site.url, taken);
      record.reason = kWaiting;
    }
    const bool waits = needs_run(record, site.options);
    if (waits) await(record, site.options);
    table.records.push_back(std::move(record));
    table.states.push_back(waits ? SiteState::waiting : SiteState::ended);
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!used[i]) table.records.push_back(std::move(before[i]));
  }
  return table;
}

std::optional<std::size_t> next_site(const BatchTable& table, unsigned jobs) {
  std::set<std::string> busy;
  unsigned running = 0;
  for (std::size_t i = 0; i < table.states.size(); ++i) {
    if (table.states[i] != SiteState::running) continue;
    busy.insert(host_of_site(table.records[i].url));
    ++running;
  }
  if (running >= jobs) return std::nullopt;
  for (std::size_t i = 0; i < table.states.size(); ++i) {
    if (table.states[i] != SiteState::waiting) continue;
    if (!busy.contains(host_of_site(table.records[i].url))) return i;
  }
  return std::nullopt;
}

}  // namespace tagtrail::host
