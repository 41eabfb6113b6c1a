// Loads whatever the engine asks for, by the way that fits: plain HTTP, a tab, or both to compare.
#pragma once

#include <memory>

#include "job/host_loader.hpp"
#include "job/job_options.hpp"
#include "job/load_chooser.hpp"
#include "job/recorded_site.hpp"
#include "job/robots_gate.hpp"
#include "job/tab_loader.hpp"

namespace tagtrail::host {

class Loader {
 public:
  /// `tabs` is null when the job uses no browser, `recorded` when it uses no replica. All borrowed
  /// but the chooser.
  Loader(BrowserMode mode, HostLoader& host, TabLoader* tabs, RobotsGate& robots,
         const Objective& objective, LoadChooser chooser, RecordedSite* recorded, bool sitemaps)
      : mode_(mode),
        host_(host),
        tabs_(tabs),
        robots_(robots),
        objective_(objective),
        chooser_(std::move(chooser)),
        recorded_(recorded),
        sitemaps_(sitemaps) {}

  /// Nothing when the job is stopping. Errors: io, disk_full, disconnected (the extension is gone).
  Expected<std::optional<Loaded>> load(const Request& request);

 private:
  using Result = Expected<std::optional<Loaded>>;
  Result load_from_network(const Request& request);
  /// What the engine takes for a file; where it is a page after all, it is read as pages are.
  Result load_as_file(const Request& request);
  bool shows_link_source(const Response& by_tab) const;
  Result load_by_tab(const Request& request);
  Result load_by_choice(const Request& request);
  /// Keeps a page that plain HTTP read, unless it shows too little.
  Result keep_or_compare(const Request& request, Result plain);
  /// Reads by tab what plain HTTP gave already, and keeps the one with more links.
  Result compare_with_tab(const Request& request, Result plain);

  BrowserMode mode_;
  HostLoader& host_;
  TabLoader* tabs_;
  RobotsGate& robots_;
  const Objective& objective_;
  LoadChooser chooser_;
  RecordedSite* recorded_;
  bool sitemaps_;  ///< sitemaps, feeds and robots.txt are pages, and never loaded by a tab
};

}  // namespace tagtrail::host
