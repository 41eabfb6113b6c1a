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

  /// Any number may be under way; tabs come one at a time. `request` outlives the task. Errors: io,
  /// disk_full, disconnected (the extension is gone).
  Async<Loaded> load(const Request& request);

 private:
  Async<Loaded> load_from_network(const Request& request);
  /// What the engine takes for a file; where it is a page after all, it is read as pages are.
  Async<Loaded> load_as_file(const Request& request);
  bool shows_link_source(const Response& by_tab) const;
  Async<Loaded> load_by_tab(const Request& request);
  Async<Loaded> load_by_choice(const Request& request);
  /// Keeps a page that plain HTTP read, unless it shows too little.
  Async<Loaded> keep_or_compare(const Request& request, Loaded plain);
  /// Reads by tab what plain HTTP gave already, and keeps the one with more links.
  Async<Loaded> compare_with_tab(const Request& request, Loaded plain);

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
