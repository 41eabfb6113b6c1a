#include "load/login_guard.hpp"

#include "tagtrail/mime.hpp"

namespace tagtrail::host {

SessionAnswer LoginGuard::answer_of(const Request& request, const Loaded& loaded) const {
  const Response& response = loaded.response;
  const bool by_session = response.via != Via::host;
  SessionAnswer answer;
  answer.sign = *loaded.with_session;
  answer.content = by_session && is_content(request, loaded);
  answer.file = loaded.file.has_value();
  answer.html = response.is_page || (request.method == Method::head && is_html(response.mime));
  answer.login_form = loaded.login_form;
  answer.needs_session = chooser_.needs_session(request.url);
  answer.via = response.via;
  // Sent out of the scope, from where it brought content: to log in, perhaps.
  const bool away = by_session && response.error == FetchError::out_of_scope;
  if (away && answer.needs_session) answer.sign = LoginSign::refused;
  if (by_session && response.is_page) {
    answer.shown = chooser_.shown(response.final_url, response.page.links);
  }
  return answer;
}

Async<Loaded> LoginGuard::ask(const Request& request, Via via) {
  const bool shown = via == Via::tab && !is_made_file(request.url);
  if (shown || !untabbed_.has_session()) return tabs_.load(request);
  return untabbed_.load_with_session(request);
}

Async<Loaded> LoginGuard::check(const Request& request, Loaded loaded) {
  CO_TRY_LET(loaded, co_await check_login(request, std::move(loaded)));
  if (loaded.attention) co_return std::move(loaded);
  TraceGuard::Ask once_more = [this](const Request& again, Via via, bool session) {
    return session ? ask(again, via) : untabbed_.load_plain(again);
  };
  auto checked = traces_.check(std::move(loaded), std::move(once_more));
  co_return co_await checked;
}

Async<Loaded> LoginGuard::check_login(const Request& request, Loaded loaded) {
  if (!loaded.with_session) {
    if (loaded.without_session) chooser_.read_without(request.url);
    co_return std::move(loaded);
  }
  const SessionAnswer answer = answer_of(request, loaded);
  const auto verdict = watch_.judge(request, answer);
  if (verdict == LoginWatch::Verdict::login_needed) {
    // What others may read is there, though the session was refused it: that is counted.
    if (!loaded.without_session) loaded.attention = JobAttention{"login_needed", request.url};
  } else if (verdict == LoginWatch::Verdict::ask_proof) {
    const auto proof = watch_.proof_for(request.url, answer);
    Request again;
    again.url = proof->url;
    // A file may be large, and its head tells.
    again.method = proof->file ? Method::head : Method::get;
    auto held = co_await ask(again, proof->via);
    if (!held) {
      discard_file(loaded);
      co_return held;
    }
    held->with_session = login_sign(again, *held);
    if (LoginWatch::is_lost(*proof, answer_of(again, *held))) {
      loaded.attention = JobAttention{"login_lost", request.url};
    } else if (answer.sign == LoginSign::none) {
      watch_.note_mixed(request.url);
    }
    put_aside(*held, loaded);
  }
  if (loaded.attention) {
    discard_file(loaded);
  } else {
    watch_.note(request, answer);
    if (loaded.without_session) {
      chooser_.read_without(request.url, true);
    } else {
      chooser_.read_with(request.url);
    }
  }
  co_return std::move(loaded);
}

}  // namespace tagtrail::host
