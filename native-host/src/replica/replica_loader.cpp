#include "replica/replica_loader.hpp"

#include <fcntl.h>

#include <cstdlib>
#include <filesystem>

#include "content/read_content.hpp"
#include "feeds/link_source.hpp"
#include "store/file_names.hpp"
#include "system/posix_file.hpp"
#include "system/sha256.hpp"
#include "tables/look_into.hpp"
#include "tables/statistics.hpp"
#include "tagtrail/engine.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

/// What was read from the page, or is read now from its HTML. Nothing when a record is damaged.
std::optional<Page> page_of(const ReplicaAnswer& answer, std::string_view url,
                            const ContentNeeds& needs) {
  if (answer.page.empty()) {
    const std::string_view type = answer.content_type.empty() ? answer.mime : answer.content_type;
    return read_page_with_content(answer.body, {url, type, false}, needs);
  }
  auto record = decode_response(answer.page.data(), answer.page.size());
  if (!record || !record->is_page) return std::nullopt;
  return std::move(record->page);
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
    if (read.is_page) return LinkSource{std::move(read.xml_root), {}, std::move(read.page), {}};
  }
  const auto body = TRY(replica.body(url));
  return body.has_value() ? read_link_source(*body, facts) : std::optional<LinkSource>{};
}

/// As a live crawl would look into the file; `unknown` where its bytes were not recorded.
Expected<FileHolds> holds_in_replica(Replica& replica, const Response& response) {
  const auto bytes = TRY(replica.body(response.final_url));
  if (!bytes.has_value()) return FileHolds::unknown;
  const std::string name = readable_name({response.file_name, response.final_url, response.mime});
  std::error_code error;
  std::string path =
      (std::filesystem::temp_directory_path(error) / "tagtrail-look-XXXXXX").string();
  const Descriptor file(::mkostemp(path.data(), O_CLOEXEC));
  if (error || !file) return fail(ErrorCode::io, "can't write " + path);
  const auto written = write_all(file.get(), *bytes, path);
  const auto look = written ? look_into(path, name) : tl::unexpected(written.error());
  std::filesystem::remove(path, error);
  if (!look) return tl::unexpected(look.error());
  return holds_of(*look);
}

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
  if (is_get && needs.files && !response.is_page && response.status == 200) {
    response.holds = TRY(holds_in_replica(replica, response));
  }
  return response;
}

Expected<std::uint64_t> content_in_replica(Replica& replica, std::string_view url) {
  const auto body = TRY(replica.body(url));
  if (!body.has_value()) return 0;
  Sha256 digest;
  digest.add(*body);
  return content_of_digest(digest.hex());
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

}  // namespace tagtrail::host
