#include "load/login_watch.hpp"

#include "load/url_template.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Sites have some dozens of templates; one that seems to have more gets no more proofs.
constexpr std::size_t kMaxProofs = 500;

/// What was there before the login was lost is not what came.
bool is_suspicious(const LoginWatch::Proof* proof, const SessionAnswer& answer) {
  if (answer.sign != LoginSign::none) return true;
  if (proof == nullptr) return false;
  return (proof->file && !proof->mixed && answer.html) ||
         (!proof->file && !proof->login_form && answer.login_form) ||
         (proof->member && answer.shown == SessionMarks::Shown::stranger);
}

using ByOrigin = std::map<std::string, LoginWatch::Proof, std::less<>>;

std::optional<LoginWatch::Proof> proof_at(const ByOrigin& proofs, std::string_view url) {
  const auto found = proofs.find(origin_of(url));
  return found == proofs.end() ? std::optional<LoginWatch::Proof>{} : found->second;
}

}  // namespace

LoginWatch::Verdict LoginWatch::judge(const Request& request, const SessionAnswer& answer) const {
  const auto known = proofs_.find(url_template(request.url));
  const Proof* proof = known == proofs_.end() ? nullptr : &known->second;
  if (!is_suspicious(proof, answer) && !for_stranger(request.url, answer)) return Verdict::fine;
  if (proof_for(request.url, answer)) return Verdict::ask_proof;
  const bool seed = request.source_page.empty() && request.depth == 0;
  return seed && proofs_.empty() ? Verdict::login_needed : Verdict::fine;
}

/// The session brought what anyone gets, where it brought more before.
bool LoginWatch::for_stranger(std::string_view url, const SessionAnswer& answer) const {
  return answer.shown == SessionMarks::Shown::stranger && members_.contains(origin_of(url)) &&
         !for_anyone_.contains(url_template(url));
}

std::optional<LoginWatch::Proof> LoginWatch::proof_for(std::string_view url,
                                                       const SessionAnswer& answer) const {
  if (for_stranger(url, answer)) return proof_at(members_, url);
  const auto known = proofs_.find(url_template(url));
  if (known != proofs_.end()) return known->second;
  const auto elsewhere = proof_at(needed_, url);
  return elsewhere ? elsewhere : proof_at(members_, url);
}

void LoginWatch::note(const Request& request, const SessionAnswer& answer) {
  if (!answer.content || request.method == Method::head) return;
  Proof proof{request.url, answer.file, answer.via, answer.login_form, false};
  proof.member = answer.shown == SessionMarks::Shown::member;
  std::string name = url_template(request.url);
  if (answer.needs_session) needed_[origin_of(request.url)] = proof;
  if (proof.member) members_[origin_of(request.url)] = proof;
  const auto known = proofs_.find(name);
  const auto is_better = [&proof](const Proof& now) {
    return !now.mixed && !now.file && (proof.file || (proof.member && !now.member));
  };
  if (known == proofs_.end() ? proofs_.size() >= kMaxProofs : !is_better(known->second)) return;
  proofs_.insert_or_assign(std::move(name), std::move(proof));
  ++changes_;
}

void LoginWatch::note_mixed(std::string_view url) {
  std::string name = url_template(url);
  const auto known = proofs_.find(name);
  if (known != proofs_.end()) known->second.mixed = true;
  if (for_anyone_.size() < kMaxProofs) for_anyone_.insert(std::move(name));
}

bool LoginWatch::is_lost(const Proof& proof, const SessionAnswer& answer) {
  return is_suspicious(&proof, answer);
}

void LoginWatch::restore(std::string url_template, Proof proof, bool needs_session) {
  if (proofs_.size() >= kMaxProofs) return;
  if (needs_session) needed_[origin_of(proof.url)] = proof;
  if (proof.member) members_[origin_of(proof.url)] = proof;
  proofs_.insert_or_assign(std::move(url_template), std::move(proof));
}

}  // namespace tagtrail::host
