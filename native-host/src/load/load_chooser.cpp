#include "load/load_chooser.hpp"

#include <algorithm>
#include <functional>

#include "load/script_apis.hpp"
#include "load/url_template.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"
#include "tagtrail/written_addresses.hpp"

namespace tagtrail::host {
namespace {

/// Beyond that a link counts as new: a tab may be opened for nothing.
constexpr std::size_t kMostSeen = 1'000'000;

std::size_t hash_of(std::string_view url) { return std::hash<std::string_view>()(url); }

constexpr unsigned kFirstComparisons = 3;
constexpr unsigned kShownFirst = 2;
constexpr unsigned kCompareAgainAfter = 50;
constexpr unsigned kMostDoublings = 3;
constexpr unsigned kVainRuns = 3;
constexpr unsigned kVainOnesUnlike = 3;
constexpr unsigned kSparedViewers = 2;
constexpr std::size_t kMostLists = 1'000;

}  // namespace

LoadChooser::How LoadChooser::choose(std::string_view url, bool is_seed) const {
  if (is_seed) return How::both;
  const auto list = has_query(url) ? lists_.find(without_query(url)) : lists_.end();
  if (list != lists_.end() && only_filters(list->second, url)) {
    return list->second.since >= kCompareAgainAfter ? How::both : How::plain;
  }
  if (list != lists_.end() && list->second.drawn) return How::tab;
  const auto found = templates_.find(url_template(url));
  if (found == templates_.end()) return first_look({});
  const Template& known = found->second;
  if (known.since_comparison >= known.patience()) return How::both;
  const bool first_pages = known.compared < kFirstComparisons;
  if (known.tab_adds && !(thorough_ && first_pages)) return How::tab;
  return first_pages ? first_look(known) : How::plain;
}

LoadChooser::How LoadChooser::first_look(const Template& kind) const {
  const bool drawn = shells_ > shown_in_vain_ && !kind.has_files;
  return drawn && !thorough_ && kind.compared == 0 && kind.shown_first < kShownFirst ? How::tab
                                                                                     : How::both;
}

/// What has brought nothing again and again is tried more and more seldom.
unsigned LoadChooser::Template::patience() const {
  return kCompareAgainAfter << std::min(in_vain, kMostDoublings);
}

/// A script that made links once may make them on any page; one that has filled empty pages alone,
/// on any that is empty.
bool LoadChooser::is_idle(const Script& script, bool empty) {
  return !(empty ? script.gained : script.gained_on_full) && script.vain >= kVainRuns;
}

bool LoadChooser::are_idle(const std::vector<std::size_t>& scripts, bool empty) const {
  return std::all_of(scripts.begin(), scripts.end(), [&](std::size_t script) {
    const auto known = scripts_.find(script);
    return known != scripts_.end() && is_idle(known->second, empty);
  });
}

bool LoadChooser::runs_in_vain(std::string_view url, const std::vector<std::size_t>& scripts,
                               bool empty) const {
  const auto found = templates_.find(url_template(url));
  if (empty && (found == templates_.end() || found->second.compared == 0)) return false;
  if (found != templates_.end()) {
    const Template& known = found->second;
    const bool looked_at = known.compared >= kFirstComparisons || known.tab_adds;
    if (looked_at || known.since_comparison >= known.patience()) return false;
  }
  return !scripts.empty() && are_idle(scripts, empty);
}

/// Of several scripts on a page that gained those did it that were not idle before.
void LoadChooser::blame(const std::vector<std::size_t>& scripts, bool gained, bool empty) {
  const std::set<std::size_t> each(scripts.begin(), scripts.end());
  const bool all_idle = are_idle(scripts, empty);
  for (const std::size_t script : each) {
    if (scripts_.size() >= kMostSeen && !scripts_.contains(script)) continue;
    Script& known = scripts_[script];
    if (!gained) {
      ++known.vain;
    } else if (all_idle || !is_idle(known, empty)) {
      known.gained = true;
      known.gained_on_full = known.gained_on_full || !empty;
    }
  }
}

bool LoadChooser::plain_is_enough(std::string_view url) const {
  const auto found = templates_.find(url_template(url));
  return found != templates_.end() && found->second.compared >= kFirstComparisons &&
         !found->second.tab_adds;
}

bool LoadChooser::is_unlike_its_kind(std::string_view url, const std::vector<std::size_t>& scripts,
                                     bool empty) const {
  if (!plain_is_enough(url)) return false;
  const Template& kind = templates_.find(url_template(url))->second;
  if (!kind.unlike_ones_gave && kind.unlike_in_vain >= kVainOnesUnlike) return false;
  if (empty && !kind.looked_empty) return true;
  return std::any_of(scripts.begin(), scripts.end(), [&](std::size_t script) {
    const auto known = scripts_.find(script);
    return known == scripts_.end() || (known->second.gained && known->second.vain == 0);
  });
}

bool LoadChooser::worth_a_tab(const std::vector<LinkObservation>& plain) {
  return std::all_of(plain.begin(), plain.end(),
                     [](const LinkObservation& link) { return link.element == LinkElement::link; });
}

bool LoadChooser::learn(std::string_view url, const std::vector<LinkObservation>& plain,
                        const std::vector<LinkObservation>& tab,
                        const std::vector<std::size_t>& scripts, bool empty) {
  const bool unlike = is_unlike_its_kind(url, scripts, empty);
  Template& entry = templates_[url_template(url)];
  std::set<std::string_view> known;
  for (const LinkObservation& link : plain) {
    if (is_taken(link)) known.insert(link.url);
  }
  // Where tabs have brought something they are not given up for a page whose links were all met.
  const bool must_be_new = !entry.tab_adds;
  const auto is_drawn = [&](const LinkObservation& link) {
    return is_taken(link) && !known.contains(link.url) && scope_.contains(link.url) &&
           !link.tag_path.starts_with(kScriptJson);
  };
  const bool adds = std::any_of(tab.begin(), tab.end(), [&](const LinkObservation& link) {
    return is_drawn(link) && !(must_be_new && seen_.contains(hash_of(link.url)));
  });
  saw(adds ? tab : plain);
  blame(scripts, adds, empty);
  const bool shell = worth_a_tab(plain) && std::any_of(tab.begin(), tab.end(), is_drawn);
  shells_ = shell ? shells_ + 1 : 0;
  const bool again = entry.tab_adds && entry.since_comparison >= entry.patience();
  entry.since_comparison = 0;
  if (unlike) {
    entry.unlike_ones_gave = entry.unlike_ones_gave || adds;
    entry.unlike_in_vain += adds ? 0 : 1;
  } else {
    entry.looked_empty = entry.looked_empty || empty;
    // Among the first pages one that gains is enough, and others may be under way; a later
    // comparison stands for itself.
    const bool first_pages = entry.compared < kFirstComparisons && !again;
    entry.tab_adds = adds || (first_pages && entry.tab_adds);
    entry.in_vain = adds || first_pages ? 0 : entry.in_vain + 1;
    ++entry.compared;
  }
  note_view(url, tab);
  return adds;
}

bool LoadChooser::is_drawn_page(std::string_view url) const {
  const auto found = templates_.find(url_template(url));
  if (found == templates_.end() || found->second.has_files) return false;
  const Template& known = found->second;
  return known.tab_adds || (known.compared == 0 && known.shown_first > 0);
}

/// After that more pages must have been drawn before one is looked for in a tab at once.
void LoadChooser::met_file(std::string_view url, bool in_tab) {
  const auto found = templates_.find(url_template(url));
  if (found == templates_.end()) return;
  found->second.has_files = true;
  if (!in_tab || found->second.compared > 0) return;
  ++shown_in_vain_;
  shells_ = 0;
}

bool LoadChooser::shows_what_came(std::string_view url) const {
  if (thorough_ || came_.empty()) return false;
  const auto file = canonical_url(file_in_viewer(url));
  if (!file || !came_.contains(hash_of(*file))) return false;
  const auto kind = templates_.find(url_template(url));
  return kind == templates_.end() || kind->second.spared_viewers < kSparedViewers;
}

void LoadChooser::spared_viewer(std::string_view url) {
  ++templates_[url_template(url)].spared_viewers;
}

void LoadChooser::came(std::string_view url) {
  if (came_.size() < kMostSeen) came_.insert(hash_of(url));
}

void LoadChooser::saw(const std::vector<LinkObservation>& links) {
  for (const LinkObservation& link : links) {
    if (seen_.size() >= kMostSeen) return;
    if (is_taken(link)) seen_.insert(hash_of(link.url));
  }
}

void LoadChooser::showed(std::string_view url, const std::vector<LinkObservation>& links) {
  note_single(url);
  Template& kind = templates_[url_template(url)];
  if (kind.compared == 0) ++kind.shown_first;
  note_view(url, links);
  saw(links);
}

bool LoadChooser::only_filters(const List& list, std::string_view url) const {
  const auto keys = query_keys(url);
  return !keys.empty() && std::all_of(keys.begin(), keys.end(), [&](std::string_view key) {
    const auto vain = list.vain.find(key);
    return vain != list.vain.end() && vain->second >= kFirstComparisons;
  });
}

void LoadChooser::note_view(std::string_view url, const std::vector<LinkObservation>& links) {
  const std::string_view path = without_query(url);
  const auto is_view = [&](const LinkObservation& link) {
    return has_query(link.url) && without_query(link.url) == path;
  };
  if (!has_query(url)) {
    const bool has_views = std::any_of(links.begin(), links.end(), is_view);
    if (!has_views || lists_.size() >= kMostLists) return;
    List& list = lists_[std::string(path)];
    for (const LinkObservation& link : links) list.whole.insert(hash_of(link.url));
    const auto kind = templates_.find(url_template(url));
    list.drawn = kind != templates_.end() && kind->second.tab_adds;
    return;
  }
  const auto list = lists_.find(path);
  if (list == lists_.end()) return;
  const bool leads_on = std::any_of(links.begin(), links.end(), [&](const LinkObservation& link) {
    return is_taken(link) && scope_.contains(link.url) && !is_view(link) &&
           !list->second.whole.contains(hash_of(link.url));
  });
  for (const std::string_view key : query_keys(url)) {
    unsigned& vain = list->second.vain.try_emplace(std::string(key)).first->second;
    vain = leads_on ? 0 : vain + 1;
  }
  list->second.since = 0;
}

void LoadChooser::note_single(std::string_view url) {
  ++templates_[url_template(url)].since_comparison;
  const auto list = has_query(url) ? lists_.find(without_query(url)) : lists_.end();
  if (list != lists_.end()) ++list->second.since;
}

}  // namespace tagtrail::host
