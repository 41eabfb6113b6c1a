#include "policy/actions.hpp"

#include <algorithm>
#include <cmath>

#include "policy/url_list.hpp"
#include "tagtrail/math.hpp"

namespace tagtrail {

Actions::Actions(const SbParameters& parameters)
    : parameters_(parameters),
      projection_(parameters),
      centroids_(std::size_t{1} << parameters.m) {}

double Actions::inverse_root(std::uint64_t visits) {
  return 1.0 / std::sqrt(static_cast<double>(visits) + 1e-6);
}

ActionId Actions::assign(PathId path, std::string_view tag_path) {
  const SparseVector vector = projection_.project(path, tag_path);
  const auto match = centroids_.nearest(vector);
  if (match && match->similarity >= parameters_.theta) {
    centroids_.merge(match->id, vector);
    return match->id;
  }
  Action action;
  action.label = path;
  action.inverse_root = inverse_root(0);
  actions_.push_back(std::move(action));
  return centroids_.add(vector);
}

void Actions::add_link(ActionId action, UrlId url) {
  actions_[action].links.push_back(url);
  ++open_links_;
}

void Actions::remove_link(ActionId action, UrlId url) {
  open_links_ -= std::erase(actions_[action].links, url);
}

std::optional<Actions::Pick> Actions::pick(std::uint64_t requests, Random& random) {
  const double weight =
      requests == 0 ? 0.0 : parameters_.alpha * std::sqrt(math::log(static_cast<double>(requests)));
  std::optional<Pick> best;
  for (ActionId id = 0; id < actions_.size(); ++id) {
    const Action& action = actions_[id];
    if (action.links.empty()) continue;
    const double exploration = weight * action.inverse_root;
    const double score = requests == 0 ? 0.0 : action.mean + exploration;
    if (!best || score > best->score) best = Pick{0, id, score, action.mean, exploration};
  }
  if (!best) return best;
  std::vector<UrlId>& links = actions_[best->action].links;
  const auto at = static_cast<std::size_t>(random.below(links.size()));
  best->url = links[at];
  links[at] = links.back();
  links.pop_back();
  --open_links_;
  return best;
}

void Actions::reward(ActionId id, double reward) {
  Action& action = actions_[id];
  ++action.visits;
  action.mean += (reward - action.mean) / static_cast<double>(action.visits);
  action.inverse_root = inverse_root(action.visits);
}

Actions::View Actions::view(ActionId id) const {
  const Action& action = actions_[id];
  return {action.label, action.visits, action.mean, action.links.size()};
}

void Actions::save(ByteWriter& out) const {
  projection_.save(out);
  centroids_.save(out);
  out.var(actions_.size());
  for (const Action& action : actions_) {
    out.var(action.label);
    out.var(action.visits);
    out.f64(action.mean);
    save_ids(out, action.links);
  }
}

bool Actions::load(ByteReader& in, const PolicyContext::Known& known) {
  if (!projection_.load(in) || !centroids_.load(in)) return false;
  actions_.resize(in.count(11));
  open_links_ = 0;
  for (Action& action : actions_) {
    const std::uint64_t label = in.var();
    if (label >= known.paths) return false;
    action.label = static_cast<PathId>(label);
    action.visits = in.var();
    action.mean = in.f64();
    if (!load_ids(in, action.links, known.urls)) return false;
    action.inverse_root = inverse_root(action.visits);
    open_links_ += action.links.size();
  }
  return in.ok() && centroids_.size() == actions_.size();
}

}  // namespace tagtrail
