#include "replica/replica_oracle.hpp"

#include "replica/replica_judge.hpp"
#include "replica/replica_loader.hpp"
#include "tagtrail/may_list_links.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

Request get(std::string_view url) {
  Request request;
  request.url = url;
  return request;
}

class ReplicaOracle final : public Oracle {
 public:
  ReplicaOracle(Replica& replica, ReplicaJudge judge, const Config& config)
      : replica_(replica),
        judge_(std::move(judge)),
        scope_(config.scope),
        sitemaps_(config.sitemaps) {}

  UrlClass classify(std::string_view url) override {
    const auto answer = replica_.answer(url, false);
    if (!answer) return UrlClass::dead;
    bool source = false;
    if (sitemaps_ && answer->status == 200 && may_list_links(answer->mime, url)) {
      const auto response = load_from_replica(replica_, get(url), true);
      source = response && response->is_page && !is_html(response->mime);
    }
    return judge_.class_of({std::string(url), answer->status, answer->mime, answer->xml_root,
                            answer->file_name, source});
  }

  const std::vector<std::string>& targets() override {
    if (!targets_) {
      const auto which =
          judge_.wants_files_only() ? Replica::Reachable::files : Replica::Reachable::answering;
      targets_ = list(which, [this](const ReachableUrl& url) {
        const auto found = judge_.judge(url);
        return found && found->is_target();
      });
    }
    return *targets_;
  }

  const std::vector<std::string>& pages() override {
    if (!pages_) {
      pages_ = list(Replica::Reachable::answering,
                    [](const ReachableUrl& url) { return url.status == 200 && is_html(url.mime); });
    }
    return *pages_;
  }

  std::optional<Page> read(std::string_view url) override {
    auto response = load_from_replica(replica_, get(url));
    if (!response || !response->is_page) return std::nullopt;
    return std::move(response->page);
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
  ReplicaJudge judge_;
  std::string scope_;
  bool sitemaps_;
  std::optional<std::vector<std::string>> targets_;
  std::optional<std::vector<std::string>> pages_;
};

}  // namespace

Expected<std::unique_ptr<Oracle>> make_oracle(Replica& replica, const Config& config) {
  auto judge = TRY(ReplicaJudge::make(replica, config));
  return std::unique_ptr<Oracle>(
      std::make_unique<ReplicaOracle>(replica, std::move(judge), config));
}

}  // namespace tagtrail::host
