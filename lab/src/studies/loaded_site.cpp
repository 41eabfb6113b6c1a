#include "studies/loaded_site.hpp"

#include <algorithm>

#include "replica/replica_loader.hpp"
#include "replica/replica_oracle.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

/// What a string takes beside its object; short ones are inside it.
std::uint64_t heap_bytes(const std::string& text) {
  constexpr std::size_t kInside = 15;
  return text.capacity() > kInside ? text.capacity() + 16 : 0;
}

std::uint64_t memory_of(const PageContent& content) {
  std::uint64_t bytes = content.pairs.capacity() * sizeof(content.pairs[0]);
  for (const Form& form : content.forms) {
    bytes += sizeof(Form) + heap_bytes(form.action) + heap_bytes(form.text);
    for (const FormField& field : form.fields) {
      bytes += sizeof(FormField) + heap_bytes(field.kind) + heap_bytes(field.name) +
               heap_bytes(field.label);
    }
  }
  return bytes;
}

std::uint64_t memory_of(const Response& response) {
  std::uint64_t bytes =
      sizeof(Response) + heap_bytes(response.final_url) + heap_bytes(response.location) +
      heap_bytes(response.mime) + heap_bytes(response.page.title) + heap_bytes(response.page.text) +
      memory_of(response.page.content) + response.page.links.capacity() * sizeof(LinkObservation);
  for (const LinkObservation& link : response.page.links) {
    for (const std::string* text : {&link.url, &link.written, &link.tag_path, &link.anchor,
                                    &link.heading, &link.around, &link.rel}) {
      bytes += heap_bytes(*text);
    }
  }
  return bytes;
}

Request get(const std::string& url) {
  Request request;
  request.url = url;
  return request;
}

}  // namespace

Expected<std::unique_ptr<LoadedSite>> LoadedSite::load(const std::filesystem::path& file,
                                                       const Config& config,
                                                       std::uint64_t memory_limit,
                                                       const Interrupted& interrupted) {
  std::unique_ptr<LoadedSite> site(new LoadedSite(file, config));
  auto replica = TRY(Replica::open(file));
  const auto digest = TRY(sha256_of_file(file));
  std::error_code ignored;
  site->facts_.name = replica->name();
  site->facts_.digest = digest;
  site->facts_.file_bytes = std::filesystem::file_size(file, ignored);
  site->start_url_ = replica->start_url();
  TRY(site->read_all(*replica, memory_limit, interrupted));
  return site;
}

Expected<void> LoadedSite::read_all(Replica& replica, std::uint64_t memory_limit,
                                    const Interrupted& interrupted) {
  auto judge = TRY(ReplicaJudge::make(replica, config_));
  needs_ = judge.needs();
  const auto all = TRY(replica.count_reachable());
  const auto take = [&](const ReachableUrl& url) -> Expected<void> {
    // A recording that was killed is crawled here: how much there is shows only in the end.
    if (interrupted && interrupted(urls_.size(), std::max(all, urls_.size()))) {
      return fail(ErrorCode::disconnected, "stopped while reading " + facts_.name);
    }
    return note(replica, judge, url, held_bytes_ < memory_limit);
  };
  const auto done =
      each_reachable(replica, config_.scope, Replica::Reachable::all, take, config_.sitemaps);
  facts_.urls = urls_.size();
  facts_.targets = reach_.targets;
  facts_.gain = reach_.gain;
  TRY(done);
  return judge.check_looked(reach_);
}

Expected<void> LoadedSite::note(Replica& replica, ReplicaJudge& judge, const ReachableUrl& url,
                                bool hold) {
  Known known;
  known.url_class = judge.class_of(url);
  const bool whole = hold || (needs_.any() && known.url_class == UrlClass::html) ||
                     (needs_.files && known.url_class == UrlClass::target);
  // Without the page only sizes are read: a HEAD would leave the body's out.
  auto response = TRY(whole ? load_from_replica(replica, get(url.url), config_.sitemaps, needs_)
                            : Expected<Response>());
  if (!whole) {
    const auto answer = TRY(replica.answer(url.url, false));
    response.status = static_cast<std::uint16_t>(answer.status);
    response.body_bytes = answer.body_bytes;
  }
  if (config_.leave_traps && known.url_class == UrlClass::target) {
    const auto content = TRY(content_in_replica(replica, url.url));
    response.content = content;
  }
  count(response, whole ? judge.judge(response) : TRY(judge.judge(url)), judge);
  if (hold) {
    held_bytes_ += memory_of(response);
    known.response = responses_.size();
    responses_.push_back(std::move(response));
  }
  known_.emplace(urls_.emplace_back(url.url), known);
  return {};
}

void LoadedSite::count(const Response& response, const Finding& found, ReplicaJudge& judge) {
  const bool is_redirect = response.status >= 300 && response.status < 400;
  const bool repeated = response.content != 0 && !contents_.insert(response.content).second;
  if (!repeated) judge.take(response, found, reach_);
  if (found.url_class == UrlClass::html && !is_redirect) ++facts_.pages;
  (found.is_target() ? facts_.target_bytes : facts_.other_bytes) += response.body_bytes;
}

ReplaySite LoadedSite::site() {
  ReplaySite site;
  site.name = facts_.name;
  site.reachable_targets = facts_.targets;
  site.reachable_gain = facts_.gain;
  site.target_bytes = facts_.target_bytes;
  site.oracle = this;
  site.answer = [this](const Request& request) { return answer(request); };
  return site;
}

Expected<void> LoadedSite::open_replica() {
  if (replica_) return {};
  auto opened = TRY(Replica::open(file_));
  replica_ = std::move(opened);
  replica_oracle_ = TRY(make_oracle(*replica_, config_));
  return {};
}

const Response* LoadedSite::held(std::string_view url) const {
  const auto found = known_.find(url);
  if (found == known_.end() || found->second.response == SIZE_MAX) return nullptr;
  return &responses_[found->second.response];
}

Expected<Response> LoadedSite::answer(const Request& request) {
  const Response* kept = held(request.url);
  if (kept == nullptr) {
    TRY(open_replica());
    return load_from_replica(*replica_, request, config_.sitemaps, needs_);
  }
  Response response;
  if (request.method == Method::get) {
    response = *kept;
  } else {
    response.status = kept->status;
    response.final_url = kept->final_url;
    response.location = kept->location;
    response.mime = kept->mime;
    response.xml_root = kept->xml_root;
    response.header_bytes = kept->header_bytes;
    response.via = kept->via;
  }
  response.request_id = request.id;
  return response;
}

UrlClass LoadedSite::classify(std::string_view url) {
  if (const auto found = known_.find(url); found != known_.end()) return found->second.url_class;
  return open_replica() ? replica_oracle_->classify(url) : UrlClass::dead;
}

const std::vector<std::string>& LoadedSite::targets() {
  static const std::vector<std::string> kNone;
  return open_replica() ? replica_oracle_->targets() : kNone;
}

const std::vector<std::string>& LoadedSite::pages() {
  static const std::vector<std::string> kNone;
  return open_replica() ? replica_oracle_->pages() : kNone;
}

std::optional<Page> LoadedSite::read(std::string_view url) {
  if (const Response* kept = held(url)) {
    return kept->is_page ? std::optional(kept->page) : std::nullopt;
  }
  return open_replica() ? replica_oracle_->read(url) : std::nullopt;
}

std::optional<std::string> LoadedSite::redirect(std::string_view url) {
  const Response* kept = held(url);
  if (kept == nullptr) return open_replica() ? replica_oracle_->redirect(url) : std::nullopt;
  const bool is_redirect = kept->status >= 300 && kept->status < 400 && !kept->location.empty();
  return is_redirect ? std::optional(kept->location) : std::nullopt;
}

}  // namespace tagtrail::host
