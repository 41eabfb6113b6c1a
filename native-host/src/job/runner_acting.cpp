// Links that act: the rule of this run, and the list of what was left out.
#include "job/runner.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kListedAtOnce = 500;

/// The rule that the engine goes by, after what it was told about all links.
ActingRule rule_after(ActingRule rule, const std::vector<JobInput>& inputs) {
  for (const JobInput& input : inputs) {
    if (input.kind != JobInput::Kind::feedback) continue;
    const auto feedback = feedback_from_json(Json::parse(input.json, nullptr, false));
    if (!feedback || !feedback->tag_path.empty()) continue;
    if (feedback->word == Word::allow) rule = ActingRule::open;
    if (feedback->word == Word::forbid) rule = ActingRule::leave_all;
  }
  return rule;
}

}  // namespace

/// A job that goes on with a session it did not have before, or whose user says otherwise now:
/// the engine is told, and hears it again in a replay.
Expected<void> JobRunner::heed_acting_rule(const Config& wanted, bool named) {
  const auto inputs = TRY(store_->inputs(0));
  const ActingRule rule = rule_after(setup_.config.acting, inputs);
  Feedback word;
  if (wanted.acting == ActingRule::leave_all && rule != ActingRule::leave_all) {
    word.word = Word::forbid;
  } else if (named && wanted.acting == ActingRule::open && rule != ActingRule::open) {
    word.word = Word::allow;
  } else {
    return {};
  }
  TRY(store_->add_inputs({JobInput{JobInput::Kind::feedback, store_->response_count(), false,
                                   feedback_to_json(word).dump()}}));
  inputs_at_start_ = true;
  return {};
}

/// What the engine has left out since it was asked last comes into the job's list.
Expected<void> JobRunner::keep_acting() {
  auto from = TRY(store_->acting_count());
  for (;;) {
    auto links = engine_->acting_links(from, kListedAtOnce);
    // An engine that is gone tells it when it is there again.
    if (!links && links.error().code == ErrorCode::disconnected) return {};
    if (!links) return tl::unexpected(links.error());
    TRY(store_->add_acting(from, *links));
    from += links->size();
    if (links->size() < kListedAtOnce) return {};
  }
}

}  // namespace tagtrail::host
