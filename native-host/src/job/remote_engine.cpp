// The engine in the extension, behind the calls of docs/protocol.md.
#include "job/engine_port.hpp"
#include "tagtrail/decision_json.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

// A decision takes milliseconds; a worker that does not answer for so long is gone.
constexpr std::chrono::seconds kTimeout{60};

class RemoteEngine final : public EnginePort {
 public:
  RemoteEngine(std::string job, std::function<Channel*()> channel)
      : job_(std::move(job)), channel_(std::move(channel)) {}

  Expected<void> open(const Config& config, const std::optional<Bytes>& snapshot) override {
    Json fields{{"job", job_}};
    std::string_view name = protocol::call::kEngineCreate;
    if (snapshot) {
      name = protocol::call::kEngineRestore;
      fields["snapshot"] = to_base64(snapshot->data(), snapshot->size());
    } else {
      fields["config"] = Json::parse(config_to_json(config), nullptr, false);
    }
    const auto reply = call(name, std::move(fields));
    if (!reply) return tl::unexpected(reply.error());
    return {};
  }

  Expected<EngineStep> step(const std::vector<Bytes>& records, bool decide) override {
    Json encoded = Json::array();
    for (const Bytes& record : records) encoded.push_back(to_base64(record.data(), record.size()));
    const auto reply = call(protocol::call::kEngineStep,
                            {{"job", job_}, {"records", std::move(encoded)}, {"decide", decide}});
    if (!reply) return tl::unexpected(reply.error());
    return read_step(*reply, decide);
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
    const auto reply = call(protocol::call::kEngineGroups, {{"job", job_}, {"limit", limit}});
    if (!reply) return tl::unexpected(reply.error());
    const auto list = reply->find("groups");
    if (list == reply->end() || !list->is_array() || list->size() > limit) return malformed();
    std::vector<LinkGroup> groups;
    for (const Json& json : *list) {
      auto group = link_group_from_json(json);
      if (!group) return tl::unexpected(group.error());
      groups.push_back(std::move(*group));
    }
    return groups;
  }

  Expected<Bytes> snapshot() override {
    const auto reply = call(protocol::call::kEngineSnapshot, {{"job", job_}});
    if (!reply) return tl::unexpected(reply.error());
    const auto text = reply->find("snapshot");
    if (text == reply->end() || !text->is_string()) return malformed();
    return from_base64(text->get_ref<const std::string&>());
  }

  std::string_view kind() const override { return "wasm"; }

 private:
  Expected<Json> call(std::string_view name, Json fields) {
    Channel* channel = channel_();
    if (channel == nullptr) return fail(ErrorCode::disconnected, "the extension is not connected");
    auto reply = channel->call(name, std::move(fields), kTimeout);
    // An extension that was restarted has no engine: as good as gone.
    if (!reply &&
        (reply.error().code == ErrorCode::not_found || reply.error().code == ErrorCode::network)) {
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
      const auto judgement = judgement_from_json(json);
      if (!judgement) return tl::unexpected(judgement.error());
      step.judgements.push_back(*judgement);
    }
    auto progress = progress_from_json(reply["progress"]);
    if (!progress) return tl::unexpected(progress.error());
    step.progress = *progress;
    if (decide) {
      auto decision = decision_from_json(reply["decision"]);
      if (!decision) return tl::unexpected(decision.error());
      step.decision = std::move(*decision);
    }
    return step;
  }

  std::string job_;
  std::function<Channel*()> channel_;
};

}  // namespace

std::unique_ptr<EnginePort> make_remote_engine(std::string job, std::function<Channel*()> channel) {
  return std::make_unique<RemoteEngine>(std::move(job), std::move(channel));
}

}  // namespace tagtrail::host
