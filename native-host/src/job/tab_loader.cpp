#include "job/tab_loader.hpp"

#include <netdb.h>

#include <memory>

#include "fetch/address_guard.hpp"
#include "tagtrail/protocol.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::chrono::milliseconds kAttendEvery{200};
/// Over the extension's own limit: a worker that was killed answers never.
constexpr std::chrono::seconds kGrace{15};

struct FreeAddresses {
  void operator()(addrinfo* list) const { freeaddrinfo(list); }
};

}  // namespace

/// The browser connects by itself, so the guard can only look the name up beforehand.
bool TabLoader::is_private(const std::string& url) const {
  const std::string host(split_url(url).host);
  if (is_private_literal(host)) return true;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), nullptr, nullptr, &found) != 0) return false;
  const std::unique_ptr<addrinfo, FreeAddresses> list(found);
  for (const addrinfo* at = list.get(); at != nullptr; at = at->ai_next) {
    if (is_private_address(at->ai_addr)) return true;
  }
  return false;
}

/// Nothing when the job is stopping.
Expected<std::optional<Json>> TabLoader::ask(const std::string& url) {
  Channel* channel = channel_();
  if (channel == nullptr) return fail(ErrorCode::disconnected, "the extension is not connected");
  // Shared: the reply may come after this wait was given up.
  auto reply = std::make_shared<std::optional<Expected<Json>>>();
  channel->call_async(protocol::call::kTabLoad,
                      {{"job", options_.job},
                       {"url", url},
                       {"timeoutMs", options_.timeout.count()},
                       {"quietMs", options_.quiet.count()}},
                      [reply](Expected<Json> answer) { *reply = std::move(answer); });
  const auto deadline = std::chrono::steady_clock::now() + options_.timeout + kGrace;
  while (!reply->has_value()) {
    if (attention_.stopping()) return std::optional<Json>{};
    if (std::chrono::steady_clock::now() > deadline) {
      return fail(ErrorCode::disconnected, "the extension does not answer");
    }
    downloader_.poll(kAttendEvery, attention_.descriptors());
    attention_.attend();
  }
  if (!**reply) {
    const Error& error = (**reply).error();
    if (error.code == ErrorCode::disconnected) return tl::unexpected(error);
    return std::optional(Json{{"error", "browser"}});
  }
  return std::optional(std::move(***reply));
}

Expected<std::optional<Loaded>> TabLoader::load(const Request& request) {
  Loaded loaded;
  if (!options_.allow_private && is_private(request.url)) {
    loaded.response.request_id = request.id;
    loaded.response.final_url = request.url;
    loaded.response.requests = 0;
    loaded.response.error = FetchError::refused_address;
    loaded.response.error_text = "a private address; --allow-private permits it";
    return std::optional(std::move(loaded));
  }
  const std::string origin = origin_of(request.url);
  const auto permit = permits_.take(origin);
  if (!permit) return tl::unexpected(permit.error());
  if (!*permit) return std::optional<Loaded>{};
  auto answer = ask(request.url);
  AnswerFacts facts;
  if (answer && answer->has_value()) {
    loaded.response = response_of_tab(**answer, request);
    facts.status = loaded.response.status;
  }
  permits_.give_back(origin, facts);
  if (!answer) return tl::unexpected(answer.error());
  if (!answer->has_value()) return std::optional<Loaded>{};
  return std::optional(std::move(loaded));
}

}  // namespace tagtrail::host
