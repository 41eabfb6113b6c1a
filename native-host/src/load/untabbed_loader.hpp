// Loads without a tab: by plain HTTP where that gets it, else by the browser with the user's
// session.
#pragma once

#include <map>
#include <string>

#include "load/host_loader.hpp"
#include "load/session_chooser.hpp"

namespace tagtrail::host {

class UntabbedLoader {
 public:
  /// `session` is null when the job does without. Both borrowed, and the chooser too. `persons`: it
  /// is one in which a person may be logged in, so that pages which anyone may read are compared.
  UntabbedLoader(HostLoader& plain, HostLoader* session, SessionChooser& chooser,
                 bool persons = false)
      : plain_(plain), session_(session), chooser_(chooser), persons_(persons) {}

  /// `tab_follows`: the page is to be shown in a tab as well, which has the session, too. So where
  /// it would be compared with what the session gets it is left to settle(). Errors: those of the
  /// loaders.
  Async<Loaded> load(const Request& request, bool tab_follows = false);
  /// After load() with `tab_follows`, before the page is kept: compares it if that is still to be
  /// done (Loaded::uncompared). `shown` is what a tab showed, null where there was none. A page
  /// that has no more in the tab has no more with the session; any other is asked for with it.
  Async<Loaded> settle(const Request& request, Loaded plain, const Loaded* shown = nullptr);
  /// Of a page that settle() was not called for: in the tab the way to the login is gone. It is the
  /// session that does this, whatever scripts do besides. Learns from it.
  bool shows_member(const Request& request, const Loaded& plain, const Loaded& shown);
  /// By plain HTTP, whatever the job has besides.
  Async<Loaded> load_plain(const Request& request) { return plain_.load(request); }
  bool has_session() const { return session_ != nullptr; }
  /// With the session, whatever is known of the template. Only if has_session().
  Async<Loaded> load_with_session(const Request& request);

 private:
  SessionChooser::How how_for(const Request& request) const;
  Async<Loaded> load_at_once(const Request& request);
  Async<bool> follows_referer(const Request& request, Loaded& plain);
  Async<Loaded> compare(const Request& request, Loaded plain);
  Async<Loaded> compare_pages(const Request& request, Loaded plain);

  HostLoader& plain_;
  HostLoader* session_;
  SessionChooser& chooser_;
  bool persons_;
  /// By origin: strangers who were sent to one page, wherever they came from.
  std::map<std::string, unsigned, std::less<>> sent_to_fixed_;
};

/// What it was redirected to is the page that its link stands on.
bool led_back(const Request& request, const Loaded& loaded);
/// Sitemaps, which sites write for everybody, and the usual places of what is written for machines.
bool is_for_everybody(const Request& request);
/// Removes the file of an answer that is not kept.
void discard_file(Loaded& loaded);
/// What came with the session tells of its traces, whether it is kept or not.
void take_views(Loaded& other, Loaded& kept);
/// Puts aside what was loaded beside what is kept: its file goes, its requests count.
void put_aside(Loaded& other, Loaded& kept);

}  // namespace tagtrail::host
