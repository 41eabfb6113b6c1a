#include "traps/site_views.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "traps/hashes.hpp"
#include "traps/url_aspects.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kPathParts = 5;
/// So many addresses without a part gave what views give, and twice as many as gave other files.
constexpr std::uint32_t kEnoughAgree = 4;
constexpr std::uint32_t kTimesAgree = 2;
/// Answers in a row that told of nothing, from which on a view is spent.
constexpr std::uint32_t kVain = 8;
/// One in so many answers may be a version of its own where not all that is left is older.
constexpr std::uint32_t kOthersAllowed = 10;
/// And a view has so many things, at least.
constexpr std::size_t kThingsAView = 4;
constexpr std::size_t kMostSlots = 24;
constexpr std::size_t kMostValues = 1000;
constexpr std::size_t kMostAnswers = 100'000;
constexpr std::size_t kMostViews = 256;
/// Of a site; what else is linked counts as never seen, so no view is spent for it.
constexpr std::size_t kMostThings = 200'000;
constexpr std::size_t kMostShown = 16;
constexpr std::uint64_t kViewSeed = 0x3C6EF372FE94F82BU;
constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15U;
constexpr std::string_view kAbsent = "\n";

/// What programs for versions call the present one.
constexpr std::array<std::string_view, 8> kNow{"head",  "tip",     "main",   "master",
                                               "trunk", "default", "latest", "current"};

bool is_name_of_now(std::string_view value) {
  const std::string word = ascii_lower(value.substr(value.rfind('/') + 1));
  return value == kAbsent || std::find(kNow.begin(), kNow.end(), word) != kNow.end();
}

bool is_in_query(std::uint64_t slot) { return slot >= kPathParts; }
std::uint64_t slot_of_pair(std::string_view name) { return hash_of(name) | 0x100U; }

/// A part of the path is left as a place, as the others would move up.
std::string without(std::string_view address, std::uint64_t slot, std::size_t begin,
                    std::size_t end) {
  if (is_in_query(slot)) return without_pair(address, begin);
  return std::string(address.substr(0, begin)).append("*").append(address.substr(end));
}

}  // namespace

std::vector<SiteViews::Part> SiteViews::parts_of(std::string_view address) {
  std::vector<Part> parts;
  const UrlParts url = split_url(address);
  if (!url.path.empty()) {
    const auto path_at = static_cast<std::size_t>(url.path.data() - address.data());
    std::size_t begin = 1;
    for (std::size_t at = 0; at < kPathParts; ++at) {
      const std::size_t end = url.path.find('/', begin);
      if (end == std::string_view::npos) break;
      parts.push_back({at, url.path.substr(begin, end - begin), path_at + begin, path_at + end});
      begin = end + 1;
    }
  }
  for (const QueryPair& pair : query_pairs(url.query)) {
    const std::size_t begin = place_in(address, pair);
    parts.push_back({slot_of_pair(pair.key), pair.value, begin, begin});
  }
  return parts;
}

/// Counts how what came beside `given`, which it may replace, compares.
void SiteViews::compare(Slot& slot, Given& given, const Given& now) {
  if (given.value == now.value || (given.content == 0 && now.content == 0)) return;
  const bool is_other = given.content != 0 && now.content != 0 && given.content != now.content;
  ++(is_other ? slot.differ : slot.agree);
  if (!is_other && !given.agreed) ++slot.places;
  given.agreed = given.agreed || !is_other;
  if (given.content != 0) return;
  given.content = now.content;
  given.value = now.value;
}

/// Views are few beside what they show, and show the same.
bool SiteViews::names_views(const Slot& slot) {
  if (slot.is_view) return slot.agree >= slot.differ;
  return slot.places >= kEnoughAgree && slot.agree >= kTimesAgree * slot.differ &&
         slot.values.size() * kThingsAView <= slot.rests;
}

bool SiteViews::learn(Site& site, const std::string& address, std::uint64_t content) {
  if (site.given.size() >= kMostAnswers) return false;
  const std::vector<Part> parts = parts_of(address);
  bool is_new = false;
  const auto take = [&](std::uint64_t id, std::string_view value, std::string_view rest) {
    if (site.slots.size() >= kMostSlots && !site.slots.contains(id)) return;
    Slot& slot = site.slots[id];
    if (slot.values.size() < kMostValues) slot.values.insert(hash_of(value));
    const Given now{hash_of(value), content, false};
    const auto [given, fresh] = site.given.try_emplace(hash_of(rest) ^ (id * kMix), now);
    if (fresh) ++slot.rests;
    if (!fresh) compare(slot, given->second, now);
    if (names_views(slot) == slot.is_view) return;
    slot.is_view = !slot.is_view;
    is_new = true;
  };
  for (const Part& part : parts) {
    take(part.slot, part.value, without(address, part.slot, part.begin, part.end));
  }
  for (const std::uint64_t slot : sorted_keys(site.slots)) {
    const bool is_there = std::any_of(parts.begin(), parts.end(),
                                      [&](const Part& part) { return part.slot == slot; });
    if (is_in_query(slot) && !is_there) take(slot, kAbsent, address);
  }
  if (is_new) keep_in_query(site);
  return is_new;
}

void SiteViews::keep_in_query(Site& site) {
  site.in_query.clear();
  for (const std::uint64_t id : sorted_keys(site.slots)) {
    if (site.slots.at(id).is_view && is_in_query(id)) site.in_query.push_back(id);
  }
}

/// Files of one address differ where the pair does, as far as that is known.
bool SiteViews::tells_apart(const Site& site, const QueryPair& pair) {
  const auto slot = site.slots.find(slot_of_pair(pair.key));
  return slot == site.slots.end() || slot->second.differ > 0;
}

/// Without the last pair that only says how to show it, as `showmsg=1`.
std::optional<std::string> SiteViews::without_option(const Site& site, std::string_view address) {
  const std::vector<QueryPair> pairs = query_pairs(split_url(address).query);
  const auto option = std::find_if(pairs.rbegin(), pairs.rend(), [&](const QueryPair& pair) {
    return !tells_apart(site, pair) && !site.slots.at(slot_of_pair(pair.key)).is_view;
  });
  if (option == pairs.rend()) return std::nullopt;
  return without_pair(address, place_in(address, *option));
}

/// The file that has come which it shows in one more way, or itself.
std::string SiteViews::file_shown(const Site& site, std::string thing) {
  for (std::optional<std::string> bare = thing; bare; bare = without_option(site, *bare)) {
    const auto found = site.things.find(hash_of(*bare));
    if (found != site.things.end() && found->second.filed) return *bare;
  }
  return thing;
}

SiteViews::Shown SiteViews::shown_at(const Site& site, std::string_view key) const {
  const std::string address = revisions_.as_now(key);
  const std::string origin = origin_of(key);
  std::string thing = address;
  Shown shown;
  std::vector<std::string> names;
  const auto add = [&](std::uint64_t slot, std::string_view value) {
    names.push_back(origin + without_identifiers(value));
    shown.in.push_back({0, slot, is_name_of_now(value), value == kAbsent});
  };
  std::vector<Part> parts = parts_of(address);
  std::reverse(parts.begin(), parts.end());
  for (const Part& part : parts) {
    const auto slot = site.slots.find(part.slot);
    if (slot == site.slots.end() || !slot->second.is_view) continue;
    thing = without(thing, part.slot, part.begin, part.end);
    add(part.slot, part.value);
  }
  for (const std::uint64_t slot : site.in_query) {
    const bool is_there = std::any_of(shown.in.begin(), shown.in.end(),
                                      [&](const InView& in) { return in.slot == slot; });
    if (!is_there) add(slot, kAbsent);
  }
  thing.resize(thing.find_last_not_of("/?&;") + 1);
  thing = file_shown(site, std::move(thing));
  shown.thing = hash_of(thing);
  shown.names_file = names_file(thing);
  for (std::size_t at = 0; at < names.size(); ++at) {
    InView& in = shown.in[at];
    in.view = hash_of(names[at]) ^ (in.slot * kMix) ^ kViewSeed;
    if (shown.names_file) in.view = ~in.view;
  }
  return shown;
}

void SiteViews::collect_things(Site& site, std::string_view origin) const {
  site.things.clear();
  site.views.clear();
  const bool any = std::any_of(site.slots.begin(), site.slots.end(),
                               [](const auto& slot) { return slot.second.is_view; });
  if (!any) return;
  for (UrlId url = 0; url < urls_.size(); ++url) {
    const std::string_view key = urls_.key(url);
    if (!key.starts_with(origin) || origin_of(key) != origin) continue;
    const Shown shown = shown_at(site, key);
    if (site.things.size() >= kMostThings) return;
    Thing& thing = site.things[shown.thing];
    const UrlFate fate = urls_.facts(url).fate;
    if (fate == UrlFate::page) keep_shown(thing, shown, true);
    if (fate == UrlFate::saved || fate == UrlFate::equal || fate == UrlFate::unwanted) {
      keep_shown(thing, shown, false);
    }
  }
}

void SiteViews::keep_shown(Thing& thing, const Shown& shown, bool is_page) {
  thing.filed = thing.filed || !is_page;
  std::vector<std::uint64_t>& to = is_page ? thing.pages : thing.files;
  for (const InView& in : shown.in) {
    if (to.size() >= kMostShown || std::find(to.begin(), to.end(), in.view) != to.end()) continue;
    to.push_back(in.view);
  }
}

bool SiteViews::is_spent(const Site& site, std::uint64_t view) {
  const auto found = site.views.find(view);
  return found != site.views.end() && found->second.vain >= kVain;
}

/// The page itself with more pairs in its query, none of which tells files apart.
bool SiteViews::is_option(const Site& site, std::string_view page, std::string_view link) {
  if (!link.starts_with(page)) return false;
  const std::vector<QueryPair> pairs = query_pairs(split_url(link).query);
  return std::none_of(pairs.begin(), pairs.end(), [&](const QueryPair& pair) {
    return place_in(link, pair) >= page.size() && tells_apart(site, pair);
  });
}

/// A link without what the page hands on, such as `context=20`.
std::string SiteViews::without_handed_on(const Site& site, std::string_view page,
                                         std::string_view link) {
  const std::vector<QueryPair> handed = query_pairs(split_url(page).query);
  std::vector<QueryPair> pairs = query_pairs(split_url(link).query);
  std::reverse(pairs.begin(), pairs.end());
  std::string out(link);
  for (const QueryPair& pair : pairs) {
    const bool is_handed = std::any_of(handed.begin(), handed.end(), [&](const QueryPair& own) {
      return own.key == pair.key && own.value == pair.value;
    });
    if (is_handed && !tells_apart(site, pair)) out = without_pair(out, place_in(link, pair));
  }
  return out;
}

/// Whether the link leads into a view, other than the page's, of which it is not known that its
/// files are those in hand.
bool SiteViews::leads_elsewhere(const Site& site, const Shown& page, const Shown& link) {
  return std::any_of(link.in.begin(), link.in.end(), [&](const InView& in) {
    const bool is_own = std::any_of(page.in.begin(), page.in.end(),
                                    [&](const InView& own) { return own.view == in.view; });
    if (is_own || in.is_absent) return false;
    const auto view = site.views.find(in.view);
    return view == site.views.end() || view->second.other * kOthersAllowed > view->second.same;
  });
}

/// What nobody had linked to, or one more way to a file that has not come, or that may be another.
bool SiteViews::is_news(const Site& site, std::string_view page, std::string_view link) const {
  if (is_option(site, page, link)) return false;
  const Shown shown = shown_at(site, link);
  const auto thing = site.things.find(shown.thing);
  if (thing == site.things.end()) {
    return !site.things.contains(shown_at(site, without_handed_on(site, page, link)).thing);
  }
  if (!shown.names_file || urls_.find(link) != StringTable::kNone) return false;
  if (origin_of(link) != origin_of(page) || revisions_.as_now(link) != link) return false;
  if (thing->second.filed) return leads_elsewhere(site, shown_at(site, page), shown);
  return std::none_of(shown.in.begin(), shown.in.end(),
                      [&](const InView& in) { return is_spent(site, in.view); });
}

SiteViews::Told SiteViews::told_by(const Site& site, const Shown& shown, std::string_view key,
                                   const Response& response, bool known) const {
  if (response.is_page) {
    const bool tells =
        std::any_of(response.page.links.begin(), response.page.links.end(),
                    [&](const LinkObservation& link) { return is_news(site, key, link.url); });
    return tells ? Told::news : Told::nothing;
  }
  if (known) return Told::nothing;
  const auto thing = site.things.find(shown.thing);
  return thing != site.things.end() && thing->second.filed ? Told::other : Told::news;
}

std::vector<std::uint64_t> SiteViews::count(Site& site, const Shown& shown, Told told) {
  std::vector<std::uint64_t> freed;
  for (const InView& in : shown.in) {
    if (site.views.size() >= kMostViews && !site.views.contains(in.view)) continue;
    View& view = site.views[in.view];
    view.slot = in.slot;
    view.of_files = shown.names_file;
    view.is_now = in.is_now;
    if (told == Told::other) ++view.other;
    if (told == Told::nothing) {
      ++view.vain;
      ++view.same;
    }
    if (told != Told::news) continue;
    if (view.vain >= kVain) freed.push_back(in.view);
    view.vain = 0;
    ++view.news;
  }
  return freed;
}

std::vector<std::uint64_t> SiteViews::answered(std::string_view key, const Response& response,
                                               bool wanted, bool known) {
  if (!response.is_page && response.content == 0 && response.status != 200) return {};
  const std::string origin = origin_of(key);
  Site& site = sites_[hash_of(origin)];
  const bool is_new = (wanted || response.is_page) && (response.is_page || response.content != 0) &&
                      learn(site, revisions_.as_now(key), response.is_page ? 0 : response.content);
  std::vector<std::uint64_t> freed;
  if (is_new) {
    freed = sorted_keys(site.views);
    collect_things(site, origin);
  }
  if (site.things.empty()) return freed;
  const Shown shown = shown_at(site, key);
  if (wanted || response.is_page) {
    const bool is_target_page = wanted && response.is_page;
    const Told told = is_target_page ? Told::news : told_by(site, shown, key, response, known);
    for (const std::uint64_t view : count(site, shown, told)) freed.push_back(view);
  }
  for (const LinkObservation& link : response.page.links) {
    if (site.things.size() >= kMostThings) return freed;
    site.things.try_emplace(shown_at(site, link.url).thing);
  }
  keep_shown(site.things[shown.thing], shown, response.is_page);
  return freed;
}

/// Of pages: the present version, or the view that has told most.
std::uint64_t SiteViews::cover_of(const Site& site, std::uint64_t slot) {
  std::uint64_t best = 0;
  const View* most = nullptr;
  for (const auto& [id, view] : site.views) {
    if (view.slot != slot || view.of_files) continue;
    const auto rank = [](const View& of, std::uint64_t of_id) {
      return std::tuple(of.is_now, of.news, of_id);
    };
    if (most != nullptr && rank(view, id) < rank(*most, best)) continue;
    best = id;
    most = &view;
  }
  return best;
}

/// Where an address shows the present version, one of these has come, not one from before alone.
bool SiteViews::has_present(const Site& site, const Thing& thing, const Shown& shown) {
  return std::all_of(shown.in.begin(), shown.in.end(), [&](const InView& in) {
    return !in.is_now || is_filed_now(site, thing, in.slot);
  });
}

bool SiteViews::is_filed_now(const Site& site, const Thing& thing, std::uint64_t slot) {
  return std::any_of(thing.files.begin(), thing.files.end(), [&](std::uint64_t in) {
    const auto view = site.views.find(in);
    return view != site.views.end() && view->second.slot == slot && view->second.is_now;
  });
}

bool SiteViews::is_covered(const Site& site, const Thing& thing, const InView& in) {
  const View& view = site.views.at(in.view);
  if (thing.filed) {
    if (view.other * kOthersAllowed <= view.same) return true;
    return !in.is_now && view.other <= view.same && is_filed_now(site, thing, in.slot);
  }
  if (view.of_files) return false;
  const std::uint64_t cover = cover_of(site, in.slot);
  return cover != in.view &&
         std::find(thing.pages.begin(), thing.pages.end(), cover) != thing.pages.end();
}

std::optional<std::uint64_t> SiteViews::shows_again(std::string_view key) const {
  const auto found = sites_.find(hash_of(origin_of(key)));
  if (found == sites_.end() || found->second.things.empty()) return std::nullopt;
  const Site& site = found->second;
  bool is_whole = true;
  for (std::optional<std::string> address{key}; address; address = without_option(site, *address)) {
    const Shown shown = shown_at(site, *address);
    const auto thing = site.things.find(shown.thing);
    const bool may_be = thing != site.things.end() &&
                        (!thing->second.filed || has_present(site, thing->second, shown));
    for (const InView& in : shown.in) {
      if (!may_be || (in.is_absent && !is_whole) || !is_spent(site, in.view)) continue;
      if (is_covered(site, thing->second, in)) return in.view;
    }
    is_whole = false;
  }
  return std::nullopt;
}

void SiteViews::save(ByteWriter& out, const Site& site) {
  out.var(site.given.size());
  for (const std::uint64_t id : sorted_keys(site.given)) {
    const Given& given = site.given.at(id);
    out.u64(id);
    out.u64(given.value);
    out.u64(given.content);
    out.boolean(given.agreed);
  }
  out.var(site.slots.size());
  for (const std::uint64_t id : sorted_keys(site.slots)) {
    const Slot& slot = site.slots.at(id);
    out.u64(id);
    out.var(slot.agree);
    out.var(slot.differ);
    out.var(slot.places);
    out.var(slot.rests);
    save_set(out, slot.values);
    out.boolean(slot.is_view);
  }
  out.var(site.views.size());
  for (const std::uint64_t id : sorted_keys(site.views)) {
    const View& view = site.views.at(id);
    out.u64(id);
    out.u64(view.slot);
    out.u8(static_cast<std::uint8_t>((view.of_files ? 1 : 0) | (view.is_now ? 2 : 0)));
    for (const std::uint32_t each : {view.vain, view.same, view.other, view.news}) out.var(each);
  }
  out.var(site.things.size());
  for (const std::uint64_t id : sorted_keys(site.things)) {
    const Thing& thing = site.things.at(id);
    out.u64(id);
    out.boolean(thing.filed);
    for (const auto* views : {&thing.files, &thing.pages}) {
      out.var(views->size());
      for (const std::uint64_t view : *views) out.u64(view);
    }
  }
}

void SiteViews::load(ByteReader& in, Site& site) {
  for (std::size_t left = in.count(25); left > 0; --left) {
    Given& given = site.given[in.u64()];
    given.value = in.u64();
    given.content = in.u64();
    given.agreed = in.boolean();
  }
  for (std::size_t left = in.count(14); left > 0; --left) {
    const std::uint64_t id = in.u64();
    Slot& slot = site.slots[id];
    slot.agree = static_cast<std::uint32_t>(in.var());
    slot.differ = static_cast<std::uint32_t>(in.var());
    slot.places = static_cast<std::uint32_t>(in.var());
    slot.rests = static_cast<std::uint32_t>(in.var());
    load_set(in, slot.values);
    slot.is_view = in.boolean();
  }
  keep_in_query(site);
  for (std::size_t left = in.count(21); left > 0; --left) {
    View& view = site.views[in.u64()];
    view.slot = in.u64();
    const unsigned flags = in.u8();
    view.of_files = (flags & 1U) != 0;
    view.is_now = (flags & 2U) != 0;
    for (std::uint32_t* each : {&view.vain, &view.same, &view.other, &view.news}) {
      *each = static_cast<std::uint32_t>(in.var());
    }
  }
  for (std::size_t left = in.count(11); left > 0; --left) {
    Thing& thing = site.things[in.u64()];
    thing.filed = in.boolean();
    for (auto* views : {&thing.files, &thing.pages}) {
      for (std::size_t more = in.count(8); more > 0; --more) views->push_back(in.u64());
    }
  }
}

void SiteViews::save(ByteWriter& out) const {
  out.var(sites_.size());
  for (const std::uint64_t number : sorted_keys(sites_)) {
    out.u64(number);
    save(out, sites_.at(number));
  }
}

bool SiteViews::load(ByteReader& in) {
  sites_.clear();
  for (std::size_t left = in.count(12); left > 0; --left) load(in, sites_[in.u64()]);
  return in.ok();
}

}  // namespace tagtrail
