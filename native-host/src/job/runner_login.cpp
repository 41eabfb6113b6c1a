// What a job does when the user has to log in: the answer is not kept, and asked for again after
// that.
#include <fmt/format.h>

#include "job/runner.hpp"
#include "job/start_page.hpp"
#include "system/exit_code.hpp"

namespace tagtrail::host {
namespace {

/// Of a job without a session: the login page that its start led to.
constexpr std::string_view kLoginPage = "loginPage";

std::string remedy(const JobAttention& attention, const std::string& seed) {
  if (attention.kind == "login_needed") {
    return fmt::format(
        "{} asks for a login: 'tagtrail login {} --profile DIR' makes a profile that is logged in, "
        "and this command with --profile DIR goes on in it",
        attention.url, seed);
  }
  return fmt::format(
      "{}: the login is lost. Log in again by 'tagtrail login {} --profile DIR', with the profile "
      "of this run; the same command then goes on from here",
      attention.url, seed);
}

}  // namespace

Expected<void> JobRunner::note_login_page(const Request& request, const Loaded& loaded) {
  const bool shown = login_sign(request, loaded) == LoginSign::login_page;
  if (tab_loader_ || !shown) return {};
  const Response& response = loaded.response;
  return store_->set(kLoginPage, leads_on(response) ? response.location : response.final_url);
}

/// "All found" is not the word for what stood behind a login.
Expected<void> JobRunner::check_login() const {
  if (tab_loader_ || store_->target_count() > 0) return {};
  const auto page = TRY(store_->get(kLoginPage));
  if (!page.has_value()) return {};
  return tl::unexpected(login_in_the_way(*page, setup_.config.seed_url));
}

void JobRunner::ask_again(Load& load, Loaded loaded) {
  if (!login_) login_ = std::move(loaded.attention);
  load.task = loader_->load(load.request);
  load.held = true;
}

void JobRunner::start_held() {
  for (Load& load : loads_) {
    if (std::exchange(load.held, false)) load.task.start();
  }
}

/// With nobody there who could log in, the run ends.
Expected<std::optional<RunEnd>> JobRunner::heed_login() {
  if (!login_) return std::optional<RunEnd>{};
  const JobAttention attention = *std::exchange(login_, std::nullopt);
  if (setup_.attended) {
    pause_for(attention);
    return std::optional<RunEnd>{};
  }
  TRY(store_->add_event("pause", attention.kind + ": " + attention.url));
  TRY(stop());
  return RunEnd{
      {"stopped", attention.kind}, exit_code::kRefused, remedy(attention, setup_.config.seed_url)};
}

Expected<Json> JobRunner::serve_fetch(std::string_view call, const Json& message) {
  if (!sessions_) return fail(ErrorCode::not_found, "no such load is under way");
  return sessions_->serve(call, message);
}

}  // namespace tagtrail::host
