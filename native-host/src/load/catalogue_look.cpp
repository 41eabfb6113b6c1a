#include "load/catalogue_look.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "content/catalogue_signs.hpp"
#include "feeds/arcgis_answers.hpp"
#include "feeds/link_source.hpp"
#include "feeds/pxweb_answers.hpp"
#include "fetch/file_sink.hpp"
#include "html/page_reader.hpp"
#include "tagtrail/catalogue_paging.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/page_catalogues.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr int kMostRedirects = 5;
constexpr unsigned kRetries = 1;

/// A look has nothing else to look after.
class NothingElse final : public Attention {
 public:
  std::vector<int> descriptors() override { return {}; }
  void attend() override {}
};

bool succeeded(const FetchResult& result) {
  return result.error == FetchError::none && result.head.status >= 200 && result.head.status < 300;
}

ErrorCode code_of(const FetchResult& result) {
  if (result.error == FetchError::refused_address || result.error == FetchError::rate_limited) {
    return ErrorCode::refused;
  }
  const int status = result.head.status;
  const bool closed = status == 401 || status == 403 || status == 429 || status == 451;
  return result.error == FetchError::none && closed ? ErrorCode::refused : ErrorCode::network;
}

std::string why_failed(const FetchResult& result) {
  return result.error == FetchError::none ? fmt::format("the server answers {}", result.head.status)
                                          : result.error_text;
}

tl::unexpected<Error> no_signs(const std::string& url) {
  return fail(ErrorCode::not_found,
              fmt::format("{} shows no sign of a catalogue of data that Tagtrail knows. Looked for "
                          "in its links, scripts, styles and generator: {}. Start at the portal's "
                          "front page; 'tagtrail harvest' does without a catalogue",
                          url, known_catalogues()));
}

tl::unexpected<Error> unexpected_answer(const CatalogueSite& site, const std::string& url,
                                        std::string_view what) {
  return fail(ErrorCode::invalid_data,
              fmt::format("{} does not answer as {} does: {}. Its interface may be closed or "
                          "another version; 'tagtrail harvest' reads the pages instead",
                          url, site.kind->name, what));
}

std::string conditions_of(const CatalogueKind& kind) {
  std::string names;
  for (const CatalogueCondition& condition : kind.conditions) {
    names.append(names.empty() ? "" : ", ");
    names.append(kConditionNames.at(static_cast<std::size_t>(condition.by)));
  }
  return names;
}

tl::unexpected<Error> not_narrowed(const CatalogueKind& kind, Condition by) {
  const std::string known = conditions_of(kind);
  return fail(ErrorCode::invalid_argument,
              fmt::format("{} can't be narrowed by {}{}", kind.name,
                          kConditionNames.at(static_cast<std::size_t>(by)),
                          known.empty() ? ": leave the conditions out" : ", only by " + known));
}

std::optional<LinkSource> read_list(const std::string& url, const FetchResult& result) {
  return read_link_source(result.body, {.url = url,
                                        .mime = result.head.mime,
                                        .content_type = result.head.content_type,
                                        .cut = result.cut,
                                        .catalogues = true});
}

tl::unexpected<Error> no_page(const std::string& url, const FetchResult& result) {
  const auto source = read_list(url, result);
  const CatalogueKind* kind = source ? find_catalogue(source->page.catalogue.kind) : nullptr;
  if (kind == nullptr) {
    return fail(ErrorCode::invalid_argument,
                fmt::format("{} is no web page ({}): give the address of one of the portal", url,
                            result.head.mime));
  }
  return fail(
      ErrorCode::invalid_argument,
      fmt::format("{} is part of a catalogue itself ({}): give the address of a web page of "
                  "the portal, or harvest from here on by --catalogues only",
                  url, kind->name));
}

std::uint64_t files_on(const CatalogueKind& kind, const Page& page) {
  std::unordered_set<std::string_view> urls;
  for (const LinkObservation& link : page.links) {
    if (is_catalogue_file(kind, link.tag_path, link.url)) urls.insert(link.url);
  }
  return urls.size();
}

}  // namespace

const std::array<CatalogueLook::Tree, 2> CatalogueLook::kTrees{
    {{kPxweb, kPxwebList, kPxwebTable}, {kArcgis, kArcgisList, kArcgisLayer}}};

std::string known_catalogues() {
  std::string names;
  for (const CatalogueKind& kind : catalogue_kinds()) {
    if (kind.ask.empty() || names.find(kind.name) != std::string::npos) continue;
    names.append(names.empty() ? "" : ", ").append(kind.name);
  }
  return names;
}

CatalogueLook::CatalogueLook(Options options)
    : options_(std::move(options)),
      attention_(std::make_unique<NothingElse>()),
      politeness_(options_.politeness) {}

Expected<std::unique_ptr<CatalogueLook>> CatalogueLook::create(Options options) {
  std::unique_ptr<CatalogueLook> look(new CatalogueLook(std::move(options)));
  const BodyRules rules{.wanted = {}, .sitemaps = true, .catalogues = true};
  look->fetch_ = TRY(HostFetch::create({.downloader = look->options_.downloader,
                                        .directory = look->options_.directory,
                                        .max_file_bytes = limits::kPageBytes,
                                        .rules = rules,
                                        .retries = kRetries},
                                       look->politeness_, *look->attention_));
  look->robots_ =
      std::make_unique<RobotsGate>(*look->fetch_, look->politeness_,
                                   RobotsGate::Options{.enabled = look->options_.robots,
                                                       .retries = kRetries,
                                                       .memory = look->options_.robots_memory});
  return look;
}

template <typename T>
Expected<T> CatalogueLook::run(Async<T> task) {
  const SteadyTime end = std::chrono::steady_clock::now() + options_.longest;
  task.start();
  while (!task.done() && std::chrono::steady_clock::now() < end) fetch_->turn();
  if (task.done()) return task.take();
  task = {};
  fetch_->cancel_all();
  return fail(ErrorCode::network,
              fmt::format("no answer within {} s: the site is slow or wants pauses, or another job "
                          "is asking it; try again later",
                          options_.longest.count() / 1000));
}

Expected<std::vector<CatalogueSite>> CatalogueLook::find(const std::string& url) {
  return run(find_signs(url));
}

Expected<CatalogueView> CatalogueLook::look(const std::vector<CatalogueSite>& sites,
                                            const CatalogueFilter& filter) {
  return run(ask_first(sites, filter));
}

/// Redirects are followed within the scope.
Async<CatalogueLook::Got> CatalogueLook::get(std::string url, const Scope& scope) {
  for (int hop = 0; hop <= kMostRedirects; ++hop) {
    CO_TRY_LET(const auto verdict, co_await robots_->check(url));
    if (verdict.error != FetchError::none) {
      const bool rules = verdict.error == FetchError::robots;
      co_return fail(
          verdict.error == FetchError::network ? ErrorCode::network : ErrorCode::refused,
          fmt::format("{}: {}{}", url, verdict.text,
                      rules ? "; --ignore-robots is for sites whose owner permits it" : ""));
    }
    FetchRequest request;
    request.url = url;
    // Lists are sent as text, too.
    request.lists_links = true;
    CO_TRY_LET(auto fetched, co_await fetch_->fetch(request, FetchAs::resource));
    remove_quietly(fetched.result.file);
    const AnswerHead& head = fetched.result.head;
    const bool leads_on = fetched.result.error == FetchError::none && head.status >= 300 &&
                          head.status < 400 && !head.location.empty();
    if (!leads_on) co_return Got{std::move(url), std::move(fetched.result)};
    if (!scope.contains(head.location)) {
      co_return fail(ErrorCode::invalid_argument, fmt::format("{} leads to {}, another site: start "
                                                              "there",
                                                              url, head.location));
    }
    url = head.location;
  }
  co_return fail(ErrorCode::network, url + ": too many redirects");
}

Async<std::vector<CatalogueSite>> CatalogueLook::find_signs(const std::string& url) {
  CO_TRY_LET(const auto scope, Scope::parse("site", url));
  CO_TRY_LET(const auto got, co_await get(url, scope));
  const FetchResult& result = got.result;
  if (!succeeded(result)) {
    co_return fail(code_of(result), fmt::format("{}: {}", got.url, why_failed(result)));
  }
  if (!is_html(result.head.mime)) co_return no_page(got.url, result);
  const ReadOptions reading{got.url, result.head.content_type, result.cut};
  const ParsedPage parsed(result.body, reading);
  Page page = parsed.read();
  page.catalogue.signs = read_catalogue_signs(parsed.document(), got.url);
  std::vector<CatalogueSite> sites = catalogues_of_page(page, got.url);
  std::erase_if(
      sites, [&](const CatalogueSite& site) { return !scope.contains(catalogue_request(site)); });
  if (sites.empty()) co_return no_signs(got.url);
  co_return std::move(sites);
}

/// One that can't be narrowed as wanted is not asked. What is told is why the best guess failed.
Async<CatalogueView> CatalogueLook::ask_first(const std::vector<CatalogueSite>& sites,
                                              const CatalogueFilter& filter) {
  std::optional<Error> failure;
  for (const CatalogueSite& site : sites) {
    auto view = co_await ask(site, filter);
    if (view) co_return view;
    if (!failure) failure = view.error();
  }
  co_return tl::unexpected(
      failure.value_or(Error{ErrorCode::not_found, "there is no catalogue to ask"}));
}

Async<CatalogueView> CatalogueLook::ask(const CatalogueSite& site, const CatalogueFilter& filter) {
  if (const auto unknown = condition_unknown_to(*site.kind, filter)) {
    co_return not_narrowed(*site.kind, *unknown);
  }
  CatalogueView view{site, filter, {}, {}, {}};
  if (site.kind->set_count.ask.empty()) co_return co_await ask_all(std::move(view));
  co_return co_await ask_numbers(std::move(view));
}

Async<CatalogueView> CatalogueLook::ask_numbers(CatalogueView view) {
  const CatalogueKind& kind = *view.site.kind;
  CO_TRY_LET(const auto body, co_await numbers_at(view, kind.set_count.ask));
  const CatalogueNumbers numbers(body);
  view.sets = numbers.at(kind.set_count.place);
  if (!view.sets) {
    co_return unexpected_answer(view.site, view.site.base + kind.set_count.ask,
                                "there is no number of data sets in it");
  }
  if (kind.values.empty()) view.choices = numbers.choices(kind);
  if (!view.filter.empty()) co_return std::move(view);
  // Without these the look is still one.
  if (kind.file_count.ask == kind.set_count.ask) {
    view.files = numbers.at(kind.file_count.place);
  } else if (!kind.file_count.ask.empty()) {
    const auto more = co_await numbers_at(view, kind.file_count.ask);
    if (more) view.files = CatalogueNumbers(*more).at(kind.file_count.place);
  }
  if (!kind.values.empty()) {
    const auto more = co_await numbers_at(view, kind.values);
    if (more) view.choices = CatalogueNumbers(*more).choices(kind);
  }
  co_return std::move(view);
}

/// The first page of the list itself, or all of it.
Async<CatalogueView> CatalogueLook::ask_all(CatalogueView view) {
  const CatalogueKind& kind = *view.site.kind;
  const std::string url = narrowed_request(kind, catalogue_request(view.site), view.filter);
  CO_TRY_LET(const auto scope, Scope::parse("site", url));
  CO_TRY_LET(auto got, co_await get(url, scope));
  while (refuses_query(static_cast<std::uint16_t>(got.result.head.status))) {
    std::string smaller = smaller_catalogue_page(kind, got.url);
    if (smaller.empty()) break;
    CO_TRY_LET(got, co_await get(std::move(smaller), scope));
  }
  const FetchResult& result = got.result;
  if (!succeeded(result)) {
    co_return fail(code_of(result), fmt::format("{}: {}", got.url, why_failed(result)));
  }
  const auto source = read_list(got.url, result);
  if (!source || find_catalogue(source->page.catalogue.kind) == nullptr) {
    co_return unexpected_answer(view.site, got.url,
                                "it is no list of data sets (" + result.head.mime + ")");
  }
  const Page& page = source->page;
  // Some answer as another kind does.
  const CatalogueKind& answered = *find_catalogue(page.catalogue.kind);
  for (const Tree& tree : kTrees) {
    if (answered.id == tree.kind) co_return co_await ask_tree(tree, std::move(view), url, page);
  }
  const bool whole = answered.paging == Paging::none && !page.truncated;
  if (page.catalogue.total > 0 || whole) {
    view.sets = std::max(page.catalogue.total, whole ? page.catalogue.items : 0);
  }
  if (whole) view.files = files_on(answered, page);
  co_return std::move(view);
}

/// Each list of the tree is asked for, and the tables or layers in them are counted: each is a
/// file. Of a tree with too many lists for a look nobody knows.
Async<CatalogueView> CatalogueLook::ask_tree(const Tree& tree, CatalogueView view, std::string url,
                                             Page root) {
  constexpr std::size_t kMostLists = 50;
  std::vector<std::string> lists;
  std::unordered_set<std::string> tables;
  const auto take = [&](const Page& page) {
    for (const LinkObservation& link : page.links) {
      if (link.tag_path == tree.table) tables.insert(link.url);
      const bool known = std::find(lists.begin(), lists.end(), link.url) != lists.end();
      if (link.tag_path == tree.list && !known) lists.push_back(link.url);
    }
  };
  take(root);
  CO_TRY_LET(const auto scope, Scope::parse("site", url));
  for (std::size_t at = 0; at < lists.size(); ++at) {
    if (lists.size() > kMostLists) co_return std::move(view);
    const auto got = co_await get(lists[at], scope);
    const auto source =
        got && succeeded(got->result) ? read_list(got->url, got->result) : std::nullopt;
    if (!source || source->page.truncated) co_return std::move(view);
    take(source->page);
  }
  view.sets = view.files = tables.size();
  co_return std::move(view);
}

Async<std::string> CatalogueLook::numbers_at(const CatalogueView& view, const std::string& path) {
  const CatalogueSite& site = view.site;
  CO_TRY_LET(auto url, canonical_url(site.base + path));
  url = narrowed_request(*site.kind, url, view.filter);
  CO_TRY_LET(const auto scope, Scope::parse("site", url));
  CO_TRY_LET(auto got, co_await get(std::move(url), scope));
  FetchResult& result = got.result;
  if (!succeeded(result)) {
    co_return fail(code_of(result), fmt::format("{}: {}", got.url, why_failed(result)));
  }
  if (!is_json(result.head.mime) || result.plan != BodyPlan::memory) {
    const std::string& mime = result.head.mime;
    co_return unexpected_answer(site, got.url,
                                "it is no JSON (" + (mime.empty() ? "without a type" : mime) + ")");
  }
  if (result.body.size() > kNumbersBytes) {
    co_return unexpected_answer(site, got.url, "it is too long for numbers");
  }
  co_return std::move(result.body);
}

}  // namespace tagtrail::host
