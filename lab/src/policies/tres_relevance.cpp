#include "policies/tres_relevance.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "policies/tres_keywords.hpp"
#include "policies/word_vectors.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kWordDimension = 100;
constexpr std::size_t kUnits = 64;
constexpr std::size_t kHalfBatch = 8;  ///< of each class
constexpr std::size_t kSteps = 60;
constexpr std::size_t kLongestThermometer = 300;

/// A page to learn from.
struct Sample {
  std::string text;
  std::string url;
  KeywordHits hits;
};

std::string text_of(const Page& page) { return page.title + " " + page.text; }

KwText network_input(std::string_view text, std::string_view url, const KeywordHits& found,
                     std::size_t thermometer) {
  KwText input;
  for (const std::string& word : prepared_words(text, TresRelevance::kWords)) {
    append_word_vector(word, kWordDimension, input.words);
  }
  input.keywords = thermometer_code(found.hits, thermometer);
  const auto words = static_cast<float>(std::max<std::size_t>(found.words, 1));
  input.keywords.push_back(static_cast<float>(found.hits) / words);
  input.keywords.push_back(found.phrase ? 1.0F : 0.0F);
  input.keywords.push_back(keyword_in_url(url) ? 1.0F : 0.0F);
  return input;
}

/// Finds pages of both kinds in an order drawn by the seed, and stops when it has enough of both or
/// has looked at enough.
class Collector {
 public:
  explicit Collector(Oracle& oracle) : oracle_(oracle) {}

  void collect(Random& random) {
    const std::vector<std::string>& pages = oracle_.pages();
    std::vector<std::uint32_t> order(pages.size());
    std::iota(order.begin(), order.end(), 0U);
    const std::size_t looks = std::min(order.size(), TresRelevance::kPagesLookedAt);
    for (std::size_t i = 0; i < looks && !enough(); ++i) {
      std::swap(order[i], order[i + static_cast<std::size_t>(random.below(order.size() - i))]);
      look_at(pages[order[i]]);
    }
  }
  const std::vector<Sample>& with_targets() const { return with_; }
  const std::vector<Sample>& without_targets() const { return without_; }

 private:
  bool enough() const {
    return with_.size() >= TresRelevance::kPagesPerClass &&
           without_.size() >= TresRelevance::kPagesPerClass;
  }

  void look_at(const std::string& url) {
    const auto page = oracle_.read(url);
    if (!page) return;
    const bool links_to_target =
        std::any_of(page->links.begin(), page->links.end(),
                    [&](const LinkObservation& link) { return is_target(link.url); });
    std::vector<Sample>& list = links_to_target ? with_ : without_;
    if (list.size() >= TresRelevance::kPagesPerClass) return;
    const std::string text = text_of(*page);
    if (prepared_words(text, 1).empty()) return;
    list.push_back({text, url, keyword_hits(text)});
  }

  bool is_target(const std::string& url) {
    // Menus repeat the same links on every page.
    const auto [at, is_new] = known_.try_emplace(url, false);
    if (is_new) at->second = oracle_.classify(url) == UrlClass::target;
    return at->second;
  }

  Oracle& oracle_;
  std::map<std::string, bool> known_;
  std::vector<Sample> with_;
  std::vector<Sample> without_;
};

/// The published length: mean keyword hits of a relevant page, rounded up.
std::size_t thermometer_length(const std::vector<Sample>& relevant) {
  std::size_t hits = 0;
  for (const Sample& sample : relevant) hits += sample.hits.hits;
  const std::size_t mean = (hits + relevant.size() - 1) / relevant.size();
  return std::clamp<std::size_t>(mean, 2, kLongestThermometer);
}

std::vector<KwText> network_inputs(const std::vector<Sample>& samples, std::size_t thermometer) {
  std::vector<KwText> inputs;
  for (const Sample& sample : samples) {
    inputs.push_back(network_input(sample.text, sample.url, sample.hits, thermometer));
  }
  return inputs;
}

/// Deals the texts of one class in random order, all of them before any comes again.
class Dealer {
 public:
  Dealer(const std::vector<KwText>& texts, bool relevant) : texts_(texts), relevant_(relevant) {
    order_.resize(texts.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
  }
  KwBiLstm::Example deal(Random& random) {
    const auto left = order_.size() - next_;
    std::swap(order_[next_], order_[next_ + static_cast<std::size_t>(random.below(left))]);
    const KwText* text = &texts_[order_[next_]];
    next_ = (next_ + 1) % order_.size();
    return {text, relevant_};
  }

 private:
  const std::vector<KwText>& texts_;
  bool relevant_;
  std::vector<std::size_t> order_;
  std::size_t next_ = 0;
};

}  // namespace

void TresRelevance::train(Oracle& oracle, std::uint64_t seed) {
  Random random(seed);
  Collector pages(oracle);
  pages.collect(random);
  if (pages.with_targets().empty() || pages.without_targets().empty()) return;
  const KwSizes sizes{kWordDimension, kUnits, thermometer_length(pages.with_targets())};
  const std::vector<KwText> relevant = network_inputs(pages.with_targets(), sizes.thermometer);
  const std::vector<KwText> others = network_inputs(pages.without_targets(), sizes.thermometer);
  Dealer deal_relevant(relevant, true);
  Dealer deal_others(others, false);
  network_.emplace(sizes, random);
  for (std::size_t step = 0; step < kSteps; ++step) {
    std::vector<KwBiLstm::Example> batch;
    for (std::size_t i = 0; i < kHalfBatch; ++i) {
      batch.push_back(deal_relevant.deal(random));
      batch.push_back(deal_others.deal(random));
    }
    network_->train(batch, random);
  }
}

double TresRelevance::probability(std::string_view text, std::string_view url) const {
  if (!network_) return 0.0;
  return network_->probability(
      network_input(text, url, keyword_hits(text), network_->sizes().thermometer));
}

double TresRelevance::page(const Page& page, std::string_view url) const {
  return probability(text_of(page), url);
}

double TresRelevance::link(std::string_view anchor, std::string_view url) const {
  return probability(std::string(anchor) + " " + url_words(url), url);
}

void TresRelevance::save(ByteWriter& out) const {
  out.var(network_ ? network_->sizes().thermometer : 0);
  if (network_) network_->save(out);
}

bool TresRelevance::load(ByteReader& in) {
  const auto thermometer = in.var();
  if (thermometer == 0) {
    network_.reset();
    return in.ok();
  }
  if (thermometer > kLongestThermometer) return false;
  Random unused(0);
  network_.emplace(KwSizes{kWordDimension, kUnits, static_cast<std::size_t>(thermometer)}, unused);
  return network_->load(in);
}

}  // namespace tagtrail
