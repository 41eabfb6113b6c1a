// The engine in the extension, behind the calls of docs/protocol.md.
#include <chrono>

#include "job/engine_port.hpp"
#include "tagtrail/decision_json.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

// A decision takes milliseconds; a worker that does not answer for so long is gone.
constexpr std::chrono::seconds kTimeout{60};
// To write or read all of a large crawl takes longer.
constexpr std::chrono::minutes kSnapshotTimeout{10};

class RemoteEngine final : public EnginePort {
 public:
  RemoteEngine(std::string job, std::function<Channel*()> channel)
      : job_(std::move(job)), channel_(std::move(channel)) {}

  Expected<void> open(const Config& config, std::optional<Bytes> snapshot,
                      const GoOn& go_on) override {
    Json fields{{"job", job_}};
    std::string_view name = protocol::call::kEngineCreate;
    if (snapshot) {
      name = protocol::call::kEngineRestore;
      fields["snapshot"] = Json::binary(std::move(*snapshot));
    } else {
      fields["config"] = Json::parse(config_to_json(config), nullptr, false);
    }
    return done(call(name, std::move(fields), kSnapshotTimeout, go_on));
  }

  Expected<EngineStep> step(const std::vector<Bytes>& records, bool decide) override {
    Json encoded = Json::array();
    for (const Bytes& record : records) encoded.push_back(Json::binary(record));
    const auto reply =
        TRY(call(protocol::call::kEngineStep,
                 {{"job", job_}, {"records", std::move(encoded)}, {"decide", decide}}));
    return read_step(reply, decide);
  }

  Expected<void> teach(const Feedback& feedback) override {
    return done(call(protocol::call::kEngineTeach,
                     {{"job", job_}, {"feedback", feedback_to_json(feedback)}}));
  }

  Expected<void> set_budget(const Budget& budget) override {
    return done(
        call(protocol::call::kEngineBudget, {{"job", job_}, {"budget", budget_to_json(budget)}}));
  }

  Expected<void> revisit(const Budget& budget) override {
    return done(
        call(protocol::call::kEngineRevisit, {{"job", job_}, {"budget", budget_to_json(budget)}}));
  }

  Expected<std::vector<LinkGroup>> groups(std::size_t limit) override {
    const auto reply = TRY(call(protocol::call::kEngineGroups, {{"job", job_}, {"limit", limit}}));
    const auto list = reply.find("groups");
    if (list == reply.end() || !list->is_array() || list->size() > limit) return malformed();
    std::vector<LinkGroup> groups;
    for (const Json& json : *list) {
      auto group = TRY(link_group_from_json(json));
      groups.push_back(std::move(group));
    }
    return groups;
  }

  Expected<std::vector<ActingLink>> acting_links(std::size_t from, std::size_t limit) override {
    const auto reply =
        TRY(call(protocol::call::kEngineActing, {{"job", job_}, {"from", from}, {"limit", limit}}));
    const auto list = reply.find("links");
    if (list == reply.end() || !list->is_array() || list->size() > limit) return malformed();
    std::vector<ActingLink> links;
    for (const Json& json : *list) {
      auto link = TRY(acting_link_from_json(json));
      links.push_back(std::move(link));
    }
    return links;
  }

  Expected<Bytes> snapshot() override {
    auto reply = TRY(call(protocol::call::kEngineSnapshot, {{"job", job_}}, kSnapshotTimeout));
    const auto snapshot = reply.find("snapshot");
    if (snapshot == reply.end()) return malformed();
    return bytes_of(*snapshot);
  }

  std::string_view kind() const override { return "wasm"; }
  std::string outgrown() const override { return outgrown_; }

 private:
  Expected<Json> call(
      std::string_view name, Json fields, std::chrono::milliseconds timeout = kTimeout,
      const GoOn& go_on = [] { return true; }) {
    Channel* channel = channel_();
    if (channel == nullptr) return fail(ErrorCode::disconnected, "the extension is not connected");
    auto reply = channel->call(name, std::move(fields), timeout, go_on);
    if (reply) return reply;
    const ErrorCode code = reply.error().code;
    if (code == ErrorCode::internal || code == ErrorCode::too_large) {
      outgrown_ = std::string(name) + ": " + reply.error().message;
    }
    // An extension that was restarted has no engine: as good as gone.
    if (!outgrown_.empty() || code == ErrorCode::not_found || code == ErrorCode::network) {
      return fail(ErrorCode::disconnected, reply.error().message);
    }
    return reply;
  }

  static Expected<void> done(const Expected<Json>& reply) {
    return reply ? Expected<void>{} : tl::unexpected(reply.error());
  }

  static tl::unexpected<Error> malformed() {
    return fail(ErrorCode::invalid_data, "the extension's answer is malformed");
  }

  static Expected<EngineStep> read_step(const Json& reply, bool decide) {
    if (!reply.contains("judgements") || !reply["judgements"].is_array() ||
        !reply.contains("progress") || (decide && !reply.contains("decision"))) {
      return malformed();
    }
    EngineStep step;
    for (const Json& json : reply["judgements"]) {
      const auto judgement = TRY(judgement_from_json(json));
      step.judgements.push_back(judgement);
    }
    auto progress = TRY(progress_from_json(reply["progress"]));
    step.progress = progress;
    if (decide) {
      auto decision = TRY(decision_from_json(reply["decision"]));
      step.decision = std::move(decision);
    }
    return step;
  }

  std::string job_;
  std::function<Channel*()> channel_;
  std::string outgrown_;
};

}  // namespace

std::unique_ptr<EnginePort> make_remote_engine(std::string job, std::function<Channel*()> channel) {
  return std::make_unique<RemoteEngine>(std::move(job), std::move(channel));
}

}  // namespace tagtrail::host
