#include "policies/tres_lite.hpp"

#include <cstdio>

#include "policies/double_dqn.hpp"
#include "policies/tree_frontier.hpp"
#include "policies/tres_keywords.hpp"
#include "policies/tres_path.hpp"
#include "policies/tres_relevance.hpp"

namespace tagtrail {
namespace {

constexpr std::uint64_t kRandomPhase = 300;
constexpr std::uint64_t kStepsPerGradient = 3;
constexpr std::uint64_t kStepsPerCopy = 500;
constexpr double kRelevant = 0.5;
// The classifier and the network draw from generators of their own, not from the crawl's.
constexpr std::uint64_t kTrainingStream = 0x6C61626F75720000ULL;
constexpr std::uint64_t kNetworkStream = 0x6E6574776F726B00ULL;
constexpr std::uint32_t kNone = 0xFFFFFFFFU;

class TresPolicy final : public Policy {
 public:
  TresPolicy(const Config& config, PolicyContext& context)
      : context_(context),
        training_seed_(config.seed ^ kTrainingStream),
        dqn_(config.seed ^ kNetworkStream) {}

  Verdict consider(const LinkView& link) override {
    const UrlClass known = context_.oracle()->classify(link.key);
    if (known == UrlClass::target || known == UrlClass::neither) return Verdict::fetch_now;
    OpenPage& open = open_pages_.back();
    const LinkWords words =
        words_of(link.observation != nullptr ? link.observation->anchor : "", link.key);
    const auto id = tree_.add(link_vector(open.transition.state, words));
    links_.push_back({link.url, open.page});
    if (link.url >= link_by_url_.size()) link_by_url_.resize(link.url + 1, kNone);
    link_by_url_[link.url] = id;
    open.transition.outlinks.push_back(words);
    return Verdict::later;
  }

  std::optional<Choice> choose() override {
    if (tree_.open_links() == 0) return std::nullopt;
    ++steps_;
    if (steps_ > kRandomPhase && steps_ % kStepsPerGradient == 0) dqn_.learn(context_.random());
    if (steps_ % kStepsPerCopy == 0) dqn_.copy_to_target();
    return steps_ <= kRandomPhase ? choose_at_random() : choose_by_value();
  }

  Reason explain(const LinkView& /*link*/) const override {
    Reason reason;
    reason.words = "known not to be a page, so it is fetched at once";
    return reason;
  }

  void page_begin(const LinkView& link, bool chosen, const Page& page) override {
    if (pages_.empty()) {
      relevance_.train(*context_.oracle(), training_seed_);
      const LinkWords words = words_of(page.title, link.key);
      open_page(kTresSeed, link_vector({0, 0, 0}, words));
      return;
    }
    const bool relevant = relevance_.page(page, link.key) >= kRelevant;
    const std::uint32_t id = chosen ? link_of(link.url) : kNone;
    if (id == kNone) {
      // Taken for a file, and a page after all: nothing was known of it as a link.
      const std::uint32_t father = open_pages_.empty() ? 0 : open_pages_.back().page;
      open_page(pages_[father].child(relevant), std::nullopt);
      return;
    }
    open_page(pages_[links_[id].father].child(relevant), tree_.vector(id));
  }

  void page_end(double /*reward*/) override {
    OpenPage done = std::move(open_pages_.back());
    open_pages_.pop_back();
    if (done.experienced) dqn_.remember(std::move(done.transition));
  }

  std::size_t frontier_size() const override { return tree_.open_links(); }

  void remove(UrlId url) override {
    if (link_of(url) != kNone) tree_.remove(link_of(url));
  }

  void save(ByteWriter& out) const override;
  bool load(ByteReader& in) override;

 private:
  /// A link that entered the frontier; the index is its id in the tree.
  struct Link {
    UrlId url = 0;
    std::uint32_t father = 0;  ///< index of a page
  };
  /// A page whose links are being dealt with.
  struct OpenPage {
    std::uint32_t page = 0;
    bool experienced = false;  ///< the transition is to be remembered
    Transition transition;
  };

  LinkWords words_of(std::string_view anchor, std::string_view url) const {
    const KeywordHits found = keyword_hits(anchor);
    return {keyword_in_url(url) ? 1.0F : 0.0F, found.hits > 0 ? 1.0F : 0.0F,
            found.phrase ? 1.0F : 0.0F, static_cast<float>(relevance_.link(anchor, url))};
  }

  std::uint32_t link_of(UrlId url) const {
    return url < link_by_url_.size() ? link_by_url_[url] : kNone;
  }

  void open_page(const TresPage& page, std::optional<LinkVector> link) {
    OpenPage open;
    open.page = static_cast<std::uint32_t>(pages_.size());
    open.transition.state = page.state_of_links();
    open.transition.reward = page.relevant ? 1.0F : 0.0F;
    if (link) {
      open.experienced = true;
      open.transition.link = *link;
      tree_.experience(*link, open.transition.reward);
    }
    pages_.push_back(page);
    open_pages_.push_back(std::move(open));
  }

  std::optional<Choice> choose_at_random() {
    const auto id = tree_.draw(context_.random());
    Choice choice = take(*id);
    choice.reason.words = "drawn from one of " + std::to_string(tree_.open_leaves()) +
                          " leaves of the tree, to learn from";
    return choice;
  }

  std::optional<Choice> choose_by_value() {
    const auto drawn = tree_.draw_from_each_leaf(context_.random());
    TreeFrontier::LinkId best = drawn.front();
    float best_value = dqn_.value(tree_.vector(best));
    for (std::size_t i = 1; i < drawn.size(); ++i) {
      const float value = dqn_.value(tree_.vector(drawn[i]));
      if (value > best_value) {
        best = drawn[i];
        best_value = value;
      }
    }
    Choice choice = take(best);
    choice.reason.score = static_cast<double>(best_value);
    choice.reason.words = "promises most of one link from each of " + std::to_string(drawn.size()) +
                          " leaves of the tree";
    return choice;
  }

  Choice take(TreeFrontier::LinkId id) {
    Choice choice;
    choice.url = links_[id].url;
    const LinkVector& vector = tree_.vector(id);
    const TreeFrontier::LeafView leaf = tree_.leaf_of(vector);
    choice.reason.action = leaf.id;
    choice.reason.terms = {{"page relevant", static_cast<double>(vector[0])},
                           {"nearness of a relevant page", static_cast<double>(vector[1])},
                           {"relevant on the path", static_cast<double>(vector[2])},
                           {"keyword in URL", static_cast<double>(vector[3])},
                           {"keyword in anchor", static_cast<double>(vector[4])},
                           {"phrase in anchor", static_cast<double>(vector[5])},
                           {"relevance of its words", static_cast<double>(vector[6])},
                           {"mean reward of its leaf", leaf.mean_reward}};
    tree_.remove(id);
    return choice;
  }

  bool load_pages(ByteReader& in);
  bool load_links(ByteReader& in);
  bool load_open_pages(ByteReader& in);

  PolicyContext& context_;
  std::uint64_t training_seed_;
  TresRelevance relevance_;
  TreeFrontier tree_;
  DoubleDqn dqn_;
  std::uint64_t steps_ = 0;
  std::vector<Link> links_;
  std::vector<std::uint32_t> link_by_url_;
  std::vector<TresPage> pages_;
  std::vector<OpenPage> open_pages_;
};

void TresPolicy::save(ByteWriter& out) const {
  out.var(steps_);
  relevance_.save(out);
  tree_.save(out);
  dqn_.save(out);
  out.var(pages_.size());
  for (const TresPage& page : pages_) {
    out.boolean(page.relevant);
    out.var(page.distance);
    out.var(page.relevant_on_path);
    out.var(page.path_length);
  }
  for (const Link& link : links_) {
    out.var(link.url);
    out.var(link.father);
  }
  out.var(open_pages_.size());
  for (const OpenPage& open : open_pages_) {
    out.var(open.page);
    out.boolean(open.experienced);
    save_transition(out, open.transition);
  }
}

bool TresPolicy::load(ByteReader& in) {
  steps_ = in.var();
  return relevance_.load(in) && tree_.load(in) && dqn_.load(in) && load_pages(in) &&
         load_links(in) && load_open_pages(in);
}

bool TresPolicy::load_pages(ByteReader& in) {
  const std::size_t count = in.count(4);
  pages_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const bool relevant = in.boolean();
    const std::uint64_t distance = in.var();
    const std::uint64_t relevant_on_path = in.var();
    const std::uint64_t length = in.var();
    if (distance > count || length == 0 || length > count || relevant_on_path > length) {
      return false;
    }
    pages_.push_back({relevant, static_cast<std::uint32_t>(distance),
                      static_cast<std::uint32_t>(relevant_on_path),
                      static_cast<std::uint32_t>(length)});
  }
  return in.ok();
}

bool TresPolicy::load_links(ByteReader& in) {
  const UrlId known = context_.known().urls;
  links_.clear();
  link_by_url_.assign(known, kNone);
  for (std::uint32_t id = 0; id < tree_.links(); ++id) {
    const std::uint64_t written = in.var();
    const std::uint64_t father = in.var();
    if (!in.ok() || written >= known || father >= pages_.size()) return false;
    const auto url = static_cast<UrlId>(written);
    if (link_by_url_[url] != kNone) return false;
    link_by_url_[url] = id;
    links_.push_back({url, static_cast<std::uint32_t>(father)});
  }
  return true;
}

bool TresPolicy::load_open_pages(ByteReader& in) {
  open_pages_.assign(in.count(2), OpenPage{});
  for (OpenPage& open : open_pages_) {
    const std::uint64_t page = in.var();
    if (page >= pages_.size()) return false;
    open.page = static_cast<std::uint32_t>(page);
    open.experienced = in.boolean();
    if (!load_transition(in, open.transition)) return false;
  }
  return in.ok() && open_pages_.size() == context_.known().open_pages;
}

std::unique_ptr<Policy> make_tres_lite(const Config& config, PolicyContext& context) {
  return std::make_unique<TresPolicy>(config, context);
}

}  // namespace

const PolicyInfo kTresLite{
    .name = "tres-lite",
    .summary = "tree-frontier and deep Q-learning, rewarded by a text classifier (replay only)",
    .needs_oracle = true,
    .link_order = LinkOrder::four_passes,
    .starts_at_seed = true,
    .make = make_tres_lite};

}  // namespace tagtrail
