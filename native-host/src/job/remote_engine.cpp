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
    if (!snapshot) {
      const Json json = Json::parse(config_to_json(config), nullptr, false);
      return tell(protocol::call::kEngineCreate, "config", json, kSnapshotTimeout, go_on);
    }
    return tell(protocol::call::kEngineRestore, "snapshot", Json::binary(std::move(*snapshot)),
                kSnapshotTimeout, go_on);
  }

  Expected<EngineStep> step(std::vector<Answer> answers, Then then) override {
    const bool decide = then == Then::decide;
    Json encoded = Json::array();
    for (const Answer& answer : answers) encoded.push_back(Json::binary(*answer.record));
    const auto reply = TRY(call(
        protocol::call::kEngineStep,
        {{"records", std::move(encoded)}, {"decide", decide}, {"whole", then == Then::account}}));
    if (!reply.contains("progress") || (decide && !reply.contains("decision"))) return malformed();
    EngineStep step;
    step.progress = TRY(progress_from_json(reply["progress"]));
    if (decide) step.decision = TRY(decision_from_json(reply["decision"]));
    return step;
  }

  Expected<void> teach(const Feedback& feedback) override {
    return tell(protocol::call::kEngineTeach, "feedback", feedback_to_json(feedback));
  }
  Expected<void> set_budget(const Budget& budget) override {
    return tell(protocol::call::kEngineBudget, "budget", budget_to_json(budget));
  }
  Expected<void> revisit(const Budget& budget) override {
    return tell(protocol::call::kEngineRevisit, "budget", budget_to_json(budget));
  }
  Expected<std::vector<LinkGroup>> groups(std::size_t limit) override {
    return read_list<LinkGroup>(TRY(call(protocol::call::kEngineGroups, {{"limit", limit}})),
                                "groups", limit, link_group_from_json);
  }
  Expected<std::vector<ActingLink>> acting_links(std::size_t from, std::size_t limit) override {
    return read_list<ActingLink>(
        TRY(call(protocol::call::kEngineActing, {{"from", from}, {"limit", limit}})), "links",
        limit, acting_link_from_json);
  }

  Expected<Bytes> snapshot() override {
    auto reply = TRY(call(protocol::call::kEngineSnapshot, Json::object(), kSnapshotTimeout));
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
    fields["job"] = job_;
    Channel* channel = channel_();
    if (channel == nullptr) return fail(ErrorCode::disconnected, "the extension is not connected");
    auto reply = channel->call(name, std::move(fields), timeout, go_on);
    if (reply) return reply;
    const ErrorCode code = reply.error().code;
    const bool for_good = code == ErrorCode::internal || code == ErrorCode::too_large ||
                          code == ErrorCode::missing_dependency;
    if (for_good) {
      outgrown_ = std::string(name) + ": " + reply.error().message;
    }
    // An extension that was restarted has no engine: as good as gone.
    if (!outgrown_.empty() || code == ErrorCode::not_found || code == ErrorCode::network) {
      return fail(ErrorCode::disconnected, reply.error().message);
    }
    return reply;
  }

  /// A call that is about one thing, and answers nothing.
  Expected<void> tell(
      std::string_view name, const char* field, Json about,
      std::chrono::milliseconds timeout = kTimeout, const GoOn& go_on = [] { return true; }) {
    Json fields;
    fields[field] = std::move(about);
    TRY(call(name, std::move(fields), timeout, go_on));
    return {};
  }

  static tl::unexpected<Error> malformed() {
    return fail(ErrorCode::invalid_data, "the extension's answer is malformed");
  }

  template <typename Item>
  static Expected<std::vector<Item>> read_list(const Json& reply, const char* name,
                                               std::size_t limit,
                                               Expected<Item> (*read)(const Json&)) {
    const auto list = reply.find(name);
    if (list == reply.end() || !list->is_array() || list->size() > limit) return malformed();
    std::vector<Item> items;
    for (const Json& json : *list) items.push_back(TRY(read(json)));
    return items;
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
