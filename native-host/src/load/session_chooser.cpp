#include "load/session_chooser.hpp"

#include <algorithm>
#include <set>

#include "load/url_template.hpp"
#include "tagtrail/login_address.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr unsigned kFirstTries = 3;
constexpr unsigned kAgainAfter = 50;
constexpr unsigned kFirstPages = 3;
constexpr unsigned kSoonAgain = 5;
/// Of pages that differ: what two agree on is no accident.
constexpr unsigned kEnoughForMarks = 2;
constexpr std::size_t kMostSites = 1'000;

bool leads_to_login(const Page& page) {
  return std::any_of(page.links.begin(), page.links.end(),
                     [](const LinkObservation& link) { return looks_like_login(link.url); });
}

}  // namespace

bool SessionChooser::ends_login(const Page& plain, const Page& session) {
  return leads_to_login(plain) && !leads_to_login(session);
}

/// Whether the page that came with the session was made for somebody.
bool SessionChooser::shows_more(const Page& plain, const Page& session) {
  std::set<std::string_view> known;
  for (const LinkObservation& link : plain.links) known.insert(link.url);
  const bool gained =
      std::any_of(session.links.begin(), session.links.end(),
                  [&](const LinkObservation& link) { return !known.contains(link.url); });
  return gained || session.forms.size() > plain.forms.size() || ends_login(plain, session);
}

SessionChooser::How SessionChooser::choose(std::string_view url) const {
  const auto found = templates_.find(url_template(url));
  if (found == templates_.end() || !found->second.needs) return How::plain;
  return found->second.since_comparison >= kAgainAfter ? How::compare : How::session;
}

bool SessionChooser::worth_trying(std::string_view url) {
  const unsigned missed = templates_[url_template(url)].missed++;
  return missed < kFirstTries || missed % kAgainAfter == 0;
}

void SessionChooser::learn(std::string_view url, bool helped) {
  Template& entry = templates_[url_template(url)];
  if (entry.needs != helped) ++changes_;
  entry.needs = helped;
  entry.since_comparison = 0;
}

void SessionChooser::note_single(std::string_view url) {
  ++templates_[url_template(url)].since_comparison;
}

SessionChooser::How SessionChooser::choose_page(std::string_view url) const {
  const How needed = choose(url);
  if (needed != How::plain) return needed;
  const auto found = templates_.find(url_template(url));
  return found != templates_.end() && found->second.files ? How::plain : choose_got(url);
}

SessionChooser::How SessionChooser::choose_got(std::string_view url) const {
  const auto found = templates_.find(url_template(url));
  const Template entry = found == templates_.end() ? Template{} : found->second;
  const auto* site = use_.site(origin_of(url));
  const bool first = entry.compared < kFirstPages;
  if (site != nullptr && site->differs()) {
    return first && site->differed < kEnoughForMarks ? How::both : How::session;
  }
  if (first) return How::both;
  // Some pages of a kind differ where its first ones do not: soon again, then more and more seldom.
  const unsigned wait =
      std::min(kAgainAfter, kSoonAgain << std::min(entry.compared - kFirstPages, 8U));
  return entry.read_once >= wait ? How::both : How::plain;
}

bool SessionChooser::learn_page(std::string_view url, const Page& plain, const Page& session) {
  Template& entry = templates_[url_template(url)];
  ++entry.compared;
  entry.read_once = 0;
  const bool differs = shows_more(plain, session);
  std::string origin = origin_of(url);
  use_.add_compared(origin, differs);
  if (differs && (marks_.size() < kMostSites || marks_.contains(origin))) {
    marks_[std::move(origin)].compared(plain.links, session.links);
    ++changes_;
  }
  return differs;
}

void SessionChooser::gave_file(std::string_view url) { templates_[url_template(url)].files = true; }

void SessionChooser::gave_page(std::string_view url) { ++templates_[url_template(url)].pages; }

bool SessionChooser::gives_pages(std::string_view url) const {
  const auto found = templates_.find(url_template(url));
  return found != templates_.end() && found->second.pages >= kFirstPages && !found->second.files;
}

void SessionChooser::read_without(std::string_view url, bool refused) {
  Template& entry = templates_[url_template(url)];
  ++entry.read_once;
  // What was refused is no comparison, and is not asked for both ways for ever.
  if (refused) ++entry.compared;
  use_.add_without(origin_of(url), url, refused);
}

SessionMarks::Shown SessionChooser::shown(std::string_view url,
                                          const std::vector<LinkObservation>& links) const {
  const auto known = marks_.find(origin_of(url));
  return known == marks_.end() ? SessionMarks::Shown::unknown : known->second.shown(links);
}

std::vector<std::string> SessionChooser::needing() const {
  std::vector<std::string> needing;
  for (const auto& [name, entry] : templates_) {
    if (entry.needs) needing.push_back(name);
  }
  return needing;
}

void SessionChooser::restore(const std::vector<std::string>& needing) {
  for (const std::string& name : needing) templates_[name].needs = true;
}

}  // namespace tagtrail::host
