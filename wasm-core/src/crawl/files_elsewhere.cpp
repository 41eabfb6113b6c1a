#include "crawl/files_elsewhere.hpp"

#include <algorithm>
#include <array>

#include "crawl/known_link.hpp"
#include "tagtrail/tag_path.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/written_addresses.hpp"

namespace tagtrail {
namespace {

/// host[:port], whatever the scheme: the unit of politeness. `key` is canonical.
std::string host_of(std::string_view key) {
  const std::string origin = origin_of(key);
  return origin.substr(std::min(origin.size(), origin.find("://") + 3));
}

bool same_host(std::string_view a, std::string_view b) {
  return split_url(a).host == split_url(b).host;
}

/// Hosts whose frames show films, maps, ways to pay and to share, and no files.
constexpr auto kWidgets = std::to_array<std::string_view>({"youtube.com",
                                                           "youtube-nocookie.com",
                                                           "youtu.be",
                                                           "vimeo.com",
                                                           "dailymotion.com",
                                                           "twitch.tv",
                                                           "spotify.com",
                                                           "soundcloud.com",
                                                           "maps.google.com",
                                                           "www.google.com",
                                                           "recaptcha.net",
                                                           "openstreetmap.org",
                                                           "googletagmanager.com",
                                                           "doubleclick.net",
                                                           "googlesyndication.com",
                                                           "facebook.com",
                                                           "twitter.com",
                                                           "x.com",
                                                           "instagram.com",
                                                           "linkedin.com",
                                                           "addthis.com",
                                                           "disqus.com",
                                                           "cookiebot.com",
                                                           "hotjar.com",
                                                           "stripe.com",
                                                           "paypal.com",
                                                           "hcaptcha.com"});

bool is_widget(std::string_view url) {
  const std::string_view host = split_url(url).host;
  return std::any_of(kWidgets.begin(), kWidgets.end(), [host](std::string_view widget) {
    return host == widget || (host.size() > widget.size() && host.ends_with(widget) &&
                              host[host.size() - widget.size() - 1] == '.');
  });
}

}  // namespace

bool is_frame_elsewhere(const LinkObservation& link, const Admission& admission) {
  const bool framed = link.element == LinkElement::frame || link.element == LinkElement::iframe;
  // The file that a viewer shows is a link, too.
  return framed && file_in_viewer(link.url).empty() && !is_widget(link.url) &&
         admission.admits_elsewhere(link.url);
}

FilesElsewhere::FilesElsewhere(const Config& config, const Admission& admission, UrlTable& urls)
    : admission_(admission), urls_(urls), taking_(config.files == "linked") {
  words_.intern({});
}

bool FilesElsewhere::takes(const LinkObservation& link, UrlId page) {
  const bool in_frame = is_frame(page);
  const bool same = same_host(link.url, urls_.key(page));
  if (!in_frame && !same && taking_ && is_frame_elsewhere(link, admission_)) {
    return takes_from(link.url);
  }
  if (!admission_.promises_file(link) || !admission_.admits_elsewhere(link.url)) return false;
  if (same && !in_frame) return false;
  if (takes_from(link.url)) return true;
  Left found;
  found.page = page;
  found.tag_path = words_.intern(link.tag_path);
  found.anchor = words_.intern(link.anchor);
  leave(link.url, found);
  return false;
}

bool FilesElsewhere::takes_redirect(const Flight& flight, std::string_view location) {
  LinkObservation onward = observation_of(urls_, flight.link);
  onward.url = location;
  const bool promised = flight.request.only_file || flight.request.purpose == Purpose::target ||
                        admission_.promises_file(onward) ||
                        admission_.promises_file(flight.request.url) ||
                        admission_.promises_file(urls_.key(flight.link));
  if (!promised || !admission_.admits_elsewhere(location)) return false;
  if (!flight.request.only_file && same_host(location, flight.request.url)) return false;
  if (takes_from(location)) return true;
  Left found;
  found.page = urls_.facts(flight.link).source;
  found.redirect = flight.url;
  leave(location, found);
  return false;
}

bool FilesElsewhere::may_take(std::string_view key) const {
  return taking_ && admission_.promises_file(key) && admission_.admits_elsewhere(key) &&
         !has_given_up(key) && has_room_for(key);
}

bool FilesElsewhere::has_room_for(std::string_view key) const {
  return hosts_.size() < kMostHosts || hosts_.contains(host_of(key));
}

bool FilesElsewhere::takes_from(std::string_view key) {
  if (!taking_ || has_given_up(key) || !has_room_for(key)) return false;
  hosts_.insert(host_of(key));
  return true;
}

bool FilesElsewhere::takes_no_page(UrlId url) const {
  return taking_ && !admission_.reaches(urls_.key(url));
}

bool FilesElsewhere::is_frame(UrlId url) const {
  return takes_no_page(url) && leads_into_frame(urls_.path(urls_.facts(url).path));
}

bool FilesElsewhere::leaves(UrlId link) {
  const std::string_view key = urls_.key(link);
  if (misses_.empty() || !takes_no_page(link) || !has_given_up(key)) return false;
  UrlFacts& facts = urls_.facts(link);
  facts.state = UrlState::useless;
  Left found;
  found.page = facts.source;
  leave(key, found);
  return true;
}

Finding FilesElsewhere::judge(const Flight& flight, UrlId url, Finding found) {
  if (found.url_class == UrlClass::html && is_frame(flight.link)) return found;
  found.follow = false;
  if (found.url_class == UrlClass::dead) return found;
  const bool is_file = found.url_class == UrlClass::target;
  std::set<std::string> hosts;
  for (const UrlId asked : {flight.link, url}) {
    if (takes_no_page(asked)) hosts.insert(host_of(urls_.key(asked)));
  }
  for (const std::string& host : hosts) {
    if (is_file) {
      misses_.erase(host);
    } else {
      ++misses_[host];
    }
  }
  return is_file ? found : Finding{.url_class = UrlClass::neither};
}

FilesElsewhere::Waiting FilesElsewhere::take_all() {
  taking_ = true;
  Waiting waiting;
  for (std::uint32_t id = 0; id < left_.size(); ++id) {
    const Left& found = left_[id];
    if (found.redirect != StringTable::kNone) {
      waiting.redirects.push_back(found.redirect);
    } else if (const auto link = withhold(keys_.at(id), found)) {
      waiting.links.push_back(*link);
    }
  }
  keys_ = {};
  words_ = {};
  words_.intern({});
  left_.clear();
  by_host_.clear();
  more_ = false;
  misses_.clear();
  return waiting;
}

/// Now a link that the crawl knows; nothing when it was requested in another way.
std::optional<UrlId> FilesElsewhere::withhold(std::string_view key, const Left& found) {
  const UrlId link = urls_.intern(key);
  UrlFacts& facts = urls_.facts(link);
  if (facts.state != UrlState::known || found.page == StringTable::kNone) return std::nullopt;
  facts.state = UrlState::withheld;
  facts.source = found.page;
  facts.depth = urls_.facts(found.page).depth + 1;
  facts.path = urls_.intern_path(words_.at(found.tag_path));
  facts.anchor = urls_.intern_anchor(words_.at(found.anchor));
  return link;
}

ElsewhereReport FilesElsewhere::report() const {
  ElsewhereReport report;
  report.files = left_.size();
  report.more = more_;
  report.taken = taking_;
  if (!left_.empty()) report.example = keys_.at(0);
  report.hosts = by_host_.size();
  report.most.resize(std::min(kMostHostsElsewhere, by_host_.size()));
  std::vector<std::pair<std::uint64_t, std::string_view>> hosts;
  hosts.reserve(by_host_.size());
  for (const auto& [host, files] : by_host_) hosts.emplace_back(files, host);
  const auto end = hosts.begin() + static_cast<std::ptrdiff_t>(report.most.size());
  std::partial_sort(hosts.begin(), end, hosts.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::transform(hosts.begin(), end, report.most.begin(), [](const auto& host) {
    return HostFiles{std::string(host.second), host.first};
  });
  return report;
}

bool FilesElsewhere::has_given_up(std::string_view key) const {
  if (misses_.empty()) return false;
  const auto host = misses_.find(host_of(key));
  return host != misses_.end() && host->second >= kMostMisses;
}

void FilesElsewhere::leave(std::string_view key, const Left& found) {
  if (keys_.find(key) != StringTable::kNone) return;
  more_ = more_ || left_.size() >= kMost;
  if (left_.size() >= kMost) return;
  keys_.intern(key);
  left_.push_back(found);
  count(key);
}

void FilesElsewhere::count(std::string_view key) { ++by_host_[host_of(key)]; }

void FilesElsewhere::save(ByteWriter& out) const {
  out.boolean(taking_);
  out.boolean(more_);
  keys_.save(out);
  words_.save(out);
  for (const Left& found : left_) {
    out.var(found.page);
    out.var(found.redirect);
    out.var(found.tag_path);
    out.var(found.anchor);
  }
  out.var(hosts_.size());
  for (const std::string& host : hosts_) out.text(host);
  out.var(misses_.size());
  for (const auto& [host, misses] : misses_) {
    out.text(host);
    out.var(misses);
  }
}

bool FilesElsewhere::load(ByteReader& in) {
  taking_ = in.boolean();
  more_ = in.boolean();
  if (!keys_.load(in) || !words_.load(in) || keys_.size() > kMost || words_.size() == 0) {
    return false;
  }
  const auto is_url = [this](std::uint64_t id) {
    return id == StringTable::kNone || id < urls_.size();
  };
  for (std::uint32_t id = 0; id < keys_.size() && in.ok(); ++id) {
    const std::uint64_t page = in.var();
    const std::uint64_t redirect = in.var();
    const std::uint64_t tag_path = in.var();
    const std::uint64_t anchor = in.var();
    const std::uint64_t words = words_.size();
    if (!is_url(page) || !is_url(redirect) || tag_path >= words || anchor >= words) return false;
    left_.push_back({static_cast<UrlId>(page), static_cast<UrlId>(redirect),
                     static_cast<std::uint32_t>(tag_path), static_cast<std::uint32_t>(anchor)});
    count(keys_.at(id));
  }
  const std::size_t taken = in.count(1);
  if (taken > kMostHosts) return false;
  for (std::size_t i = 0; i < taken; ++i) hosts_.insert(in.text());
  for (std::size_t hosts = in.count(2); hosts > 0; --hosts) {
    std::string host = in.text();
    misses_[std::move(host)] = static_cast<std::uint32_t>(in.var());
  }
  return in.ok() && left_.size() == keys_.size();
}

}  // namespace tagtrail
