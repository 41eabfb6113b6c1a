#include "policy/actions.hpp"

#include <algorithm>
#include <cmath>

#include "tables/url_list.hpp"
#include "tagtrail/math.hpp"

namespace tagtrail {

Actions::Actions(const SbParameters& parameters) : parameters_(parameters), clusters_(parameters) {}

double Actions::inverse_root(std::uint64_t visits) {
  return 1.0 / std::sqrt(static_cast<double>(visits) + 1e-6);
}

ActionId Actions::assign(PathId path, std::string_view tag_path) {
  const ActionId id = clusters_.join(tag_path);
  if (id == actions_.size()) {
    Action action;
    action.label = path;
    actions_.push_back(std::move(action));
  }
  return id;
}

void Actions::add_link(ActionId action, UrlId url) {
  if (actions_[action].links.empty()) wake(action);
  actions_[action].links.push_back(url);
  ++open_links_;
}

void Actions::remove_link(ActionId action, UrlId url) {
  std::vector<UrlId>& links = actions_[action].links;
  // From the end: the links of a group that are withheld come newest first.
  const auto found = std::find(links.rbegin(), links.rend(), url);
  if (found == links.rend()) return;
  links.erase(std::next(found).base());
  --open_links_;
  if (links.empty()) put_to_sleep(action);
}

std::optional<Actions::Pick> Actions::pick(std::uint64_t requests, Random& random) {
  const double weight =
      requests == 0 ? 0.0 : parameters_.alpha * std::sqrt(math::log(static_cast<double>(requests)));
  std::optional<AwakeActions::Best> best;
  if (requests > 0) {
    best = awake_.best([weight](std::uint64_t visits) { return weight * inverse_root(visits); });
  } else if (const auto oldest = awake_.oldest()) {
    best = AwakeActions::Best{*oldest, 0.0};
  }
  if (!best) return std::nullopt;
  Action& action = actions_[best->id];
  const auto at = static_cast<std::size_t>(random.below(action.links.size()));
  const Pick pick{action.links[at], best->id, best->score, action.mean,
                  weight * inverse_root(action.visits)};
  action.links[at] = action.links.back();
  action.links.pop_back();
  --open_links_;
  if (action.links.empty()) put_to_sleep(best->id);
  return pick;
}

void Actions::reward(ActionId id, double reward) {
  Action& action = actions_[id];
  const bool awake = !action.links.empty();
  if (awake) put_to_sleep(id);
  ++action.visits;
  action.mean += (reward - action.mean) / static_cast<double>(action.visits);
  if (awake) wake(id);
}

Actions::View Actions::view(ActionId id) const {
  const Action& action = actions_[id];
  return {action.label, action.visits, action.mean, action.links.size()};
}

void Actions::save(ByteWriter& out) const {
  clusters_.save(out);
  out.var(actions_.size());
  for (const Action& action : actions_) {
    out.var(action.label);
    out.var(action.visits);
    out.f64(action.mean);
    save_ids(out, action.links);
  }
}

bool Actions::load(ByteReader& in, const PolicyContext::Known& known) {
  if (!clusters_.load(in)) return false;
  actions_.resize(in.count(11));
  open_links_ = 0;
  for (Action& action : actions_) {
    const std::uint64_t label = in.var();
    if (label >= known.paths) return false;
    action.label = static_cast<PathId>(label);
    action.visits = in.var();
    action.mean = in.f64();
    if (!load_ids(in, action.links, known.urls) || !std::isfinite(action.mean)) return false;
    open_links_ += action.links.size();
    if (!action.links.empty()) {
      wake(static_cast<ActionId>(&action - actions_.data()));
    }
  }
  return in.ok() && clusters_.size() == actions_.size();
}

std::vector<GroupReport> group_reports(const Actions& actions, const PolicyContext& context) {
  std::vector<GroupReport> groups;
  for (ActionId id = 0; id < actions.size(); ++id) {
    const Actions::View view = actions.view(id);
    groups.push_back(
        {id, std::string(context.tag_path(view.label)), view.visits, view.mean, view.open_links});
  }
  std::stable_sort(groups.begin(), groups.end(), [](const GroupReport& a, const GroupReport& b) {
    return a.mean_reward > b.mean_reward;
  });
  return groups;
}

}  // namespace tagtrail
