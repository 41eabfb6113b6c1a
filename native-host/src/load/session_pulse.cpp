#include "load/session_pulse.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "load/loaded.hpp"
#include "load/url_template.hpp"
#include "tagtrail/json_fields.hpp"
#include "tagtrail/login_address.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::json;

constexpr unsigned kPulsePages = 2;  ///< of each template
constexpr unsigned kMostBoth = 30;   ///< pages of a site
constexpr std::size_t kEnough = 3;   ///< witnesses
constexpr unsigned kFirstWait = 10;  ///< answers
constexpr unsigned kLongestWait = 40;
constexpr std::size_t kPulseSites = 100;
constexpr std::size_t kMostSuspected = 20;
constexpr std::size_t kMostMembers = 60;
constexpr std::size_t kMemberBytes = 500;

std::uint64_t hash_of(const Sight::Marks& marks) {
  std::string all;
  for (const std::string& mark : marks) all.append(mark).append("\n\n");
  return std::hash<std::string>()(all);
}

Sight::Marks only_in(const Sight::Marks& some, const Sight::Marks& others) {
  Sight::Marks only;
  for (const std::string& mark : some) {
    if (only.size() == kMostMembers) break;
    if (!others.contains(mark)) only.insert(mark);
  }
  return only;
}

/// How the session's page differs from the stranger's; one that does not has no sign.
SessionPulse::Witness witness_of(std::string_view url, const Sight& session,
                                 const Sight& stranger) {
  SessionPulse::Witness witness;
  witness.url = url;
  witness.refused = stranger.kind == Sight::Kind::refused;
  witness.members = only_in(session.links, stranger.links);
  witness.others = hash_of(stranger.links);
  witness.forms = stranger.forms;
  witness.by_forms = session.forms > stranger.forms;
  witness.by_way = stranger.login_way && !session.login_way;
  return witness;
}

bool has_sign(const SessionPulse::Witness& witness) {
  return witness.refused || !witness.members.empty() || witness.by_forms || witness.by_way;
}

Sight::Marks marks_in(const Json& item) {
  Sight::Marks marks;
  for (const Json& mark : array_of(item, "members")) {
    if (mark.is_string() && marks.size() < kMostMembers) marks.insert(mark.get<std::string>());
  }
  return marks;
}

}  // namespace

Sight sight_of(const Request& request, const Loaded& loaded) {
  const Response& response = loaded.response;
  Sight sight;
  if (response.error != FetchError::none || response.status >= 500 || response.status == 429) {
    return sight;
  }
  const bool success = response.status >= 200 && response.status < 300;
  if (!success || login_sign(request, loaded) != LoginSign::none) {
    sight.kind = Sight::Kind::refused;
    return sight;
  }
  if (!response.is_page) return sight;
  sight.kind = Sight::Kind::page;
  sight.forms = response.page.forms.size();
  for (const LinkObservation& link : response.page.links) {
    const std::string mark = link.anchor + "\n" + link.url;
    sight.links.emplace(utf8_prefix(mark, kMemberBytes));
    sight.login_way = sight.login_way || looks_like_login(link.url);
  }
  return sight;
}

SessionPulse::Site::Site() : wait(kFirstWait) {}

const SessionPulse::Site* SessionPulse::find(std::string_view origin) const {
  const auto found = sites_.find(origin);
  return found == sites_.end() ? nullptr : &found->second;
}

SessionPulse::Site* SessionPulse::find_or_make(std::string_view url) {
  std::string origin = origin_of(url);
  if (sites_.size() >= kPulseSites && !sites_.contains(origin)) return nullptr;
  return &sites_[std::move(origin)];
}

bool SessionPulse::wants_both(std::string_view url) const {
  const std::string origin = origin_of(url);
  const Site* site = find(origin);
  if (site == nullptr) return sites_.size() < kPulseSites;
  if (site->witnesses.size() >= kEnough || site->asked_both >= kMostBoth) return false;
  const auto known = site->compared.find(url_template(url));
  return known == site->compared.end() || known->second < kPulsePages;
}

bool SessionPulse::learn(std::string_view url, const Sight& session, const Sight& stranger) {
  Site* site = find_or_make(url);
  if (site == nullptr) return false;
  ++site->compared[url_template(url)];
  ++site->asked_both;
  ++changes_;
  if (session.kind != Sight::Kind::page || stranger.kind == Sight::Kind::trouble) return false;
  Witness witness = witness_of(url, session, stranger);
  if (!has_sign(witness)) return false;
  std::erase_if(site->witnesses, [url](const Witness& one) { return one.url == url; });
  site->witnesses.push_back(std::move(witness));
  return true;
}

bool SessionPulse::is_due(std::string_view url) {
  const auto found = sites_.find(origin_of(url));
  if (found == sites_.end() || found->second.witnesses.empty()) return false;
  return ++found->second.since >= found->second.wait;
}

bool SessionPulse::is_suspicious(std::string_view url) {
  const auto found = sites_.find(origin_of(url));
  if (found == sites_.end() || found->second.witnesses.empty()) return false;
  Site& site = found->second;
  return site.suspected.size() < kMostSuspected && site.suspected.insert(url_template(url)).second;
}

std::vector<SessionPulse::Witness> SessionPulse::witnesses(std::string_view origin) const {
  const Site* site = find(origin);
  return site == nullptr ? std::vector<Witness>{} : site->witnesses;
}

SessionPulse::Verdict SessionPulse::judge(const Witness& witness, const Sight& session) {
  if (session.kind == Sight::Kind::refused) return Verdict::gone;
  if (session.kind != Sight::Kind::page) return Verdict::unclear;
  const bool met =
      std::any_of(witness.members.begin(), witness.members.end(),
                  [&](const std::string& mark) { return session.links.contains(mark); });
  const bool there = witness.refused || met ||
                     (witness.by_forms && session.forms > witness.forms) ||
                     (witness.by_way && !session.login_way);
  return there ? Verdict::there : Verdict::unclear;
}

SessionPulse::Verdict SessionPulse::judge(const Witness& witness, const Sight& session,
                                          const Sight& stranger) {
  if (session.kind != Sight::Kind::page || stranger.kind == Sight::Kind::trouble) {
    return Verdict::unclear;
  }
  Witness now = witness_of(witness.url, session, stranger);
  if (!has_sign(now)) return Verdict::gone;
  const auto site = sites_.find(origin_of(witness.url));
  if (site == sites_.end()) return Verdict::unclear;
  const auto known = std::find_if(site->second.witnesses.begin(), site->second.witnesses.end(),
                                  [&](const Witness& one) { return one.url == witness.url; });
  if (known == site->second.witnesses.end()) return Verdict::unclear;
  ++changes_;
  // It changes from one visitor to the next: what differs is not the session's.
  const bool by_links_alone = !now.refused && !now.by_forms && !now.by_way;
  if (by_links_alone && now.others != witness.others) {
    site->second.witnesses.erase(known);
    return Verdict::unclear;
  }
  *known = std::move(now);
  return Verdict::there;
}

void SessionPulse::felt(std::string_view origin, Verdict verdict) {
  const auto found = sites_.find(origin);
  if (found == sites_.end()) return;
  Site& site = found->second;
  const bool there = verdict == Verdict::there;
  if (there && site.since >= site.wait) site.wait = std::min(2 * site.wait, kLongestWait);
  site.since = 0;
}

Json SessionPulse::to_json() const {
  Json list = Json::array();
  for (const auto& [origin, site] : sites_) {
    for (const Witness& one : site.witnesses) {
      list.push_back({{"url", one.url},
                      {"members", one.members},
                      {"others", one.others},
                      {"forms", one.forms},
                      {"byForms", one.by_forms},
                      {"byWay", one.by_way},
                      {"refused", one.refused}});
    }
  }
  return list;
}

void SessionPulse::restore(const Json& json) {
  if (!json.is_array()) return;
  for (const Json& item : json) {
    if (!item.is_object()) continue;
    const auto url = canonical_url(text_of(item, "url", kMaxUrlBytes));
    if (!url) continue;
    Witness witness;
    witness.url = *url;
    witness.members = marks_in(item);
    witness.others = number_of(item, "others");
    witness.forms = number_of(item, "forms");
    witness.by_forms = flag_of(item, "byForms");
    witness.by_way = flag_of(item, "byWay");
    witness.refused = flag_of(item, "refused");
    Site* site = find_or_make(*url);
    if (site == nullptr || site->witnesses.size() >= kEnough || !has_sign(witness)) continue;
    site->witnesses.push_back(std::move(witness));
    // Whether it is there in this run, nobody knows.
    site->since = site->wait;
  }
}

}  // namespace tagtrail::host
