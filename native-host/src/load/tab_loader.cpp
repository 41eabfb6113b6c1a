#include "load/tab_loader.hpp"

#include <algorithm>

#include "content/datasets_json.hpp"
#include "content/query_forms.hpp"
#include "feeds/dataset_links.hpp"
#include "feeds/typed_links.hpp"
#include "fetch/address_guard.hpp"
#include "load/address_check.hpp"
#include "load/captures.hpp"
#include "load/extension_answers.hpp"
#include "load/trace_guard.hpp"
#include "tagtrail/protocol.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Of quiet, for pages that show nothing late.
constexpr std::chrono::milliseconds kMoment{50};
/// Browsers keep 180 of a site at most, of 4 KiB; what must be told to servers is far less.
constexpr std::size_t kCookiesBytes = 16ULL << 10;

}  // namespace

TabLoader::TabLoader(Options options, std::function<Channel*()> channel, Permits& permits,
                     Waits& waits)
    : Fetcher({.retries = options.retries,
               .at_once = std::max(options.tabs, 1U),
               .guards_address = !options.allow_private,
               .archive = options.archive},
              permits, waits),
      options_(std::move(options)),
      channel_(std::move(channel)) {}

std::chrono::milliseconds TabLoader::quiet_for(const std::string& url) const {
  return patience_.may_hurry(url) ? std::min(kMoment, options_.quiet) : options_.quiet;
}

void TabLoader::learn_patience(const std::string& url, std::chrono::milliseconds quiet,
                               const Json& answer) {
  if (!answer.contains("page")) return;
  const bool late = flag_of(answer, "late");
  if (quiet < options_.quiet && !late) return patience_.hurried(url);
  patience_.waited(url, late);
}

Async<Fetched> TabLoader::send(const FetchRequest& request, FetchAs as) {
  const bool unfolds = as != FetchAs::glance;
  const auto quiet = quiet_for(request.url);
  RawExchange exchange = rebuilt_exchange(request);
  const auto started = std::chrono::steady_clock::now();
  Json fields{{"job", options_.job},
              {"url", request.url},
              {"timeoutMs", options_.timeout.count()},
              {"spareMs", unfolds ? options_.spare.count() : 0},
              {"quietMs", quiet.count()},
              {"scrolls", unfolds ? options_.scrolls : 0U},
              {"clicks", unfolds ? options_.clicks : 0U},
              {"guesses", unfolds && options_.guesses},
              {"posts", options_.posts},
              {"allowPrivate", options_.allow_private},
              {"proxied", options_.proxied},
              {"document", options_.documents || options_.archive != nullptr},
              {"datasets", true},
              {"cookies", options_.take_cookies != nullptr}};
  const auto deadline = started + options_.timeout + options_.spare + kGrace;
  auto asked = ask_extension(channel_(), waits(), protocol::call::kTabLoad, std::move(fields),
                             [deadline] { return deadline; });
  CO_TRY_LET(auto answer, co_await asked);
  if (!answer) co_return fail(ErrorCode::disconnected, "the extension does not answer");
  // What was not scrolled may have had no chance to show anything late.
  if (unfolds) learn_patience(request.url, quiet, *answer);
  Fetched fetched = fetched_of_tab(std::move(*answer), request);
  // A second look, at the name that answered: the browser may not tell who that was.
  const std::string moved_to(split_url(fetched.final_url).host);
  if (!options_.allow_private && moved_to != split_url(request.url).host) {
    const bool refused = co_await looks_private(this->waits(), moved_to);
    if (refused) refuse_address(fetched);
  }
  fetched.result.raw = std::move(exchange);
  fetched.result.duration = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - started);
  co_return fetched;
}

void TabLoader::note_stopped(const Fetched& fetched, const Response& response,
                             const std::string& asked) {
  if (options_.stopped == nullptr) return;
  // Where the page itself was refused, nothing else has asked.
  const bool refused = response.error == FetchError::refused_address;
  const auto stopped = stopped_in(fetched, refused ? asked : response.final_url);
  for (const auto& one : stopped) options_.stopped->add(one);
  const bool lacks = std::any_of(stopped.begin(), stopped.end(), [](const auto& one) {
    return one.kind == StoppedRequests::Kind::stopped;
  });
  if (lacks && response.is_page && response.page.links.empty()) {
    options_.stopped->add_empty_page(response.final_url);
  }
}

/// A tab's page was read there; only one that may speak of data sets, or link to what does, is
/// parsed here, too.
void TabLoader::add_datasets(std::string_view html, Loaded& loaded) const {
  const bool links = html.find("<link") != html.npos && html.find("type=") != html.npos;
  if (!links && html.find("Dataset") == html.npos) return;
  Page& page = loaded.response.page;
  const std::string& url = loaded.response.final_url;
  const ReadOptions options{url, kTabContentType, false};
  const ParsedPage parsed(html, options);
  const auto sets = datasets_on_page(parsed, url);
  loaded.datasets = datasets_as_json(sets, kPageDatasetsBytes);
  if (!options_.catalogues) return;
  add_dataset_links(page, sets);
  add_element_links(page, parsed.document(), url);
}

Async<Loaded> TabLoader::load(const Request& request, FetchAs as) {
  FetchRequest asked;
  asked.url = request.url;
  CO_TRY_LET(auto fetched, co_await fetch(std::move(asked), as));
  Loaded loaded;
  if (fetched.tried) {
    loaded.response = response_of_tab(fetched, request);
    note_stopped(fetched, loaded.response, request.url);
    if (options_.take_cookies) {
      const std::string cookies = text_of(fetched.shown, "cookies", kCookiesBytes);
      loaded.new_cookies = options_.take_cookies(loaded.response.final_url, cookies);
    }
    if (options_.apis != nullptr && loaded.response.is_page) {
      options_.apis->shown(request.url, script_json_of(fetched), loaded.response.page);
    }
    if (!options_.forms) leave_forms(loaded.response.page);
    if (!options_.catalogues) loaded.response.page.catalogue.signs.clear();
    if (loaded.response.is_page) add_datasets(fetched.result.body, loaded);
    if (loaded.response.is_page && options_.catalogues) {
      add_header_links(loaded.response.page, fetched.result.head.link, loaded.response.final_url);
    }
    if (options_.documents) {
      loaded.html_cut = fetched.result.cut;
      loaded.html = std::move(fetched.result.body);
    }
    loaded.login_form = flag_of(fetched.shown, "loginForm");
    if (loaded.login_form && loaded.response.is_page) {
      add_left(loaded.response.page.left, {LeftOutCause::login, loaded.response.final_url});
    }
    loaded.with_session = login_sign(request, loaded);
    if (options_.told) loaded.told = told_of(fetched);
    loaded.views.push_back(view_of(request, loaded));
  } else {
    loaded.response = response_of(request, fetched, Via::host);
  }
  co_return std::move(loaded);
}

}  // namespace tagtrail::host
