#include "policy/trail/trail.hpp"

#include <algorithm>
#include <cmath>

#include "features/link_features.hpp"
#include "learn/target_model.hpp"
#include "learn/value_model.hpp"
#include "policy/trail/exploration.hpp"
#include "policy/trail/frontier_heap.hpp"
#include "policy/trail/link_store.hpp"
#include "policy/trail/page_records.hpp"
#include "policy/trail/page_value.hpp"
#include "policy/trail/parts.hpp"
#include "policy/url_list.hpp"
#include "policy/words.hpp"
#include "tagtrail/math.hpp"
#include "tagtrail/tag_path.hpp"

namespace tagtrail {
namespace {

constexpr UrlId kNoLink = 0xFFFFFFFFU;
constexpr double kFetchAtOnce = 0.5;  // P(target) from which a link is fetched with its page
constexpr double kCandidate = 0.25;   // from which it is looked at again before each fetch
constexpr double kStaleBy = 0.02;     // a candidate that lost so much waits for its new turn
constexpr double kMaxLabel = 20;
constexpr double kFailure = 0.02;  // value under which a try was fruitless
constexpr double kMaxProbability = 0.98;
constexpr double kMediaFactor = 0.01;
constexpr double kTieNoise = 1e-3;
constexpr double kMinCorrection = 1e-3;
constexpr std::size_t kMinSelections = 10;  // between two rescorings of a link

double value_of_label(double label) { return math::expm1(std::clamp(label, 0.0, kMaxLabel)); }
double label_of_value(double value) { return math::log1p(std::max(0.0, value)); }

class Trail final : public Policy {
 public:
  Trail(const Config& config, PolicyContext& context, TargetSet wanted, TrailParts parts)
      : context_(context),
        parameters_(config.trail),
        wanted_(std::move(wanted)),
        features_(wanted_, parts.without_features),
        targets_(!parts.without_prior),
        exploration_(config.trail) {}

  void page_begin(const LinkView& link, bool /*chosen*/, const Page& /*page*/) override {
    Closing page;
    page.link = links_.contains(link.url) ? link.url : kNoLink;
    open_.push_back(std::move(page));
  }

  Verdict consider(const LinkView& link) override {
    Closing& page = open_.back();
    if (page.children.empty()) {
      page.page = link.source;
      source_ = LinkFeatures::source_facts(context_.url(link.source), link.source,
                                           context_.depth(link.source));
    }
    const PathFacts& path = path_facts(link.path, link.tag_path);
    features_.describe(link.key, *link.observation, path, source_, described_);
    TrailLink& known = links_.add(link.url, described_);
    known.source = link.source;
    known.path = link.path;
    known.tags = places_.intern(path.tags);
    known.list = places_.intern(path.normed);
    known.section = places_.intern(described_.section);
    support_.add(links_.slots(known));
    page.children.push_back(link.url);
    return Verdict::later;
  }

  void page_end(std::uint32_t /*reward*/) override {
    closing_.push_back(std::move(open_.back()));
    open_.pop_back();
    Closing& page = closing_.back();
    for (const UrlId child : page.children) {
      const double p = probability(links_.at(child));
      if (p >= kCandidate) page.candidates.push_back({p, child});
    }
    std::make_heap(page.candidates.begin(), page.candidates.end());
  }

  std::optional<Choice> choose() override {
    while (!closing_.empty()) {
      if (auto choice = next_at_once(closing_.back())) return choice;
      close_page();
    }
    rescore_some();
    const auto best = take_best();
    if (!best) return std::nullopt;
    begin_request(best->url, false);
    return best;
  }

  void on_outcome(const Outcome& outcome) override {
    if (!links_.contains(outcome.url)) return;  // the seed URL
    if (outcome.excluded) return;
    TrailLink& link = links_.at(outcome.url);
    const bool target = outcome.url_class == UrlClass::target;
    targets_.update(links_.slots(link), link.extension, target);
    if (target) {
      link.realised = 0;
      if (at_once_ && !closing_.empty()) {
        closing_.back().targets += 1;
      } else {
        credit_late_target(link.source);
      }
    } else if (outcome.url_class != UrlClass::html) {
      learn(outcome.url, 0, 0);
      realise(outcome.url, 0);
    }
  }

  std::size_t frontier_size() const override {
    std::size_t waiting = frontier_.size();
    for (const Closing& page : closing_) waiting += page.children.size();
    for (const Closing& page : open_) waiting += page.children.size();
    return waiting;
  }

  void remove(UrlId url) override {
    if (!links_.contains(url) || !links_.at(url).waiting) return;
    forget(url);
  }

  void save(ByteWriter& out) const override;
  bool load(ByteReader& in) override;

 private:
  struct Candidate {
    double p = 0;
    UrlId url = 0;
    bool operator<(const Candidate& other) const {
      return p != other.p ? p < other.p : url > other.url;
    }
  };
  /// A page between being read and being valued.
  struct Closing {
    UrlId link = kNoLink;  ///< that led here; none for the seed URL
    UrlId page = 0;
    double targets = 0;
    std::vector<UrlId> children;
    std::vector<Candidate> candidates;  ///< max-heap
  };

  const PathFacts& path_facts(PathId id, std::string_view path) {
    if (id >= paths_.size()) paths_.resize(std::size_t{id} + 1);
    if (paths_[id].exact == 0) paths_[id] = LinkFeatures::path_facts(path);
    return paths_[id];
  }

  double probability(const TrailLink& link) const {
    return targets_.probability(links_.slots(link), link.extension);
  }

  /// The next link of a page that is taken for a target; they are asked again before each fetch, so
  /// that a run of wrong guesses ends.
  std::optional<Choice> next_at_once(Closing& page) {
    auto& heap = page.candidates;
    while (!heap.empty()) {
      std::pop_heap(heap.begin(), heap.end());
      const Candidate candidate = heap.back();
      heap.pop_back();
      const TrailLink& link = links_.at(candidate.url);
      if (!link.waiting) continue;
      const double p = probability(link);
      if (p < kFetchAtOnce) continue;
      if (p < candidate.p - kStaleBy) {
        heap.push_back({p, candidate.url});
        std::push_heap(heap.begin(), heap.end());
        continue;
      }
      Choice choice;
      choice.url = candidate.url;
      choice.purpose = Purpose::target;
      choice.reason.target_probability = p;
      choice.reason.score = p;
      choice.reason.words =
          "taken for a file (probability " + two_decimals(p) + "), so fetched at once";
      begin_request(candidate.url, true);
      return choice;
    }
    return std::nullopt;
  }

  void begin_request(UrlId url, bool at_once) {
    at_once_ = at_once;
    forget(url);
  }

  void forget(UrlId url) {
    TrailLink& link = links_.at(url);
    link.waiting = false;
    support_.remove_waiting(links_.slots(link));
    frontier_.remove(url);
  }

  /// All that is fetched at once has been: values the page, learns from it, releases its links.
  void close_page() {
    Closing page = std::move(closing_.back());
    closing_.pop_back();
    std::erase_if(page.children, [&](UrlId child) { return !links_.at(child).waiting; });
    tell_children(page);
    if (page.link != kNoLink) {
      const double value = value_of(page.targets, page.children);
      learn(page.link, value, page.targets);
      PageRecord& record = records_.add(page.page, page.link, page.children, context_.random());
      record.targets = page.targets;
      record.label = label_of_value(value);
      realise(page.link, value);
    }
    for (const UrlId child : page.children) {
      frontier_.set(child, score(child));
      rotation_.push_back(child);
    }
  }

  void tell_children(const Closing& page) {
    const FeatureSlot before = LinkFeatures::page_slot(0);
    const FeatureSlot after = LinkFeatures::page_slot(page.targets);
    if (before == after) return;
    for (const UrlId child : page.children) {
      if (FeatureSlot* slot = links_.page_slot(links_.at(child))) {
        support_.replace(*slot, after);
        *slot = after;
      }
    }
  }

  double value_of(double targets, const std::vector<UrlId>& children) {
    values_.clear();
    for (const UrlId child : children) {
      const TrailLink& link = links_.at(child);
      const double predicted = value_of_label(values_model_.predict(links_.slots(link)));
      values_.push_back({predicted, link.realised >= 0 ? double{link.realised} : predicted});
    }
    return page_value(targets, values_, parameters_.discount);
  }

  void learn(UrlId url, double value, double files) {
    const TrailLink& link = links_.at(url);
    const double label = label_of_value(value);
    exploration_.observe(label);
    values_model_.update(links_.slots(link), label, support_);
    for (const PlaceId id : {link.list, link.tags, link.section}) ++places_.at(id).tries;
    places_.at(link.list).files += files;
    if (value < kFailure) ++places_.at(link.section).failures;
  }

  /// The value of a link became known: its page is valued anew, at the 1st, 2nd, 4th, ... time.
  void realise(UrlId url, double value) {
    TrailLink& link = links_.at(url);
    link.realised = static_cast<float>(value);
    if (parameters_.realised_rate <= 0) return;
    PageRecord* record = records_.find(link.source);
    if (record == nullptr) return;
    ++record->realised;
    if ((record->realised & (record->realised - 1)) != 0) return;
    correct(*record, parameters_.realised_rate);
  }

  void credit_late_target(UrlId page) {
    if (parameters_.late_rate <= 0) return;
    PageRecord* record = records_.find(page);
    if (record == nullptr) return;
    record->targets += 1;
    correct(*record, parameters_.late_rate);
  }

  void correct(PageRecord& record, double rate) {
    const double label = label_of_value(value_of(record.targets, record.children));
    const double delta = label - record.label;
    if (std::fabs(delta) < kMinCorrection) return;
    values_model_.correct(links_.slots(links_.at(record.link)), delta, rate);
    record.label = label;
  }

  struct Appraisal {
    double expected = 0;     ///< label
    double exploration = 0;  ///< added to it
    double p = 0;            ///< P(target)
    double score = 0;
  };
  Appraisal appraise(const TrailLink& link) const {
    const auto slots = links_.slots(link);
    Appraisal result;
    result.p = probability(link);
    result.expected = values_model_.predict(slots);
    result.exploration = exploration_.bonus(values_model_.novelty(slots, support_),
                                            places_.at(link.tags), places_.at(link.section));
    const double p = std::min(result.p, kMaxProbability);
    result.score = p / (1 - p) + value_of_label(result.expected + result.exploration);
    if (link.extension == ExtensionClass::media) result.score *= kMediaFactor;
    return result;
  }
  double score(UrlId url) {
    return appraise(links_.at(url)).score * (1 + kTieNoise * context_.random().uniform());
  }

  /// Scores go stale as the models learn: each selection renews some, in rotation, so that all are
  /// renewed once in a share of the frontier's size.
  void rescore_some() {
    if (parameters_.rescore_share <= 0) return;
    const double size = static_cast<double>(frontier_.size());
    const double between =
        std::max(static_cast<double>(kMinSelections), parameters_.rescore_share * size);
    auto due = static_cast<std::size_t>(std::ceil(size / between));
    while (due > 0 && !rotation_.empty()) {
      if (turn_ >= rotation_.size()) turn_ = 0;
      const UrlId url = rotation_[turn_];
      if (!frontier_.contains(url)) {
        rotation_[turn_] = rotation_.back();
        rotation_.pop_back();
        continue;
      }
      frontier_.set(url, score(url));
      ++turn_;
      --due;
    }
  }

  std::optional<Choice> take_best() {
    while (!frontier_.empty()) {
      const UrlId url = frontier_.top();
      const double now = score(url);
      const auto second = frontier_.runner_up();
      if (second && now < *second * 0.999 - 1e-9) {
        frontier_.set(url, now);
        continue;
      }
      Choice choice;
      choice.url = url;
      choice.reason = explain_link(links_.at(url));
      return choice;
    }
    return std::nullopt;
  }

  Reason explain_link(const TrailLink& link) const {
    const Appraisal result = appraise(link);
    Reason reason;
    reason.score = result.score;
    reason.target_probability = result.p;
    const double expected = value_of_label(result.expected);
    reason.terms = {
        {"expected files a request", expected},
        {"exploration", value_of_label(result.expected + result.exploration) - expected}};
    const Place& list = places_.at(link.list);
    const std::string path = readable_tag_path(context_.tag_path(link.path));
    reason.words = "links in '" + path + "' ";
    if (list.tries == 0) {
      reason.words += "have not been tried yet";
    } else {
      reason.words += "have brought " + two_decimals(list.files / static_cast<double>(list.tries)) +
                      " files a page over " + std::to_string(list.tries) + " pages";
    }
    add_feature_words(link, result.expected, reason);
    return reason;
  }

  /// What each kind of feature changes in the expectation; the largest is named.
  void add_feature_words(const TrailLink& link, double label, Reason& reason) const {
    static constexpr std::array<const char*, kFeatureKinds> kNames{"its URL",
                                                                   "its text",
                                                                   "the heading above it",
                                                                   "its place on pages like this",
                                                                   "its list",
                                                                   "the page it stands on",
                                                                   "its depth",
                                                                   "the files found on its page",
                                                                   ""};
    const auto slots = links_.slots(link);
    std::size_t begin = 0;
    std::size_t best = kFeatureKinds;
    double best_value = 0.05;
    for (std::size_t kind = 0; kind + 1 < kFeatureKinds; ++kind) {
      const auto part = slots.subspan(begin, link.of_kind[kind]);
      begin += link.of_kind[kind];
      const double added =
          value_of_label(label) - value_of_label(label - values_model_.predict(part));
      if (std::fabs(added) < 0.005) continue;
      reason.terms.push_back({kNames[kind], added});
      if (added > best_value) {
        best = kind;
        best_value = added;
      }
    }
    if (best == kFeatureKinds) return;
    reason.words += std::string("; ") + kNames[best] + " adds " + two_decimals(best_value);
  }

  static void save_closing(ByteWriter& out, const std::vector<Closing>& pages);
  bool load_closing(ByteReader& in, std::vector<Closing>& pages) const;

  PolicyContext& context_;
  TrailParameters parameters_;
  TargetSet wanted_;
  LinkFeatures features_;
  FeatureSupport support_;
  TargetModel targets_;
  ValueModel values_model_;
  Exploration exploration_;
  PlaceCounts places_;
  LinkStore links_;
  PageRecords records_;
  FrontierHeap frontier_;
  std::vector<UrlId> rotation_;  ///< the frontier, in the order of rescoring
  std::size_t turn_ = 0;
  std::vector<Closing> open_;     ///< being considered, nested
  std::vector<Closing> closing_;  ///< considered; their targets are being fetched, nested
  bool at_once_ = false;          ///< the request in flight was such a fetch

  // Not part of the state: made anew for each page or on demand.
  SourceFacts source_;
  std::vector<PathFacts> paths_;
  LinkFeatureSet described_;
  std::vector<ChildValue> values_;
};

void Trail::save_closing(ByteWriter& out, const std::vector<Closing>& pages) {
  out.var(pages.size());
  for (const Closing& page : pages) {
    out.u32(page.link);
    out.u32(page.page);
    out.f64(page.targets);
    save_ids(out, page.children);
    out.var(page.candidates.size());
    for (const Candidate& candidate : page.candidates) {
      out.f64(candidate.p);
      out.var(candidate.url);
    }
  }
}

bool Trail::load_closing(ByteReader& in, std::vector<Closing>& pages) const {
  const auto sound = [&](std::uint64_t id) {
    return id < links_.size() && links_.contains(static_cast<UrlId>(id));
  };
  pages.resize(in.count(18));
  for (Closing& page : pages) {
    page.link = in.u32();
    page.page = in.u32();
    page.targets = in.f64();
    if (page.link != kNoLink && !sound(page.link)) return false;
    if (page.page >= context_.known().urls || !std::isfinite(page.targets)) return false;
    if (!load_ids(in, page.children, links_.size())) return false;
    if (!std::all_of(page.children.begin(), page.children.end(), sound)) return false;
    page.candidates.resize(in.count(9));
    for (Candidate& candidate : page.candidates) {
      candidate.p = in.f64();
      const std::uint64_t url = in.var();
      if (!sound(url) || !(candidate.p >= 0 && candidate.p <= 1)) return false;
      candidate.url = static_cast<UrlId>(url);
    }
    if (!std::is_heap(page.candidates.begin(), page.candidates.end())) return false;
  }
  return in.ok();
}

void Trail::save(ByteWriter& out) const {
  places_.save(out);
  links_.save(out);
  support_.save(out);
  targets_.save(out);
  values_model_.save(out);
  exploration_.save(out);
  records_.save(out);
  frontier_.save(out);
  save_ids(out, rotation_);
  out.var(turn_);
  save_closing(out, open_);
  save_closing(out, closing_);
  out.boolean(at_once_);
}

bool Trail::load(ByteReader& in) {
  const PolicyContext::Known known = context_.known();
  if (!places_.load(in) || !links_.load(in, known, places_.size()) || !support_.load(in) ||
      !targets_.load(in) || !values_model_.load(in) || !exploration_.load(in) ||
      !records_.load(in, links_) || !frontier_.load(in, links_.size()) ||
      !load_ids(in, rotation_, links_.size())) {
    return false;
  }
  turn_ = static_cast<std::size_t>(in.var());
  if (!load_closing(in, open_) || !load_closing(in, closing_)) return false;
  at_once_ = in.boolean();
  if (!open_.empty() && !open_.back().children.empty()) {
    const UrlId page = open_.back().page;
    source_ = LinkFeatures::source_facts(context_.url(page), page, context_.depth(page));
  }
  return in.ok() && open_.size() == known.open_pages;
}

std::unique_ptr<Policy> make(const Config& config, PolicyContext& context) {
  // Both were checked with the configuration.
  auto wanted = TargetSet::parse(config.targets);
  auto parts = parse_trail_parts(config.trail.without);
  if (!wanted || !parts) return nullptr;
  return std::make_unique<Trail>(config, context, std::move(*wanted), *parts);
}

}  // namespace

const PolicyInfo kTrail{
    .name = "trail",
    .summary = "values each link from its URL, words and place, learning from what pages brought",
    .needs_oracle = false,
    .link_order = LinkOrder::four_passes,
    .starts_at_seed = true,
    .make = make};

}  // namespace tagtrail
