#include "load/sessions.hpp"

#include "tagtrail/json_fields.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// By what it is seen there who is logged in.
Json marks_of_sites(const SessionChooser& chooser) {
  Json sites = Json::array();
  for (const auto& [origin, marks] : chooser.marks()) {
    sites.push_back(
        {{"origin", origin}, {"strangers", marks.strangers()}, {"members", marks.members()}});
  }
  return sites;
}

SessionMarks::Marks marks_in(const Json& site, const char* name) {
  SessionMarks::Marks marks;
  for (const Json& mark : array_of(site, name)) {
    if (mark.is_string()) marks.insert(mark.get<std::string>());
  }
  return marks;
}

}  // namespace

Sessions::Sessions(HostLoader& plain, std::unique_ptr<SessionFetch> fetch,
                   const Objective& objective, HostLoader::Options options, TabLoader& tabs,
                   bool persons)
    : fetch_(std::move(fetch)),
      loader_(std::in_place, *fetch_, objective, options),
      untabbed_(plain, &*loader_, chooser_, persons),
      guard_(std::in_place, watch_, TraceGuard(traces_, options.told), chooser_, untabbed_, tabs) {}

Sessions::Sessions(HostLoader& plain, Fetcher& fetch, const Objective& objective,
                   HostLoader::Options options, LentGuard::IsLentTo is_lent_to)
    : untabbed_(plain, nullptr, chooser_) {
  options.anonymous = true;
  loader_.emplace(fetch, objective, options);
  lent_.emplace(pulse_, TraceGuard(traces_, options.told), doubts_, chooser_.use(), plain, *loader_,
                std::move(is_lent_to));
}

SessionGuard* Sessions::guard() {
  if (guard_) return &*guard_;
  return lent();
}

std::vector<std::string> Sessions::take_due() {
  auto due = doubts_.take_due();
  const auto unread = chooser_.use().take_due();
  due.insert(due.end(), unread.begin(), unread.end());
  return due;
}

Expected<Json> Sessions::serve(std::string_view call, const Json& message) {
  if (!fetch_) return fail(ErrorCode::not_found, "this job fetches nothing by the browser");
  return fetch_->serve(call, message);
}

std::optional<std::string> Sessions::news() {
  const unsigned changes =
      chooser_.changes() + watch_.changes() + pulse_.changes() + traces_.changes();
  if (changes == changes_told_) return std::nullopt;
  changes_told_ = changes;
  return remembered(chooser_, watch_, pulse_, traces_);
}

std::string remembered(const SessionChooser& chooser, const LoginWatch& watch,
                       const SessionPulse& pulse, const TraceWatch& traces) {
  Json proofs = Json::array();
  for (const auto& [name, proof] : watch.proofs()) {
    proofs.push_back({{"template", name},
                      {"url", proof.url},
                      {"file", proof.file},
                      {"tab", proof.via == Via::tab},
                      {"loginForm", proof.login_form},
                      {"mixed", proof.mixed},
                      {"member", proof.member}});
  }
  const Json all = {{"needing", chooser.needing()},
                    {"proofs", proofs},
                    {"sites", marks_of_sites(chooser)},
                    {"traced", traces.traced()},
                    {"witnesses", pulse.to_json()}};
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void remember(std::string_view text, SessionChooser& chooser, LoginWatch& watch,
              SessionPulse& pulse, TraceWatch& traces) {
  const Json all = Json::parse(text, nullptr, false);
  if (!all.is_object()) return;
  std::vector<std::string> needing;
  for (const Json& name : array_of(all, "needing")) {
    if (name.is_string()) needing.push_back(name.get<std::string>());
  }
  chooser.restore(needing);
  pulse.restore(array_of(all, "witnesses"));
  for (const Json& shape : array_of(all, "traced")) {
    if (shape.is_string()) traces.restore(shape.get<std::string>());
  }
  for (const Json& item : array_of(all, "sites")) {
    if (!item.is_object()) continue;
    SessionMarks marks;
    marks.restore(marks_in(item, "strangers"), marks_in(item, "members"));
    chooser.restore(text_of(item, "origin", kMaxUrlBytes), std::move(marks));
  }
  for (const Json& item : array_of(all, "proofs")) {
    if (!item.is_object()) continue;
    const auto url = canonical_url(text_of(item, "url", kMaxUrlBytes));
    if (!url) continue;
    LoginWatch::Proof proof{*url, flag_of(item, "file"), Via::browser, flag_of(item, "loginForm"),
                            flag_of(item, "mixed")};
    if (flag_of(item, "tab")) proof.via = Via::tab;
    proof.member = flag_of(item, "member");
    const bool needs = chooser.needs_session(proof.url);
    watch.restore(text_of(item, "template", kMaxUrlBytes), std::move(proof), needs);
  }
}

}  // namespace tagtrail::host
