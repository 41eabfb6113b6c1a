#include "replay/replica_loader.hpp"

#include "html/page_reader.hpp"
#include "tagtrail/engine.hpp"

namespace tagtrail::host {
namespace {

UrlClass class_of(const TargetSet& wanted, int status, std::string_view mime, std::string_view url,
                  std::string_view xml_root) {
  if (status >= 300 && status < 400) return UrlClass::html;  // as published: see Oracle
  if (status < 200 || status >= 300) return UrlClass::dead;
  if (wanted.matches({mime, url, {}, xml_root})) return UrlClass::target;
  return is_html(mime) ? UrlClass::html : UrlClass::neither;
}

class ReplicaOracle final : public Oracle {
 public:
  ReplicaOracle(Replica& replica, TargetSet wanted, std::vector<std::string> targets)
      : replica_(replica), wanted_(std::move(wanted)), targets_(std::move(targets)) {}

  UrlClass classify(std::string_view url) override {
    const auto answer = replica_.answer(url, false);
    if (!answer) return UrlClass::dead;
    return class_of(wanted_, answer->status, answer->mime, url, answer->xml_root);
  }
  const std::vector<std::string>& targets() override { return targets_; }

 private:
  Replica& replica_;
  TargetSet wanted_;
  std::vector<std::string> targets_;
};

}  // namespace

Expected<Response> load_from_replica(Replica& replica, const Request& request) {
  const bool is_get = request.method == Method::get;
  auto answer = replica.answer(request.url, is_get);
  if (!answer) return tl::unexpected(answer.error());
  Response response;
  response.request_id = request.id;
  response.status = static_cast<std::uint16_t>(answer->status);
  response.final_url = request.url;
  response.location = std::move(answer->location);
  response.mime = std::move(answer->mime);
  response.xml_root = std::move(answer->xml_root);
  response.header_bytes = answer->header_bytes;
  response.body_bytes = is_get ? answer->body_bytes : 0;
  response.via = Via::replica;
  if (is_get && response.status == 200 && is_html(response.mime)) {
    response.is_page = true;
    response.page = read_page(answer->body, {request.url, response.mime, false});
  }
  return response;
}

Expected<std::vector<ReachableUrl>> crawl_replica(
    Replica& replica, const std::string& scope, const std::function<void(std::size_t)>& progress) {
  Config config;
  config.seed_url = replica.start_url();
  config.policy = "bfs";
  config.scope = scope;
  config.blocklist = "none";
  config.follow_out_of_scope_redirects = true;
  auto engine = Engine::create(config);
  if (!engine) return tl::unexpected(engine.error());
  std::vector<ReachableUrl> urls;
  for (;;) {
    const Decision decision = (*engine)->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) return urls;
    auto response = load_from_replica(replica, *request);
    if (!response) return tl::unexpected(response.error());
    urls.push_back({request->url, response->status, response->mime, response->xml_root});
    if (urls.size() % 100 == 0) progress(urls.size());
    response->issued = (*engine)->progress().issued;
    if (auto judged = (*engine)->deliver(std::move(*response)); !judged) {
      return tl::unexpected(judged.error());
    }
  }
}

std::vector<std::string> targets_among(const std::vector<ReachableUrl>& urls,
                                       const TargetSet& wanted) {
  std::vector<std::string> targets;
  for (const ReachableUrl& url : urls) {
    if (class_of(wanted, url.status, url.mime, url.url, url.xml_root) == UrlClass::target) {
      targets.push_back(url.url);
    }
  }
  return targets;
}

std::unique_ptr<Oracle> make_oracle(Replica& replica, TargetSet wanted,
                                    std::vector<std::string> targets) {
  return std::make_unique<ReplicaOracle>(replica, std::move(wanted), std::move(targets));
}

}  // namespace tagtrail::host
