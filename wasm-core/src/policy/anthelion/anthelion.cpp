#include "policy/anthelion/anthelion.hpp"

#include <algorithm>

#include "policy/anthelion/good_parents.hpp"
#include "policy/anthelion/host_ranking.hpp"
#include "policy/anthelion/link_classifier.hpp"
#include "policy/link_queues.hpp"
#include "policy/words.hpp"
#include "tables/string_table.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMaxGroups = 300;  // people look at the best

bool brought_more(const GroupReport& a, const GroupReport& b) {
  if (a.mean_reward != b.mean_reward) return a.mean_reward > b.mean_reward;
  return a.visits != b.visits ? a.visits > b.visits : a.id < b.id;
}

class AnthelionPolicy final : public Policy {
 public:
  AnthelionPolicy(const AnthelionParameters& parameters, HostFunction function,
                  PolicyContext& context)
      : context_(context),
        lambda_(parameters.lambda),
        decay_(parameters.decay),
        ranking_(function),
        classifier_(parameters, context) {}

  Verdict consider(const LinkView& link) override;
  std::optional<Choice> choose() override;
  void on_outcome(const Outcome& outcome) override;
  void page_begin(const LinkView& link, bool chosen, const Page& page) override;
  std::optional<double> expected_files(UrlId url) const override;
  Foresight foresee(const LinkView& link, std::string_view page) const override;
  std::size_t frontier_size() const override { return queues_.size(); }
  void host_changed(HostId host) override { queue_changed(host); }
  std::vector<GroupReport> groups() const override;
  void remove(UrlId url) override;
  void save(ByteWriter& out) const override;
  bool load(ByteReader& in) override;

 private:
  static constexpr UrlId kNone = StringTable::kNone;
  double probability(UrlId url) const {
    return classifier_.probability(context_.url(url), parents_.of(url));
  }
  void rescore(UrlId url);
  void queue_changed(HostId host);
  Reason explain_pick(const HostRanking::Pick& pick, double probability, bool at_random) const;

  PolicyContext& context_;
  double lambda_;
  std::uint64_t decay_;
  LinkQueues queues_;
  HostRanking ranking_;
  GoodParents parents_;
  LinkClassifier classifier_;
  std::uint64_t choices_ = 0;

  /// Not part of the state: the result answered last, whose page comes right after its outcome.
  UrlId good_page_ = kNone;
};

Verdict AnthelionPolicy::consider(const LinkView& link) {
  if (queues_.contains(link.url)) return Verdict::later;
  const HostId host = context_.host(link.url);
  queues_.add(link.url, host, probability(link.url));
  queue_changed(host);
  return Verdict::later;
}

void AnthelionPolicy::queue_changed(HostId host) {
  const bool may_be_taken = queues_.size(host) > 0 && context_.host_state(host) == HostState::free;
  ranking_.queue_changed(host, may_be_taken, may_be_taken ? queues_.score(queues_.best(host)) : 0);
}

std::optional<Choice> AnthelionPolicy::choose() {
  if (ranking_.size() == 0) return std::nullopt;
  Random& random = context_.random();
  const bool at_random = random.uniform() < random_share(lambda_, decay_, choices_++);
  const HostRanking::Pick pick = at_random ? ranking_.any(random) : ranking_.best(random);
  Choice choice;
  choice.url = queues_.best(pick.host);
  choice.reason = explain_pick(pick, queues_.score(choice.url), at_random);
  remove(choice.url);
  return choice;
}

Reason AnthelionPolicy::explain_pick(const HostRanking::Pick& pick, double probability,
                                     bool at_random) const {
  const HostFacts facts = ranking_.facts(pick.host);
  Reason reason;
  reason.action = pick.host;
  reason.score = pick.score;
  reason.target_probability = classifier_.is_ready() ? probability : -1;
  reason.words = std::string(at_random ? "drawn among the hosts to learn what it has: '" : "'") +
                 std::string(context_.host_name(pick.host)) + "' has brought " +
                 std::to_string(facts.good) + " results in " +
                 std::to_string(facts.good + facts.bad) + " requests";
  if (!classifier_.is_ready()) {
    reason.words += "; the first found of its links";
    return reason;
  }
  reason.words +=
      "; of its links this one looked most like a result when it was found (probability " +
      two_decimals(probability) + ")";
  return reason;
}

void AnthelionPolicy::on_outcome(const Outcome& outcome) {
  if (outcome.excluded) return;
  const bool good = outcome.gain > 0;
  good_page_ = good && outcome.url_class == UrlClass::html ? outcome.url : kNone;
  ranking_.answered(context_.host(outcome.url), good);
  if (!classifier_.answered(outcome.url, parents_.of(outcome.url), good)) return;
  // What was found before there was anything to classify with.
  for (const UrlId url : queues_.all()) rescore(url);
}

void AnthelionPolicy::page_begin(const LinkView& link, bool /*chosen*/, const Page& page) {
  const bool good = link.url == good_page_;
  good_page_ = kNone;
  if (!good || !classifier_.sees_parents()) return;
  for (const UrlId child : parents_.read(page, context_)) {
    if (queues_.contains(child)) rescore(child);
  }
}

void AnthelionPolicy::rescore(UrlId url) {
  queues_.rescore(url, probability(url));
  queue_changed(queues_.queue(url));
}

std::optional<double> AnthelionPolicy::expected_files(UrlId url) const {
  if (!queues_.contains(url) || !classifier_.is_ready()) return std::nullopt;
  return queues_.score(url);
}

Foresight AnthelionPolicy::foresee(const LinkView& link, std::string_view /*page*/) const {
  if (!classifier_.is_ready()) return {};
  const double p = classifier_.probability(link.key, parents_.of(link.url));
  return {p, p};
}

std::vector<GroupReport> AnthelionPolicy::groups() const {
  std::vector<GroupReport> reports;
  for (HostId host = 0; host < context_.known().hosts; ++host) {
    const HostFacts facts = ranking_.facts(host);
    GroupReport report;
    report.id = host;
    report.visits = std::uint64_t{facts.good} + facts.bad;
    if (report.visits == 0 && queues_.size(host) == 0) continue;
    report.tag_path = std::string(context_.host_name(host));
    if (report.visits > 0) report.mean_reward = facts.good / static_cast<double>(report.visits);
    report.open_links = queues_.size(host);
    reports.push_back(std::move(report));
  }
  std::sort(reports.begin(), reports.end(), brought_more);
  if (reports.size() > kMaxGroups) reports.resize(kMaxGroups);
  return reports;
}

void AnthelionPolicy::remove(UrlId url) {
  if (!queues_.contains(url)) return;
  const HostId host = queues_.queue(url);
  queues_.remove(url);
  queue_changed(host);
}

void AnthelionPolicy::save(ByteWriter& out) const {
  queues_.save(out);
  ranking_.save(out);
  parents_.save(out);
  classifier_.save(out);
  out.var(choices_);
}

bool AnthelionPolicy::load(ByteReader& in) {
  const PolicyContext::Known known = context_.known();
  if (!queues_.load(in, known.urls, known.hosts) || !ranking_.load(in, queues_, context_) ||
      !parents_.load(in, known.urls) || !classifier_.load(in)) {
    return false;
  }
  choices_ = in.var();
  return in.ok();
}

std::unique_ptr<Policy> make(const Config& config, PolicyContext& context) {
  // It was checked with the configuration.
  const auto function = parse_host_function(config.anthelion.host_function);
  if (!function) return nullptr;
  return std::make_unique<AnthelionPolicy>(config.anthelion, *function, context);
}

}  // namespace

const PolicyInfo kAnthelion{
    .name = "anthelion",
    .summary = "a bandit over hosts, then the link likeliest to be a result by its URL and parents",
    .needs_oracle = false,
    .link_order = LinkOrder::document,
    .starts_at_seed = true,
    .several_in_flight = true,
    .among_hosts = true,
    .make = make};

}  // namespace tagtrail
