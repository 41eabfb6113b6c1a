// catalogue.look: what the catalogue of a site has, before a job asks for any of it.
#include "job/asked_job.hpp"
#include "job/call_fields.hpp"
#include "job/catalogue_options.hpp"
#include "job/commands/commands.hpp"
#include "options/option.hpp"
#include "tagtrail/page_catalogues.hpp"
#include "tagtrail/scope.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

tl::unexpected<Error> unusable(const std::string& what) {
  return fail(ErrorCode::invalid_argument, "catalogue.look: " + what);
}

/// Those that the extension saw signs of. One of another site is none of this page's.
Expected<std::vector<CatalogueSite>> read_sites(const Json& message, const std::string& page) {
  std::vector<CatalogueSite> sites;
  const auto given = message.find("catalogues");
  if (given == message.end()) return sites;
  if (!given->is_array() || given->size() > kMostCatalogueSites) {
    return unusable("'catalogues' must be a short list");
  }
  const auto scope = TRY(Scope::parse("site", page));
  for (const Json& one : *given) {
    if (!one.is_object()) return unusable("'catalogues' must be a list of objects");
    std::string kind;
    std::string base;
    TRY(read_text(one, "kind", kind));
    TRY(read_text(one, "base", base, kMaxUrlBytes));
    CatalogueSite site{find_catalogue(kind), base};
    if (site.kind == nullptr) return unusable("there is no such kind of catalogue");
    if (!scope.contains(catalogue_request(site))) return unusable("'base' is of another site");
    sites.push_back(std::move(site));
  }
  return sites;
}

}  // namespace

Expected<CatalogueLook*> CatalogueCalls::looker(const Json& options, const std::string& url) {
  if (look_ && options == options_) return look_.get();
  JobRequest request;
  if (const auto read = set_options(options, request); !read) return unusable(read.error().message);
  const auto asked = TRY(asked_job(request, url));
  if (!folder_) folder_ = TRY(TemporaryFolder::create(temporary_place(), "catalogue"));
  look_ = TRY(CatalogueLook::create(TRY(catalogue_look_options(asked.options, folder_->path()))));
  options_ = options;
  return look_.get();
}

Expected<Json> CatalogueCalls::look(const Json& message) {
  std::string written;
  std::string filter_text;
  TRY(read_text(message, "url", written, kMaxUrlBytes));
  TRY(read_text(message, "filter", filter_text));
  const auto url = TRY(canonical_url(written));
  const auto filter = TRY(parse_catalogue_filter(filter_text));
  const Json options = message.value("options", Json::object());
  if (!options.is_object()) return unusable("'options' must be an object");
  auto sites = TRY(read_sites(message, url));
  CatalogueLook* look = TRY(looker(options, url));
  if (sites.empty()) sites = TRY(look->find(url));
  // Not within the braces: g++ 12 forgets what stands there before a failure returns.
  const CatalogueView view = TRY(look->look(sites, filter));
  return Json{{"catalogue", catalogue_view_json(view)}};
}

}  // namespace tagtrail::host
