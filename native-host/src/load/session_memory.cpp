#include "load/session_memory.hpp"

#include "load/json_fields.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kTemplateBytes = kMaxUrlBytes;

}  // namespace

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
    watch.restore(text_of(item, "template", kTemplateBytes), std::move(proof), needs);
  }
}

}  // namespace tagtrail::host
