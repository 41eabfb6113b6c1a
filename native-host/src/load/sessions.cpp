#include "load/sessions.hpp"

#include "tagtrail/json_fields.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {

Sessions::Sessions(HostLoader& plain, std::unique_ptr<SessionFetch> fetch,
                   const Objective& objective, HostLoader::Options options, TabLoader& tabs)
    : fetch_(std::move(fetch)),
      loader_(std::in_place, *fetch_, objective, options),
      untabbed_(plain, &*loader_, chooser_),
      guard_(std::in_place, watch_, chooser_, untabbed_, tabs) {}

Expected<Json> Sessions::serve(std::string_view call, const Json& message) {
  if (!fetch_) return fail(ErrorCode::not_found, "this job fetches nothing by the browser");
  return fetch_->serve(call, message);
}

std::optional<std::string> Sessions::news() {
  const unsigned changes = chooser_.changes() + watch_.changes();
  if (changes == changes_told_) return std::nullopt;
  changes_told_ = changes;
  return remembered(chooser_, watch_);
}

std::string remembered(const SessionChooser& chooser, const LoginWatch& watch) {
  Json proofs = Json::array();
  for (const auto& [name, proof] : watch.proofs()) {
    proofs.push_back({{"template", name},
                      {"url", proof.url},
                      {"file", proof.file},
                      {"tab", proof.via == Via::tab},
                      {"loginForm", proof.login_form},
                      {"mixed", proof.mixed}});
  }
  const Json all = {{"needing", chooser.needing()}, {"proofs", proofs}};
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void remember(std::string_view text, SessionChooser& chooser, LoginWatch& watch) {
  const Json all = Json::parse(text, nullptr, false);
  if (!all.is_object()) return;
  std::vector<std::string> needing;
  for (const Json& name : array_of(all, "needing")) {
    if (name.is_string()) needing.push_back(name.get<std::string>());
  }
  chooser.restore(needing);
  for (const Json& item : array_of(all, "proofs")) {
    if (!item.is_object()) continue;
    const auto url = canonical_url(text_of(item, "url", kMaxUrlBytes));
    if (!url) continue;
    LoginWatch::Proof proof{*url, flag_of(item, "file"), Via::browser, flag_of(item, "loginForm"),
                            flag_of(item, "mixed")};
    if (flag_of(item, "tab")) proof.via = Via::tab;
    const bool needs = chooser.needs_session(proof.url);
    watch.restore(text_of(item, "template", kMaxUrlBytes), std::move(proof), needs);
  }
}

}  // namespace tagtrail::host
