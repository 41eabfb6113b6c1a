#include "load/lent_guard.hpp"

#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Of several answers one has the pulse felt.
class Feeling {
 public:
  explicit Feeling(bool& flag) : flag_(flag) { flag_ = true; }
  ~Feeling() { flag_ = false; }
  Feeling(const Feeling&) = delete;
  Feeling& operator=(const Feeling&) = delete;

 private:
  bool& flag_;
};

bool was_asked(const Request& request, const Response& response) {
  return request.method == Method::get && response.requests > 0 &&
         response.error == FetchError::none && !is_for_everybody(request);
}

}  // namespace

Async<Loaded> LentGuard::check(const Request& request, Loaded loaded) {
  if (!was_asked(request, loaded.response) || !is_lent_to_(request.url))
    co_return std::move(loaded);
  CO_TRY_LET(loaded, co_await check_pulse(request, std::move(loaded)));
  if (loaded.attention) co_return std::move(loaded);
  loaded.views.push_back(view_of(request, loaded));
  TraceGuard::Ask once_more = [this](const Request& again, Via /*via*/, bool session) {
    return session ? with_.load(again) : without_.load(again);
  };
  auto checked = traces_.check(std::move(loaded), std::move(once_more));
  CO_TRY_LET(loaded, co_await checked);
  // Not even to see what it shows with the session is it asked for twice.
  if (loaded.acted) doubts_.forget(loaded.acted->url);
  co_return std::move(loaded);
}

Async<Loaded> LentGuard::check_pulse(const Request& request, Loaded loaded) {
  // Nobody is given another file than was asked for.
  doubts_.answered(request.url, !loaded.file && !loaded.response.not_modified);
  const bool page = loaded.response.is_page && is_content(request, loaded);
  if (page && pulse_.wants_both(request.url)) {
    CO_TRY_LET(loaded, co_await compare(request, std::move(loaded)));
  }
  const bool due = pulse_.is_due(request.url);
  const bool sign = loaded.ends_cookie || login_sign(request, loaded) != LoginSign::none;
  const bool suspicious = sign && pulse_.is_suspicious(request.url);
  if (feeling_ || !(due || suspicious || lost_)) co_return std::move(loaded);
  CO_TRY_LET(const auto verdict, co_await feel(origin_of(request.url), loaded));
  if (verdict == SessionPulse::Verdict::gone) {
    loaded.attention = JobAttention{"login_lost", request.url};
    discard_file(loaded);
    doubts_.forget(request.url);
    doubts_.lost();
  }
  co_return std::move(loaded);
}

/// Asks for what came with the session without it, too, and learns from that.
Async<Loaded> LentGuard::compare(const Request& request, Loaded loaded) {
  const std::string origin = origin_of(request.url);
  const std::size_t before = doubts_.count();
  CO_TRY_LET(auto stranger, co_await without_.load(request));
  const bool more =
      pulse_.learn(request.url, sight_of(request, loaded), sight_of(request, stranger));
  use_.add_compared(origin, more);
  if (more) doubts_.proved(origin, before);
  put_aside(stranger, loaded);
  co_return std::move(loaded);
}

/// Gone: one of those who showed more does not, and none does.
Async<SessionPulse::Verdict> LentGuard::feel(std::string origin, Loaded& kept) {
  using Verdict = SessionPulse::Verdict;
  const Feeling feeling(feeling_);
  const std::size_t before = doubts_.count();
  Verdict verdict = Verdict::unclear;
  for (const SessionPulse::Witness& witness : pulse_.witnesses(origin)) {
    CO_TRY_LET(const auto says, co_await ask(witness, kept));
    if (says != Verdict::unclear) verdict = says;
    if (says == Verdict::there) break;
  }
  pulse_.felt(origin, verdict);
  lost_ = verdict == Verdict::gone;
  if (verdict == Verdict::there) doubts_.proved(origin, before);
  co_return verdict;
}

Async<SessionPulse::Verdict> LentGuard::ask(const SessionPulse::Witness& witness, Loaded& kept) {
  using Verdict = SessionPulse::Verdict;
  Request request;
  request.url = witness.url;
  CO_TRY_LET(auto session, co_await with_.load(request));
  const Sight member = sight_of(request, session);
  put_aside(session, kept);
  const Verdict verdict = SessionPulse::judge(witness, member);
  if (verdict != Verdict::unclear || member.kind != Sight::Kind::page) co_return verdict;
  CO_TRY_LET(auto stranger, co_await without_.load(request));
  const Sight other = sight_of(request, stranger);
  put_aside(stranger, kept);
  co_return pulse_.judge(witness, member, other);
}

std::string LentGuard::origin_in_doubt() const {
  for (std::string& origin : doubts_.origins()) {
    if (pulse_.has_witness(origin) && !in_vain_.contains(origin)) return std::move(origin);
  }
  return {};
}

Async<Loaded> LentGuard::feel_at_end() {
  Loaded nothing;
  const std::string origin = origin_in_doubt();
  if (origin.empty()) co_return std::move(nothing);
  CO_TRY_LET(const auto verdict, co_await feel(origin, nothing));
  if (verdict == SessionPulse::Verdict::there) co_return std::move(nothing);
  doubts_.lost();
  if (verdict == SessionPulse::Verdict::unclear) {
    in_vain_.insert(origin);
  } else {
    nothing.attention = JobAttention{"login_lost", pulse_.witnesses(origin).front().url};
  }
  co_return std::move(nothing);
}

}  // namespace tagtrail::host
