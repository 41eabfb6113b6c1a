#include "load/host_loader.hpp"

#include <algorithm>
#include <fstream>

#include "content/catalogue_signs.hpp"
#include "content/charset_codes.hpp"
#include "content/datasets_json.hpp"
#include "content/left_on_page.hpp"
#include "content/query_forms.hpp"
#include "content/read_content.hpp"
#include "content/script_drawn.hpp"
#include "content/told.hpp"
#include "feeds/dataset_links.hpp"
#include "feeds/link_source.hpp"
#include "feeds/pxweb_answers.hpp"
#include "feeds/typed_links.hpp"
#include "fetch/file_sink.hpp"
#include "fetch/referer.hpp"
#include "html/elements.hpp"
#include "html/login_form.hpp"
#include "html/page_scripts.hpp"
#include "html/type_sniffing.hpp"
#include "load/login_signs.hpp"
#include "load/reloads.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

static_assert(kFileStartBytes >= kSniffBytes && kFileStartBytes >= kSourceStartBytes);

Expected<std::string> first_bytes(const fs::path& file, std::size_t count) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  if (error) return fail(ErrorCode::io, "can't read " + file.string() + ": " + error.message());
  std::ifstream in(file, std::ios::binary);
  std::string start(static_cast<std::size_t>(std::min<std::uintmax_t>(count, size)), '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (in.bad() || !in.is_open()) return fail(ErrorCode::io, "can't read " + file.string());
  start.resize(static_cast<std::size_t>(in.gcount()));
  return start;
}

/// Where a server does not answer HEAD, a GET that ends after the headers says the same.
bool refuses_head(const Request& request, const FetchResult& result) {
  return request.method == Method::head && result.error == FetchError::none &&
         (result.head.status == 405 || result.head.status == 501);
}

/// The URL with `%25` for each `%` that begins no escape, as whoever wrote the link forgot to.
std::string with_whole_escapes(std::string_view url) {
  std::string whole;
  for (std::size_t at = 0; at < url.size(); ++at) {
    const bool lone = url[at] == '%' && percent_decode(url.substr(at, 3)).size() != 1;
    whole += lone ? "%25" : std::string(1, url[at]);
  }
  return whole;
}

bool contains_ignoring_case(std::string_view text, std::string_view lower_case) {
  return find_ignoring_case(text, lower_case) != std::string_view::npos;
}

/// What an answer that is data says of itself counts where the data is wanted. False: it is none.
bool forget_data(Page& page) {
  if (!page.catalogue.kind.empty() || (page.catalogue.total == 0 && page.left.empty())) {
    return false;
  }
  page.catalogue = {};
  page.left.clear();
  return true;
}

bool brings_json(const Response& response) {
  const bool success = response.status >= 200 && response.status < 300;
  return response.error == FetchError::none && success && is_json(response.mime);
}

/// Of what its name says nothing of, and is marked up, the words of its link may say that it is a
/// spreadsheet.
std::string promised_extension(const Request& request, const Response& response,
                               std::string_view start) {
  std::string extension = name_extension(response.final_url, response.file_name);
  const bool by_words = is_nameless(extension) && start.find('<') != std::string_view::npos;
  const bool excel = contains_ignoring_case(request.anchor, "excel") ||
                     contains_ignoring_case(request.anchor, "xls");
  return by_words && excel ? "xls" : extension;
}

constexpr std::string_view kDrawingMime = "image/svg+xml";

/// Some servers send SVG as any other XML.
bool is_drawing_in(std::string_view start) { return xml_root_name(start) == "svg"; }

/// Behind the first, or all of them, which nobody links as a file; or a part of a tree of lists.
bool is_page_of_catalogue(std::string_view place) {
  if (place == kPxwebList || place == kPxwebTable) return true;
  return place.starts_with("/catalogue/") &&
         (place.ends_with("/next") || place.ends_with("/whole"));
}

/// What the page holds that leads to no request. To be called when its links are read.
void add_what_is_left(Loaded& loaded, const ParsedPage& parsed,
                      const HostLoader::Options& options) {
  Response& response = loaded.response;
  Page& page = response.page;
  const std::string& url = response.final_url;
  const bool runs_scripts = !loaded.scripts.empty();
  page.left = left_on_page(parsed.document(), url, runs_scripts);
  if (loaded.login_form) add_left(page.left, {LeftOutCause::login, url});
  const bool may_show_more =
      is_drawn_by_scripts(parsed, page, url) || (options.alone && loads_by_script(parsed));
  if (runs_scripts && may_show_more) add_left(page.left, {LeftOutCause::scripts, url});
  if (!options.needs.queries) leave_forms(page);
}

/// Until the engine has it: its links with what each string costs besides, their record, and its
/// HTML where that is kept.
std::uint64_t held_by(const Loaded& loaded) {
  constexpr std::uint64_t kOfStrings = 100;
  const Page& page = loaded.response.page;
  const std::uint64_t written = size_of(page);
  return 2 * written + page.links.size() * (sizeof(LinkObservation) + kOfStrings) +
         loaded.html.capacity();
}

}  // namespace

void HostLoader::make_page(Loaded& loaded, std::string html, std::string_view content_type,
                           bool cut) const {
  Response& response = loaded.response;
  response.is_page = true;
  ReadOptions reading{response.final_url, content_type, cut, options_.page};
  // They are kept until the engine has them, and their record beside them.
  if (loaded.held) reading.most.links = std::min(reading.most.links, loaded.held->most() / 2);
  const ParsedPage parsed(html, reading);
  response.page = parsed.read();
  response.page.content = read_content(parsed.document(), response.final_url, options_.needs);
  response.page.forms = read_query_forms(parsed, response.final_url);
  if (options_.needs.queries) add_charset_codes(response.page, parsed.encoding());
  const auto sets = datasets_on_page(parsed, response.final_url);
  loaded.datasets = datasets_as_json(sets, kPageDatasetsBytes);
  if (options_.catalogues) {
    response.page.catalogue.signs = read_catalogue_signs(parsed.document(), response.final_url);
    add_dataset_links(response.page, sets);
    add_element_links(response.page, parsed.document(), response.final_url);
  }
  loaded.login_form = has_password_field(parsed);
  if (options_.told) loaded.told = told_on_page(parsed.document(), response.final_url);
  judge_refresh(refresh_of_page(html), loaded);
  loaded.without_scripts =
      !contains_ignoring_case(html, "<script") && !contains_ignoring_case(html, "onload");
  if (!loaded.without_scripts) loaded.scripts = page_scripts(html);
  add_what_is_left(loaded, parsed, options_);
  if (!options_.keep_html) return;
  loaded.html = std::move(html);
  loaded.html_cut = cut;
  loaded.content_type = content_type;
}

SourceFacts HostLoader::facts_of(const Request& request, const FetchResult& result,
                                 const Response& response) const {
  return {.url = response.final_url,
          .mime = response.mime,
          .content_type = result.head.content_type,
          .cut = result.cut,
          .catalogues = options_.catalogues,
          .format = options_.format,
          .sitemap = request.tag_path.starts_with("/robots.txt/") ||
                     request.tag_path.starts_with("/sitemapindex/"),
          .asked_kind = kind_asked(request.tag_path),
          .list = {result.head.listed_total, result.head.listed_pages}};
}

bool HostLoader::is_link_source(std::string_view start, const SourceFacts& facts,
                                const Response& response) const {
  // What a table gives is data.
  if ((!options_.sitemaps && !options_.catalogues) || table_query(facts.url)) return false;
  if (!begins_as_link_source(start, facts)) return false;
  // Who names feeds or texts among the targets wants them as files.
  const bool may_be_wanted = is_feed(response.mime) || response.mime.ends_with("markdown");
  return !may_be_wanted || !objective_.judge(response, response.final_url).is_target();
}

bool HostLoader::make_link_source(Loaded& loaded, std::string& body,
                                  const SourceFacts& facts) const {
  Response& response = loaded.response;
  auto source = read_link_source(body, facts);
  if (!source) return false;
  const bool unwanted = !objective_.judge(response, response.final_url).is_target();
  if (unwanted && forget_data(source->page) && source->page.links.empty()) return false;
  response.is_page = true;
  response.xml_root = std::move(source->xml_root);
  if (!source->mime.empty()) response.mime = source->mime;
  response.page = std::move(source->page);
  if (!options_.needs.queries) response.page.forms.clear();
  loaded.datasets = datasets_as_json(source->datasets, kCatalogueDatasetsBytes);
  loaded.without_scripts = true;
  loaded.link_source = true;
  if (!options_.keep_html) return true;
  loaded.html = std::move(body);
  loaded.content_type = facts.content_type;
  return true;
}

/// What it shows has no words of its own that are links; the stylesheet may make some. Documents of
/// one stylesheet are alike.
void HostLoader::leave_stylesheet(std::string_view start, const SourceFacts& facts,
                                  Loaded& loaded) {
  constexpr std::size_t kMostStylesheets = 1'000;
  const std::string_view said = stylesheet_of_listing(start.substr(0, kSourceStartBytes), facts);
  if (said.empty() || stylesheets_.size() >= kMostStylesheets) return;
  if (!stylesheets_.emplace(said).second) return;
  add_left(loaded.response.page.left, {LeftOutCause::stylesheets, loaded.response.final_url});
}

Expected<FetchRequest> HostLoader::fetch_of(const Request& request) const {
  FetchRequest fetch;
  fetch.url = request.url;
  fetch.method = request.method;
  if (const auto query = query_of(request)) {
    fetch.query = query_body(*query);
    fetch.anonymous = true;
    return fetch;
  }
  fetch.lists_links = asks_for_link_source(request.tag_path);
  fetch.anonymous = options_.anonymous;
  // Some servers give files to readers of their own pages only. Of other things the browser says
  // no page: sites that look for one hold back links that act, which may have been mistaken.
  if (fetch_.via(request.url) == Via::host || is_file_expected(request)) {
    fetch.referer = referer_for(request.source_page, request.url);
  }
  if (!request.revisit || !options_.validators) return fetch;
  fetch.validators = TRY(options_.validators(request.url));
  return fetch;
}

Async<Loaded> HostLoader::load(const Request& request) {
  CO_TRY_LET(auto fetch, fetch_of(request));
  CO_TRY_LET(auto fetched, co_await fetch_.fetch(fetch, FetchAs::resource));
  if (refuses_head(request, fetched.result)) {
    const unsigned refused = fetched.requests;
    fetch.method = Method::get;
    CO_TRY_LET(fetched, co_await fetch_.fetch(fetch, FetchAs::resource));
    fetched.requests += refused;
    remove_quietly(fetched.result.file);
    fetched.result.file.clear();
  }
  if (fetched.result.head.status == 400) fetch.url = with_whole_escapes(request.url);
  if (fetch.url != request.url) {
    const unsigned refused = fetched.requests;
    CO_TRY_LET(fetched, co_await fetch_.fetch(fetch, FetchAs::resource));
    fetched.requests += refused;
    if (fetched.final_url == fetch.url) fetched.final_url = request.url;
  }
  // By the address guard of the downloader, at the door.
  const bool unsent =
      fetched.result.error == FetchError::refused_address && fetched.redirects.empty();
  if (unsent) fetched.requests = 0;
  unsigned requests = fetched.requests;
  CO_TRY_LET(auto loaded, understand(request, std::move(fetched)));
  const int most = options_.alone || loaded.without_scripts ? kMostReloads : kReloadsBeforeTab;
  for (int times = 0; times < most && is_to_be_reloaded(loaded); ++times) {
    auto ready = fetch_.waits().after(pause_before_reload(loaded));
    co_await ready;
    CO_TRY_LET(auto reloaded, co_await fetch_.fetch(fetch, FetchAs::resource));
    requests = reloaded.requests += requests;
    CO_TRY_LET(loaded, understand(request, std::move(reloaded)));
  }
  if (is_not_ready(loaded)) {
    add_left(loaded.response.page.left, {LeftOutCause::no_content, loaded.response.final_url});
  }
  // Who was not asked so can't say that nothing has changed.
  Response& response = loaded.response;
  response.not_modified =
      response.error == FetchError::none && response.status == 304 && !fetch.validators.empty();
  co_return std::move(loaded);
}

Expected<Loaded> HostLoader::understand(const Request& request, Fetched fetched) {
  const std::string header_links = fetched.result.head.link;
  const std::string refresh = fetched.result.head.refresh;
  const bool ends_cookie = fetched.result.head.ends_cookie;
  auto loaded = TRY(read(request, std::move(fetched)));
  if (loaded.held) loaded.held->hold(held_by(loaded));
  loaded.ends_cookie = ends_cookie;
  Response& response = loaded.response;
  // What only sends on may be text, or nothing at all.
  const bool sends_on = !refresh.empty() && !loaded.file && brings_content(response);
  if (sends_on && !response.is_page) response.is_page = loaded.without_scripts = true;
  if (response.is_page) {
    add_refresh_link(response.page, refresh, response.final_url);
    if (sends_on) judge_refresh(refresh, loaded);
  }
  if (options_.catalogues && loaded.response.is_page) {
    add_header_links(loaded.response.page, header_links, loaded.response.final_url);
  }
  if (options_.apis != nullptr && options_.apis->is_one(request)) mark_script_api(request, loaded);
  const bool page_of_others =
      is_page_of_catalogue(request.tag_path) || is_payload_of_page(response.final_url);
  if (page_of_others && brings_json(response)) make_no_file(loaded);
  // It was asked for CSV, and says something of itself again, or of a mistake.
  if (query_of(request) && brings_json(loaded.response)) {
    make_no_file(loaded);
    add_left(loaded.response.page.left, {LeftOutCause::other_type, request.url});
  }
  return loaded;
}

/// It is a page itself, and no file to keep.
void HostLoader::make_no_file(Loaded& loaded) const {
  Response& response = loaded.response;
  response.is_page = loaded.link_source = loaded.without_scripts = true;
  forget_data(response.page);
  if (response.page.catalogue.kind.empty()) response.page.catalogue.kind = kScriptApi;
  if (!loaded.file || objective_.judge(response, response.final_url).keep) return;
  remove_quietly(loaded.file->file);
  loaded.file.reset();
}

/// What pages are made of is a page itself, and no file to keep.
void HostLoader::mark_script_api(const Request& request, Loaded& loaded) const {
  const Response& response = loaded.response;
  const bool json = brings_json(response);
  if (json) make_no_file(loaded);
  options_.apis->answered(request.url, json ? response.page : Page{});
}

Expected<Loaded> HostLoader::read(const Request& request, Fetched fetched) {
  FetchResult& result = fetched.result;
  // One file that is larger than the disk does not end a job; a disk without room for any does.
  if (result.error == FetchError::disk_full &&
      !(result.set_aside && has_room(fetch_.directory()))) {
    return fail(ErrorCode::disk_full, result.error_text);
  }
  Loaded loaded;
  loaded.held = result.held;
  Response& response = loaded.response;
  response = response_of(request, fetched, fetch_.via(request.url));
  loaded.validators = usable(result.head.etag, result.head.last_modified);
  if (request.method == Method::head) {
    const auto named =
        mime_by_name(response.mime, name_extension(response.final_url, response.file_name));
    if (!named.empty()) response.mime = named;
  }
  if (result.error != FetchError::none || request.method == Method::head) {
    remove_quietly(result.file);
    return loaded;
  }
  if (result.plan != BodyPlan::discard && result.body_bytes == 0 && !is_html(response.mime)) {
    // Nothing is no file, whatever its type is said to be.
    response.mime = kEmptyMime;
    remove_quietly(result.file);
  } else if (result.plan == BodyPlan::memory) {
    const SourceFacts facts = facts_of(request, result, response);
    if (is_link_source(result.body, facts, response) &&
        make_link_source(loaded, result.body, facts)) {
      return loaded;
    }
    leave_stylesheet(result.body, facts, loaded);
    const std::string_view start = std::string_view(result.body).substr(0, kSniffBytes);
    response.mime =
        sniffed_mime(response.mime, start, promised_extension(request, response, start));
    // A piece of HTML may begin with a drawing, too.
    if (!is_html(response.mime) && is_drawing_in(start)) response.mime = kDrawingMime;
    if (!is_html(response.mime) && objective_.judge(response, response.final_url).keep) {
      loaded.file = TRY(keep_mislabelled(result, response));
    }
    if (is_html(response.mime) || is_drawing(response.mime)) {
      make_page(loaded, std::move(result.body), result.head.content_type, result.cut);
    }
  } else if (result.plan == BodyPlan::file) {
    TRY(read_file(request, result, loaded));
    if (objective_.judge(response, response.final_url).keep) {
      loaded.file = FetchedFile{result.file, result.sha256, result.body_bytes};
    } else {
      remove_quietly(result.file);
    }
  }
  return loaded;
}

/// Some servers call the packing of a file a coding of the connection, which is taken off.
void HostLoader::rename_unpacked(const FetchResult& result, std::string_view start,
                                 Response& response) {
  std::string name =
      unpacked_name(response.final_url, response.file_name, result.head.content_encoding, start);
  if (name.empty()) return;
  response.file_name = std::move(name);
  if (usual_type(response.mime) != "application/gzip") return;
  const auto inside = mime_of_extension(name_extension({}, response.file_name));
  response.mime = inside.empty() ? "application/octet-stream" : std::string(inside);
}

/// A file that was sent as a page, and so was kept in memory.
Expected<std::optional<FetchedFile>> HostLoader::keep_mislabelled(const FetchResult& result,
                                                                  Response& response) {
  if (result.cut) {
    response.error = FetchError::too_large;
    response.error_text = "a file too large for what the server declares it to be, a page";
    return std::optional<FetchedFile>{};
  }
  const auto kept = TRY(write_whole_file(fetch_.directory(), result.ticket, result.body));
  return std::optional(FetchedFile{kept.path, kept.sha256, result.body.size()});
}

/// A body that went to disk: what it is, by its first bytes; a page after all is read from there.
Expected<void> HostLoader::read_file(const Request& request, FetchResult& result, Loaded& loaded) {
  Response& response = loaded.response;
  auto start = TRY(result.start.empty() ? first_bytes(result.file, kFileStartBytes)
                                        : Expected<std::string>(std::move(result.start)));
  SourceFacts facts = facts_of(request, result, response);
  if (is_link_source(start, facts, response)) {
    auto body = TRY(first_bytes(result.file, options_.page.body));
    facts.cut = result.body_bytes > options_.page.body;
    if (make_link_source(loaded, body, facts)) return {};
  }
  leave_stylesheet(start, facts, loaded);
  start.resize(std::min(start.size(), kSniffBytes));
  rename_unpacked(result, start, response);
  const std::string extension = name_extension(response.final_url, response.file_name);
  response.mime = sniffed_mime(response.mime, start, extension);
  response.mime = promised_mime(response.mime, start, extension, request.anchor);
  response.mime = renamed_mime(response.mime, start, extension);
  if (response.mime == "application/xml" || response.mime == "text/xml") {
    response.xml_root = xml_root_name(start);
    if (is_drawing_in(start)) response.mime = kDrawingMime;
  }
  if (!is_html(response.mime) && !is_drawing(response.mime)) return {};
  auto html = TRY(first_bytes(result.file, options_.page.body));
  make_page(loaded, std::move(html), result.head.content_type,
            result.body_bytes > options_.page.body);
  return {};
}

}  // namespace tagtrail::host
