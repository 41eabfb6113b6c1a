// Loads whatever the engine asks for, by the way that fits: without a tab, in one, or both to
// compare.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "load/file_looker.hpp"
#include "load/load_chooser.hpp"
#include "load/login_guard.hpp"
#include "load/page_keeper.hpp"
#include "load/recorded_site.hpp"
#include "load/robots_gate.hpp"
#include "load/tab_loader.hpp"
#include "load/untabbed_loader.hpp"
#include "options/modes.hpp"

namespace tagtrail::host {

class Loader {
 public:
  /// `tabs` is null when the job uses no browser, `guard` when it uses no session, `recorded` when
  /// it uses no replica, `apis` when what scripts load is nothing to ask for, `claims` when it is
  /// for no fleet, `looker` when what files hold is nobody's business. All borrowed but chooser,
  /// keeper and looker. `came_by_tab` says of a page that is asked
  /// for again whether a tab loaded it before: it is loaded the same way.
  Loader(BrowserMode mode, UntabbedLoader& untabbed, TabLoader* tabs, SessionGuard* guard,
         RobotsGate& robots, HostClaims* claims, const Objective& objective, LoadChooser chooser,
         PageKeeper keeper, RecordedSite* recorded, ScriptApis* apis, bool sitemaps,
         std::optional<FileLooker> looker, std::function<bool(const std::string& url)> came_by_tab)
      : mode_(mode),
        untabbed_(untabbed),
        tabs_(tabs),
        guard_(guard),
        robots_(robots),
        claims_(claims),
        objective_(objective),
        chooser_(std::move(chooser)),
        keeper_(std::move(keeper)),
        recorded_(recorded),
        apis_(apis),
        sitemaps_(sitemaps),
        looker_(std::move(looker)),
        came_by_tab_(std::move(came_by_tab)) {}

  /// Any number may be under way; tabs come one at a time. `request` outlives the task. Errors: io,
  /// disk_full, disconnected (the extension is gone).
  Async<Loaded> load(const Request& request);

 private:
  Async<Loaded> load_from_anywhere(const Request& request);
  Async<Loaded> load_from_network(const Request& request);
  /// By the way that fits, what robots.txt allows.
  Async<Loaded> load_allowed(const Request& request);
  /// What the engine takes for a file; where it is a page after all, it is read as pages are.
  Async<Loaded> load_as_file(const Request& request);
  Async<Loaded> load_script_api(const Request& request);
  Async<Loaded> load_from_elsewhere(const Request& request);
  bool shows_link_source(const Response& by_tab) const;
  Async<Loaded> load_by_tab(const Request& request);
  bool is_shown_already(const Request& request);
  Async<Loaded> load_by_choice(const Request& request);
  Async<Loaded> load_in_place_of(Loaded by_tab, const Request& request);
  /// Keeps a page that was read without a tab, unless it shows too little.
  bool is_spared(const Request& request, const Loaded& plain) const;
  Async<Loaded> keep_or_compare(const Request& request, Loaded plain);
  /// Reads by tab what came without one already, and keeps the one with more links.
  Async<Loaded> compare_with_tab(const Request& request, Loaded plain);
  Async<Loaded> pass_gate(const Request& request, Loaded plain);
  Loaded keep_better(const Request& request, Loaded plain, Loaded by_tab, bool looks_only);

  BrowserMode mode_;
  UntabbedLoader& untabbed_;
  TabLoader* tabs_;
  SessionGuard* guard_;
  RobotsGate& robots_;
  HostClaims* claims_;
  const Objective& objective_;
  LoadChooser chooser_;
  PageKeeper keeper_;
  RecordedSite* recorded_;
  ScriptApis* apis_;
  bool sitemaps_;  ///< sitemaps, feeds and robots.txt are pages, and never loaded by a tab
  std::optional<FileLooker> looker_;
  std::function<bool(const std::string& url)> came_by_tab_;
  /// By origin: pages in a row that were asked for with cookies of scripts for nothing.
  std::map<std::string, unsigned, std::less<>> gates_in_vain_;
};

}  // namespace tagtrail::host
