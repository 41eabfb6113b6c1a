#include "fake_site.hpp"

#include "tagtrail/mime.hpp"
#include "tagtrail/random.hpp"

namespace tagtrail::testing {

std::string on_site(const std::string& path) {
  return path.starts_with('/') ? FakeSite::kRoot + path : path;
}

LinkObservation link(std::string url, std::string tag_path, LinkElement element) {
  LinkObservation observation;
  observation.url = on_site(url);
  observation.written = std::move(url);
  observation.tag_path = std::move(tag_path);
  observation.anchor = "to " + observation.written;
  observation.element = element;
  return observation;
}

std::vector<LinkObservation> links(const std::vector<std::string>& urls,
                                   const std::string& tag_path) {
  std::vector<LinkObservation> observations;
  for (const std::string& url : urls) observations.push_back(link(url, tag_path));
  return observations;
}

Page page_with(const std::string& text, const std::vector<std::string>& urls) {
  Page page;
  page.text = text;
  page.links = links(urls);
  for (LinkObservation& each : page.links) each.anchor = "x";
  return page;
}

void FakeSite::page(const std::string& path, std::vector<LinkObservation> links, std::string text) {
  Response response;
  response.page.text = std::move(text);
  response.status = 200;
  response.mime = "text/html";
  response.body_bytes = 1000;
  response.is_page = true;
  response.page.links = std::move(links);
  std::uint32_t position = 0;
  for (LinkObservation& observation : response.page.links) observation.position = position++;
  set(path, std::move(response));
}

void FakeSite::file(const std::string& path, std::string mime, std::uint64_t bytes) {
  Response response;
  response.status = 200;
  response.mime = std::move(mime);
  response.body_bytes = bytes;
  set(path, std::move(response));
  if (classify(on_site(path)) == UrlClass::target) targets_.push_back(on_site(path));
}

void FakeSite::redirect(const std::string& path, const std::string& location,
                        std::uint16_t status) {
  Response response;
  response.status = status;
  response.location = on_site(location);
  set(path, std::move(response));
}

void FakeSite::error(const std::string& path, FetchError error) {
  Response response;
  response.error = error;
  response.requests = error == FetchError::robots ? 0 : 1;
  set(path, std::move(response));
}

void FakeSite::set(const std::string& path, Response response) {
  response.header_bytes = 10;
  answers_[on_site(path)] = std::move(response);
}

Response FakeSite::answer(const Request& request) const {
  Response response;
  response.status = 404;
  const auto found = answers_.find(request.url);
  if (found != answers_.end()) response = found->second;
  response.request_id = request.id;
  response.issued = request.id;
  response.via = Via::replica;
  if (response.final_url.empty()) response.final_url = request.url;
  if (request.method == Method::head) {
    response.body_bytes = 0;
    response.is_page = false;
    response.page = {};
  }
  return response;
}

UrlClass FakeSite::classify(std::string_view url) {
  const auto found = answers_.find(url);
  if (found == answers_.end()) return UrlClass::dead;
  const Response& response = found->second;
  if (response.status >= 300 && response.status < 400) return UrlClass::html;
  if (response.error != FetchError::none || response.status >= 400) return UrlClass::dead;
  static const TargetSet wanted = *TargetSet::parse("data");
  if (wanted.matches({response.mime, url, {}, {}})) return UrlClass::target;
  return is_html(response.mime) ? UrlClass::html : UrlClass::neither;
}

std::optional<Page> FakeSite::read(std::string_view url) {
  const auto found = answers_.find(url);
  if (found == answers_.end() || !found->second.is_page) return std::nullopt;
  return found->second.page;
}

std::optional<std::string> FakeSite::redirect(std::string_view url) {
  const auto found = answers_.find(url);
  if (found == answers_.end() || found->second.location.empty()) return std::nullopt;
  return found->second.location;
}

Config config_for(const std::string& policy) {
  Config config;
  config.seed_url = on_site("/");
  config.policy = policy;
  config.scope = "host";
  config.blocklist = "none";
  return config;
}

std::unique_ptr<Engine> engine_for(const Config& config, Oracle* oracle) {
  return must(Engine::create(config, oracle));
}

Request next_request(Engine& engine) {
  const Decision decision = engine.next();
  BOOST_REQUIRE(std::holds_alternative<Request>(decision));
  return std::get<Request>(decision);
}

Judgement answer_from(Engine& engine, const FakeSite& site, const Request& request) {
  return must(engine.deliver(site.answer(request)));
}

std::vector<std::string> crawl(Engine& engine, const FakeSite& site) {
  std::vector<std::string> requests;
  for (;;) {
    const Decision decision = engine.next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    const std::string root = FakeSite::kRoot;
    const std::string url =
        request->url.starts_with(root) ? request->url.substr(root.size()) : request->url;
    requests.push_back(request->method == Method::head ? "HEAD " + url : url);
    answer_from(engine, site, *request);
    BOOST_REQUIRE(requests.size() < 10000U);
  }
  finished(engine);
  return requests;
}

Progress crawl_past_traps(const std::string& policy, const FakeSite& site,
                          const std::function<void(const Request&)>& see, bool restores) {
  Config config = config_for(policy);
  config.leave_traps = true;
  auto engine = engine_for(config);
  for (;;) {
    auto action = engine->next();
    auto* request = std::get_if<Request>(&action);
    if (request == nullptr) return engine->progress();
    see(*request);
    answer_from(*engine, site, *request);
    if (!restores) continue;
    const Bytes bytes = engine->snapshot();
    engine = must(Engine::restore(bytes.data(), bytes.size()));
  }
}

std::string crawl_text(Engine& engine, const FakeSite& site) {
  std::string text;
  for (const std::string& request : crawl(engine, site)) {
    text.append(text.empty() ? "" : " ").append(request);
  }
  return text;
}

StopReason finished(Engine& engine) {
  const Decision decision = engine.next();
  BOOST_REQUIRE(std::holds_alternative<Finished>(decision));
  return std::get<Finished>(decision).reason;
}

std::string crawled(const std::string& policy, FakeSite& site) {
  const auto engine = engine_for(config_for(policy), &site);
  return crawl_text(*engine, site);
}

FakeSite small_tree() {
  FakeSite site;
  site.page("/", links({"/a", "/b"}));
  site.page("/a", links({"/c", "/t.csv"}));
  site.page("/b", links({"/d", "/a"}));
  site.page("/c", {});
  site.page("/d", {});
  site.file("/t.csv", "text/csv", 70);
  return site;
}

FakeSite random_site(std::uint64_t seed, std::size_t pages) {
  Random random(seed);
  const auto one_of = [&](const std::vector<std::string>& words) {
    return words[random.below(words.size())];
  };
  const std::vector<std::string> paths{"/html/body/nav/a", "/html/body/div#main/ul.list/li/a",
                                       "/html/body/div#main/table.files/tr/td/a",
                                       "/html/body/footer/a", "/html/body/div.news wide/p/a"};
  FakeSite site;
  site.page("/", links({"/page/0"}));
  for (std::size_t i = 0; i < pages; ++i) {
    const std::string id = std::to_string(i);
    std::vector<LinkObservation> found;
    for (std::uint64_t n = random.below(6); n > 0; --n) {
      found.push_back(link("/page/" + std::to_string(random.below(pages)), one_of(paths)));
    }
    found.push_back(link("/page/" + std::to_string((i + 1) % pages), one_of(paths)));
    for (std::uint64_t n = random.below(4); n > 0; --n) {
      const std::string file = "/files/" + id + "-" + std::to_string(n);
      const std::string name = file + one_of({".csv", "", ".html", ".png"});
      const std::string mime = one_of({"text/csv", "text/csv", "image/png", "application/pdf"});
      site.file(name, mime, random.below(5000));
      found.push_back(link(name, one_of({paths[2], paths[2], paths[1]})));
    }
    if (random.below(3) == 0) found.push_back(link("/dead/" + id, one_of(paths)));
    if (random.below(3) == 0) found.push_back(link("http://other.test/" + id, paths[3]));
    if (random.below(4) == 0) {
      site.redirect("/moved/" + id, "/page/" + std::to_string(random.below(pages)));
      found.push_back(link("/moved/" + id, one_of(paths), LinkElement::iframe));
    }
    if (random.below(9) == 0) {
      site.error("/closed/" + id, random.below(2) == 0 ? FetchError::robots : FetchError::timeout);
      found.push_back(link("/closed/" + id, one_of(paths), LinkElement::area));
    }
    site.page("/page/" + id, std::move(found));
  }
  return site;
}

}  // namespace tagtrail::testing
