#include "load/session_chooser.hpp"

#include "load/url_template.hpp"

namespace tagtrail::host {
namespace {

constexpr unsigned kFirstTries = 3;
constexpr unsigned kAgainAfter = 50;

}  // namespace

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
