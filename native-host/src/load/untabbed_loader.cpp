#include "load/untabbed_loader.hpp"

#include <filesystem>

#include "load/login_signs.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

/// HTML came where a file was promised. A page that says that there is none is an answer.
bool misses_file(const Request& request, const Loaded& loaded) {
  const bool success = loaded.response.status >= 200 && loaded.response.status < 300;
  return success && is_file_expected(request) && !loaded.file && is_html(loaded.response.mime);
}

/// Sent elsewhere for now: perhaps to log in, whatever the page there is called.
bool is_sent_away(const Response& response) {
  const bool for_now = response.status == 302 || response.status == 303 || response.status == 307;
  return for_now && !response.location.empty();
}

/// Some applications tell strangers that there is nothing where members find a page; not at the
/// usual places of a site, which are tried unasked.
bool may_hide(const Request& request, const Response& response) {
  return response.status == 404 && !request.tag_path.starts_with(kUsualPlaces);
}

/// The browser went the way that plain HTTP was told, so that the session made no difference.
bool went_there(const Response& session, const Response& plain) {
  if (session.redirects.empty() || plain.location.empty()) return false;
  const bool one_hop = session.redirects.size() == 1;
  return plain.location == (one_hop ? session.final_url : session.redirects[1].url);
}

bool is_better(const Request& request, const Loaded& session, const Loaded& plain) {
  if (!is_content(request, session) || went_there(session.response, plain.response)) return false;
  if (!is_content(request, plain)) return true;
  return misses_file(request, plain) && !misses_file(request, session);
}

}  // namespace

void discard_file(Loaded& loaded) {
  std::error_code ignored;
  if (loaded.file) std::filesystem::remove(loaded.file->file, ignored);
  loaded.file.reset();
}

void put_aside(Loaded& other, Loaded& kept) {
  discard_file(other);
  kept.response.requests += other.response.requests;
  kept.response.sub_requests += other.response.sub_requests;
  if (!kept.with_session) kept.with_session = other.with_session;
}

Async<Loaded> UntabbedLoader::load_with_session(const Request& request) {
  auto loaded = co_await session_->load(request);
  if (loaded) loaded->with_session = login_sign(request, *loaded);
  co_return loaded;
}

Async<Loaded> UntabbedLoader::load(const Request& request) {
  if (session_ == nullptr || ends_or_asks_for_login(request.url)) {
    co_return co_await plain_.load(request);
  }
  if (is_made_file(request.url)) co_return co_await load_with_session(request);
  const auto how = chooser_.choose(request.url);
  if (how == SessionChooser::How::session) {
    chooser_.note_single(request.url);
    co_return co_await load_with_session(request);
  }
  CO_TRY_LET(auto plain, co_await plain_.load(request));
  const bool missed = login_sign(request, plain) != LoginSign::none ||
                      misses_file(request, plain) || is_sent_away(plain.response) ||
                      may_hide(request, plain.response);
  if (how == SessionChooser::How::compare) {
    if (!missed && is_content(request, plain)) {
      chooser_.learn(request.url, false);
      co_return plain;
    }
  } else if (!missed || !chooser_.worth_trying(request.url)) {
    co_return plain;
  }
  co_return co_await compare(request, std::move(plain));
}

/// Asks with the session for what plain HTTP seems not to have got, and keeps the better.
Async<Loaded> UntabbedLoader::compare(const Request& request, Loaded plain) {
  auto session = co_await load_with_session(request);
  if (!session) {
    discard_file(plain);
    co_return session;
  }
  const bool helped = is_better(request, *session, plain);
  // One that is refused both ways says nothing of its template, if that is known to need it.
  if (helped || !chooser_.needs_session(request.url)) chooser_.learn(request.url, helped);
  Loaded& kept = helped ? *session : plain;
  put_aside(helped ? plain : *session, kept);
  co_return std::move(kept);
}

}  // namespace tagtrail::host
