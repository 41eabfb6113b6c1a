#include "replica/replica_loader.hpp"

#include "content/read_content.hpp"
#include "feeds/link_source.hpp"
#include "system/sha256.hpp"
#include "tagtrail/engine.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/objective.hpp"

namespace tagtrail::host {
namespace {

bool is_target(const TargetSet& wanted, const ReachableUrl& url) {
  return class_of(wanted, url) == UrlClass::target;
}

/// The rows among which targets are found: nearly all others are pages.
Replica::Reachable holding_targets(const TargetSet& wanted) {
  return wanted.matches({"text/html", {}, {}, {}}) ? Replica::Reachable::answering
                                                   : Replica::Reachable::files;
}

/// What was read from the page, or is read now from its HTML. Nothing when a record is damaged.
std::optional<Page> page_of(const ReplicaAnswer& answer, std::string_view url,
                            const ContentNeeds& needs = {}) {
  if (answer.page.empty()) {
    const std::string_view type = answer.content_type.empty() ? answer.mime : answer.content_type;
    return read_page_with_content(answer.body, {url, type, false}, needs);
  }
  auto record = decode_response(answer.page.data(), answer.page.size());
  if (!record || !record->is_page) return std::nullopt;
  return std::move(record->page);
}

bool is_page(const ReachableUrl& url) { return url.status == 200 && is_html(url.mime); }

Request get(const std::string& url) {
  Request request;
  request.url = url;
  return request;
}

/// Of a page, on its own.
Expected<double> gain_of(Replica& replica, const Objective& objective, const std::string& url) {
  const auto response = TRY(load_from_replica(replica, get(url), false, objective.needs()));
  return objective.judge(response, url).gain;
}

bool is_page(const ReplicaAnswer& answer) { return answer.status == 200 && is_html(answer.mime); }

/// A recorded sitemap, feed or robots.txt; nothing when the answer is none.
Expected<std::optional<LinkSource>> source_of(Replica& replica, const ReplicaAnswer& answer,
                                              std::string_view url) {
  const SourceFacts facts{url, answer.mime, answer.content_type, false};
  const bool candidate = answer.status == 200 && may_list_links(answer.mime, url);
  if (!candidate || answer.body_bytes > limits::kPageBytes) return std::optional<LinkSource>{};
  const auto record = TRY(replica.page_record(url));
  if (!record.empty()) {
    auto read = TRY(decode_response(record.data(), record.size()));
    if (read.is_page) return LinkSource{std::move(read.xml_root), std::move(read.page)};
  }
  const auto body = TRY(replica.body(url));
  return body.has_value() ? read_link_source(*body, facts) : std::optional<LinkSource>{};
}

class ReplicaOracle final : public Oracle {
 public:
  /// `of_pages`: judges pages where these are the targets, else null.
  ReplicaOracle(Replica& replica, TargetSet wanted, std::string scope, bool sitemaps,
                std::unique_ptr<Objective> of_pages)
      : replica_(replica),
        wanted_(std::move(wanted)),
        scope_(std::move(scope)),
        sitemaps_(sitemaps),
        of_pages_(std::move(of_pages)) {}

  UrlClass classify(std::string_view url) override {
    const auto answer = replica_.answer(url, false);
    if (!answer) return UrlClass::dead;
    const bool source = sitemaps_ && source_of(replica_, *answer, url).value_or(std::nullopt);
    return class_of(wanted_, {std::string(url), answer->status, answer->mime, answer->xml_root,
                              answer->file_name, source});
  }

  const std::vector<std::string>& targets() override {
    if (!targets_ && of_pages_) {
      targets_ = list(Replica::Reachable::answering, [this](const ReachableUrl& url) {
        return is_page(url) && gain_of(replica_, *of_pages_, url.url).value_or(0) > 0;
      });
    }
    if (!targets_) {
      targets_ = list(holding_targets(wanted_),
                      [this](const ReachableUrl& url) { return is_target(wanted_, url); });
    }
    return *targets_;
  }

  const std::vector<std::string>& pages() override {
    if (!pages_) {
      pages_ =
          list(Replica::Reachable::answering, [](const ReachableUrl& url) { return is_page(url); });
    }
    return *pages_;
  }

  std::optional<Page> read(std::string_view url) override {
    const auto answer = replica_.answer(url, true);
    if (!answer || !is_page(*answer)) return std::nullopt;
    return page_of(*answer, url);
  }

  std::optional<std::string> redirect(std::string_view url) override {
    const auto answer = replica_.answer(url, false);
    if (!answer || answer->status < 300 || answer->status >= 400 || answer->location.empty()) {
      return std::nullopt;
    }
    return answer->location;
  }

 private:
  /// A replica that can't be read gives a shorter list here and its error to the crawl.
  template <typename Keep>
  std::vector<std::string> list(Replica::Reachable which, Keep keep) {
    std::vector<std::string> urls;
    const auto take = [&](const ReachableUrl& url) -> Expected<void> {
      if (keep(url)) urls.push_back(url.url);
      return {};
    };
    (void)each_reachable(replica_, scope_, which, take, sitemaps_);
    return urls;
  }

  Replica& replica_;
  TargetSet wanted_;
  std::string scope_;
  bool sitemaps_;
  std::unique_ptr<Objective> of_pages_;
  std::optional<std::vector<std::string>> targets_;
  std::optional<std::vector<std::string>> pages_;
};

}  // namespace

Expected<Response> load_from_replica(Replica& replica, const Request& request, bool sitemaps,
                                     const ContentNeeds& needs) {
  const bool is_get = request.method == Method::get;
  auto answer = TRY(replica.answer(request.url, is_get));
  Response response;
  response.request_id = request.id;
  response.status = static_cast<std::uint16_t>(answer.status);
  response.final_url = request.url;
  if (is_get && is_page(answer)) {
    auto page = page_of(answer, request.url, needs);
    if (!page) return fail(ErrorCode::invalid_data, "the replica's record of a page is damaged");
    response.is_page = true;
    response.page = std::move(*page);
  } else if (is_get && sitemaps) {
    auto source = TRY(source_of(replica, answer, request.url));
    if (source.has_value()) {
      response.is_page = true;
      response.page = std::move(source->page);
      answer.xml_root = std::move(source->xml_root);
    }
  }
  response.location = std::move(answer.location);
  response.mime = std::move(answer.mime);
  response.xml_root = std::move(answer.xml_root);
  response.file_name = std::move(answer.file_name);
  response.header_bytes = answer.header_bytes;
  response.body_bytes = is_get ? answer.body_bytes : 0;
  response.via = Via::replica;
  return response;
}

Expected<std::uint64_t> content_in_replica(Replica& replica, std::string_view url) {
  const auto body = TRY(replica.body(url));
  if (!body.has_value()) return 0;
  Sha256 digest;
  digest.add(*body);
  return content_of_digest(digest.hex());
}

UrlClass class_of(const TargetSet& wanted, const ReachableUrl& url) {
  if (url.status >= 300 && url.status < 400) return UrlClass::html;  // as published: see Oracle
  if (url.status < 200 || url.status >= 300) return UrlClass::dead;
  if (url.link_source && !(is_feed(url.mime) && wanted.matches({url.mime, {}, {}, {}}))) {
    return UrlClass::html;
  }
  if (wanted.matches({url.mime, url.url, url.file_name, url.xml_root})) return UrlClass::target;
  return is_html(url.mime) ? UrlClass::html : UrlClass::neither;
}

Expected<void> crawl_replica(Replica& replica, const std::string& scope, const TakeReachable& take,
                             bool sitemaps) {
  Config config;
  config.seed_url = replica.start_url();
  config.policy = "bfs";
  config.scope = scope;
  config.blocklist = "none";
  config.follow_out_of_scope_redirects = true;
  config.sitemaps = sitemaps;
  auto engine = TRY(Engine::create(config));
  for (;;) {
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) return {};
    auto response = TRY(load_from_replica(replica, *request, sitemaps));
    const bool source = response.is_page && !is_html(response.mime);
    TRY(take({request->url, response.status, response.mime, response.xml_root, response.file_name,
              source}));
    response.issued = engine->progress().issued;
    TRY(engine->deliver(std::move(response)));
  }
}

Expected<void> each_reachable(Replica& replica, const std::string& scope, Replica::Reachable which,
                              const TakeReachable& take, bool sitemaps) {
  const auto stored = TRY(replica.has_reachable());
  if (stored && scope == "host" && !sitemaps) return replica.each_reachable(which, take);
  return crawl_replica(replica, scope, take, sitemaps);
}

Expected<std::size_t> count_targets(Replica& replica, const std::string& scope,
                                    const TargetSet& wanted, bool sitemaps) {
  std::size_t count = 0;
  const auto take = [&](const ReachableUrl& url) -> Expected<void> {
    count += is_target(wanted, url) ? 1 : 0;
    return {};
  };
  TRY(each_reachable(replica, scope, holding_targets(wanted), take, sitemaps));
  return count;
}

Expected<WithinReach> count_within_reach(Replica& replica, const Config& config) {
  const ObjectiveInfo& info = objective_of(config);
  WithinReach within;
  if (!info.of_pages) {
    within.targets =
        TRY(count_targets(replica, config.scope, wanted_files(config), config.sitemaps));
    within.gain = static_cast<double>(within.targets);
    return within;
  }
  const auto objective = TRY(info.make(config));
  const auto take = [&](const ReachableUrl& url) -> Expected<void> {
    if (!is_page(url)) return {};
    const auto response = TRY(load_from_replica(replica, get(url.url), false, objective->needs()));
    const Finding finding = objective->judge(response, url.url);
    const double gain = finding.is_target() ? objective->take(finding, response) : 0;
    if (gain > 0) ++within.targets;
    within.gain += gain;
    return {};
  };
  TRY(each_reachable(replica, config.scope, Replica::Reachable::answering, take, config.sitemaps));
  return within;
}

std::unique_ptr<Oracle> make_oracle(Replica& replica, TargetSet wanted, std::string scope,
                                    bool sitemaps) {
  return std::make_unique<ReplicaOracle>(replica, std::move(wanted), std::move(scope), sitemaps,
                                         nullptr);
}

Expected<std::unique_ptr<Oracle>> make_oracle(Replica& replica, const Config& config) {
  const ObjectiveInfo& info = objective_of(config);
  std::unique_ptr<Objective> of_pages;
  if (info.of_pages) {
    auto made = TRY(info.make(config));
    of_pages = std::move(made);
  }
  return std::make_unique<ReplicaOracle>(replica, wanted_files(config), config.scope,
                                         config.sitemaps, std::move(of_pages));
}

}  // namespace tagtrail::host
