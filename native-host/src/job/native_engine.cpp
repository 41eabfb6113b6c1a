#include "job/engine_port.hpp"
#include "tagtrail/read_watch.hpp"

namespace tagtrail::host {
namespace {

class NativeEngine final : public EnginePort {
 public:
  Expected<void> open(const Config& config, std::optional<Bytes> snapshot,
                      const GoOn& go_on) override {
    engine_.reset();  // two of them may be more than there is memory for
    bool given_up = false;
    const ReadWatch watch([&](std::size_t) {
      given_up = given_up || !go_on();
      return !given_up;
    });
    auto engine =
        snapshot ? Engine::restore(snapshot->data(), snapshot->size()) : Engine::create(config);
    if (given_up) return fail(ErrorCode::disconnected, "given up");
    engine_ = TRY(std::move(engine));
    return {};
  }

  Expected<EngineStep> step(std::vector<Answer> answers, Then then) override {
    EngineStep step;
    for (Answer& answer : answers) {
      if (!answer.response) {
        answer.response = TRY(decode_response(answer.record->data(), answer.record->size()));
      }
      TRY(engine_->deliver(std::move(*answer.response)));
    }
    if (then == Then::decide) step.decision = engine_->next();
    step.progress = engine_->progress(then == Then::account);
    return step;
  }

  Expected<void> teach(const Feedback& feedback) override { return engine_->teach(feedback); }
  Expected<void> set_budget(const Budget& budget) override {
    engine_->set_budget(budget);
    return {};
  }
  Expected<void> revisit(const Budget& budget) override {
    engine_->revisit(budget);
    return {};
  }
  Expected<std::vector<LinkGroup>> groups(std::size_t limit) override {
    return engine_->link_groups(limit);
  }
  Expected<std::vector<ActingLink>> acting_links(std::size_t from, std::size_t limit) override {
    return engine_->acting_links(from, limit);
  }
  Expected<Bytes> snapshot() override { return engine_->snapshot(); }
  std::string_view kind() const override { return "native"; }

 private:
  std::unique_ptr<Engine> engine_;
};

}  // namespace

std::unique_ptr<EnginePort> make_native_engine() { return std::make_unique<NativeEngine>(); }

}  // namespace tagtrail::host
